"""A round as it is played: immutable states, moves and what the rules allow (N3-N13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from games.base import IllegalMove, Seat, problem
from games.messages import Text
from games.neurotrio import messages, pieces, score
from games.neurotrio.moves import Discard, Draw, Exhausted, Finish, Move, Pang, Reshuffle
from games.neurotrio.options import Match
from games.neurotrio.pieces import EMPTY, Card, Pile
from games.shape import shown

HAND = 10
RESHUFFLES = 2


class State(NamedTuple):
    """`hands` are the cards a player may discard, `tables` those he panged.

    While `acting` is a seat, that player holds 11 cards; otherwise a draw is due at `due`, and
    `last`, the discard of `discarder`, may still be taken.
    """

    match: Match
    hands: tuple[Pile, ...]
    tables: tuple[Pile, ...]
    stock: tuple[Card, ...]
    due: Seat
    drawn: int = 0
    discards: Pile = EMPTY
    last: Card | None = None
    discarder: Seat | None = None
    acting: Seat | None = None
    has_panged: bool = False
    reshuffles: int = 0
    finisher: Seat | None = None
    over: bool = False

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def stock_left(self) -> int:
        return len(self.stock) - self.drawn

    def cards_of(self, seat: Seat) -> Pile:
        return Pile(self.hands[seat] + self.tables[seat])


def deal(
    match: Match, first: Seat, hands: Sequence[Collection[Card]], stock: Sequence[Card]
) -> State:
    piles = tuple(pieces.pile(hand) for hand in hands)
    return State(match, piles, (EMPTY,) * len(piles), tuple(stock), first)


def apply(state: State, move: Move) -> State:
    """The state after the move; IllegalMove if the rules do not allow it."""
    if state.over:
        raise _illegal(messages.MOVE_AFTER_END)
    match move:
        case Draw():
            return _draw(state, move)
        case Discard():
            return _discard(state, move)
        case Pang():
            return _pang(state, move)
        case Finish():
            return _finish(state, move)
        case Reshuffle():
            return _reshuffle(state, move)
    return _exhausted(state)


def legal_moves(state: State) -> list[Move]:
    """Every legal move; claims are left out, and a reshuffle stands for all its orders."""
    if state.over:
        return []
    if state.acting is None:
        return [*_pangs(state), next_card(state)]
    hand = pieces.cards(pieces.types(state.hands[state.acting]))
    moves: list[Move] = [Discard(state.acting, card) for card in hand]
    if has_finish(state, state.acting, state.cards_of(state.acting)):
        moves.append(Finish(state.acting))
    return moves


def has_finish(state: State, seat: Seat, held: Pile) -> bool:
    """N11, N12: whether these 11 cards would let the seat finish."""
    scored = score.best_of(held, finisher=True, options=state.match.options)
    return scored is not None and scored.natural >= state.match.minimum(seat)


def _pangs(state: State) -> Iterator[Pang]:
    if state.last is None:
        return
    for place in range(state.players):
        seat = Seat(place)
        if seat != state.discarder and _may_pang(state, seat, state.last):
            yield Pang(seat)


def _may_pang(state: State, seat: Seat, card: Card) -> bool:
    """N8: whoever could discard nothing afterwards must be able to finish."""
    return state.hands[seat] != EMPTY or has_finish(
        state, seat, pieces.add(state.tables[seat], card)
    )


def next_card(state: State) -> Move:
    if state.stock_left:
        return Draw(state.due, state.stock[state.drawn])
    if state.reshuffles < RESHUFFLES:
        return Reshuffle(tuple(pieces.cards(state.discards)))
    return Exhausted()


def _draw(state: State, move: Draw) -> State:
    if state.acting is not None:
        raise _illegal(messages.STILL_TO_PLAY, seat=state.acting)
    if move.seat != state.due:
        text = messages.NOT_YOUR_DRAW_AFTER_PANG if state.has_panged else messages.NOT_YOUR_DRAW
        raise _illegal(text, found=move.seat, expected=state.due)
    if not state.stock_left:
        expected = "reshuffle" if state.reshuffles < RESHUFFLES else "exhausted"
        raise _illegal(messages.STOCK_EMPTY, expected=expected)
    card = state.stock[state.drawn]
    if move.card not in (None, card):
        raise _illegal(messages.NOT_THE_TOP_CARD, found=str(move.card), expected=card)
    return state._replace(
        hands=_with(state.hands, move.seat, pieces.add(state.hands[move.seat], card)),
        due=Seat((move.seat + 1) % state.players),
        drawn=state.drawn + 1,
        last=None,
        acting=move.seat,
        has_panged=False,
    )


def _discard(state: State, move: Discard) -> State:
    _check_acting(state, move.seat)
    hand = state.hands[move.seat]
    if not pieces.has(hand, move.card):
        bound = pieces.has(state.tables[move.seat], move.card)
        text = messages.BOUND_CARD if bound else messages.CARD_NOT_HELD
        held = " ".join(pieces.cards(hand))
        raise _illegal(text, seat=move.seat, card=move.card, expected=held)
    return state._replace(
        hands=_with(state.hands, move.seat, pieces.take(hand, move.card)),
        discards=pieces.add(state.discards, move.card),
        last=move.card,
        discarder=move.seat,
        acting=None,
    )


def _pang(state: State, move: Pang) -> State:
    card = _check_pang(state, move.seat)
    if move.claims is not None:
        _check_claims(state, move.seat, move.claims)
    if not _may_pang(state, move.seat, card):
        raise _illegal(messages.TEN_PANGED, seat=move.seat, card=card)
    return state._replace(
        tables=_with(state.tables, move.seat, pieces.add(state.tables[move.seat], card)),
        discards=pieces.take(state.discards, card),
        last=None,
        acting=move.seat,
        has_panged=True,
    )


def _check_pang(state: State, seat: Seat) -> Card:
    if state.acting is not None:
        raise _illegal(messages.STILL_TO_PLAY, seat=state.acting)
    if state.last is None:
        raise _illegal(messages.NOTHING_TO_PANG, seat=seat)
    if seat == state.discarder:
        raise _illegal(messages.OWN_DISCARD, seat=seat, card=state.last)
    return state.last


def _check_claims(state: State, taker: Seat, claims: tuple[Seat, ...]) -> None:
    """N9: of those who spoke at once, the first clockwise after the discarder takes the card."""
    assert state.discarder is not None, "a discard has a discarder"
    if len(set(claims)) < len(claims):
        raise _illegal(messages.CLAIM_TWICE)
    if state.discarder in claims:
        raise _illegal(messages.CLAIM_OF_DISCARDER, seat=state.discarder)
    if taker not in claims:
        raise _illegal(messages.CLAIM_WITHOUT_TAKER, seat=taker)
    start, players = state.discarder, state.players
    first = min(claims, key=lambda seat: (seat - start) % players)
    if taker != first:
        raise _illegal(messages.PANG_PRIORITY, found=taker, expected=first, discarder=start)


def _finish(state: State, move: Finish) -> State:
    _check_acting(state, move.seat)
    options = state.match.options
    scored = score.best_of(state.cards_of(move.seat), finisher=True, options=options)
    if scored is None:
        raise _illegal(messages.CANNOT_FINISH, seat=move.seat)
    minimum = state.match.minimum(move.seat)
    if scored.natural < minimum:
        text, expected = messages.FINISHER_BELOW_MINIMUM, shown(minimum)
        raise _illegal(text, seat=move.seat, found=scored.natural, expected=expected)
    return state._replace(acting=None, finisher=move.seat, over=True)


def _reshuffle(state: State, move: Reshuffle) -> State:
    _check_stock_empty(state)
    if state.reshuffles == RESHUFFLES:
        raise _illegal(messages.NO_THIRD_RESHUFFLE)
    _check_discards(state, move.stock)
    return state._replace(
        stock=move.stock, drawn=0, discards=EMPTY, last=None, reshuffles=state.reshuffles + 1
    )


def _exhausted(state: State) -> State:
    _check_stock_empty(state)
    if state.reshuffles < RESHUFFLES:
        raise _illegal(messages.NOT_EXHAUSTED, found=state.reshuffles)
    return state._replace(last=None, over=True)


def _check_acting(state: State, seat: Seat) -> None:
    if state.acting is None:
        raise _illegal(messages.NOBODY_TO_PLAY, found=seat)
    if state.acting != seat:
        raise _illegal(messages.NOT_YOUR_TURN, found=seat, expected=state.acting)


def _check_stock_empty(state: State) -> None:
    if state.acting is not None:
        raise _illegal(messages.STILL_TO_PLAY, seat=state.acting)
    if state.stock_left:
        raise _illegal(messages.STOCK_NOT_EMPTY, found=state.stock_left)


def _check_discards(state: State, stock: tuple[Card, ...]) -> None:
    found, expected = Counter(stock), Counter(pieces.cards(state.discards))
    if found != expected:
        extra, missing = (found - expected).elements(), (expected - found).elements()
        listed = {"extra": " ".join(extra) or "-", "missing": " ".join(missing) or "-"}
        raise _illegal(messages.NOT_THE_DISCARDS, **listed)


def _with(piles: tuple[Pile, ...], seat: Seat, changed: Pile) -> tuple[Pile, ...]:
    return (*piles[:seat], changed, *piles[seat + 1 :])


def _illegal(text: Text, **params: str | int) -> IllegalMove:
    return IllegalMove(problem(text, "", **params))
