"""Check of a round from its scores: an exact check (Z15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import permutations
from typing import NamedTuple

from games import shape
from games.base import Breakdown, BreakdownLine, Seat
from games.messages import ranges
from games.njet import board, messages, score, teams
from games.njet.board import VALUES, Cell
from games.njet.cards import HAND_SIZE, ONES
from games.njet.options import Match
from games.njet.state import Teams
from games.shape import Spot, describe
from problems import reader
from problems.problem import Problem
from problems.text import AND, Listing


class NjetOutcome(NamedTuple):
    """Result of a round; notices are never written for this game."""

    scores: tuple[int, ...]
    breakdown: Sequence[BreakdownLine]
    notices: tuple[Problem, ...] = ()


class Story(NamedTuple):
    """One way in which a line of scores can have come about."""

    teams: Teams
    value: int
    discards: tuple[int, ...]


def check(match: Match, raw: object, at: Spot) -> NjetOutcome | None:
    given = reader.fields(raw, at, required=("evidence", "scores"), optional=("rules", "teams"))
    rules: dict[str, Cell] = {}
    if "rules" in given:
        rules = board.read_cells(match.board, given["rules"], at / "rules", is_complete=False)
    stated_teams = (
        teams.read(given["teams"], at / "teams", match.players) if "teams" in given else None
    )
    before = len(at.problems)
    teams.check_start(stated_teams, rules, at / "teams")
    if len(at.problems) > before:  # which of the two is wrong is not known
        stated_teams = None
        del rules["first"]
    scores = read_scores(given, at, match.players)
    if scores is None:
        return None
    stories = [*_stories(match, scores, rules, stated_teams)]
    if not stories:
        at.problems.append(_why_not(match, scores, rules, stated_teams, at))
    if at.problems:
        return None
    return NjetOutcome(scores, Breakdown(partial(_lines, scores, stories)))


def read_scores(given: Mapping[str, object], at: Spot, players: int) -> tuple[int, ...] | None:
    if "scores" not in given:
        return None
    scores = given["scores"]
    if shape.is_plain(scores, players):
        return tuple(scores)
    return shape.integers(scores, at / "scores", count=players)


def compare(
    scores: tuple[int, ...], breakdown: Breakdown, stated: tuple[int, ...] | None, at: Spot
) -> NjetOutcome | None:
    """Return the scores that the evidence gives (Z10), unless others are stated."""
    if stated is not None and stated != scores:
        shape.compare_scores(stated, scores, Spot(f"{at.path}.scores", "Z10", at.problems))
        return None
    return NjetOutcome(scores, breakdown)


@cache
def shares(players: int, discard: int) -> frozenset[tuple[int, int]]:
    """Return the tricks and 1s of both teams for any number of 1s put aside.

    Without the line on `least` this is Z15 to the letter; it matters only if too many cards are put
    aside for the tricks to hold all those 1s (Z16).
    """
    tricks = HAND_SIZE[players] - discard
    fewest = ONES - min(ONES, players * discard)
    return frozenset(
        (mine + my_ones, tricks - mine + ones - my_ones)
        for ones in range(fewest, ONES + 1)
        for mine in range(tricks + 1)
        for my_ones in _held_in(mine, tricks - mine, ones, players)
    )


@lru_cache(maxsize=64)
def _by_share(players: int, discards: tuple[int, ...]) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the numbers of cards put aside with which each share can come about."""
    actual: dict[tuple[int, int], tuple[int, ...]] = {}
    for discard in discards:
        for share in shares(players, discard):
            actual[share] = (*actual.get(share, ()), discard)
    return actual


def _held_in(mine: int, others: int, ones: int, players: int) -> range:
    """Return how many of the 1s can lie in these tricks: each has as many cards as players."""
    least = max(0, ones - players * others)
    return range(least, min(ones, players * mine) + 1)


def _stories(
    match: Match, scores: tuple[int, ...], rules: Mapping[str, Cell], stated_teams: Teams | None
) -> Iterator[Story]:
    values, discards = _narrowed(match, rules)
    possible = _by_share(match.players, discards)
    for sides in _sides(match, rules, stated_teams):
        mine, others = sides  # one or two seats each
        if scores[mine[0]] != scores[mine[-1]] or scores[others[0]] != scores[others[-1]]:
            continue
        factor = score.factor(sides, 0, match.options)
        others_factor = score.factor(sides, 1, match.options)
        for value in values:
            first, remainder = divmod(scores[mine[0]], value * factor)
            second, others_remainder = divmod(scores[others[0]], value * others_factor)
            if not remainder and not others_remainder and (first, second) in possible:
                yield Story(sides, value, possible[first, second])


def _narrowed(match: Match, rules: Mapping[str, Cell]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the values and the discards that are left."""
    values, discards = VALUES, match.discards
    if "value" in rules:
        values = tuple(value for value in values if value == rules["value"])
    if "discard" in rules:
        discards = tuple(number for number in discards if number == rules["discard"])
    return values, discards


def _sides(match: Match, rules: Mapping[str, Cell], stated_teams: Teams | None) -> list[Teams]:
    """Return the teams there can have been, the start player's first."""
    if stated_teams:
        return [stated_teams]
    start = rules.get("first")
    possible = _pairings() if match.players == 4 else _threes()
    return [sides for sides in possible if start is None or start in sides[0]]


@cache
def _pairings() -> list[Teams]:
    a, b, c, d = map(Seat, range(4))
    halves: list[Teams] = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    return halves + [(second, first) for first, second in halves]


@cache
def _threes() -> list[Teams]:
    actual: list[Teams] = []
    for lone, *pair in permutations(map(Seat, range(3))):
        if pair == sorted(pair):
            actual += [((lone,), tuple(pair)), (tuple(pair), (lone,))]
    return actual


def _why_not(
    match: Match,
    scores: tuple[int, ...],
    rules: Mapping[str, Cell],
    stated_teams: Teams | None,
    at: Spot,
) -> Problem:
    """Return the clearest of the reasons why there is no story."""
    doubt = Spot(at.path, at.clause, [])
    values, discards = _narrowed(match, rules)
    actual = ", ".join(map(describe, scores))
    if not discards:
        least = rules.get("discard", min(match.options.discards))
        doubt.refuse(messages.DISCARD_TOO_BIG, found=describe(least), expected=match.hand_size)
    elif stated_teams and (uneven := _uneven(stated_teams, scores)):
        two = Listing([describe(scores[seat]) for seat in uneven], AND)
        doubt.refuse(messages.TEAM_SCORES_DIFFER, seats=", ".join(map(str, uneven)), found=two)
    elif not stated_teams and all(_uneven(sides, scores) for sides in _sides(match, rules, None)):
        _refuse_sides(scores, doubt)
    else:
        sums = sorted({sum(share) for d in discards for share in shares(match.players, d)})
        possible = {"values": ranges(values), "sums": ranges(sums)}
        is_of_three = match.players == 3
        text = messages.NO_SUCH_SCORES_OF_THREE if is_of_three else messages.NO_SUCH_SCORES
        doubt.refuse(text, found=actual, **possible)
    return doubt.problems[0]


def _refuse_sides(scores: tuple[int, ...], at: Spot) -> None:
    """Report the two who would be partners, if the other two score the same."""
    actual = ", ".join(map(describe, scores))
    if len(scores) == 3:
        at.refuse(messages.NO_PAIR, found=actual)
        return
    ones = [seat for seat, points in enumerate(scores) if scores.count(points) == 1]
    if len(ones) == 2:
        one, other = ones
        had = {"found": describe(scores[one]), "other": describe(scores[other])}
        at.refuse(messages.ONE_PAIR, seat=one, other_seat=other, **had)
    else:
        at.refuse(messages.NO_TWO_SIDES, found=actual)


def _uneven(sides: Teams, scores: tuple[int, ...]) -> list[int]:
    """Return the seats of a team whose scores differ."""
    for team in sides:
        if len({scores[seat] for seat in team}) > 1:
            return sorted(team)
    return []


def _lines(scores: tuple[int, ...], stories: list[Story]) -> Iterator[dict[str, object]]:
    """Yield the breakdown of each seat: what all possible stories agree on."""
    values = {story.value for story in stories}
    value = {"value": values.pop()} if len(values) == 1 else {}
    sides = _agreed_sides(len(scores), frozenset([story.teams for story in stories]))
    for points, side in zip(scores, sides, strict=True):
        yield {"points": points, "items": [], **value, **side}


@cache
def _agreed_sides(players: int, possible: frozenset[Teams]) -> list[dict[str, object]]:
    return [_side_of(seat, possible) for seat in range(players)]


def _side_of(seat: int, possible: frozenset[Teams]) -> dict[str, object]:
    members = {tuple(sorted(team)) for sides in possible for team in sides if seat in team}
    team = {sides.index(team) for sides in possible for team in sides if seat in team}
    side: dict[str, object] = {}
    if len(members) == 1:
        side = {"members": list(members.pop())}
        side["alone"] = side["members"] == [seat]
    return side | ({"team": team.pop()} if len(team) == 1 else {})
