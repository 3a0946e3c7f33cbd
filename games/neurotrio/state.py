"""A round at one moment, as an immutable value (N3-N13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.base import Seat
from games.neurotrio import cards
from games.neurotrio.cards import EMPTY, Card, Pile
from games.neurotrio.options import Match
from games.neurotrio.score import ScoredGrouping

HAND = 10
RESHUFFLES = 2


class RoundState(NamedTuple):
    """A round at one moment.

    `hands` are the cards a player may discard, `tables` those he panged. While `acting` is a seat,
    that player holds 11 cards; otherwise a draw is due at `due`, and `last`, the discard of
    `discarder`, may still be taken.
    """

    match: Match
    hands: tuple[Pile, ...]
    tables: tuple[Pile, ...]
    stock: tuple[Card, ...]
    due: Seat
    draws: int = 0
    discards: Pile = EMPTY
    last: Card | None = None
    discarder: Seat | None = None
    acting: Seat | None = None
    has_panged: bool = False
    reshuffles: int = 0
    finisher: Seat | None = None
    finish: ScoredGrouping | None = None
    over: bool = False

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def can_reshuffle(self) -> bool:
        return self.reshuffles < RESHUFFLES

    @property
    def stock_left(self) -> int:
        return len(self.stock) - self.draws

    def cards_of(self, seat: Seat) -> Pile:
        return self.hands[seat] + self.tables[seat]


def deal(
    match: Match, first: Seat, hands: Sequence[Collection[Card]], stock: Sequence[Card]
) -> RoundState:
    return opening(match, first, [cards.pile(hand) for hand in hands], stock)


def opening(match: Match, first: Seat, hands: Sequence[Pile], stock: Sequence[Card]) -> RoundState:
    return RoundState(match, tuple(hands), (EMPTY,) * len(hands), tuple(stock), first)
