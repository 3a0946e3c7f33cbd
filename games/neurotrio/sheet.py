"""Check of a round from its scores (N27, N32)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from games import shape
from games.base import Breakdown, Seat
from games.messages import ranges
from games.neurotrio import messages
from games.neurotrio.groupings import NeurotrioOutcome
from games.neurotrio.options import MOST_NATURAL, Distinct, Match
from games.shape import Spot, describe
from problems import reader

FINISHER = (11, 12, 13, 14, 15, 16, 22)
OTHERS = {
    Distinct.HAND: tuple(range(12)),
    Distinct.GROUPS: (0, *range(2, 11)),
}
ONLY_FINISHER = 12  # and more
GRAAL, BEFORE_GRAAL = 22, MOST_NATURAL


def check(match: Match, raw: object, at: Spot) -> NeurotrioOutcome | None:
    given = reader.fields(raw, at, required=("evidence", "scores"), optional=("finisher",))
    before = len(at.problems)
    finisher = read_finisher(given, at, match.players)
    is_stated = "finisher" in given and len(at.problems) == before
    scores = read_scores(given, at, match.players)
    if scores is None:
        return None
    stories = [finisher] if is_stated else [None, *map(Seat, range(match.players))]
    possible = [story for story in stories if _is_possible(match, scores, story)]
    if not possible:
        likely = [finisher] if is_stated else _most_likely(scores, at / "scores")
        _doubt(match, scores, likely, at / "scores")
    if at.problems:
        return None
    return NeurotrioOutcome(scores, Breakdown(partial(_lines, scores, possible)))


def read_finisher(given: Mapping[str, object], at: Spot, players: int) -> Seat | None:
    """Return the finisher; None if there is none, or the key is absent or unreadable."""
    if given.get("finisher") is None:
        return None
    return shape.seat(given["finisher"], at / "finisher", players)


def read_scores(given: Mapping[str, object], at: Spot, players: int) -> tuple[int, ...] | None:
    if "scores" not in given:
        return None
    scores = given["scores"]
    if shape.is_plain(scores, players):
        return tuple(scores)
    return shape.integers(scores, at / "scores", count=players)


def _most_likely(scores: tuple[int, ...], at: Spot) -> list[Seat]:
    """Return who must have finished with such scores; report if two must have."""
    high = [Seat(seat) for seat, points in enumerate(scores) if points >= ONLY_FINISHER]
    if len(high) > 1:
        at.refuse(messages.TWO_FINISHERS, seats=", ".join(map(str, high)))
    return high


def _is_possible(match: Match, scores: tuple[int, ...], finisher: Seat | None) -> bool:
    """Return whether this seat (or none) can have finished."""
    others = OTHERS[match.options.distinct]
    return all(
        points in others
        if seat != finisher
        else points in FINISHER and _natural(points) >= match.options.minimums[seat]
        for seat, points in enumerate(scores)
    )


def _doubt(
    match: Match, scores: tuple[int, ...], finishers: Sequence[Seat | None], at: Spot
) -> None:
    """Report why these scores are impossible if these seats (or none) finished."""
    for seat, points in enumerate(scores):
        if seat in finishers:
            _doubt_finisher(points, seat, match.options.minimums[seat], at / seat)
        elif points not in OTHERS[match.options.distinct]:
            expected = ranges(OTHERS[match.options.distinct])
            refused = {"found": describe(points), "expected": expected}
            (at / seat).refuse(messages.SCORE_OF_OTHER, seat=seat, **refused)


def _doubt_finisher(points: int, seat: int, minimum: int, at: Spot) -> None:
    if points not in FINISHER:
        is_graal = points == BEFORE_GRAAL
        text = messages.GRAAL_BEFORE_BONUS if is_graal else messages.SCORE_OF_FINISHER
        at.refuse(text, seat=seat, found=describe(points), expected=ranges(FINISHER))
    elif _natural(points) < minimum:
        text, natural = messages.FINISHER_BELOW_MINIMUM, _natural(points)
        at.refuse(text, seat=seat, found=natural, expected=describe(minimum))


def _natural(points: int) -> int:
    return BEFORE_GRAAL if points == GRAAL else points


def _lines(scores: tuple[int, ...], stories: Sequence[Seat | None]) -> Iterator[dict[str, object]]:
    """For each seat yield True or False if every consistent reading agrees on whether it finished,
    else None."""
    for seat, points in enumerate(scores):
        answers = {seat == story for story in stories}
        line: dict[str, object] = {"points": points}
        yield line | ({"finisher": answers.pop()} if len(answers) == 1 else {})
