"""The hands of a transcript: the whole deck, shared out (Z1, Z2, Z17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from games import shape
from games.base import Seat
from games.njet import card_names, cards, messages, moves
from games.njet.cards import Card
from games.njet.options import Match
from games.njet.state import Covering
from games.shape import Spot
from problems import reader


def read(match: Match, given: Mapping[str, object], at: Spot) -> Covering | None:
    """Return the state before the first njet, or None and the problem of the deal."""
    hands, seat = given.get("hands"), given.get("njet_first")
    first = Seat(seat) if type(seat) is int and 0 <= seat < match.players else None
    hand = cards.whole_deck(match.players, hands)
    if first is None and "njet_first" in given:
        shape.seat(seat, at / "njet_first", match.players)
    if hand is None and "hands" in given:
        _refuse_hands(match, hands, at / "hands")
    if first is None or hand is None:
        return None
    return Covering(match, hand, first, match.board.full)


def _refuse_hands(match: Match, raw: object, at: Spot) -> None:
    """Report wrong numbers of cards, unknown cards, and cards that occur too often."""
    listed = reader.entries(raw, at, count=match.players) or []
    codes: list[Card] = []
    for seat, hand in enumerate(listed):
        codes += _read_hand(hand, seat, match.hand_size, at / seat)
    there_are = cards.COUNTED[match.players]
    for card, actual in Counter(codes).items():
        if actual > (due := there_are.get(card, 0)):
            counted = {"found": actual, "expected": due}
            at.refuse(
                messages.CARD_TOO_OFTEN,
                card=card_names.card(card),
                players=match.players,
                **counted,
            )


def _read_hand(raw: object, seat: int, size: int, at: Spot) -> tuple[Card, ...]:
    listed = reader.entries(raw, at)
    if listed is None:
        return ()
    if len(listed) != size:
        at.refuse(messages.HAND_SIZE, seat=seat, found=len(listed), expected=size)
        return ()
    return moves.read_cards(listed, at) or ()
