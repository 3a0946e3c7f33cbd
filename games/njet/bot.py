"""Bots: a random one and a sensible one.

The sensible player looks only at his own hand, at the open cards, and at the cards he has not seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from games.base import Bots, Seat
from games.njet import board, cards, rules
from games.njet.board import VALUES, Cell
from games.njet.cards import COLOURS, MASK, OF_COLOUR, ONE, Card, Hand
from games.njet.moves import Discard, Move, Njet, Partner, PlayCard
from games.njet.rules import Choosing, Covering, Discarding, Playing, RoundState
from games.njet.trick_order import SUPER, TRUMP, TrickOrder

if TYPE_CHECKING:
    from random import Random

HIGH = 7  # cards above it often win a trick
SUPER_WORTH, START_WORTH = 1.2, 0.3
FAIR, ALONE = 0.37, 1.25  # what a card is worth on average; shares of the tricks


def choose(state: RoundState, rng: Random, bots: Sequence[Bots]) -> Move:
    """Return a move.

    Of those who put cards aside the first decides first (Z6 lets them do so in any order).
    """
    legal = rules.legal_moves(state)
    seat = legal[0].seat
    if bots[seat] is Bots.SENSIBLE:
        return _sensible(state, rng)
    if isinstance(state, Covering):
        return rng.choice(_bearable(state))
    return rng.choice([move for move in legal if move.seat == seat])


def _sensible(state: RoundState, rng: Random) -> Move:
    match state:
        case Covering():
            return _bar(state, rng)
        case Choosing():
            return _partner(state, rng)
        case Discarding():
            return _put_aside(state)
    return PlayCard(state.turn, _card(state))


def _bearable(state: Covering) -> list[Njet]:
    """Return the cells whose covering leaves a number of cards that the hands can spare."""
    still_open = state.match.board.open_cells("discard", state.uncovered)
    spared = [number for number in state.match.discards if number in still_open]
    keep = spared[0] if len(spared) == 1 else None
    return [
        move
        for move in rules.legal_moves(state)
        if isinstance(move, Njet) and (move.row != "discard" or move.cell != keep)
    ]


def _bar(state: Covering, rng: Random) -> Njet:
    """Return a njet on the cell that is worst for the hand, compared with the others of its row."""
    hand, moves = state.hands[state.turn], _bearable(state)
    worth = {move: _cell_worth(hand, state.turn, move.row, move.cell) for move in moves}
    means = {row: _mean([worth[move] for move in moves if move.row == row]) for row in board.ROWS}
    return min(moves, key=lambda move: (worth[move] - means[move.row], rng.random()))


def _cell_worth(hand: Hand, seat: Seat, row: str, cell: Cell) -> float:
    match row:
        case "trump":
            return sum(_trump_worth(card) for card in _of_colour(hand, str(cell)))
        case "super":
            ones = [card for card in cards.of_hand(hand) if card == f"{cell}{ONE}"]
            return SUPER_WORTH * len(ones)
        case "value":
            return _promise(hand) * VALUES.index(int(cell))
        case "first":
            return START_WORTH * (cell == seat)
    return 0.0


def _promise(hand: Hand) -> float:
    """Return a number above zero for a hand better than most, with any trumps."""
    hand_cards = cards.of_hand(hand)
    best = max(_hand_worth(hand_cards, colour) for colour in COLOURS)
    return best / len(hand_cards) - FAIR


def _hand_worth(cards: list[Card], trump: str) -> float:
    return sum(_trump_worth(card) if card[0] == trump else _side_worth(card) for card in cards)


def _trump_worth(card: Card) -> float:
    return 0.4 + 0.06 * int(card[1])


def _side_worth(card: Card) -> float:
    return 0.25 * max(0, int(card[1]) - HIGH)


def _partner(state: Choosing, rng: Random) -> Partner:
    """Return a random partner; with three, none if the own hand is very good."""
    start = state.rules.first
    choices = cards.of_hand(state.hands[start])
    share = _hand_worth(choices, state.rules.trump) / (FAIR * len(choices))
    others = [move for move in rules.legal_moves(state) if isinstance(move, Partner)]
    if others[-1].partner is None and share > ALONE:
        return others[-1]
    return rng.choice([move for move in others if move.partner is not None])


def _put_aside(state: Discarding) -> Discard:
    """Return the weakest cards, from short colours first."""
    setting = state.setting
    seat = Seat(state.aside.index(None))
    hand = state.hands[seat]

    def use(card: Card) -> tuple[int, int]:
        strength = setting.order.strength[card][card]
        return strength, len(_of_colour(hand, card[0]))

    weakest = sorted(cards.of_hand(hand), key=use)
    return Discard(seat, tuple(weakest[: setting.rules.discard]))


def _card(state: Playing) -> Card:
    choices = cards.types(state.setting.order.playable(state.hands[state.turn], state.led))
    if len(choices) == 1:
        return choices[0]
    return _lead(state, choices) if state.led is None else _answer(state, state.led, choices)


def _lead(state: Playing, cards: list[Card]) -> Card:
    """Return the strongest card that nothing unseen can beat; else a low one, no 1 if possible."""
    order, unseen = state.setting.order, _unseen(state)
    masters = [
        card
        for card in cards
        if _is_safe(order, card, order.strength[card][card], unseen & ~MASK[card])
    ]
    if masters:
        return max(masters, key=lambda card: order.strength[card][card])
    return min(cards, key=lambda card: _cost(card, order.strength[card][card]))


def _answer(state: Playing, led: Card, cards: list[Card]) -> Card:
    """Return the card that takes the trick as cheaply as it is safe, or the least loss.

    A trick that is safe for the own side gets a 1, if there is one.
    """
    order = state.setting.order
    strengths = order.strength[led]
    is_last = (state.turn + 1) % len(state.hands) == state.leader
    unseen = 0 if is_last else _unseen(state)
    if _is_ours(state):
        is_safe = _is_safe(order, led, state.best, unseen)
        return _give(cards, strengths) if is_safe else _spare(cards, strengths)
    winning = [card for card in cards if order.beats(strengths[card], state.best)]
    safe = [card for card in winning if _is_safe(order, led, strengths[card], unseen)]
    if not winning:
        return _spare(cards, strengths)
    return min(safe or winning, key=lambda card: strengths[card])


def _is_ours(state: Playing) -> bool:
    starters = state.setting.teams[0]
    return (state.winner in starters) == (state.turn in starters)


def _is_safe(order: TrickOrder, led: Card, best: int, unseen: int) -> bool:
    """Return whether no unseen card can beat this strength."""
    strengths = order.strength[led]
    return not any(order.beats(strengths[card], best) for card in cards.types(unseen))


def _give(cards: list[Card], strengths: Mapping[Card, int]) -> Card:
    """Return a card for a trick that the own team takes: a plain 1, if it has one."""
    gifts = [card for card in cards if card[1] == ONE and strengths[card] < SUPER]
    return gifts[0] if gifts else _spare(cards, strengths)


def _spare(cards: list[Card], strengths: Mapping[Card, int]) -> Card:
    return min(cards, key=lambda card: _cost(card, strengths[card]))


def _cost(card: Card, strength: int) -> tuple[int, str]:
    """Return the loss from a card that takes no trick: a plain 1 is a point for the others."""
    lost = TRUMP if card[1] == ONE and strength < SUPER else strength
    return lost, card[1]


def _unseen(state: Playing) -> int:
    """Return what the others hold or, for all the player knows, may hold: what they put aside."""
    seen_by = state.turn
    unseen = 0
    for seat, hand in enumerate(state.hands):
        if seat != seen_by:
            unseen |= hand | cards.hand(state.aside[seat] or ())
    return unseen


def _of_colour(hand: Hand, colour: str) -> list[Card]:
    return cards.of_hand(hand & OF_COLOUR[colour])


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
