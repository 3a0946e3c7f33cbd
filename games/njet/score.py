"""From tricks and 1s to the points of every seat, and how they came about (Z10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.njet.board import Rules
from games.njet.options import LoneDouble, Options
from games.njet.rules import Playing, Teams

STARTERS = 0  # the team of the start player comes first

CLAUSES = {"tricks": "Z10", "ones": "Z10", "alone": "Z10"}
LABELS = {
    "tricks": {"en": "tricks × value", "fr": "plis × valeur"},
    "ones": {"en": "1s in the tricks × value", "fr": "cartes 1 dans les plis × valeur"},
    "alone": {"en": "alone: doubled", "fr": "seul : doublé"},
}


class Taken(NamedTuple):
    """What both teams took, the start player's first."""

    teams: Teams
    tricks: tuple[int, int]
    ones: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Item:
    """How often something was found, and what that earned."""

    code: str
    count: int
    points: int

    def to_json(self) -> dict[str, object]:
        clause = CLAUSES[self.code]
        return {"code": self.code, "clause": clause, "count": self.count, "points": self.points}


def factor(teams: Teams, team: int, options: Options) -> int:
    """A start player alone counts double, a lone opponent only with `lone_double: any`."""
    is_doubled = team == STARTERS or options.lone_double is LoneDouble.ANY
    return 2 if len(teams[team]) == 1 and is_doubled else 1


def items(taken: Taken, team: int, value: int, options: Options) -> list[Item]:
    tricks, ones = taken.tricks[team], taken.ones[team]
    single = value * (tricks + ones)
    found = [Item("tricks", tricks, value * tricks), Item("ones", ones, value * ones)]
    if factor(taken.teams, team, options) == 2:
        found.append(Item("alone", 1, single))
    return found


def points(taken: Taken, value: int, options: Options) -> tuple[int, int]:
    first, second = (
        value * (taken.tricks[team] + taken.ones[team]) * factor(taken.teams, team, options)
        for team in (0, 1)
    )
    return first, second


def by_seat(teams: Teams, per_team: tuple[int, int]) -> tuple[int, ...]:
    """Each member of a team scores all of it."""
    return tuple(per_team[seat not in teams[STARTERS]] for seat in range(_players(teams)))


def taken_in(state: Playing) -> Taken:
    """What the teams have so far."""
    starters = state.setting.teams[STARTERS]
    tricks, ones = [0, 0], [0, 0]
    for winner, found in state.taken:
        team = winner not in starters
        tricks[team] += 1
        ones[team] += found
    return Taken(state.setting.teams, (tricks[0], tricks[1]), (ones[0], ones[1]))


def explain(
    taken: Taken, rules: Rules, options: Options
) -> tuple[tuple[int, ...], list[dict[str, object]]]:
    """The score of every seat, and the breakdown that it comes from."""
    written = rules._asdict()
    parts = [_explain_team(taken, team, rules.value, options) for team in (0, 1)]
    teams = [int(seat not in taken.teams[STARTERS]) for seat in range(_players(taken.teams))]
    breakdown = [
        parts[team] | {"start": seat == rules.first, "rules": written}
        for seat, team in enumerate(teams)
    ]
    return by_seat(taken.teams, points(taken, rules.value, options)), breakdown


def explain_played(state: Playing) -> tuple[tuple[int, ...], list[dict[str, object]]]:
    """The same with what each seat put aside and the numbers, from 0, of the tricks it took."""
    setting = state.setting
    scores, breakdown = explain(taken_in(state), setting.rules, setting.match.options)
    for seat, told in enumerate(breakdown):
        told["aside"] = [*(setting.aside[seat] or ())]
        told["took"] = [trick for trick, (winner, _) in enumerate(state.taken) if winner == seat]
    return scores, breakdown


def _explain_team(taken: Taken, team: int, value: int, options: Options) -> dict[str, object]:
    found = items(taken, team, value, options)
    return {
        "points": sum(item.points for item in found),
        "items": [item.to_json() for item in found],
        "team": team,
        "members": sorted(taken.teams[team]),
        "alone": len(taken.teams[team]) == 1,
        "tricks": taken.tricks[team],
        "ones": taken.ones[team],
    }


def _players(teams: Teams) -> int:
    return len(teams[0]) + len(teams[1])
