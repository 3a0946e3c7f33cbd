"""A round as it is played: immutable states, one kind for each phase (Z4-Z9, Z17)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.base import IllegalMove, Seat, problem
from games.messages import Text
from games.njet import board, law, messages, pieces
from games.njet.board import ROWS, Rules
from games.njet.law import Law
from games.njet.moves import WORDS, Discard, Move, Njet, Partner, PlayCard
from games.njet.options import Match
from games.njet.pieces import MASK, ONE, Card, Hand
from games.shape import shown

Teams: TypeAlias = tuple[tuple[Seat, ...], tuple[Seat, ...]]
NO_TRICK = -1  # weaker than every card


class Covering(NamedTuple):
    """Z4: cells are covered; `uncovered` are the others, of all rows."""

    match: Match
    hands: tuple[Hand, ...]
    turn: Seat
    uncovered: int


class Choosing(NamedTuple):
    """Z5: the start player chooses."""

    match: Match
    hands: tuple[Hand, ...]
    rules: Rules


class Setting(NamedTuple):
    """What is settled before the first trick; `aside` are the cards of Z6 by seat."""

    match: Match
    rules: Rules
    teams: Teams
    law: Law
    tricks: int
    aside: tuple[tuple[Card, ...] | None, ...]


class Discarding(NamedTuple):
    """Z6: those put cards aside who have not yet."""

    setting: Setting
    hands: tuple[Hand, ...]


class Playing(NamedTuple):
    """Z7-Z9: `taken` are the winners of the tricks so far, each with the 1s in his trick."""

    setting: Setting
    hands: tuple[Hand, ...]
    turn: Seat
    leader: Seat
    led: Card | None = None
    best: int = NO_TRICK
    winner: Seat = Seat(0)
    ones: int = 0
    taken: tuple[tuple[Seat, int], ...] = ()


State: TypeAlias = Covering | Choosing | Discarding | Playing


def deal(match: Match, first: Seat, hands: Sequence[Collection[Card]]) -> Covering:
    held = tuple(pieces.hand(cards) for cards in hands)
    return Covering(match, held, first, match.board.full)


def is_over(state: State) -> bool:
    return isinstance(state, Playing) and len(state.taken) == state.setting.tricks


def apply(state: State, move: Move) -> State:
    """The state after the move; IllegalMove if the rules do not allow it."""
    if isinstance(state, Playing) and isinstance(move, PlayCard):
        return _play(state, move)
    if isinstance(state, Covering) and isinstance(move, Njet):
        return _cover(state, move)
    if isinstance(state, Discarding) and isinstance(move, Discard):
        return _discard(state, move)
    if isinstance(state, Choosing) and isinstance(move, Partner):
        return _choose(state, move)
    if is_over(state):
        raise _illegal(messages.MOVE_AFTER_END)
    raise _illegal(messages.OTHER_PHASE, found=WORDS[type(move)], expected=EXPECTED[type(state)])


def legal_moves(state: State) -> list[Move]:
    """Every legal move; of equal cards one stands for both."""
    match state:
        case Covering():
            return [*_covers(state)]
        case Choosing():
            return [*_partners(state)]
        case Discarding():
            return [*_discards(state)]
    playable = state.setting.law.playable(state.hands[state.turn], state.led)
    return [PlayCard(state.turn, card) for card in pieces.types(playable)]


def _covers(state: Covering) -> Iterator[Njet]:
    for row in ROWS:
        if not board.is_decided(state.uncovered & state.match.board.rows[row]):
            for cell in state.match.board.open_cells(row, state.uncovered):
                yield Njet(state.turn, row, cell)


def _partners(state: Choosing) -> Iterator[Partner]:
    start = state.rules.first
    for place in range(state.match.players):
        if place != start:
            yield Partner(start, Seat(place))
    if state.match.players == 3:
        yield Partner(start, None)


def _discards(state: Discarding) -> Iterator[Discard]:
    for place, aside in enumerate(state.setting.aside):
        if aside is None:
            held = pieces.cards(state.hands[place])
            for cards in sorted({*combinations(held, state.setting.rules.discard)}):
                yield Discard(Seat(place), cards)


def _cover(state: Covering, move: Njet) -> State:
    match, hands, turn, uncovered = state
    row = match.board.rows[move.row] & uncovered
    place = match.board.places[move.row].get(move.cell)
    if move.seat != turn or place is None or not row >> place & 1 or board.is_decided(row):
        raise _why_not_cover(state, move)
    uncovered ^= 1 << place
    if uncovered.bit_count() == len(ROWS):
        return Choosing(match, hands, match.board.rules(uncovered))
    return Covering(match, hands, _next(turn, match.players), uncovered)


def _why_not_cover(state: Covering, move: Njet) -> IllegalMove:
    laid = state.match.board
    if move.seat != state.turn:
        return _illegal(messages.NJET_TURN, found=move.seat, expected=state.turn)
    if move.cell not in laid.places[move.row]:
        expected = board.listed(laid.places[move.row])
        refused = {"expected": expected, "found": shown(move.cell)}
        return _illegal(messages.NOT_A_CELL, row=move.row, **refused)
    if board.is_decided(laid.rows[move.row] & state.uncovered):
        return _illegal(messages.ROW_DECIDED, row=move.row)
    expected = board.listed(laid.open_cells(move.row, state.uncovered))
    found = board.cell_name(move.cell)
    return _illegal(messages.CELL_COVERED, row=move.row, found=found, expected=expected)


def _choose(state: Choosing, move: Partner) -> State:
    match, hands, rules = state
    if move.seat != rules.first:
        raise _illegal(messages.NOT_THE_START_PLAYER, found=move.seat, expected=rules.first)
    if move.partner == rules.first:
        raise _illegal(messages.OWN_PARTNER, seat=rules.first)
    if move.partner is None and match.players != 3:
        raise _illegal(messages.ALONE_WITH_FOUR, seat=rules.first)
    mine = (rules.first,) if move.partner is None else (rules.first, move.partner)
    others = tuple(Seat(seat) for seat in range(match.players) if seat not in mine)
    setting = Setting(
        match,
        rules,
        (mine, others),
        law.law(rules, match.options),
        match.hand_size - rules.discard,
        (None if rules.discard else (),) * match.players,
    )
    return Discarding(setting, hands) if rules.discard else _first_trick(setting, hands)


def _discard(state: Discarding, move: Discard) -> State:
    setting, hands = state
    seat, cards = move
    due = setting.rules.discard
    if setting.aside[seat] is not None:
        raise _illegal(messages.ASIDE_TWICE, seat=seat)
    if due > setting.match.hand_size:
        raise _too_many_aside(setting.match, due)
    if len(cards) != due:
        raise _illegal(messages.NUMBER_ASIDE, seat=seat, found=len(cards), expected=due)
    left = hands[seat]
    for card in cards:
        if not left & MASK[card]:
            raise _not_held(seat, card, hands[seat])
        left = pieces.take(left, left & MASK[card])
    setting = setting._replace(aside=(*setting.aside[:seat], cards, *setting.aside[seat + 1 :]))
    hands = (*hands[:seat], left, *hands[seat + 1 :])
    return Discarding(setting, hands) if None in setting.aside else _first_trick(setting, hands)


def _first_trick(setting: Setting, hands: tuple[Hand, ...]) -> Playing:
    """Z7: the start player leads."""
    return Playing(setting, hands, setting.rules.first, setting.rules.first)


def _play(state: Playing, move: PlayCard) -> Playing:
    setting, hands, turn, leader, led, best, winner, ones, taken = state
    seat, card = move
    hand, of_trick = hands[seat], setting.law
    held = of_trick.playable(hand, led) & MASK[card]
    if seat != turn or not held:
        raise _why_not_play(state, move)
    after = list(hands)
    after[seat] = pieces.take(hand, held)
    hands, led = tuple(after), led or card
    strength = of_trick.strength[led][card]
    if of_trick.beats(strength, best):
        best, winner = strength, seat
    if card[1] == ONE:
        ones += 1
    turn = _next(seat, len(hands))
    if turn != leader:
        return Playing(setting, hands, turn, leader, led, best, winner, ones, taken)
    return Playing(
        setting, hands, winner, winner, None, NO_TRICK, winner, 0, (*taken, (winner, ones))
    )


def _why_not_play(state: Playing, move: PlayCard) -> IllegalMove:
    seat, card = move
    of_trick, hand = state.setting.law, state.hands[seat]
    if is_over(state):
        return _illegal(messages.MOVE_AFTER_END)
    if seat != state.turn:
        return _illegal(messages.TRICK_TURN, found=seat, expected=state.turn)
    if not hand & MASK[card]:
        return _not_held(seat, card, hand)
    assert state.led, "any card that is held can be led"
    text = messages.MUST_FOLLOW if hand & of_trick.follow[state.led] else messages.MUST_TRUMP
    expected = " ".join(pieces.cards(of_trick.playable(hand, state.led)))
    return _illegal(text, seat=seat, card=card, led=state.led, expected=expected)


def _not_held(seat: Seat, card: Card, hand: Hand) -> IllegalMove:
    expected = " ".join(pieces.cards(hand))
    return _illegal(messages.CARD_NOT_HELD, seat=seat, card=card, expected=expected)


def _too_many_aside(match: Match, due: int) -> IllegalMove:
    return _illegal(messages.DISCARD_TOO_BIG, found=shown(due), expected=match.hand_size)


def _next(seat: Seat, players: int) -> Seat:
    return Seat((seat + 1) % players)


def _illegal(text: Text, **params: str | int) -> IllegalMove:
    return IllegalMove(problem(text, "", **params))


EXPECTED: dict[type[State], str] = {
    Covering: "njet",
    Choosing: "partner",
    Discarding: "discard",
    Playing: "card",
}
