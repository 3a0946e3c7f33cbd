"""Why a move is not allowed, explained from the state at that moment (Z4-Z7, Z17)."""

from __future__ import annotations

from games.base import IllegalMove, Seat
from games.njet import board, card_names, cards, messages
from games.njet.cards import MASK, Card, Hand
from games.njet.moves import WORDS, Discard, Move, Njet, Partner, PlayCard
from games.njet.state import EXPECTED, Choosing, Covering, Discarding, Playing, RoundState, is_over
from games.shape import Spot, describe
from problems.problem import problem
from problems.text import Param, Text


def why_not(state: RoundState, move: Move) -> IllegalMove:
    """Return the reason why the rules do not allow this move."""
    if is_over(state):
        return _illegal(messages.MOVE_AFTER_END)
    match state, move:
        case Covering(), Njet():
            return _why_not_cover(state, move)
        case Choosing(), Partner():
            return _why_not_partner(state, move)
        case Discarding(), Discard():
            return _why_not_discard(state, move)
        case Playing(), PlayCard():
            return _why_not_play(state, move)
    actual, expected = WORDS[type(move)], EXPECTED[type(state)]
    phases = {"found": messages.PHASES[actual], "expected": messages.PHASES[expected]}
    return _illegal(messages.OTHER_PHASE, **phases)


def _why_not_cover(state: Covering, move: Njet) -> IllegalMove:
    laid = state.match.board
    if move.seat != state.turn:
        return _illegal(messages.NJET_TURN, seat=move.seat, due_seat=state.turn)
    if move.cell not in laid.places[move.row]:
        at = Spot("", "", [])
        board.refuse_cell(move.row, laid.places[move.row], at)
        return IllegalMove(at.problems[0])
    if board.is_decided(laid.rows[move.row] & state.uncovered):
        return _illegal(messages.ROW_DECIDED, row=messages.ROWS[move.row])
    row, still_open = messages.ROWS[move.row], laid.open_cells(move.row, state.uncovered)
    if move.row == "first":
        open_seats = board.seats(still_open)
        return _illegal(messages.START_COVERED, seat=move.cell, open_seats=open_seats)
    actual, expected = messages.cell(move.cell), board.listed(still_open)
    return _illegal(messages.CELL_COVERED, row=row, found=actual, expected=expected)


def _why_not_partner(state: Choosing, move: Partner) -> IllegalMove:
    start = state.rules.first
    if move.seat != start:
        return _illegal(messages.NOT_THE_START_PLAYER, seat=move.seat, due_seat=start)
    if move.partner == start:
        return _illegal(messages.OWN_PARTNER, seat=start)
    assert move.partner is None, "any other player can be chosen"
    return _illegal(messages.ALONE_WITH_FOUR, seat=start)


def _why_not_discard(state: Discarding, move: Discard) -> IllegalMove:
    setting, hands, aside = state
    seat, chosen = move
    due = setting.rules.discard
    if aside[seat] is not None:
        return _illegal(messages.ASIDE_TWICE, seat=seat)
    if due > setting.match.hand_size:
        expected = setting.match.hand_size
        return _illegal(messages.DISCARD_TOO_BIG, found=describe(due), expected=expected)
    if len(chosen) != due:
        return _illegal(messages.NUMBER_ASIDE, seat=seat, found=len(chosen), expected=due)
    hand = cards.of_hand(hands[seat])
    so_far = (chosen[:number] for number in range(1, due + 1))
    often = next(put for put in so_far if put.count(put[-1]) > hand.count(put[-1]))
    return _not_in_hand(seat, often[-1], hands[seat])


def _why_not_play(state: Playing, move: PlayCard) -> IllegalMove:
    seat, card = move
    order, hand = state.setting.order, state.hands[seat]
    if seat != state.turn:
        return _illegal(messages.TRICK_TURN, seat=seat, due_seat=state.turn)
    if not hand & MASK[card]:
        return _not_in_hand(seat, card, hand)
    assert state.led, "any card that is held can be led"
    text = messages.MUST_FOLLOW if hand & order.follow[state.led] else messages.MUST_TRUMP
    expected = card_names.CARDS.listed(cards.of_hand(order.playable(hand, state.led)))
    played, led = card_names.card(card), card_names.card(state.led)
    return _illegal(text, seat=seat, card=played, led=led, expected=expected)


def _not_in_hand(seat: Seat, card: Card, hand: Hand) -> IllegalMove:
    expected = card_names.CARDS.listed(cards.of_hand(hand))
    return _illegal(
        messages.CARD_NOT_HELD, seat=seat, card=card_names.card(card), expected=expected
    )


def _illegal(text: Text, **params: Param) -> IllegalMove:
    return IllegalMove(problem(text, "", **params))
