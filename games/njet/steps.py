"""A transcript move by move, for those who want to look on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from games.base import Seat, Step
from games.njet import cards, moves, rules, score
from games.njet.board import Cell
from games.njet.cards import Card
from games.njet.moves import Njet, PlayCard
from games.njet.options import Match
from games.njet.state import EXPECTED, Choosing, Covering, Discarding, Playing, RoundState

Covered: TypeAlias = Mapping[tuple[str, Cell], Seat]  # row and cell: who covered it
Trick: TypeAlias = tuple[tuple[Seat, Card], ...]


def steps(match: Match, round_: Any) -> Iterator[Step]:
    """Yield the deal and every move of a transcript that is ok.

    Tables have `phase` (the kind of move that is next, None at the end), `turn` (whose it is; None
    at the end and while all put cards aside), `board` (row: its cells, each with who covered it or
    None), `rules` (row: the cell left open, once it is decided), `hands` and `aside` (cards per
    seat; None: not yet), `teams` (or None), `trick` (seat and card in order of play; a whole trick
    lies until the next one), `winner` (who takes it as it stands), `took` (tricks per seat),
    `tricks` and `ones` (per team).
    """
    state: RoundState = rules.deal(match, Seat(round_["njet_first"]), round_["hands"])
    covered: dict[tuple[str, Cell], Seat] = {}
    trick: Trick = ()
    yield Step(None, _table(match, state, covered, trick))
    for raw in round_["moves"]:
        move = moves.read(raw, match.players)
        state = rules.apply(state, move)
        if isinstance(move, Njet):
            covered[move.row, move.cell] = move.seat
        elif isinstance(move, PlayCard):
            trick = (*(trick if len(trick) < match.players else ()), (move.seat, move.card))
        yield Step(raw, _table(match, state, covered, trick))


def _table(match: Match, state: RoundState, covered: Covered, trick: Trick) -> dict[str, object]:
    board = {
        row: [(cell, covered.get((row, cell))) for cell in cells]
        for row, cells in match.board.places.items()
    }
    return {
        "phase": None if rules.is_over(state) else EXPECTED[type(state)],
        "turn": _turn(state),
        "board": board,
        "rules": _decided(board),
        "hands": [cards.of_hand(hand) for hand in state.hands],
        "trick": list(trick),
        "winner": state.winner if trick and isinstance(state, Playing) else None,
        **_of_teams(match, state),
    }


def _turn(state: RoundState) -> Seat | None:
    if isinstance(state, Choosing):
        return state.rules.first
    return None if isinstance(state, Discarding) or rules.is_over(state) else state.turn


def _decided(board: Mapping[str, list[tuple[Cell, Seat | None]]]) -> dict[str, Cell]:
    uncovered = {row: [cell for cell, by in cells if by is None] for row, cells in board.items()}
    return {row: cells[0] for row, cells in uncovered.items() if len(cells) == 1}


def _of_teams(match: Match, state: RoundState) -> dict[str, object]:
    """Return what the table shows from the choice of a partner on."""
    if isinstance(state, Covering | Choosing):
        nothing = {"teams": None, "aside": [None] * match.players, "took": [0] * match.players}
        return {**nothing, "tricks": [0, 0], "ones": [0, 0]}
    setting = state.setting
    winners = state.taken if isinstance(state, Playing) else ()
    taken = score.taken_in(state) if isinstance(state, Playing) else None
    return {
        "teams": [sorted(team) for team in setting.teams],
        "aside": [None if cards is None else [*cards] for cards in state.aside],
        "took": [winners.count(Seat(seat)) for seat in range(match.players)],
        "tricks": list(taken.tricks) if taken else [0, 0],
        "ones": list(taken.ones) if taken else [0, 0],
    }
