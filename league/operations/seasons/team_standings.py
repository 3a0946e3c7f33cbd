"""Team tables, computed from the facts of the season's or the league's standings whenever they are
read: teams change by hand and by date, and nothing else depends on their points (decision 114)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime, now

from league.models import Player, Team, TeamTable
from league.operations.seasons import teams
from scoring import fact_queries, standings_queries
from scoring.models import Table
from scoring.pure import schemes
from scoring.pure.schemes import Scheme
from scoring.pure.teams import (
    Membership,
    TeamMatch,
    TeamRow,
    TeamScoring,
    TeamStandings,
    team_table,
)


@dataclass(frozen=True)
class TeamView:
    """A team table by the facts at `version` of the standings table of its season or league."""

    table: TeamTable
    version: int
    scoring: TeamScoring
    scheme: Scheme
    teams: Mapping[int, Team]
    memberships: list[Membership]
    standings: TeamStandings

    @property
    def rows(self) -> list[TeamRow]:
        return self.standings.rows

    def matches_of(self, team: Team) -> list[TeamMatch]:
        """Return the matches of a team in order of time, with what every seat brought."""
        return self.standings.matches[team.pk]


class TeamLine(NamedTuple):
    """A row of the table, with the players who are in the team now."""

    team: Team
    row: TeamRow
    players: Sequence[Player]


def compute(table: TeamTable) -> TeamView:
    """Return the team table by the current facts."""
    facts_table = standings_table(table)
    scheme, scoring = schemes.read(facts_table.scheme), teams.scoring_of(table)
    facts = fact_queries.season_facts(facts_table, with_draws=False).facts
    if table.session_id is not None:
        facts = [fact for fact in facts if fact.session == table.session_id]
    of_table, members = {team.pk: team for team in table.teams.all()}, teams.memberships(table)
    standings = team_table(facts, list(of_table), members, scoring, scheme, days_of(table))
    return TeamView(table, facts_table.facts_version, scoring, scheme, of_table, members, standings)


def current_lines(view: TeamView) -> list[TeamLine]:
    """Return the rows with today's members; teams of an evening have the same ones all the time."""
    today = localtime(now(), ZoneInfo(view.table.season.club.timezone)).date()
    current: dict[int, list[int]] = {pk: [] for pk in view.teams}
    for member in view.memberships:
        if member.includes(today):
            current[member.team].append(member.player)
    people = Player.shown.in_bulk([pk for players in current.values() for pk in players])
    return [
        TeamLine(view.teams[row.team], row, players_of(current[row.team], people))
        for row in view.rows
    ]


def players_of(ids: Sequence[int], people: Mapping[int, Player]) -> list[Player]:
    """Return the players with these ids in a fixed order, without those who are not shown."""
    return sorted([people[pk] for pk in ids if pk in people], key=lambda player: player.pk)


def standings_table(table: TeamTable) -> Table:
    """Return the overall standings from whose facts a team table is computed."""
    overall = standings_queries.find_table(table.season_id, league=table.league_id)
    assert overall is not None, "a season and a league have their overall table"
    return overall


def days_of(table: TeamTable) -> Mapping[int, date]:
    """Return the day of each evening of the season, in the time zone of the club."""
    zone = ZoneInfo(table.season.club.timezone)
    sessions = table.season.sessions.values_list("pk", "starts_at")
    return {pk: localtime(at, zone).date() for pk, at in sessions}
