"""Who decides for a seat: any legal move, or one that looks ahead.

Only the suit of a new sequence is ever free, and who cannot see the other hands gains nothing
measurable by choosing it. So the sensible bot does see them, and once few cards are left it follows
every way the round can go, with the others choosing at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.base import Bots, Seat
from games.nain_jaune import pieces, rules, score
from games.nain_jaune.moves import Move
from games.nain_jaune.options import Match
from games.nain_jaune.rules import State

if TYPE_CHECKING:
    from random import Random


def choose(match: Match, state: State, rng: Random, bots: Bots) -> Move:
    legal = rules.legal_moves(state)
    cards = sum(held.bit_count() for held in state.hands)
    if len(legal) == 1 or bots is Bots.RANDOM or cards > look_ahead(len(state.hands)):
        return rng.choice(legal)
    worth = {move: expected(match, rules.apply(state, move), Seat(state.seat)) for move in legal}
    most = max(worth.values())
    return rng.choice([move for move in legal if worth[move] == most])


def expected(match: Match, state: State, seat: Seat) -> float:
    """What the seat may expect of this round: it plays its best move, the others any."""
    while not state.over:
        legal = rules.legal_moves(state)
        if len(legal) > 1:
            worth = [expected(match, rules.apply(state, move), seat) for move in legal]
            return max(worth) if state.seat == seat else sum(worth) / len(worth)
        state = rules.apply(state, legal[0])
    winner = None if state.winner == rules.NOBODY else Seat(state.winner)
    return score.outcome(
        match, [pieces.codes(held) for held in state.hands], state.takers, winner
    ).scores[seat]


def look_ahead(players: int) -> int:
    """From so few cards in all hands on; the fewer players, the more there is to choose."""
    return 24 + 3 * players
