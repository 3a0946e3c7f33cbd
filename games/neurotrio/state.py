"""A round at one moment (N3-N13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

from games.base import Seat
from games.neurotrio import cards
from games.neurotrio.cards import EMPTY, Card, Pile
from games.neurotrio.options import Match
from games.neurotrio.score import ScoredGrouping

HAND = 10
RESHUFFLES = 2


class RoundState:
    """A round at one moment.

    `hands` are the cards a player may discard, `tables` those he panged. While `acting` is a seat,
    that player holds 11 cards; otherwise a draw is due at `due`, and `last`, the discard of
    `discarder`, may still be taken.

    Only `rules.advance` changes a state.
    """

    __slots__ = (
        "acting",
        "discarder",
        "discards",
        "draws",
        "due",
        "finish",
        "finisher",
        "hands",
        "has_panged",
        "last",
        "match",
        "over",
        "reshuffles",
        "stock",
        "tables",
    )

    def __init__(
        self, match: Match, first: Seat, hands: Sequence[Pile], stock: Sequence[Card]
    ) -> None:
        self.match = match
        self.hands = [*hands]
        self.tables = [EMPTY] * len(hands)
        self.stock = tuple(stock)
        self.due = first
        self.draws = 0
        self.discards: Pile = EMPTY
        self.last: Card | None = None
        self.discarder: Seat | None = None
        self.acting: Seat | None = None
        self.has_panged = False
        self.reshuffles = 0
        self.finisher: Seat | None = None
        self.finish: ScoredGrouping | None = None
        self.over = False

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

    def copy(self) -> RoundState:
        twin = copy(self)
        twin.hands, twin.tables = self.hands.copy(), self.tables.copy()
        return twin


def deal(
    match: Match, first: Seat, hands: Sequence[Collection[Card]], stock: Sequence[Card]
) -> RoundState:
    return RoundState(match, first, [cards.pile(hand) for hand in hands], stock)
