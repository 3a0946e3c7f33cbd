"""Who met whom, as ratings see it: single players by their places, or partners round by round."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.base import places


class Encounter(NamedTuple):
    """Sides that met at one table; `ranks` belong to them in order, 1 is best, shared on ties.

    The members of a side are seats in the world of games and players in that of ratings.
    """

    sides: Sequence[Sequence[int]]
    ranks: Sequence[int]


class RoundVerdict(NamedTuple):
    """What the verdict on a round says of its seats."""

    scores: Sequence[int]
    breakdown: Sequence[Mapping[str, object]]


def of_single_players(players: Sequence[int], ranks: Sequence[int]) -> Encounter:
    return Encounter([[player] for player in players], list(ranks))


def partner_encounters(rounds: Sequence[RoundVerdict]) -> list[Encounter]:
    """One encounter per round, of seats; none unless every round tells who played together.

    A line of a breakdown tells so by its `members`, the seats that share its score (see RULES.md of
    a game with partners); a sheet may leave them open.
    """
    found = [_of_round(played) for played in rounds]
    told = [each for each in found if each is not None]
    return told if len(told) == len(found) else []


def _of_round(played: RoundVerdict) -> Encounter | None:
    sides: dict[tuple[int, ...], int] = {}
    for line, score in zip(played.breakdown, played.scores, strict=True):
        members = line.get("members")
        if not isinstance(members, list):
            return None
        sides[tuple(members)] = score
    return Encounter([list(side) for side in sides], list(places(list(sides.values()))))
