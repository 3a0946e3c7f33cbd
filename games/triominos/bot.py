"""Bots: a random one and a sensible one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.base import Bots
from games.triominos import lattice, rules, score, tiles
from games.triominos.moves import Move, Play
from games.triominos.rules import RoundState
from games.triominos.tiles import BIT, PIPS, TILE_OF

if TYPE_CHECKING:
    from random import Random

CONSIDERED = 5  # as many of the plays that earn most are thought through
STUCK, THREAT = 5, 8  # what a tile that fits nowhere costs, and a bonus that is left to others


def choose(state: RoundState, rng: Random, bots: Sequence[Bots]) -> Move:
    seat = rules.openings(state)[0][0] if state.turn is None else state.turn
    return _any(state, rng) if bots[seat] is Bots.RANDOM else _sensible(state, rng)


def _any(state: RoundState, rng: Random) -> Move:
    return rng.choice(rules.legal_moves(state))


def _sensible(state: RoundState, rng: Random) -> Move:
    """Return the play that earns most, now and later; without one, a draw, fail or pass."""
    possible = rules.legal_moves(state)
    plays = [move for move in possible if isinstance(move, Play)]
    if not plays or state.turn is None:
        return possible[0]
    rng.shuffle(plays)
    earned = {play: _earned(state, play) for play in plays}
    best = sorted(plays, key=lambda play: -earned[play])[:CONSIDERED]
    return max(best, key=lambda play: earned[play] + _prospect(state, play))


def _earned(state: RoundState, play: Play) -> int:
    options = state.match.options
    bonus = score.bonus(state.board, play.cell, options)
    return PIPS[play.tile] + (score.bonus_points(bonus, play.tile, options) if bonus else 0)


def _prospect(state: RoundState, play: Play) -> int:
    """Return the value of the position after this move for the player.

    His tiles should fit, and the tiles of the others should not earn a bonus.
    """
    board = lattice.lay(state.board, play.cell, play.corners)
    mine = state.racks[play.seat] - BIT[play.tile]
    laid = tiles.rack(TILE_OF[corners] for corners in board.cells.values())
    others = tiles.ALL_TILES - mine - laid
    fits, threats = 0, 0
    for at in lattice.border(board):
        fitting = tiles.fitting_tiles(lattice.pattern(board, at))
        fits |= fitting
        if fitting & others and score.bonus(board, at, state.match.options):
            threats += 1
    return -STUCK * (mine & ~fits).bit_count() - THREAT * threats
