"""Tables to come, for the answers so far. Pure.

For each game count those who would like it: who named no game likes all. The sizes of tables are
those that a draw would make (seating.sizes).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from seating.sizes import MOST_PLAYERS, Partition, Sizes, partition

MOST_MORE = 3  # further players to consider


class ExpectedPlayer(NamedTuple):
    """One who comes, or perhaps: with the games that this player would like."""

    games: Collection[str]
    is_sure: bool = True


class Gain(NamedTuple):
    """The better tables that `more` further players would give."""

    more: int
    tables: Partition


class GameForecast(NamedTuple):
    """The tables of one game: of those who come, and with those who perhaps come. `gain` is the
    smallest number of further players that makes better tables, if a few do."""

    game: str
    players: int
    tables: Partition
    players_with_maybe: int
    tables_with_maybe: Partition
    gain: Gain | None


def forecast(
    expected: Sequence[ExpectedPlayer], sizes: Mapping[str, Sizes], capacity: int | None = None
) -> list[GameForecast]:
    """Return the forecast of each game; no more players than `capacity` come."""
    return [_of_game(game, expected, sizes[game], capacity) for game in sizes]


def _of_game(
    game: str, expected: Sequence[ExpectedPlayer], sizes: Sizes, capacity: int | None
) -> GameForecast:
    most = MOST_PLAYERS if capacity is None else min(capacity, MOST_PLAYERS)
    liking = [player for player in expected if not player.games or game in player.games]
    sure = min(sum(player.is_sure for player in liking), MOST_PLAYERS)
    perhaps = min(len(liking), max(sure, most))
    room = most - sum(player.is_sure for player in expected)
    return GameForecast(
        game,
        sure,
        partition(sure, sizes),
        perhaps,
        partition(perhaps, sizes),
        _gain(sure, sizes, min(room, MOST_MORE)),
    )


def _gain(players: int, sizes: Sizes, room: int) -> Gain | None:
    """Return the smallest number of further players, up to `room`, with which fewer sit out, fewer
    sit at tables of an unusual size, or the tables are more even."""
    now = _badness(partition(players, sizes), sizes)
    for more in range(1, room + 1):
        tables = partition(players + more, sizes)
        if tables.tables and _badness(tables, sizes) < now:
            return Gain(more, tables)
    return None


def _badness(tables: Partition, sizes: Sizes) -> tuple[int, int, int]:
    unusual = sum(size for size in tables.tables if size not in sizes.preferred)
    spread = max(tables.tables) - min(tables.tables) if tables.tables else 0
    return tables.sit_out, unusual, spread
