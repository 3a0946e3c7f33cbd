"""Computes the team tables of an archive from its rows, with the standard library only."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from scoring.pure.facts import Fact
from scoring.pure.schemes import Scheme
from scoring.pure.teams import Membership, TeamRow, TeamRule, TeamScoring, team_table
from scoring.pure.units import format_points, in_coarse_units

ArchiveRow = Mapping[str, Any]
COUNTS = ("place", "played", "wins", "evenings", "members")


def computed_rows(
    row: ArchiveRow, facts: Iterable[Fact], scheme: Scheme, days: Mapping[int, date]
) -> list[ArchiveRow]:
    """Return the standings of a row of teams from the results of its season or league. Teams are
    numbered from 1 in the order of the row."""
    if row["session"] is not None:
        facts = [fact for fact in facts if fact.session == row["session"]]
    memberships = [
        Membership(number, member["player"], _day(member["since"]), _day(member["until"]))
        for number, team in enumerate(row["teams"], 1)
        for member in team["members"]
    ]
    scoring = TeamScoring(TeamRule(row["rule"]), row["best"])
    numbers = range(1, len(row["teams"]) + 1)
    return [
        archived_row(line, line.team)
        for line in team_table(facts, numbers, memberships, scoring, scheme, days).rows
    ]


def archived_row(row: TeamRow, number: int) -> ArchiveRow:
    """Return a row of a team table as an archive states it."""
    return {
        "team": number,
        **{name: getattr(row, name) for name in COUNTS},
        "points": format_points(row.points),
        "units": in_coarse_units(row.points),
    }


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
