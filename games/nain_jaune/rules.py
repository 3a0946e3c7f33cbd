"""A round as it is played: immutable states, and what the rules allow (J5-J16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from games.base import IllegalMove, Seat, problem
from games.messages import Text
from games.nain_jaune import messages, moves, pieces
from games.nain_jaune.moves import PASS, Move
from games.nain_jaune.options import Flow, Match, Restart, Stall
from games.nain_jaune.pieces import (
    BITS,
    BOX_CARDS,
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

BOX_AT = {1 << card: box for card, box in BOX_OF.items()}
ALL_BOX_CARDS: Cards = sum(BOX_CARDS)
LOWEST_KING: Cards = 1 << FIRST_KING
# for each code its card, all cards of lower ranks, and those that may start when it is blocked
BARRING = {
    code: (BITS[code], (1 << card // STEP * STEP) - 1, DECK ^ SUIT_OF[card % STEP])
    for card, code in enumerate(CODES)
}
BARRING_NOTHING = {code: (card, lower, DECK) for code, (card, lower, _) in BARRING.items()}


class House(NamedTuple):
    """The house rules that moves depend on."""

    players: int
    goes_round: bool  # flow: table
    has_ban: bool  # restart: sticky or blocker
    ban_stays: bool  # restart: sticky
    may_die: bool  # stall: dead


class State(NamedTuple):
    """`last` is the card to continue, or NO_CARD when `seat` has to start; `layer` laid it.

    `barred` is the suit in which `seat` may not start, `starters` are the cards that may start
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
    options = match.options
    house = House(
        players=len(hands),
        goes_round=options.flow is Flow.TABLE,
        has_ban=options.restart is not Restart.ANY,
        ban_stays=options.restart is Restart.STICKY,
        may_die=options.stall is Stall.DEAD,
    )
    return State(house, tuple(hands), opener)


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
    return pieces.lowest_rank(hand & starters & ~barred)


def legal_moves(state: State) -> list[Move]:
    """A card of his choice, or the pass of a player who may lay none."""
    if state.over:
        return []
    seat, choice = Seat(state.seat), allowed(state)
    return [Move(seat, pieces.NUMBERS[code]) for code in pieces.codes(choice)] or [Move(seat, PASS)]


def apply(state: State, move: Move) -> State:
    """The state after the move; IllegalMove if the rules do not allow it."""
    after, taken = replay(state, (moves.write(move),))
    if not taken:
        refuse(state, move)
    return after


def replay(state: State, played: Sequence[Any]) -> tuple[State, int]:  # noqa: C901
    """The state after as many of these written moves as are legal, and how many those are.

    All the rules of play in one loop over plain local names: nothing is called and nothing built
    for a move, so that a long evening is judged at once. What is no move stops it like what is no
    legal one, and the caller finds out why (`moves.read`, `refuse`).

    `due` is the card that continues the sequence, or 0 when `seat` has to start; `free` are the
    cards of the suits in which he may.
    """
    if state.over:
        return state, 0
    house, held, seat, last, layer, barred, passes, starters, taken_by, winner, over = state
    players, goes_round, has_ban, ban_stays, may_die = house
    last_seat = players - 1
    table = BARRING if has_ban else BARRING_NOTHING
    hands, takers = list(held), list(taken_by)
    due, free = 1 << last + STEP if last >= 0 else 0, DECK ^ barred
    try:
        for index, raw in enumerate(played):
            said = raw["seat"]
            # `is` is quicker; what it misses, such as 3.0 or true, may yet be the same number
            if said is not seat and (type(said) is not int or said != seat):
                break
            do, hand = raw["do"], hands[seat]
            if do == "play" and len(raw) == 3:
                card, lower, others = table[raw["card"]]
                if not hand & card:
                    break
                if card != due:  # J6, J8: he starts
                    if due and (due & hand or (goes_round and seat != layer)):
                        break
                    usable = hand & starters & free
                    if not usable & card or usable & lower:
                        break
                hands[seat] = hand = hand ^ card
                if card & ALL_BOX_CARDS:
                    takers[BOX_AT[card]] = seat
                passes, free, layer, due = 0, others, seat, card << STEP
                if not hand:
                    index, winner, over = index + 1, seat, True
                    break
                if card >= LOWEST_KING:  # J9
                    due = 0
                    continue
            elif do == "pass" and len(raw) == 2:
                if due & hand:
                    break
                if not due or seat == layer or not goes_round:  # he has to start (J10, J16)
                    if hand & starters & free:
                        break
                    due, passes = 0, passes + 1
                    if not ban_stays:
                        free = DECK
                    if passes == players:  # J11
                        passes, free = 0, DECK
                        if not sum(hands) & starters:  # J13
                            starters = DECK
                            if may_die:
                                index, over = index + 1, True
                                break
            else:
                break
            seat = seat + 1 if seat < last_seat else 0
        else:
            index = len(played)
    except (KeyError, TypeError):
        pass  # this is no move
    last, layer = (due.bit_length() - 1 - STEP, layer) if due else (NO_CARD, NOBODY)
    hands_left, boxes = tuple(hands), tuple(takers)
    after = State(
        house, hands_left, seat, last, layer, DECK ^ free, passes, starters, boxes, winner, over
    )
    return after, index


def refuse(state: State, move: Move) -> NoReturn:
    """Says why the move is not allowed now."""
    if state.over or move.seat != state.seat:
        _refuse_turn(state, move)
    choice = allowed(state)
    if move.card == PASS:
        _refuse_pass(state, choice)
    _refuse_card(state, move.card, choice)


def _refuse_turn(state: State, move: Move) -> NoReturn:
    if state.over:
        raise _illegal(messages.MOVE_AFTER_LAST)
    raise _illegal(messages.OTHER_SEATS_TURN, found=move.seat, expected=state.seat)


def _refuse_pass(state: State, choice: Cards) -> NoReturn:
    expected = " ".join(pieces.codes(choice))
    text = messages.PASS_WITH_NEXT_CARD if _continues(state) else messages.PASS_WITH_START
    raise _illegal(text, seat=state.seat, expected=expected)


def _refuse_card(state: State, card: Card, choice: Cards) -> NoReturn:
    """Says which clause forbids it, and what was expected instead."""
    expected = " ".join(pieces.codes(choice)) or "pass"
    text, clause, found = _reason(state, card), _ban_clause(state), CODES[card]
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
    if state.barred & bit:
        return messages.SUIT_BARRED
    return messages.NOT_THE_LOWEST


def _ban_clause(state: State) -> str:
    """Where a ban comes from: a block, a King, or somebody who passed since."""
    if state.last >= 0:
        return "J8"
    return "J10" if state.passes else "J9"


def _is_waiting(state: State) -> bool:
    """J16: the sequence goes round and is not back at its last player yet."""
    return state.house.goes_round and state.last >= 0 and state.seat != state.layer


def _continues(state: State) -> bool:
    """J7: whether the player to move holds the next card."""
    if state.last < 0:
        return False
    return bool(state.hands[state.seat] & (1 << state.last + STEP))


def _illegal(text: Text, **params: str | int) -> IllegalMove:
    return IllegalMove(problem(text, "", **params))
