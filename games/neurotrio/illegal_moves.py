"""Why a move is refused: the rule that it breaks, told from the state before it (N3-N13, N34)."""

from __future__ import annotations

from collections import Counter

from games.base import IllegalMove, Problem, Seat, problem
from games.neurotrio import cards, messages, moves, score
from games.neurotrio.cards import Card
from games.neurotrio.moves import Discard, DrawCard, Finish, Move, Pang, Reshuffle
from games.neurotrio.state import RoundState
from games.shape import describe


def reason_of(state: RoundState, raw: object) -> Problem:
    """Return what is wrong with a move as it is written: its form, or `reason`."""
    try:
        move = moves.read(raw, state.players)
    except IllegalMove as unreadable:
        return unreadable.problem
    return reason(state, move)


def reason(state: RoundState, move: Move) -> Problem:
    """Return the first rule that this move breaks; it must break one."""
    if state.over:
        return problem(messages.MOVE_AFTER_END, "")
    match move:
        case DrawCard():
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


def _draw(state: RoundState, move: DrawCard) -> Problem:
    if state.acting is not None:
        return problem(messages.STILL_TO_PLAY, "", seat=state.acting)
    if move.seat != state.due:
        text = messages.NOT_YOUR_DRAW_AFTER_PANG if state.has_panged else messages.NOT_YOUR_DRAW
        return problem(text, "", seat=move.seat, due_seat=state.due)
    if not state.stock_left:
        expected = messages.RESHUFFLE if state.can_reshuffle else messages.EXHAUSTED
        return problem(messages.STOCK_EMPTY, "", expected=expected)
    assert move.card is not None, "a draw that names no card is of the top card"
    actual, expected = messages.card(move.card), messages.card(state.stock[state.draws])
    return problem(messages.NOT_THE_TOP_CARD, "", found=actual, expected=expected)


def _discard(state: RoundState, move: Discard) -> Problem:
    if state.acting != move.seat:
        return _not_acting(state, move.seat)
    bound = cards.has(state.tables[move.seat], move.card)
    text = messages.BOUND_CARD if bound else messages.CARD_NOT_HELD
    pile, card = messages.hand(cards.of_pile(state.hands[move.seat])), messages.card(move.card)
    return problem(text, "", seat=move.seat, card=card, expected=pile)


def _pang(state: RoundState, move: Pang) -> Problem:
    if state.acting is not None:
        return problem(messages.STILL_TO_PLAY, "", seat=state.acting)
    if state.last is None:
        return problem(messages.NOTHING_TO_PANG, "", seat=move.seat)
    if move.seat == state.discarder:
        return problem(messages.OWN_DISCARD, "", seat=move.seat, card=messages.card(state.last))
    wrong = None if move.claims is None else _claims(state, move.seat, move.claims)
    card = messages.card(state.last)
    return wrong or problem(messages.TEN_PANGED, "", seat=move.seat, card=card)


def _claims(state: RoundState, taker: Seat, claims: tuple[Seat, ...]) -> Problem | None:
    """Return what is wrong with claims made at once.

    The first of them clockwise after the discarder takes the card (N9).
    """
    assert state.discarder is not None, "a discard has a discarder"
    if len(set(claims)) < len(claims):
        return problem(messages.CLAIM_TWICE, "")
    if state.discarder in claims:
        return problem(messages.CLAIM_OF_DISCARDER, "", seat=state.discarder)
    if taker not in claims:
        return problem(messages.CLAIM_WITHOUT_TAKER, "", seat=taker)
    start, players = state.discarder, state.players
    first = min(claims, key=lambda seat: (seat - start) % players)
    if taker == first:
        return None
    text = messages.PANG_PRIORITY
    return problem(text, "", seat=taker, due_seat=first, discarder_seat=start)


def _finish(state: RoundState, move: Finish) -> Problem:
    if state.acting != move.seat:
        return _not_acting(state, move.seat)
    pile, options = state.cards_of(move.seat), state.match.options
    scored = score.best_of(pile, finisher=True, options=options)
    if scored is None:
        return problem(messages.CANNOT_FINISH, "", seat=move.seat)
    text, expected = messages.FINISHER_BELOW_MINIMUM, describe(state.match.minimum(move.seat))
    return problem(text, "", seat=move.seat, found=scored.natural, expected=expected)


def _reshuffle(state: RoundState, move: Reshuffle) -> Problem:
    early = _too_early(state)
    if early or state.can_reshuffle:
        return early or _not_the_discards(state, move.stock)
    return problem(messages.NO_THIRD_RESHUFFLE, "")


def _exhausted(state: RoundState) -> Problem:
    return _too_early(state) or problem(messages.NOT_EXHAUSTED, "", found=state.reshuffles)


def _not_acting(state: RoundState, seat: Seat) -> Problem:
    if state.acting is None:
        return problem(messages.NOBODY_TO_PLAY, "", seat=seat)
    return problem(messages.NOT_YOUR_TURN, "", seat=seat, due_seat=state.acting)


def _too_early(state: RoundState) -> Problem | None:
    """Return why it is too early for a move that needs an empty stock and nobody to play."""
    if state.acting is not None:
        return problem(messages.STILL_TO_PLAY, "", seat=state.acting)
    if state.stock_left:
        return problem(messages.STOCK_NOT_EMPTY, "", found=state.stock_left)
    return None


def _not_the_discards(state: RoundState, stock: tuple[Card, ...]) -> Problem:
    actual, expected = Counter(stock), Counter(cards.of_pile(state.discards))
    extra, missing = (actual - expected).elements(), (expected - actual).elements()
    listed = {"extra": messages.hand(extra), "missing": messages.hand(missing)}
    return problem(messages.NOT_THE_DISCARDS, "", **listed)
