"""A round as it is played: what the rules allow, and what comes of it (N3-N13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.base import IllegalMove, Seat
from games.neurotrio import card_names, cards, messages, score
from games.neurotrio.cards import COUNT, EMPTY, UNIT, Card, Pile
from games.neurotrio.moves import Discard, DrawCard, Exhausted, Finish, Move, Pang, Reshuffle
from games.neurotrio.options import Match
from games.neurotrio.score import ScoredGrouping
from games.neurotrio.state import RoundState, deal
from games.shape import describe
from problems.problem import problem
from problems.text import Param, Text

__all__ = [
    "RoundState",
    "advance",
    "apply",
    "deal",
    "finish_of",
    "has_finish",
    "legal_moves",
    "next_card",
]


def apply(state: RoundState, move: Move) -> RoundState:
    """Return the state after the move; raise IllegalMove if the rules do not allow it."""
    after = state.copy()
    advance(after, move)
    return after


def advance(state: RoundState, move: Move) -> None:
    """Make the move in this very state. An IllegalMove leaves the state as it was."""
    if state.over:
        raise _illegal(messages.MOVE_AFTER_END)
    match move:
        case DrawCard():
            _draw(state, move)
        case Discard():
            _discard(state, move)
        case Pang():
            _pang(state, move)
        case Finish():
            _finish(state, move)
        case Reshuffle():
            _reshuffle(state, move)
        case _:  # Exhausted
            _exhaust(state)


def legal_moves(state: RoundState) -> list[Move]:
    """Return every legal move; claims are left out, and one reshuffle represents all its orders."""
    if state.over:
        return []
    if state.acting is None:
        return [*_pangs(state), next_card(state)]
    hand = cards.of_pile(cards.types(state.hands[state.acting]))
    legal: list[Move] = [Discard(state.acting, card) for card in hand]
    if has_finish(state, state.acting, state.cards_of(state.acting)):
        legal.append(Finish(state.acting))
    return legal


def has_finish(state: RoundState, seat: Seat, pile: Pile) -> bool:
    """Return whether these 11 cards would let the seat finish."""
    return finish_of(state.match, seat, pile) is not None


def finish_of(match: Match, seat: Seat, pile: Pile) -> ScoredGrouping | None:
    """Return the best finish with these 11 cards, if it reaches the minimum (N11, N12)."""
    scored = score.best_of(pile, finisher=True, options=match.options)
    return scored if scored and scored.natural >= match.minimum(seat) else None


def _pangs(state: RoundState) -> Iterator[Pang]:
    if state.last is None:
        return
    for place in range(state.players):
        seat = Seat(place)
        if seat != state.discarder and _may_pang(state, seat, state.last):
            yield Pang(seat)


def _may_pang(state: RoundState, seat: Seat, card: Card) -> bool:
    """Return whether the seat may pang: without a card to discard it must finish (N8)."""
    return state.hands[seat] != EMPTY or has_finish(
        state, seat, cards.add(state.tables[seat], card)
    )


def next_card(state: RoundState) -> Move:
    if state.stock_left:
        return DrawCard(state.due, state.stock[state.draws])
    if state.can_reshuffle:
        return Reshuffle(tuple(cards.of_pile(state.discards)))
    return Exhausted()


def _draw(state: RoundState, move: DrawCard) -> None:
    seat = move.seat
    if state.acting is not None:
        raise _illegal(messages.STILL_TO_PLAY, seat=state.acting)
    if seat != state.due:
        text = messages.NOT_YOUR_DRAW_AFTER_PANG if state.has_panged else messages.NOT_YOUR_DRAW
        raise _illegal(text, seat=seat, due_seat=state.due)
    if state.draws == len(state.stock):
        expected = messages.RESHUFFLE if state.can_reshuffle else messages.EXHAUSTED
        raise _illegal(messages.STOCK_EMPTY, expected=expected)
    card = state.stock[state.draws]
    if move.card is not None and move.card != card:
        top = {"found": card_names.card(move.card), "expected": card_names.card(card)}
        raise _illegal(messages.NOT_THE_TOP_CARD, **top)
    state.hands[seat] += UNIT[card]
    state.draws += 1
    state.due = Seat((seat + 1) % len(state.hands))
    state.last, state.acting, state.has_panged = None, seat, False


def _discard(state: RoundState, move: Discard) -> None:
    seat, card = move.seat, move.card
    if state.acting != seat:
        raise _not_acting(state, seat)
    hand = state.hands[seat]
    if not hand & COUNT[card]:
        text = (
            messages.BOUND_CARD if cards.has(state.tables[seat], card) else messages.CARD_NOT_HELD
        )
        pile = card_names.CARDS.listed(cards.of_pile(hand))
        raise _illegal(text, seat=seat, card=card_names.card(card), expected=pile)
    state.hands[seat] = hand - UNIT[card]
    state.discards += UNIT[card]
    state.last, state.discarder, state.acting = card, seat, None


def _pang(state: RoundState, move: Pang) -> None:
    seat, card = move.seat, state.last
    if state.acting is not None:
        raise _illegal(messages.STILL_TO_PLAY, seat=state.acting)
    if card is None:
        raise _illegal(messages.NOTHING_TO_PANG, seat=seat)
    if seat == state.discarder:
        raise _illegal(messages.OWN_DISCARD, seat=seat, card=card_names.card(card))
    if move.claims is not None:
        _check_claims(state, seat, move.claims)
    if not _may_pang(state, seat, card):
        raise _illegal(messages.TEN_PANGED, seat=seat, card=card_names.card(card))
    state.tables[seat] = cards.add(state.tables[seat], card)
    state.discards -= UNIT[card]
    state.last, state.acting, state.has_panged = None, seat, True


def _check_claims(state: RoundState, taker: Seat, claims: tuple[Seat, ...]) -> None:
    """Raise IllegalMove unless the taker comes first among the simultaneous claims: the order is
    clockwise from the discarder (N9)."""
    start, players = state.discarder, state.players
    assert start is not None, "a discard has a discarder"
    if len(set(claims)) < len(claims):
        raise _illegal(messages.CLAIM_TWICE)
    if start in claims:
        raise _illegal(messages.CLAIM_OF_DISCARDER, seat=start)
    if taker not in claims:
        raise _illegal(messages.CLAIM_WITHOUT_TAKER, seat=taker)
    first = min(claims, key=lambda seat: (seat - start) % players)
    if taker != first:
        seats = {"seat": taker, "due_seat": first, "discarder_seat": start}
        raise _illegal(messages.PANG_PRIORITY, **seats)


def _finish(state: RoundState, move: Finish) -> None:
    seat = move.seat
    if state.acting != seat:
        raise _not_acting(state, seat)
    scored = score.best_of(state.cards_of(seat), finisher=True, options=state.match.options)
    if scored is None:
        raise _illegal(messages.CANNOT_FINISH, seat=seat)
    minimum = state.match.minimum(seat)
    if scored.natural < minimum:
        text, expected = messages.FINISHER_BELOW_MINIMUM, describe(minimum)
        raise _illegal(text, seat=seat, found=scored.natural, expected=expected)
    state.finisher, state.finish = seat, scored
    state.acting, state.over = None, True


def _reshuffle(state: RoundState, move: Reshuffle) -> None:
    _require_empty_stock(state)
    if not state.can_reshuffle:
        raise _illegal(messages.NO_THIRD_RESHUFFLE)
    actual, expected = Counter(move.stock), Counter(cards.of_pile(state.discards))
    if actual != expected:
        extra, missing = (actual - expected).elements(), (expected - actual).elements()
        listed = {
            "extra": card_names.CARDS.listed(extra),
            "missing": card_names.CARDS.listed(missing),
        }
        raise _illegal(messages.NOT_THE_DISCARDS, **listed)
    state.stock, state.draws, state.discards, state.last = move.stock, 0, EMPTY, None
    state.reshuffles += 1


def _exhaust(state: RoundState) -> None:
    _require_empty_stock(state)
    if state.can_reshuffle:
        raise _illegal(messages.NOT_EXHAUSTED, found=state.reshuffles)
    state.last, state.over = None, True


def _require_empty_stock(state: RoundState) -> None:
    """Raise IllegalMove unless the stock is empty and no player holds 11 cards."""
    if state.acting is not None:
        raise _illegal(messages.STILL_TO_PLAY, seat=state.acting)
    if state.stock_left:
        raise _illegal(messages.STOCK_NOT_EMPTY, found=state.stock_left)


def _not_acting(state: RoundState, seat: Seat) -> IllegalMove:
    if state.acting is None:
        return _illegal(messages.NOBODY_TO_PLAY, seat=seat)
    return _illegal(messages.NOT_YOUR_TURN, seat=seat, due_seat=state.acting)


def _illegal(text: Text, **params: Param) -> IllegalMove:
    return IllegalMove(problem(text, "", **params))
