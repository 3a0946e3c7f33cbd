"""Shares in the result of a seat at which players took turns. Pure.

The result itself is the seat's: its score and its place. The effect says whose it is.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class SubstitutionEffect(StrEnum):
    """Whose result it is: the player's who started, the last substitute's, both by the rounds that
    each of them played, or neither's."""

    STARTER = "starter"
    SUBSTITUTE = "substitute"
    BOTH = "both"
    NEITHER = "neither"


class Turn(NamedTuple):
    """A player at a seat, from a round on until the next turn begins."""

    player: int
    from_round: int = 1


class SeatShare(NamedTuple):
    """The part of a result that is a player's: the rounds from `share_from` (not included) to
    `share_to` of `share_of`, counted as if each player's rounds followed one another."""

    player: int
    share_from: int = 0
    share_to: int = 1
    share_of: int = 1


def seat_shares(turns: Sequence[Turn], effect: SubstitutionEffect, rounds: int) -> list[SeatShare]:
    """Return who gets the result of a seat after this number of rounds, in order of arrival.

    >>> turns = [Turn(7), Turn(9, from_round=3)]
    >>> [tuple(share) for share in seat_shares(turns, SubstitutionEffect.BOTH, 5)]
    [(7, 0, 2, 5), (9, 2, 5, 5)]
    >>> [share.player for share in seat_shares(turns, SubstitutionEffect.STARTER, 5)]
    [7]
    >>> seat_shares(turns, SubstitutionEffect.NEITHER, 5)
    []
    """
    if effect == SubstitutionEffect.NEITHER:
        return []
    if effect == SubstitutionEffect.STARTER or len(turns) == 1:
        return [SeatShare(turns[0].player)]
    if effect == SubstitutionEffect.SUBSTITUTE:
        return [SeatShare(turns[-1].player)]
    counts: dict[int, int] = {}
    for number in range(1, rounds + 1):
        player = player_of_round(turns, number)
        counts[player] = counts.get(player, 0) + 1
    if len(counts) == 1:
        return [SeatShare(player) for player in counts]
    shares, before = [], 0
    for player, count in counts.items():
        shares.append(SeatShare(player, before, before + count, rounds))
        before += count
    return shares


def player_of_round(turns: Sequence[Turn], number: int) -> int:
    """Return who sat there in a round."""
    return next(turn.player for turn in reversed(turns) if turn.from_round <= number)


def rated_player(turns: Sequence[Turn], effect: SubstitutionEffect, number: int) -> int | None:
    """Return who is rated for a round that the seat played; None for no player."""
    if effect == SubstitutionEffect.NEITHER:
        return None
    if effect == SubstitutionEffect.BOTH:
        return player_of_round(turns, number)
    return turns[0 if effect == SubstitutionEffect.STARTER else -1].player
