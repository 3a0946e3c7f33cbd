"""A round as it is played: immutable states, moves and what the rules allow (N3-N13)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from games.base import IllegalMove, Seat
from games.neurotrio import moves, pieces, refusals, score
from games.neurotrio.moves import Discard, Draw, Exhausted, Finish, Move, Pang, Reshuffle
from games.neurotrio.options import Match
from games.neurotrio.pieces import CARDS, COPIES, COUNT, EMPTY, UNIT, Card, Pile
from games.neurotrio.score import Scored

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
    finish: Scored | None = None
    over: bool = False

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def can_reshuffle(self) -> bool:
        return self.reshuffles < RESHUFFLES

    @property
    def stock_left(self) -> int:
        return len(self.stock) - self.drawn

    def cards_of(self, seat: Seat) -> Pile:
        return self.hands[seat] + self.tables[seat]


def deal(
    match: Match, first: Seat, hands: Sequence[Collection[Card]], stock: Sequence[Card]
) -> State:
    return opening(match, first, [pieces.pile(hand) for hand in hands], stock)


def opening(match: Match, first: Seat, hands: Sequence[Pile], stock: Sequence[Card]) -> State:
    return State(match, tuple(hands), (EMPTY,) * len(hands), tuple(stock), first)


def apply(state: State, move: Move) -> State:
    """The state after the move; IllegalMove if the rules do not allow it."""
    after, made = replay(state, [moves.write(move)])
    if not made:
        raise IllegalMove(refusals.reason(state, move))
    return after


def replay(state: State, played: Sequence[Any]) -> tuple[State, int]:  # noqa: C901 - for speed
    """The state after the moves as a record has them (N34), and how many of them were made.

    A move that is not legal, or not written like one, is not made, nor is any after it; the reason
    is left to `refusals`. One loop does all kinds of moves, with the state in plain variables: most
    of the time for a record of thousands of moves goes here.
    """
    if state.over:
        return state, 0
    match, hands, tables, stock = state.match, [*state.hands], [*state.tables], state.stock
    others: tuple[Any, ...] = state[4:]
    due, drawn, discards, last, discarder, acting, has_panged, reshuffles, *ending = others
    finisher, finish, over = ending
    players, size = len(hands), len(stock)
    made = 0
    with suppress(KeyError, TypeError):  # where something is not written like a move
        for made, raw in enumerate(played):
            do = raw["do"]
            if do == "discard":
                seat, card = raw["seat"], raw["card"]
                if seat != acting or type(seat) is not int or len(raw) != 3:
                    break
                hand = hands[seat]
                if not hand & COUNT[card]:
                    break
                hands[seat] = hand - UNIT[card]
                discards += UNIT[card]
                last, discarder, acting = card, seat, None
            elif do == "draw":
                seat = raw["seat"]
                if seat != due or type(seat) is not int or acting is not None or drawn == size:
                    break
                card = stock[drawn]
                if len(raw) != 2 and (len(raw) != 3 or raw["card"] != card):
                    break
                hands[seat] = hands[seat] + UNIT[card]
                drawn += 1
                due = (seat + 1) % players
                last, acting, has_panged = None, seat, False
            elif do == "pang":
                seat = raw["seat"]
                if last is None or type(seat) is not int or seat == discarder:
                    break
                if not 0 <= seat < players or not _may_claim(raw, seat, discarder, players):
                    break
                table = pieces.add(tables[seat], last)
                if not hands[seat] and finish_of(match, Seat(seat), table) is None:
                    break
                tables[seat] = table
                discards -= UNIT[last]
                last, acting, has_panged = None, seat, True
            elif do == "finish":
                seat = raw["seat"]
                if seat != acting or type(seat) is not int or len(raw) != 2:
                    break
                finish = finish_of(match, Seat(seat), hands[seat] + tables[seat])
                if finish is None:
                    break
                finisher, acting, over = seat, None, True
            elif acting is not None or drawn < size:
                break
            elif do == "reshuffle":
                new = raw["stock"]
                if reshuffles == RESHUFFLES or len(raw) != 2 or not _are_these(new, discards):
                    break
                stock, drawn, discards, last = tuple(new), 0, EMPTY, None
                reshuffles += 1
            elif do != "exhausted" or reshuffles < RESHUFFLES or len(raw) != 1:
                break
            else:
                last, over = None, True
            if over:
                made += 1
                break
        else:
            made = len(played)
    turn = (due, drawn, discards, last, discarder, acting, has_panged, reshuffles)
    return State(match, tuple(hands), tuple(tables), stock, *turn, finisher, finish, over), made


def legal_moves(state: State) -> list[Move]:
    """Every legal move; claims are left out, and a reshuffle stands for all its orders."""
    if state.over:
        return []
    if state.acting is None:
        return [*_pangs(state), next_card(state)]
    hand = pieces.cards(pieces.types(state.hands[state.acting]))
    found: list[Move] = [Discard(state.acting, card) for card in hand]
    if has_finish(state, state.acting, state.cards_of(state.acting)):
        found.append(Finish(state.acting))
    return found


def has_finish(state: State, seat: Seat, held: Pile) -> bool:
    """Whether these 11 cards would let the seat finish."""
    return finish_of(state.match, seat, held) is not None


def finish_of(match: Match, seat: Seat, held: Pile) -> Scored | None:
    """N11, N12: the best finish with these 11 cards, if it reaches the minimum."""
    scored = score.best_of(held, finisher=True, options=match.options)
    return scored if scored and scored.natural >= match.minimum(seat) else None


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
    if state.can_reshuffle:
        return Reshuffle(tuple(pieces.cards(state.discards)))
    return Exhausted()


def _may_claim(raw: Any, taker: int, discarder: int, players: int) -> bool:
    """N9: of those who spoke at once, the first clockwise after the discarder takes the card."""
    if len(raw) == 2:
        return True
    claims = raw["claims"]
    if len(raw) != 3 or not isinstance(claims, list) or len(claims) > players:
        return False
    turns = {(seat - discarder) % players for seat in claims if _is_seat(seat, players)}
    return len(turns) == len(claims) > 0 and min(turns) == (taker - discarder) % players


def _is_seat(raw: object, players: int) -> bool:
    return type(raw) is int and 0 <= raw < players


def _are_these(new: object, discards: Pile) -> bool:
    """N13: whether a new stock holds exactly the discards."""
    if not isinstance(new, list) or len(new) > COPIES * len(CARDS):
        return False
    cards = pieces.pile(new)
    return cards == discards and pieces.is_of_one_deck(cards, len(new))
