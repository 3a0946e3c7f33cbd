"""Bots: a random one and a sensible one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.base import Bots, Seat
from games.neurotrio import cards, rules, score
from games.neurotrio.cards import SHARED, Card, Pile
from games.neurotrio.moves import Discard, Finish, Move, Pang, Reshuffle
from games.neurotrio.state import RoundState

if TYPE_CHECKING:
    from random import Random

TRIO, DUO, NEIGHBOURS = 20, 16, 3  # what they are worth to a player who builds his finish
DUOS = 2  # one to keep and one to make a trio of


class Plan(NamedTuple):
    """The trios a player counts on, and his other cards."""

    worth: int
    trios: int
    left: Pile


def choose(state: RoundState, rng: Random, bots: Sequence[Bots]) -> Move:
    if state.acting is not None:
        is_random = bots[state.acting] is Bots.RANDOM
        return rng.choice(rules.legal_moves(state)) if is_random else _play(state, rng)
    move = _take(state, bots) or _any(state, rng, bots)
    if isinstance(move, Reshuffle):
        return Reshuffle(tuple(rng.sample(move.stock, len(move.stock))))
    return move


def _play(state: RoundState, rng: Random) -> Move:
    """Return a finish, or the discard of least use."""
    assert state.acting is not None, "somebody has to play"
    pile = state.cards_of(state.acting)
    if rules.has_finish(state, state.acting, pile):
        return Finish(state.acting)
    return Discard(state.acting, _discard(state.hands[state.acting], pile, rng))


def _take(state: RoundState, bots: Sequence[Bots]) -> Move | None:
    """Return a pang of the first sensible player after the discarder who has a use for the card."""
    if state.last and state.discarder is not None:
        for step in range(1, state.players):
            seat = Seat((state.discarder + step) % state.players)
            if bots[seat] is Bots.SENSIBLE and _wants(state, seat, state.last):
                return Pang(seat)
    return None


def _any(state: RoundState, rng: Random, bots: Sequence[Bots]) -> Move:
    """Return the next draw, or a pang of a random bot."""
    possible = rules.legal_moves(state)
    return rng.choice(
        [move for move in possible if not isinstance(move, Pang) or bots[move.seat] is Bots.RANDOM]
    )


def _wants(state: RoundState, seat: Seat, card: Card) -> bool:
    """Return whether a pang completes a finish, or one trio more with something left to discard."""
    pile = state.cards_of(seat)
    more = cards.add(pile, card)
    if rules.has_finish(state, seat, more):
        return True
    if cards.number_of_types(state.hands[seat]) < 2:
        return False
    return plan(more).trios > plan(pile).trios


def _discard(hand: Pile, pile: Pile, rng: Random) -> Card:
    """Return a card that the plan does not need; a panged one cannot go."""
    left = plan(pile).left
    free = [card for card in cards.of_pile(cards.types(hand)) if cards.has(left, card)]
    if not free:
        return rng.choice(cards.of_pile(hand))
    return min(free, key=lambda card: (_use(left, card), rng.random()))


def _use(left: Pile, card: Card) -> int:
    return -_worth_of_rest(cards.take(left, card))


def plan(pile: Pile) -> Plan:
    """Return the most promising set of trios."""
    plans = (
        Plan(TRIO * len(trios) + _worth_of_rest(left), len(trios), left)
        for trios, left in score.trio_sets(pile)
    )
    return max(plans)


def _worth_of_rest(left: Pile) -> int:
    duos = min(len(cards.pairs(left)), DUOS)
    return DUO * duos + NEIGHBOURS * _neighbours(left)


def _neighbours(left: Pile) -> int:
    """Return the number of pairs of cards on one line."""
    shared = [SHARED[card] for card in cards.of_pile(cards.types(left))]
    return sum(
        (one & other).bit_count() == 2
        for place, one in enumerate(shared)
        for other in shared[:place]
    )
