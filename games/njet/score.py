"""From tricks and 1s to the points of every seat, and how they came about (Z10)."""

from __future__ import annotations

from typing import NamedTuple

from games.base import Item
from games.njet.board import Rules
from games.njet.options import LoneDouble, Options
from games.njet.state import Playing, Teams
from problems.text import Words

STARTERS = 0  # the team of the start player comes first

CLAUSES = {"tricks": "Z10", "ones": "Z10", "alone": "Z10"}
LABELS = {
    "tricks": Words("tricks × value"),
    "ones": Words("1s in the tricks × value"),
    "alone": Words("alone: doubled"),
}


class TeamTricks(NamedTuple):
    """Tricks and 1s of both teams, the start player's first."""

    teams: Teams
    tricks: tuple[int, int]
    ones: tuple[int, int]


def factor(teams: Teams, team: int, options: Options) -> int:
    """Return the factor of a team's points.

    A start player without a partner counts double, a lone opponent only with `lone_double: any`.
    """
    if len(teams[team]) > 1:
        return 1
    return 2 if team == STARTERS or options.lone_double is LoneDouble.ANY else 1


def score_items(taken: TeamTricks, team: int, value: int, options: Options) -> list[Item]:
    tricks, ones = taken.tricks[team], taken.ones[team]
    clauses, earned, earned_by_ones = CLAUSES, value * tricks, value * ones
    items: list[Item] = [
        {"code": "tricks", "clause": clauses["tricks"], "count": tricks, "points": earned},
        {"code": "ones", "clause": clauses["ones"], "count": ones, "points": earned_by_ones},
    ]
    if factor(taken.teams, team, options) == 2:
        both = earned + earned_by_ones
        items.append({"code": "alone", "clause": clauses["alone"], "count": 1, "points": both})
    return items


def points(taken: TeamTricks, value: int, options: Options) -> tuple[int, int]:
    (tricks, others_tricks), (ones, others_ones) = taken.tricks, taken.ones
    return (
        value * (tricks + ones) * factor(taken.teams, 0, options),
        value * (others_tricks + others_ones) * factor(taken.teams, 1, options),
    )


def by_seat(teams: Teams, per_team: tuple[int, int]) -> tuple[int, ...]:
    """Return the points of each seat: each member of a team scores all of it."""
    starters, others = teams
    first, second = per_team
    scores = [second] * (len(starters) + len(others))
    for seat in starters:
        scores[seat] = first
    return tuple(scores)


def taken_in(state: Playing) -> TeamTricks:
    """Return the tricks and 1s that the teams have taken so far."""
    teams, taken, ones_of = state.setting.teams, state.taken, state.ones_of
    tricks = ones = 0
    for seat in teams[STARTERS]:
        tricks += taken.count(seat)
        ones += ones_of[seat]
    return TeamTricks(teams, (tricks, len(taken) - tricks), (ones, sum(ones_of) - ones))


def scores(taken: TeamTricks, rules: Rules, options: Options) -> tuple[int, ...]:
    """Return the score of every seat."""
    return by_seat(taken.teams, points(taken, rules.value, options))


def lines(
    taken: TeamTricks, rules: Rules, options: Options, **more: object
) -> list[dict[str, object]]:
    """Return the breakdown that the scores come from, with `more` in each line."""
    per_team, facts = points(taken, rules.value, options), rules._asdict()
    breakdown: list[dict[str, object]] = [{}] * sum(map(len, taken.teams))
    for team, members in enumerate(taken.teams):
        of_team: dict[str, object] = {
            "points": per_team[team],
            "items": score_items(taken, team, rules.value, options),
            "team": team,
            "members": sorted(members),
            "alone": len(members) == 1,
            "tricks": taken.tricks[team],
            "ones": taken.ones[team],
            "start": False,
            "rules": facts,
            **more,
        }
        for seat in members:
            breakdown[seat] = of_team.copy()  # quicker than building it again
    breakdown[rules.first]["start"] = True
    return breakdown


def lines_played(state: Playing, taken: TeamTricks) -> list[dict[str, object]]:
    """Return the breakdown of a round whose moves are known.

    Each line also has what the seat put aside, and the numbers, from 0, of the tricks it took.
    """
    setting = state.setting
    breakdown = lines(taken, setting.rules, setting.match.options, aside=None, took=None)
    took: list[list[int]] = [[] for _ in breakdown]
    for trick, winner in enumerate(state.taken):
        took[winner].append(trick)
    for seat, line in enumerate(breakdown):
        line["aside"] = [*(state.aside[seat] or ())]
        line["took"] = took[seat]
    return breakdown
