"""A round at one moment: immutable values, one kind for each phase (Z4-Z9)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias

from games.base import Seat
from games.njet import cards
from games.njet.board import Rules
from games.njet.cards import Card, Hand
from games.njet.options import Match
from games.njet.trick_order import TrickOrder

Teams: TypeAlias = tuple[tuple[Seat, ...], tuple[Seat, ...]]
NO_TRICK = -1  # weaker than every card


class Covering(NamedTuple):
    """A round in which cells are covered (Z4); `uncovered` are the others, of all rows."""

    match: Match
    hands: tuple[Hand, ...]
    turn: Seat
    uncovered: int


class Choosing(NamedTuple):
    """A round in which the start player chooses a partner (Z5)."""

    match: Match
    hands: tuple[Hand, ...]
    rules: Rules


class Setting(NamedTuple):
    """The rules, teams and order of the cards, settled before cards are put aside."""

    match: Match
    rules: Rules
    teams: Teams
    order: TrickOrder
    tricks: int


Aside: TypeAlias = tuple[tuple[Card, ...] | None, ...]  # by seat


class Discarding(NamedTuple):
    """A round in which some have not put their cards aside yet (Z6)."""

    setting: Setting
    hands: tuple[Hand, ...]
    aside: Aside


class Playing(NamedTuple):
    """A round in which tricks are played (Z7-Z9).

    `ones` are those in the trick on the table, `taken` the winners of the tricks before it, and
    `ones_of` the 1s that each seat has taken with them.
    """

    setting: Setting
    hands: tuple[Hand, ...]
    aside: Aside
    turn: Seat
    leader: Seat
    led: Card | None
    best: int
    winner: Seat
    ones: int
    taken: tuple[Seat, ...]
    ones_of: tuple[int, ...]


RoundState: TypeAlias = Covering | Choosing | Discarding | Playing

EXPECTED: dict[type[RoundState], str] = {
    Covering: "njet", Choosing: "partner", Discarding: "discard", Playing: "card"
}  # fmt: skip


def deal(match: Match, first: Seat, hands: Sequence[Collection[Card]]) -> Covering:
    packed_hands = tuple(cards.hand(dealt_cards) for dealt_cards in hands)
    return Covering(match, packed_hands, first, match.board.full)


def is_over(state: RoundState) -> bool:
    return isinstance(state, Playing) and len(state.taken) == state.setting.tricks
