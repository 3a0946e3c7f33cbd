"""A round at one moment: immutable values, one kind for each phase (Z4-Z9)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from games.base import Seat
from games.njet import pieces
from games.njet.board import Rules
from games.njet.law import Law
from games.njet.options import Match
from games.njet.pieces import Card, Hand

Teams: TypeAlias = tuple[tuple[Seat, ...], tuple[Seat, ...]]
NO_TRICK = -1  # weaker than every card


class Covering(NamedTuple):
    """Z4: cells are covered; `uncovered` are the others, of all rows."""

    match: Match
    hands: tuple[Hand, ...]
    turn: Seat
    uncovered: int


class Choosing(NamedTuple):
    """Z5: the start player chooses."""

    match: Match
    hands: tuple[Hand, ...]
    rules: Rules


class Setting(NamedTuple):
    """What is settled before the first trick; `aside` are the cards of Z6 by seat."""

    match: Match
    rules: Rules
    teams: Teams
    law: Law
    tricks: int
    aside: tuple[tuple[Card, ...] | None, ...]


class Discarding(NamedTuple):
    """Z6: those put cards aside who have not yet."""

    setting: Setting
    hands: tuple[Hand, ...]


class Playing(NamedTuple):
    """Z7-Z9: `taken` are the winners of the tricks so far, each with the 1s in his trick."""

    setting: Setting
    hands: tuple[Hand, ...]
    turn: Seat
    leader: Seat
    led: Card | None = None
    best: int = NO_TRICK
    winner: Seat = Seat(0)
    ones: int = 0
    taken: tuple[tuple[Seat, int], ...] = ()


State: TypeAlias = Covering | Choosing | Discarding | Playing

EXPECTED: dict[type[State], str] = {
    Covering: "njet", Choosing: "partner", Discarding: "discard", Playing: "card"
}  # fmt: skip


def deal(match: Match, first: Seat, hands: Sequence[Collection[Card]]) -> Covering:
    held = tuple(pieces.hand(cards) for cards in hands)
    return Covering(match, held, first, match.board.full)


def is_over(state: State) -> bool:
    return isinstance(state, Playing) and len(state.taken) == state.setting.tricks
