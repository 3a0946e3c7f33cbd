"""A quick lane for the moves of a transcript (J6-J16).

`rules` says what the rules are, one immutable state after the other; to judge thousands of records
that way is slow, and nearly all of their moves are legal. So here one loop runs over the moves as
they are written, with the round in plain local names: cards and seats are small numbers, and
nothing is built for a move. It takes only what is legal beyond doubt. At the first move that is
not, it hands the state of the round over to `moves.read` and `rules.apply`, which alone refuse and
explain. Tests compare the two ways (test_nain_jaune_replay.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from games.nain_jaune.options import House
from games.nain_jaune.pieces import (
    BOX_OF,
    BOXES,
    CODES,
    DECK,
    FIRST_KING,
    LOW,
    NUMBERS,
    STEP,
    SUIT_OF,
    Card,
)
from games.nain_jaune.rules import NO_CARD, NOBODY, State

NOTHING: Card = len(CODES)  # what continues where there is no sequence
NO_SUIT = STEP
FIRST_HONOUR = NUMBERS["JH"]
BIT_OF = [1 << card for card in NUMBERS.values()].__getitem__
# For each code: the card, the first card of its rank, its suit, the suit that is barred after it,
# the card that continues it, and whether it is special (a King, or the card of a box).
BARRING = {
    code: (
        card,
        card // STEP * STEP,
        card % STEP,
        card % STEP,
        NOTHING if card >= FIRST_KING else card + STEP,
        card >= FIRST_KING or card in BOX_OF,
    )
    for card, code in enumerate(CODES)
}
BARRING_NOTHING = {code: (*row[:3], NO_SUIT, *row[4:]) for code, row in BARRING.items()}


# The cards of each seat, lowest first; for each card and NOTHING its seat, or another number.
Dealt: TypeAlias = tuple[list[list[Card]], list[int]]
# The round as it stands before the first move that was not taken, and how many were.
Stopped: TypeAlias = tuple[State, int]


class Ended(NamedTuple):
    """A round that its last move ended: the cards left, who has each box, and who won."""

    hands: list[list[Card]]
    takers: Sequence[int]
    winner: int


def replay(  # noqa: C901 - all rules in one loop: a call would cost more than most of them
    house: House, dealt: Dealt, seat: int, played: Sequence[Any]
) -> Ended | Stopped:
    """Uses up what was dealt. What is no move at all raises KeyError or TypeError inside."""
    hands, owners = dealt
    _, goes_round, has_ban, ban_stays, may_die = house
    cards = BARRING if has_ban else BARRING_NOTHING
    next_seat = (*range(1, len(hands)), 0)
    takers = [NOBODY] * len(BOXES)
    due, layer, barred, passes, starters = NOTHING, NOBODY, NO_SUIT, 0, FIRST_HONOUR
    winner, over, taken = NOBODY, False, 0
    try:
        for taken, move in enumerate(played):
            stated = move["seat"]
            # equal numbers are nearly always the same object, and true is not 1
            if stated is not seat and (type(stated) is not int or stated != seat):
                break
            do = move["do"]
            if do == "play" and len(move) == 3:
                card, first_of_rank, suit, bars, following, is_special = cards[move["card"]]
                if owners[card] != seat:
                    break
                hand = hands[seat]
                if card != due:  # he starts, so he cannot continue (J8) and need not wait (J16)
                    if owners[due] == seat or (goes_round and due != NOTHING and seat != layer):
                        break
                    if suit == barred or card >= starters:
                        break
                    if hand[0] < first_of_rank:  # J6: all those of lower ranks must be barred
                        index = 0
                        while hand[index] % STEP == barred:
                            index += 1
                        if hand[index] < first_of_rank:
                            break
                hand.remove(card)
                owners[card] = NOBODY
                due = following
                layer = seat
                barred = bars
                passes = 0
                if is_special:
                    if card in BOX_OF:
                        takers[BOX_OF[card]] = seat
                    if card >= FIRST_KING and hand:  # J9
                        continue
                if not hand:
                    winner, over, taken = seat, True, taken + 1
                    break
            elif do == "pass" and len(move) == 2:
                if owners[due] == seat:
                    break
                if due == NOTHING or seat == layer or not goes_round:  # he has to start (J10, J16)
                    for lowest in hands[seat]:
                        if lowest % STEP != barred:
                            break
                    if lowest < starters and lowest % STEP != barred:
                        break
                    due, passes = NOTHING, passes + 1
                    if not ban_stays:
                        barred = NO_SUIT
                    if passes == len(hands):  # J11, J13
                        passes, barred = 0, NO_SUIT
                        if min(hands)[0] >= starters:
                            starters = NOTHING
                            if may_die:
                                over, taken = True, taken + 1
                                break
            else:
                break
            seat = next_seat[seat]
        else:
            taken = len(played)
    except (KeyError, TypeError):
        pass
    if over and taken == len(played):
        return Ended(hands, takers, winner)
    state = State(
        house,
        tuple([sum(map(BIT_OF, hand)) for hand in hands]),
        seat,
        NO_CARD if due == NOTHING else due - STEP,
        NOBODY if due == NOTHING else layer,
        SUIT_OF[barred] if due == NOTHING and barred != NO_SUIT else 0,
        passes,
        LOW if starters == FIRST_HONOUR else DECK,
        tuple(takers),
        winner,
        over,
    )
    return state, taken
