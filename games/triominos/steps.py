"""A transcript move by move, for those who want to look on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.base import Step
from games.triominos import moves, rules, score, tiles
from games.triominos.options import Match
from games.triominos.rules import RoundState
from games.triominos.score import Event

Facts = dict[str, object]


def steps(match: Match, round_: Any) -> Iterator[Step]:
    """Yield the deal and every move of a transcript that is ok.

    Tables have `board` (the tiles that lie, in the order of laying: `at`, `corners`, `seat`,
    `points`, `bonus` or None, `extra` for it), `racks` (tiles per seat), `pool` (tiles left),
    `scores` (of this round, without the bonus for its end), `turn` (who plays next, or None),
    `draws` (in this turn), `end` (`out`, `blocked` or None), `end_points` (what the end of the
    round gave each seat), `span` (least and greatest coordinates of the whole round, so that a
    picture need not move: `[[x, y], [x, y]]`).

    Moves have the `tile` of a draw and their `points` even if the record leaves them out.
    """
    state = rules.deal(match, round_["racks"], round_["pool"])
    board: list[Facts] = []
    span = _span(round_["moves"])
    yield Step(None, _table(state, board, span))
    for raw in round_["moves"]:
        rack = state.racks
        state = rules.apply(state, moves.read(raw, match.players))
        move_with_details = _move_details(raw, state, rack)
        if raw["do"] == "play":
            board = [*board, _placed(raw, state.event)]
        yield Step(move_with_details, _table(state, board, span))


def _move_details(raw: Mapping[str, Any], state: RoundState, before: Sequence[tiles.Rack]) -> Facts:
    """Return the move as written, with what the record may leave out."""
    assert state.event, "every move earns something, if only 0 points"
    details = {**raw, "points": state.event.points}
    if raw["do"] == "draw":
        seat = raw["seat"]
        new = state.racks[seat] - before[seat]
        details["tile"] = tiles.in_rack(new)[0]
    return details


def _placed(raw: Mapping[str, Any], event: Event | None) -> Facts:
    assert event, "laying a tile earns its numbers"
    return {
        "at": raw["at"],
        "corners": raw["corners"],
        "seat": raw["seat"],
        "points": event.points,
        "bonus": event.bonus and event.bonus.value,
        "extra": event.extra,
    }


def _table(state: RoundState, board: list[Facts], span: list[list[int]]) -> Facts:
    return {
        "board": board,
        "racks": [tiles.in_rack(rack) for rack in state.racks],
        "pool": state.pool_left,
        "scores": list(state.scores),
        "turn": None if state.end else state.turn,
        "draws": state.draws,
        "end": state.end and state.end.value,
        "end_points": _end_points(state),
        "span": span,
    }


def _end_points(state: RoundState) -> list[int]:
    if state.end is None:
        return [0] * state.players
    items = score.end_items(state.end, state.racks, state.match.options.tie)
    return [score.total(mine) for mine in items]


def _span(played: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """Return the least and greatest coordinates of the tiles laid, at least the opening."""
    cells = [move["at"] for move in played if move["do"] == "play"]
    xs, ys = zip(*cells, strict=True)
    return [[min(xs), min(ys)], [max(xs), max(ys)]]
