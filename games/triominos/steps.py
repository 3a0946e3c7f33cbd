"""A transcript move by move, for those who want to look on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.base import Step
from games.triominos import moves, pieces, rules, score
from games.triominos.options import Match
from games.triominos.rules import State
from games.triominos.score import Event

Told = dict[str, object]


def steps(match: Match, round: Any) -> Iterator[Step]:
    """Tables: `board` (the tiles that lie, in the order of laying: `at`, `corners`, `seat`,
    `points`, `bonus` or None, `extra` for it), `racks` (tiles per seat), `pool` (tiles left),
    `scores` (of this round, without the bonus for its end), `turn` (who plays next, or None),
    `draws` (in this turn), `end` (`out`, `blocked` or None), `end_points` (what the end of the
    round gave each seat), `span` (least and greatest coordinates of the whole round, so that a
    picture need not move: `[[x, y], [x, y]]`).

    Moves have the `tile` of a draw and their `points` even if the record leaves them out.
    """
    state = rules.deal(match, round["racks"], round["pool"])
    board: list[Told] = []
    span = _span(round["moves"])
    yield Step(None, _table(state, board, span))
    for raw in round["moves"]:
        held = state.racks
        state = rules.apply(state, moves.read(raw, match.players))
        told = _told(raw, state, held)
        if raw["do"] == "play":
            board = [*board, _placed(raw, state.event)]
        yield Step(told, _table(state, board, span))


def _told(raw: Mapping[str, Any], state: State, before: Sequence[pieces.Rack]) -> Told:
    """The move as written, with what the record may leave out."""
    assert state.event, "every move earns something, if only 0 points"
    told = {**raw, "points": state.event.points}
    if raw["do"] == "draw":
        seat = raw["seat"]
        new = state.racks[seat] - before[seat]
        told["tile"] = pieces.tiles(new)[0]
    return told


def _placed(raw: Mapping[str, Any], event: Event | None) -> Told:
    assert event, "laying a tile earns its numbers"
    return {
        "at": raw["at"],
        "corners": raw["corners"],
        "seat": raw["seat"],
        "points": event.points,
        "bonus": event.bonus and event.bonus.value,
        "extra": event.extra,
    }


def _table(state: State, board: list[Told], span: list[list[int]]) -> Told:
    return {
        "board": board,
        "racks": [pieces.tiles(held) for held in state.racks],
        "pool": state.pool_left,
        "scores": list(state.scores),
        "turn": None if state.end else state.turn,
        "draws": state.draws,
        "end": state.end and state.end.value,
        "end_points": _end_points(state),
        "span": span,
    }


def _end_points(state: State) -> list[int]:
    if state.end is None:
        return [0] * state.players
    items = score.end_items(state.end, state.racks, state.match.options.tie)
    return [score.total(mine) for mine in items]


def _span(played: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    """Every round has an opening, so at least one tile is laid."""
    cells = [move["at"] for move in played if move["do"] == "play"]
    xs, ys = zip(*cells, strict=True)
    return [[min(xs), min(ys)], [max(xs), max(ys)]]
