"""A round as it is played: what the rules allow, and what comes of it (N3-N13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from games.base import IllegalMove, Seat
from games.neurotrio import cards, illegal_moves, moves, score
from games.neurotrio.cards import CARDS, COPIES, COUNT, EMPTY, UNIT, Card, Pile
from games.neurotrio.moves import Discard, DrawCard, Exhausted, Finish, Move, Pang, Reshuffle
from games.neurotrio.options import Match
from games.neurotrio.score import ScoredGrouping
from games.neurotrio.state import RESHUFFLES, RoundState, deal, opening

__all__ = [
    "RoundState",
    "apply",
    "deal",
    "finish_of",
    "has_finish",
    "legal_moves",
    "next_card",
    "opening",
    "replay",
]


def apply(state: RoundState, move: Move) -> RoundState:
    """Return the state after the move; raise IllegalMove if the rules do not allow it."""
    after, made = replay(state, [moves.write(move)])
    if not made:
        raise IllegalMove(illegal_moves.reason(state, move))
    return after


def replay(state: RoundState, played: Sequence[Any]) -> tuple[RoundState, int]:  # noqa: C901
    """Return the state after the moves as a record has them (N34), and how many were made.

    A move that is not legal, or not written like one, is not made, nor is any after it; the reason
    is left to `illegal_moves`. One loop does all kinds of moves, with the state in plain variables,
    because most of the time for a record of thousands of moves goes here.
    """
    if state.over:
        return state, 0
    match, hands, tables, stock = state.match, [*state.hands], [*state.tables], state.stock
    others: tuple[Any, ...] = state[4:]
    due, draws, discards, last, discarder, acting, has_panged, reshuffles, *ending = others
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
                if seat != due or type(seat) is not int or acting is not None or draws == size:
                    break
                card = stock[draws]
                if len(raw) != 2 and (len(raw) != 3 or raw["card"] != card):
                    break
                hands[seat] = hands[seat] + UNIT[card]
                draws += 1
                due = (seat + 1) % players
                last, acting, has_panged = None, seat, False
            elif do == "pang":
                seat = raw["seat"]
                if last is None or type(seat) is not int or seat == discarder:
                    break
                if not 0 <= seat < players or not _may_claim(raw, seat, discarder, players):
                    break
                table = cards.add(tables[seat], last)
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
            elif acting is not None or draws < size:
                break
            elif do == "reshuffle":
                new = raw["stock"]
                if reshuffles == RESHUFFLES or len(raw) != 2 or not _are_these(new, discards):
                    break
                stock, draws, discards, last = tuple(new), 0, EMPTY, None
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
    turn = (due, draws, discards, last, discarder, acting, has_panged, reshuffles)
    return RoundState(
        match, tuple(hands), tuple(tables), stock, *turn, finisher, finish, over
    ), made


def legal_moves(state: RoundState) -> list[Move]:
    """Return every legal move; claims are left out, and a reshuffle stands for all its orders."""
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


def _may_claim(raw: Any, taker: int, discarder: int, players: int) -> bool:
    """Return whether the taker comes first of those who spoke at once (N9).

    The order is clockwise, from the discarder on.
    """
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
    """Return whether a new stock holds exactly the discards (N13)."""
    if not isinstance(new, list) or len(new) > COPIES * len(CARDS):
        return False
    pile = cards.pile(new)
    return pile == discards and cards.is_of_one_deck(pile, len(new))
