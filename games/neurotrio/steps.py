"""A transcript move by move, for those who want to look on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.base import Seat, Step
from games.neurotrio import cards, moves, rules
from games.neurotrio.options import Match
from games.neurotrio.state import RoundState


def steps(match: Match, round_: Any) -> Iterator[Step]:
    """Yield the deal and every move of a transcript that is ok.

    Tables have `hands` and `panged` (cards per seat), `discard` (the last one, or None), `stock`
    (cards left), `reshuffles`, `turn` (who plays or draws next), `finisher`.
    """
    state = rules.deal(match, Seat(round_["first"]), round_["hands"], round_["stock"])
    yield Step(None, _table(state))
    for raw in round_["moves"]:
        rules.advance(state, moves.read(raw, match.players))
        yield Step(_move_with_card(raw, state), _table(state))


def _move_with_card(raw: dict[str, object], state: RoundState) -> dict[str, object]:
    """Return the move as written, with the card that was drawn even if the record leaves it out."""
    return {**raw, "card": state.stock[state.draws - 1]} if raw["do"] == "draw" else raw


def _table(state: RoundState) -> dict[str, object]:
    return {
        "hands": [cards.of_pile(pile) for pile in state.hands],
        "panged": [cards.of_pile(pile) for pile in state.tables],
        "discard": state.last,
        "stock": state.stock_left,
        "reshuffles": state.reshuffles,
        "turn": None if state.over else state.due if state.acting is None else state.acting,
        "finisher": state.finisher,
    }
