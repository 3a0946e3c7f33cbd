"""The encounters that ratings are computed from: single players by their places, or partners round
by round."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.base import places


class Encounter(NamedTuple):
    """Sides that met at one table; `ranks` belong to them in order, 1 is best, shared on ties.

    The members of a side are seats for games and players for ratings.
    """

    sides: Sequence[Sequence[int]]
    ranks: Sequence[int]


class RoundVerdict(NamedTuple):
    """The part of the verdict on a round that concerns its seats."""

    scores: Sequence[int]
    breakdown: Sequence[Mapping[str, object]]


def of_single_players(players: Sequence[int], ranks: Sequence[int]) -> Encounter:
    """Return the encounter of a match without teams."""
    return Encounter([[player] for player in players], list(ranks))


def partner_encounters(rounds: Sequence[RoundVerdict]) -> list[Encounter]:
    """Return one encounter of seats per round, or none unless every round states its partners.

    A line of a breakdown states them by its `members`, the seats that share its score (see RULES.md
    of a game with partners); a sheet may leave them open.
    """
    encounters = [_round_encounter(verdict) for verdict in rounds]
    complete = [encounter for encounter in encounters if encounter is not None]
    return complete if len(complete) == len(encounters) else []


def _round_encounter(verdict: RoundVerdict) -> Encounter | None:
    sides: dict[tuple[int, ...], int] = {}
    for line, score in zip(verdict.breakdown, verdict.scores, strict=True):
        members = line.get("members")
        if not isinstance(members, list):
            return None
        sides[tuple(members)] = score
    return Encounter([list(side) for side in sides], list(places(list(sides.values()))))
