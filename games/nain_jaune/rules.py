"""A round as it is played: immutable states, and what the rules allow (J5-J16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from games.base import IllegalMove, Seat, problem
from games.messages import Param, Text
from games.nain_jaune import messages, pieces
from games.nain_jaune.moves import PASS, Move
from games.nain_jaune.options import House, Match
from games.nain_jaune.pieces import (
    BOX_OF,
    BOXES,
    CODES,
    DECK,
    FIRST_KING,
    HEARTS,
    LOW,
    STEP,
    SUIT_OF,
    Card,
    Cards,
)

NO_CARD: Card = -1
NOBODY = -1  # no seat
UNTAKEN = (NOBODY,) * len(BOXES)


class State(NamedTuple):
    """`last` is the card to continue, or NO_CARD when `seat` has to start; `layer` laid it.

    `barred` are the cards of the suit in which nobody may start, `starters` those that may start
    at all, `passes` the passes in a row of players who had to start (J10), `takers` for each box
    the seat that has it.
    """

    house: House
    hands: tuple[Cards, ...]
    seat: int
    last: Card = NO_CARD
    layer: int = NOBODY
    barred: Cards = 0
    passes: int = 0
    starters: Cards = LOW
    takers: tuple[int, ...] = UNTAKEN
    winner: int = NOBODY
    over: bool = False


def deal(match: Match, opener: Seat, hands: Sequence[Cards]) -> State:
    return State(match.house, tuple(hands), opener)


def first_opener(hands: Sequence[Cards]) -> Seat:
    """J5: who holds the lowest heart that was dealt."""
    return Seat(min(range(len(hands)), key=lambda seat: _lowest(hands[seat] & HEARTS)))


def _lowest(held: Cards) -> int:
    return held & -held or DECK


def allowed(state: State) -> Cards:
    """The cards of which the player to move must lay one; none if he must pass."""
    house, hands, seat, last, layer, barred, _, starters, _, _, _ = state
    hand = hands[seat]
    if last >= 0:
        following = hand & (1 << last + STEP)
        if following:
            return following
        if house.goes_round and seat != layer:
            return 0
        barred = _ban(house, last)
    return pieces.lowest_rank(hand & starters & ~barred)


def legal_moves(state: State) -> list[Move]:
    """A card of his choice, or the pass of a player who may lay none."""
    if state.over:
        return []
    seat, choice = Seat(state.seat), allowed(state)
    return [Move(seat, pieces.NUMBERS[code]) for code in pieces.codes(choice)] or [Move(seat, PASS)]


def apply(state: State, move: Move) -> State:
    """The state after the move; IllegalMove if the rules do not allow it."""
    if state.over or move.seat != state.seat:
        _refuse_turn(state, move)
    choice = allowed(state)
    if move.card == PASS:
        if choice:
            _refuse_pass(state, choice)
    elif not choice & (1 << move.card):
        _refuse_card(state, move.card, choice)
    return advance(state, move.card)


def advance(state: State, card: Card) -> State:
    """The same for who knows that this card, or the pass, is allowed."""
    if card == PASS:
        return _pass(state)
    house, hands, seat, _, _, _, _, starters, takers, _, _ = state
    hand = hands[seat] ^ (1 << card)
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    if card in BOX_OF:
        box = BOX_OF[card]
        takers = (*takers[:box], seat, *takers[box + 1 :])
    if not hand:
        return State(house, hands, seat, card, seat, 0, 0, starters, takers, seat, True)
    if card >= FIRST_KING:
        return State(house, hands, seat, -1, -1, _ban(house, card), 0, starters, takers)
    following = seat + 1 if seat + 1 < house.players else 0
    return State(house, hands, following, card, seat, 0, 0, starters, takers)


def _ban(house: House, card: Card) -> Cards:
    """J8, J9: the suit that is closed to the player who blocked after this card or laid a King."""
    return SUIT_OF[card % STEP] if house.has_ban else 0


def _pass(state: State) -> State:
    following = (state.seat + 1) % state.house.players
    if _is_waiting(state):
        return state._replace(seat=following)
    passes = state.passes + 1
    if passes == state.house.players:
        return _all_have_passed(state, following)
    barred = state.barred if state.last < 0 else _ban(state.house, state.last)
    return state._replace(
        seat=following,
        last=NO_CARD,
        layer=NOBODY,
        barred=barred if state.house.ban_stays else 0,
        passes=passes,
    )


def _is_waiting(state: State) -> bool:
    """J16: the sequence goes round and is not back at its last player yet."""
    return state.house.goes_round and state.last >= 0 and state.seat != state.layer


def _all_have_passed(state: State, following: int) -> State:
    """J11, J13."""
    is_stall = not any(hand & state.starters for hand in state.hands)
    return state._replace(
        seat=following,
        last=NO_CARD,
        layer=NOBODY,
        barred=0,
        passes=0,
        starters=DECK if is_stall else state.starters,
        over=is_stall and state.house.may_die,
    )


def _refuse_turn(state: State, move: Move) -> NoReturn:
    if state.over:
        raise _illegal(messages.MOVE_AFTER_LAST)
    raise _illegal(messages.OTHER_SEATS_TURN, seat=move.seat, due_seat=state.seat)


def _refuse_pass(state: State, choice: Cards) -> NoReturn:
    expected = messages.cards(pieces.codes(choice))
    text = messages.PASS_WITH_NEXT_CARD if _continues(state) else messages.PASS_WITH_START
    raise _illegal(text, seat=state.seat, expected=expected)


def _refuse_card(state: State, card: Card, choice: Cards) -> NoReturn:
    """Says which clause forbids it, and what was expected instead."""
    expected = messages.cards(pieces.codes(choice)) if choice else messages.PASS
    text, clause, found = _reason(state, card), _ban_clause(state), messages.card(CODES[card])
    raise IllegalMove(problem(text, "", clause, seat=state.seat, card=found, expected=expected))


def _reason(state: State, card: Card) -> Text:
    bit, hand = 1 << card, state.hands[state.seat]
    if not hand & bit:
        return messages.CARD_NOT_IN_HAND
    if _continues(state):
        return messages.NEXT_CARD_DUE
    if _is_waiting(state):
        return messages.NEXT_CARD_MISSING
    if not bit & state.starters:
        return messages.HONOUR_STARTS
    if _barred(state) & bit:
        return messages.SUIT_BARRED
    return messages.NOT_THE_LOWEST


def _ban_clause(state: State) -> str:
    """Where a ban comes from: a block, a King, or somebody who passed since."""
    if state.last >= 0:
        return "J8"
    return "J10" if state.passes else "J9"


def _barred(state: State) -> Cards:
    return state.barred if state.last < 0 else _ban(state.house, state.last)


def _continues(state: State) -> bool:
    """J7: whether the player to move holds the next card."""
    if state.last < 0:
        return False
    return bool(state.hands[state.seat] & (1 << state.last + STEP))


def _illegal(text: Text, **params: Param) -> IllegalMove:
    return IllegalMove(problem(text, "", **params))
