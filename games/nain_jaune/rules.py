"""A round as it is played: its state, its moves and what the rules allow (J5-J16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import NoReturn

from games.base import IllegalMove, Seat
from games.nain_jaune import card_names, cards, messages
from games.nain_jaune.cards import (
    BITS,
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
from games.nain_jaune.moves import PASS, Move
from games.nain_jaune.options import House, Match
from problems.problem import problem
from problems.text import Param, Text

NO_CARD: Card = -1
NOBODY = -1  # no seat


class RoundState:
    """A round at one moment.

    `last` is the card to continue, or NO_CARD when `seat` has to start; `layer` laid it. It is
    forbidden to start in the suit of the cards `barred`, or with other cards than the `starters`;
    `passes` counts consecutive passes of players who had to start (J10). `takers` has for each box
    the seat that has taken it, or the constant for none.

    Only `advance`, `lay` and `pass_on` change a state.
    """

    __slots__ = (
        "barred",
        "hands",
        "house",
        "last",
        "layer",
        "over",
        "passes",
        "seat",
        "starters",
        "takers",
        "winner",
    )

    def __init__(self, house: House, hands: Iterable[Cards], seat: int) -> None:
        self.house = house
        self.hands = [*hands]
        self.seat = seat
        self.last: Card = NO_CARD
        self.layer = NOBODY
        self.barred: Cards = 0
        self.passes = 0
        self.starters: Cards = LOW
        self.takers = [NOBODY] * len(BOXES)
        self.winner = NOBODY
        self.over = False

    def copy(self) -> RoundState:
        twin = copy(self)
        twin.hands, twin.takers = self.hands.copy(), self.takers.copy()
        return twin


def deal(match: Match, opener: Seat, hands: Iterable[Cards]) -> RoundState:
    return RoundState(match.house, hands, opener)


def first_opener(hands: Sequence[Cards]) -> Seat:
    """Return who holds the lowest heart that was dealt (J5)."""
    return Seat(min(range(len(hands)), key=lambda seat: _lowest(hands[seat] & HEARTS)))


def _lowest(hand: Cards) -> int:
    return hand & -hand or DECK


def allowed(state: RoundState) -> Cards:
    """Return the cards from which the player to move must choose; none if he must pass."""
    hand, last = state.hands[state.seat], state.last
    if last >= 0:
        following = hand & BITS[last + STEP]
        if following:
            return following
        if state.house.goes_round and state.seat != state.layer:
            return 0
    return cards.lowest_rank(hand & state.starters & ~state.barred)


def legal_moves(state: RoundState) -> list[Move]:
    """Return a move for each card that may be laid, or the pass of a player who may lay none."""
    if state.over:
        return []
    seat, choice = Seat(state.seat), allowed(state)
    return [Move(seat, cards.NUMBERS[code]) for code in cards.codes(choice)] or [Move(seat, PASS)]


def apply(state: RoundState, move: Move) -> RoundState:
    """Return the state after the move; raise IllegalMove if the rules do not allow it."""
    after = state.copy()
    advance(after, move)
    return after


def advance(state: RoundState, move: Move) -> None:
    """Make the move in this very state. An IllegalMove leaves the state as it was."""
    seat, card = move
    if state.over or seat != state.seat:
        _refuse_turn(state, move)
    choice = allowed(state)
    if card == PASS:
        if choice:
            _refuse_pass(state, choice)
        pass_on(state)
    elif choice & BITS[card]:
        lay(state, card)
    else:
        _refuse_card(state, card, choice)


def lay(state: RoundState, card: Card) -> None:
    """Lay a card that is known to be allowed, in this very state."""
    seat, house = state.seat, state.house
    hand = state.hands[seat] ^ BITS[card]
    state.hands[seat] = hand
    state.passes = 0
    state.barred = SUIT_OF[card % STEP] if house.has_ban else 0  # J8, J9: for who starts next
    if card in BOX_OF:
        state.takers[BOX_OF[card]] = seat
    if not hand:
        state.winner, state.over = seat, True
    elif card >= FIRST_KING:
        state.last, state.layer = NO_CARD, NOBODY
    else:
        state.last, state.layer = card, seat
        state.seat = seat + 1 if seat + 1 < house.players else 0


def pass_on(state: RoundState) -> None:
    """Pass for the player to move, who is known to have to, in this very state."""
    house = state.house
    if not _is_waiting(state):
        state.last, state.layer = NO_CARD, NOBODY
        state.passes += 1
        if not house.ban_stays:
            state.barred = 0
        if state.passes == house.players:
            _all_have_passed(state)
    state.seat = state.seat + 1 if state.seat + 1 < house.players else 0


def _is_waiting(state: RoundState) -> bool:
    """Return whether the sequence goes round and is not back at its last player yet (J16)."""
    return state.house.goes_round and state.last >= 0 and state.seat != state.layer


def _all_have_passed(state: RoundState) -> None:
    """Lift the ban; if only honours are left, let them start or end the round (J11, J13)."""
    state.passes, state.barred = 0, 0
    if not any(hand & state.starters for hand in state.hands):
        state.starters = DECK
        state.over = state.house.may_die


def _refuse_turn(state: RoundState, move: Move) -> NoReturn:
    if state.over:
        raise _illegal(messages.MOVE_AFTER_LAST)
    raise _illegal(messages.OTHER_SEATS_TURN, seat=move.seat, due_seat=state.seat)


def _refuse_pass(state: RoundState, choice: Cards) -> NoReturn:
    expected = card_names.CARDS.listed(cards.codes(choice))
    text = messages.PASS_WITH_NEXT_CARD if _continues(state) else messages.PASS_WITH_START
    raise _illegal(text, seat=state.seat, expected=expected)


def _refuse_card(state: RoundState, card: Card, choice: Cards) -> NoReturn:
    """Raise IllegalMove with the clause that forbids the card and the cards expected instead."""
    expected = card_names.CARDS.listed(cards.codes(choice)) if choice else messages.PASS
    text, clause, name = _reason(state, card), _ban_clause(state), card_names.the_card(CODES[card])
    raise IllegalMove(problem(text, "", clause, seat=state.seat, card=name, expected=expected))


def _reason(state: RoundState, card: Card) -> Text:
    bit, hand = BITS[card], state.hands[state.seat]
    if not hand & bit:
        return messages.CARD_NOT_IN_HAND
    if _continues(state):
        return messages.NEXT_CARD_DUE
    if _is_waiting(state):
        return messages.NEXT_CARD_MISSING
    if not bit & state.starters:
        return messages.HONOUR_STARTS
    if state.barred & bit:
        return messages.SUIT_BARRED
    return messages.NOT_THE_LOWEST


def _ban_clause(state: RoundState) -> str:
    """Return the clause of a ban: it comes from a block, a King, or a later pass."""
    if state.last >= 0:
        return "J8"
    return "J10" if state.passes else "J9"


def _continues(state: RoundState) -> bool:
    """Return whether the player to move holds the next card (J7)."""
    if state.last < 0:
        return False
    return bool(state.hands[state.seat] & BITS[state.last + STEP])


def _illegal(text: Text, **params: Param) -> IllegalMove:
    return IllegalMove(problem(text, "", **params))
