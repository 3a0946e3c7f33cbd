"""The rules, move by move: as many moves of a transcript as are legal (Z4-Z9, Z17).

This is the only place that makes moves; `rules.apply` uses it too. There is one loop for each
phase, over moves as a record writes them. Its state is in local variables, sets of cards and cells
are numbers, and what a card does in a trick is looked up (`trick_order.py`). A loop stops at the
first move that is not both written and allowed as it should be; why it is not, `moves.py` and
`illegal_moves.py` explain from the state at that moment.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from games.base import Seat
from games.njet import trick_order
from games.njet.board import ROWS
from games.njet.cards import HAND_SIZE, MASK, UNIT, Hand
from games.njet.state import (
    NO_TRICK,
    Aside,
    Choosing,
    Covering,
    Discarding,
    Playing,
    RoundState,
    Setting,
    Teams,
)

# Any: unchecked JSON. An invalid move is not a dict, lacks a key or has a value that is in no
# table; that is a TypeError or a LookupError, raised before anything has changed.
Raw: TypeAlias = Any
NOT_A_MOVE = (LookupError, TypeError)


def _choices(start: Seat, players: int) -> dict[Seat | None, Teams]:
    """Return the teams that a start player can make, by the partner chosen (None: no partner)."""
    seats = [Seat(seat) for seat in range(players)]
    alone: list[Seat | None] = [None] if players == 3 else []
    made: dict[Seat | None, Teams] = {}
    for other in [*(seat for seat in seats if seat != start), *alone]:
        mine = (start,) if other is None else (start, other)
        made[other] = (mine, tuple(seat for seat in seats if seat not in mine))
    return made


NEXT = {3: (Seat(1), Seat(2), Seat(0)), 4: (Seat(1), Seat(2), Seat(3), Seat(0))}
TEAMS = {players: [_choices(Seat(seat), players) for seat in range(players)] for players in NEXT}
CELLS = {int, str}  # true and 1.0 equal 1, but are no cells


def run(state: RoundState, played: list[Raw]) -> tuple[RoundState, int]:
    """Return the state after the moves that are legal, and how many these are."""
    taken = 0
    if isinstance(state, Covering):
        state, taken = _cover(state, played)
    if isinstance(state, Choosing):
        state, taken = _choose(state, played, taken)
    if isinstance(state, Discarding):
        state, taken = _put_aside(state, played, taken)
    if isinstance(state, Playing):
        state, taken = _play(state, played, taken)
    return state, taken


def _cover(state: Covering, played: list[Raw]) -> tuple[RoundState, int]:
    """Return the state after as many njets as are legal, and their number (Z4)."""
    match, hands, turn, uncovered = state
    places, rows = match.board.places, match.board.rows
    next_seat, open_cells = NEXT[len(hands)], uncovered.bit_count()
    try:
        for move in played[: open_cells - len(ROWS)]:
            cell, row = move["cell"], move["row"]
            bit, left = 1 << places[row][cell], uncovered & rows[row]
            if move["seat"] is not turn or move["do"] != "njet" or len(move) != 4:
                break
            if not left & bit or left == bit or type(cell) not in CELLS:
                break
            uncovered ^= bit
            turn = next_seat[turn]
    except NOT_A_MOVE:
        pass
    left = uncovered.bit_count()
    taken = open_cells - left
    if left == len(ROWS):
        return Choosing(match, hands, match.board.ends[uncovered]), taken
    return Covering(match, hands, turn, uncovered), taken


def _choose(state: Choosing, played: list[Raw], taken: int) -> tuple[RoundState, int]:
    """Return the state after the choice of a partner, if it is legal (Z5)."""
    match, hands, rules = state
    start, due = rules.first, rules.discard
    try:
        move = played[taken]
        other = move["with"]
        if move["seat"] is not start or move["do"] != "partner" or len(move) != 3:
            return state, taken
        if other is not None and type(other) is not int:
            return state, taken
        teams = TEAMS[len(hands)][start][other]
    except NOT_A_MOVE:
        return state, taken
    order = trick_order.of_rules(rules, match.options)
    setting = Setting(match, rules, teams, order, HAND_SIZE[len(hands)] - due)
    if due:
        return Discarding(setting, hands, (None,) * len(hands)), taken + 1
    return _first_trick(setting, hands, ((),) * len(hands)), taken + 1


def _put_aside(state: Discarding, played: list[Raw], taken: int) -> tuple[RoundState, int]:
    """Return the state after the cards put aside, by one move of each player in any order (Z6)."""
    setting, held_by, put = state
    hands, aside, due = [*held_by], [*put], setting.rules.discard
    try:
        for move in played[taken : taken + aside.count(None)]:
            seat, cards = move["seat"], move["cards"]
            if move["do"] != "discard" or len(move) != 3 or type(cards) is not list:
                break
            if type(seat) is not int or seat < 0 or aside[seat] is not None or len(cards) != due:
                break
            hand = hands[seat]
            for card in cards:
                if not hand & MASK[card]:
                    break
                hand -= UNIT[card]
            else:
                hands[seat], aside[seat] = hand, tuple(cards)
                taken += 1
                continue
            break
    except NOT_A_MOVE:
        pass
    if None in aside:
        return Discarding(setting, tuple(hands), tuple(aside)), taken
    return _first_trick(setting, tuple(hands), tuple(aside)), taken


def _first_trick(setting: Setting, hands: tuple[Hand, ...], aside: Aside) -> Playing:
    """Return the state in which the start player leads (Z7)."""
    start = setting.rules.first
    none_yet = (0,) * len(hands)
    return Playing(setting, hands, aside, start, start, None, NO_TRICK, start, 0, (), none_yet)


def _play(state: Playing, played: list[Raw], taken: int) -> tuple[RoundState, int]:
    """Return the state after as many cards as are legal (Z7 to Z9).

    It is one loop because most moves of all transcripts go through it.
    """
    setting, held_by, aside, turn, leader, led, best, winner, ones, winners, ones_by = state
    hands, won, ones_of = [*held_by], [*winners], [*ones_by]
    next_seat, due = NEXT[len(hands)], setting.tricks
    in_trick = setting.order.in_trick
    cards = in_trick[led] if led else {}
    try:
        for move in played[taken:]:
            if move["seat"] is not turn or move["do"] != "card" or len(move) != 3:
                break
            card = move["card"]
            if led is None:
                cards, led = in_trick[card], card
            mask, unit, barred_by, beaten, strength, is_one = cards[card]
            hand = hands[turn]
            if not hand & mask or (barred_by and hand & barred_by):
                break
            hands[turn] = hand - unit
            taken += 1
            if is_one:
                ones += 1
            if best < beaten:
                best, winner = strength, turn
            turn = next_seat[turn]
            if turn is leader:
                won.append(winner)
                ones_of[winner] += ones
                turn = leader = winner
                led, best, ones = None, NO_TRICK, 0
                if len(won) == due:
                    break
    except NOT_A_MOVE:
        pass
    led = None if best == NO_TRICK else led  # the card that was to be led may be refused
    trick = led, best, winner, ones
    return Playing(
        setting, tuple(hands), aside, turn, leader, *trick, tuple(won), tuple(ones_of)
    ), taken
