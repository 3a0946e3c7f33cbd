"""Plans partners inside a table for games with partners: round by round, as evenly as possible over
all rounds that are drawn.

Four players are two against two, three are one against two; tables of other sizes have no partners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from seating.plan import PlanRound
from seating.request import Request
from seating.solver.instance import RoundSeating, SearchInstance

Teams = tuple[tuple[int, ...], ...]
SPLITS: Mapping[int, tuple[Teams, ...]] = {
    3: (((0,), (1, 2)), ((1,), (0, 2)), ((2,), (0, 1))),
    4: (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))),
}


def partner_plan(
    instance: SearchInstance, seatings: Sequence[RoundSeating]
) -> list[tuple[object, ...] | None]:
    """Return for each round of the plan the teams by table and round of its match, by name; None if
    the request asks for no partners."""
    partner_request, names = instance.request.partners, instance.request.players
    if partner_request is None:
        return [None] * len(seatings)
    partner_counts = Counter(
        frozenset((names[one], names[other])) for one, other in partner_request.past
    )
    teams_by_round: list[tuple[object, ...] | None] = []
    for seating in seatings:
        tables = [[instance.name(player) for player in table] for table in seating.tables]
        teams = partner_rotations(tables, partner_request.rounds, partner_counts)
        teams_by_round.append(teams)
        for rounds in teams:
            partner_counts.update(_pairs(rounds))
    return teams_by_round


def repeats(request: Request, rounds: Sequence[PlanRound]) -> int:
    """Return how often players of these rounds are partners again, rounds before included."""
    names = request.players
    past = request.partners.past if request.partners else ()
    counts = Counter(frozenset((names[one], names[other])) for one, other in past)
    for round_ in rounds:
        teams: Sequence[Any] = round_.partners or ()
        for rounds_of_match in teams:
            counts.update(_pairs(rounds_of_match))
    return sum(times - 1 for times in counts.values())


def partner_rotations(
    tables: Sequence[Sequence[str]], rounds: int, past: Mapping[frozenset[str], int]
) -> tuple[list[list[list[str]]], ...]:
    """Return the teams of tables that play at the same time; each player sits at one of them."""
    return tuple([partner_rotation(table, rounds, past) for table in tables])


def partner_rotation(
    table: Sequence[str], rounds: int, past: Mapping[frozenset[str], int]
) -> list[list[list[str]]]:
    """Return the teams of every round of a match; pairs that were partners least come first."""
    splits = SPLITS.get(len(table), ())
    partner_counts = Counter(past)
    rotation: list[list[list[str]]] = []
    for _ in range(rounds if splits else 0):
        options = [[[table[seat] for seat in team] for team in split] for split in splits]
        rotation.append(min(options, key=lambda teams: _cost(teams, partner_counts)))
        partner_counts.update(_pairs(rotation[-1:]))
    return rotation


def _pairs(rounds: Sequence[Sequence[Sequence[str]]]) -> list[frozenset[str]]:
    return [frozenset(team) for teams in rounds for team in teams if len(team) == 2]


def _cost(teams: Sequence[Sequence[str]], partner_counts: Mapping[frozenset[str], int]) -> int:
    """Return the cost of these teams. Increments of squares keep the counts close to each other."""
    return sum(2 * partner_counts.get(pair, 0) + 1 for pair in _pairs([teams]))
