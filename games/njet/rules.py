"""The rules of a round for its players: legal moves and their effects (Z4-Z9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.base import Seat
from games.njet import board, cards, illegal_moves, moves, replay
from games.njet.board import ROWS, Rules
from games.njet.moves import Discard, Move, Njet, Partner, PlayCard
from games.njet.state import (
    Choosing,
    Covering,
    Discarding,
    Playing,
    RoundState,
    Teams,
    deal,
    is_over,
)

__all__ = [
    "Choosing",
    "Covering",
    "Discarding",
    "Playing",
    "RoundState",
    "Rules",
    "Teams",
    "apply",
    "deal",
    "is_over",
    "legal_moves",
]


def apply(state: RoundState, move: Move) -> RoundState:
    """Return the state after the move; raise IllegalMove if the rules do not allow it."""
    after, taken = replay.run(state, [moves.write(move)])
    if not taken:
        raise illegal_moves.why_not(state, move)
    return after


def legal_moves(state: RoundState) -> list[Move]:
    """Return every legal move; one of several equal cards represents them all."""
    match state:
        case Covering():
            return [*_covers(state)]
        case Choosing():
            return [*_partners(state)]
        case Discarding():
            return [*_discards(state)]
    playable = state.setting.order.playable(state.hands[state.turn], state.led)
    return [PlayCard(state.turn, card) for card in cards.types(playable)]


def _covers(state: Covering) -> Iterator[Njet]:
    for row in ROWS:
        if not board.is_decided(state.uncovered & state.match.board.rows[row]):
            for cell in state.match.board.open_cells(row, state.uncovered):
                yield Njet(state.turn, row, cell)


def _partners(state: Choosing) -> Iterator[Partner]:
    start = state.rules.first
    for place in range(state.match.players):
        if place != start:
            yield Partner(start, Seat(place))
    if state.match.players == 3:
        yield Partner(start, None)


def _discards(state: Discarding) -> Iterator[Discard]:
    for place, aside in enumerate(state.aside):
        if aside is None:
            hand = cards.of_hand(state.hands[place])
            for chosen in sorted({*combinations(hand, state.setting.rules.discard)}):
                yield Discard(Seat(place), chosen)
