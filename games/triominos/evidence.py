"""From a written round to its verdict: which evidence it is, and transcripts (T15-T17, T21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import add
from typing import Any

from games import rounds, shape
from games.base import Breakdown, Evidence, IllegalMove, Item, Problem, RoundVerdict, problem
from games.shape import Spot, shown
from games.triominos import final, messages, moves, outcome, rules, score, sheet, tiles
from games.triominos.options import Match
from games.triominos.outcome import Outcome
from games.triominos.pieces import ALL_TILES, TILES
from games.triominos.rules import State
from games.triominos.score import CLAUSES, Event
from games.triominos.tiles import Tiles

GENERAL = "T17"


def check_round(match: Match, raw: object, path: str) -> tuple[RoundVerdict, Match]:
    at = Spot(path, GENERAL, [])
    verdict, outcome = rounds.judge(match, raw, at, CHECKS, _over(match))
    return verdict, match.after(outcome.scores, reached=outcome.reached) if outcome else match


def _over(match: Match) -> Problem | None:
    """Why no further round can be played."""
    if not match.over:
        return None
    return problem(messages.ROUND_AFTER_TARGET, "", GENERAL, target=shown(match.options.target))


def _check_transcript(match: Match, raw: object, at: Spot) -> Outcome | None:
    """T21."""
    required = ("evidence", "racks", "pool", "moves")
    given = shape.fields(raw, at, required=required, optional=("scores",))
    stated = sheet.read_scores(given, at, match.players)
    played = shape.entries(given.get("moves", []), at / "moves")
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
    return None if at.problems else Outcome(scores, breakdown, state.reached)


def round_scores(state: State) -> tuple[int, ...]:
    """Return the scores of a round that has ended."""
    return tuple(map(add, state.scores, outcome.scores(_end_items(state))))


def _lines(state: State, events: Sequence[Event]) -> Iterator[dict[str, object]]:
    """Yield the breakdown of each seat from the end of the round and what its moves earned."""
    earned = score.earned(events, state.players)
    items = [[*mine, *end] for (mine, _), end in zip(earned, _end_items(state), strict=True)]
    shown = outcome.shown(state.board, state.racks, state.hidden)
    for seat, (_, laid) in zip(shown, earned, strict=True):
        seat["laid"] = laid
    return outcome.lines(items, shown)


def _end_items(state: State) -> list[list[Item]]:
    assert state.end, "the round has ended"
    return score.end_items(state.end, state.racks, state.match.options.tie)


def _read_deal(match: Match, given: Mapping[str, object], at: Spot) -> State | None:
    """All 56 tiles, of which only those dealt are known if the pool is null."""
    state = _plain_deal(match, given)
    if state is not None:
        return state
    racks = tiles.read_racks(given, at, match.players)
    for seat, rack in enumerate(racks or ()):
        if len(rack) != match.options.deal:
            refused = {"seat": seat, "found": len(rack), "expected": match.options.deal}
            (at / "racks" / seat).refuse(messages.RACK_SIZE, **refused)
    pool = _read_pool(match, given, at)
    if racks is None or at.problems:
        return None
    is_known = given["pool"] is not None
    tiles.check_all([*chain.from_iterable(racks), *pool], at, complete=is_known)
    return None if at.problems else rules.deal(match, racks, pool if is_known else None)


def _plain_deal(match: Match, given: Mapping[str, object]) -> State | None:
    """The same, quickly, if nothing is wrong with the racks and the pool."""
    raw, pool = given.get("racks"), given.get("pool")
    if not isinstance(raw, list) or len(raw) != match.players:
        return None
    racks = [tiles.packed(rack, match.options.deal) for rack in raw]
    held = [rack for rack in racks if rack is not None]
    if len(held) != match.players:
        return None
    dealt = sum(held)
    hidden = ALL_TILES - dealt
    if pool is None:
        once_each = dealt.bit_count() == len(TILES) - match.pool
        return State(match, held, None, hidden) if once_each else None
    if not isinstance(pool, list) or tiles.packed(pool, match.pool) != hidden:
        return None
    return State(match, held, pool, hidden)


def _read_pool(match: Match, given: Mapping[str, object], at: Spot) -> Tiles:
    """No tiles where the order is not known, and where they cannot be read."""
    if given.get("pool") is None:
        return ()
    at = at / "pool"
    pool = tiles.read(given["pool"], at)
    if pool is not None and len(pool) != match.pool:
        at.refuse(messages.POOL_SIZE, found=len(pool), expected=match.pool)
    return pool or ()


def _replay(state: State, played: list[Any], at: Spot) -> list[Event]:
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


def _refuse_points(found: int, event: Event, at: Spot) -> None:
    """The clause is that of the bonus or of the kind of move."""
    here = Spot(at.path, CLAUSES[event.bonus or event.kind], at.problems)
    expected = event.points
    here.refuse(messages.WRONG_POINTS, seat=event.seat, found=shown(found), expected=expected)


CHECKS = {
    Evidence.SHEET: sheet.check,
    Evidence.FINAL: final.check,
    Evidence.TRANSCRIPT: _check_transcript,
}
