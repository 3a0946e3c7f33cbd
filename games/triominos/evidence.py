"""From a written round to its verdict: which evidence it is, and transcripts (T15-T17, T21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import add
from typing import Any

from games import rounds, shape
from games.base import Breakdown, Evidence, IllegalMove, Item, RoundVerdict
from games.shape import Spot, describe
from games.triominos import final, messages, moves, outcome, racks, rules, score, sheet
from games.triominos.options import Match
from games.triominos.outcome import TriominosOutcome
from games.triominos.racks import Tiles
from games.triominos.rules import RoundState
from games.triominos.score import CLAUSES, Event
from games.triominos.tiles import ALL_TILES, TILES
from problems import reader
from problems.problem import Problem, problem

GENERAL = "T17"


def check_round(match: Match, raw: object, path: str) -> tuple[RoundVerdict, Match]:
    at = Spot(path, GENERAL, [])
    verdict, outcome = rounds.judge(match, raw, at, CHECKS, _over(match))
    return verdict, match.after(outcome.scores, reached=outcome.reached) if outcome else match


def _over(match: Match) -> Problem | None:
    """Return why no further round can be played."""
    if not match.over:
        return None
    return problem(messages.ROUND_AFTER_TARGET, "", GENERAL, target=describe(match.options.target))


def _check_transcript(match: Match, raw: object, at: Spot) -> TriominosOutcome | None:
    """Judge a round from its moves (T21)."""
    required = ("evidence", "racks", "pool", "moves")
    given = reader.fields(raw, at, required=required, optional=("scores",))
    stated = sheet.read_scores(given, at, match.players)
    played = reader.entries(given.get("moves", []), at / "moves")
    state = _read_deal(match, given, at)
    if state is None or played is None or at.problems:
        return None
    events = _replay(state, played, at / "moves")
    if at.problems:
        return None
    scores = round_scores(state)
    if stated and stated != scores:
        shape.compare_scores(stated, scores, at / "scores")
    breakdown = Breakdown(partial(_lines, state, events))
    return None if at.problems else TriominosOutcome(scores, breakdown, bool(state.reached))


def round_scores(state: RoundState) -> tuple[int, ...]:
    """Return the scores of a round that has ended."""
    return tuple(map(add, state.scores, outcome.scores(_end_items(state))))


def _lines(state: RoundState, events: Sequence[Event]) -> Iterator[dict[str, object]]:
    """Yield the breakdown of each seat from the end of the round and what its moves earned."""
    earned = score.earned(events, state.players)
    items = [[*mine, *end] for (mine, _), end in zip(earned, _end_items(state), strict=True)]
    seat_facts = outcome.seat_facts(state.board, state.racks, state.hidden)
    for seat, (_, laid) in zip(seat_facts, earned, strict=True):
        seat["laid"] = laid
    return outcome.lines(items, seat_facts, state.reached)


def _end_items(state: RoundState) -> list[list[Item]]:
    assert state.end, "the round has ended"
    return score.end_items(state.end, state.racks, state.match.options.tie)


def _read_deal(match: Match, given: Mapping[str, object], at: Spot) -> RoundState | None:
    """Return the state before the opening; only the tiles dealt are known if the pool is null."""
    state = _plain_deal(match, given)
    if state is not None:
        return state
    tiles_by_seat = racks.read_racks(given, at, match.players)
    for seat, rack in enumerate(tiles_by_seat or ()):
        if len(rack) != match.options.deal:
            refused = {"seat": seat, "found": len(rack), "expected": match.options.deal}
            (at / "racks" / seat).refuse(messages.RACK_SIZE, **refused)
    pool = _read_pool(match, given, at)
    if tiles_by_seat is None or at.problems:
        return None
    has_order = given["pool"] is not None
    racks.check_all([*chain.from_iterable(tiles_by_seat), *pool], at, complete=has_order)
    return None if at.problems else rules.deal(match, tiles_by_seat, pool if has_order else None)


def _plain_deal(match: Match, given: Mapping[str, object]) -> RoundState | None:
    """Return the state before the opening, if nothing is wrong; None, and no report, otherwise."""
    raw, pool = given.get("racks"), given.get("pool")
    if not isinstance(raw, list) or len(raw) != match.players:
        return None
    tiles_by_seat = [racks.packed(rack, match.options.deal) for rack in raw]
    packed_racks = [rack for rack in tiles_by_seat if rack is not None]
    if len(packed_racks) != match.players:
        return None
    dealt = sum(packed_racks)
    hidden = ALL_TILES - dealt
    if pool is None:
        once_each = dealt.bit_count() == len(TILES) - match.pool
        return RoundState(match, packed_racks, None, hidden) if once_each else None
    if not isinstance(pool, list) or racks.packed(pool, match.pool) != hidden:
        return None
    return RoundState(match, packed_racks, pool, hidden)


def _read_pool(match: Match, given: Mapping[str, object], at: Spot) -> Tiles:
    """Return the tiles of the pool; none where the order is not known, or cannot be read."""
    if given.get("pool") is None:
        return ()
    at = at / "pool"
    pool = racks.read(given["pool"], at)
    if pool is not None and len(pool) != match.pool:
        at.refuse(messages.POOL_SIZE, found=len(pool), expected=match.pool)
    return pool or ()


def _replay(state: RoundState, played: list[Any], at: Spot) -> list[Event]:
    """Make the moves in this state, up to the first illegal one, and return what they earned."""
    events: list[Event] = []
    players = state.players
    for index, raw in enumerate(played):
        try:
            event = rules.advance(state, moves.read(raw, players))
        except IllegalMove as illegal:
            at.problems.append(illegal.problem.at((at / index).path))
            return events
        if raw.get("points", event.points) != event.points:
            _refuse_points(raw["points"], event, at / index)
            return events
        events.append(event)
    if state.end is None:
        at.refuse(messages.ROUND_GOES_ON)
    return events


def _refuse_points(points: int, event: Event, at: Spot) -> None:
    """Report wrong points, with the clause of the bonus or of the kind of move."""
    here = Spot(at.path, CLAUSES[event.bonus or event.kind], at.problems)
    expected = event.points
    here.refuse(messages.WRONG_POINTS, seat=event.seat, found=describe(points), expected=expected)


CHECKS = {
    Evidence.SHEET: sheet.check,
    Evidence.FINAL: final.check,
    Evidence.TRANSCRIPT: _check_transcript,
}
