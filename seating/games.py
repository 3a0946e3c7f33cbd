"""Shares players out over several games that are played at one time, by the games they would like
and the sizes of tables. The tables of each game are drawn afterwards (`draw.py`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from seating.sizes import Sizes, partition

WINDOW = 8  # players more or fewer than wish for a game


class GameShares(NamedTuple):
    """The players of each game in the given order, and the players who fit no table."""

    players: Mapping[str, tuple[str, ...]]
    sit_out: tuple[str, ...]


def share_out(
    players: Sequence[str],
    wishes: Mapping[str, Collection[str]],
    sizes: Mapping[str, Sizes],
    sit_out_counts: Mapping[str, int],
) -> GameShares:
    """Return who plays what: as many players as possible have a seat, then as many as possible a
    game they like, then tables have preferred sizes. Players without a wish like every game. Those
    who sit out have done so least; among equals the first of `players`.

    >>> four = Sizes(4, 4)
    >>> share_out("abcdefghi", {"a": ["x"]}, {"x": four, "y": four}, {"b": 0, "a": 1}).sit_out
    ('b',)
    """
    games = [*sizes]
    liked = {name: frozenset(wishes.get(name, ())) & frozenset(games) for name in players}
    numbers = _numbers(list(liked.values()), games, sizes)
    surplus = len(players) - sum(numbers.values())
    by_turn = sorted(players, key=lambda name: sit_out_counts.get(name, 0))
    sit_out = frozenset(by_turn[:surplus])
    playing = [name for name in players if name not in sit_out]
    game_of = _assign(playing, liked, numbers)
    return GameShares(
        {game: tuple(name for name in playing if game_of[name] == game) for game in games},
        tuple(name for name in players if name in sit_out),
    )


def _numbers(
    liked: Sequence[frozenset[str]], games: Sequence[str], sizes: Mapping[str, Sizes]
) -> dict[str, int]:
    """Return how many play each game: the best of all numbers that fit tables of their game."""
    share = {
        game: sum(1 / len(wish or games) for wish in liked if not wish or game in wish)
        for game in games
    }
    # what each number of players of a game costs: preferred sizes, then the share
    fitting = [
        [
            (number, _unpreferred(number, sizes[game]), (number - share[game]) ** 2)
            for number in _window(share[game], len(liked))
            if not partition(number, sizes[game]).sit_out
        ]
        for game in games
    ]
    demands = [
        (some, sum(1 for wish in liked if wish and wish <= {games[index] for index in some}))
        for size in range(1, len(games) + 1)
        for some in combinations(range(len(games)), size)
    ]
    best, best_numbers = None, (0,) * len(games)
    for option in product(*fitting):
        numbers = tuple([number for number, _unpreferred, _distance in option])
        sit_outs = len(liked) - sum(numbers)
        if sit_outs < 0 or (best is not None and sit_outs > best[0]):
            continue
        unpreferred = sum([count for _number, count, _distance in option])
        off_share = sum([distance for _number, _unpreferred, distance in option])
        badness = (sit_outs, _unmet(demands, numbers), unpreferred, off_share)
        if best is None or badness < best:
            best, best_numbers = badness, numbers
    return dict(zip(games, best_numbers, strict=True))


def _window(share: float, most: int) -> Iterator[int]:
    """Yield the numbers near a share, and none at all."""
    yield 0
    yield from range(max(1, int(share) - WINDOW), min(most, int(share) + WINDOW) + 1)


def _unpreferred(number: int, sizes: Sizes) -> int:
    """Return how many players sit at tables of a size that is not preferred."""
    tables = partition(number, sizes).tables
    return sum(size for size in tables if sizes.preferred and size not in sizes.preferred)


def _unmet(demands: Sequence[tuple[Sequence[int], int]], numbers: Sequence[int]) -> int:
    """Return how many players cannot play a game they like: of those who like only some of the
    games, the ones beyond the seats of these games (the cut that limits the flow)."""
    beyond = [demand - sum([numbers[index] for index in some]) for some, demand in demands]
    return max(0, *beyond)


def _assign(
    players: Sequence[str], liked: Mapping[str, frozenset[str]], numbers: Mapping[str, int]
) -> dict[str, str]:
    """Return the game of each player, with as many wishes met as possible (augmenting paths)."""
    game_of: dict[str, str] = {}

    def find_seat(name: str, tried: set[str]) -> bool:
        for game in sorted(liked[name], key=lambda game: -numbers[game]):
            if game in tried:
                continue
            tried.add(game)
            seated = [other for other in game_of if game_of[other] == game]
            if len(seated) < numbers[game] or any(find_seat(other, tried) for other in seated):
                game_of[name] = game
                return True
        return False

    for name in sorted(players, key=lambda name: len(liked[name])):
        if liked[name]:
            find_seat(name, set())
    left = {game: numbers[game] - [*game_of.values()].count(game) for game in numbers}
    for name in players:
        if name not in game_of:
            game_of[name] = max(left, key=lambda game: left[game])
            left[game_of[name]] -= 1
    return game_of
