"""The public team table, and the page of a team with the origin of its points."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Match, Player, Session, Team, TeamTable
from league.operations.seasons import team_standings
from league.operations.seasons.team_standings import TeamView
from league.operations.support import versions
from league.operations.support.wording import decimal_places
from league.web.accounts.access import viewer_permissions
from league.web.support import cached_views
from league.web.support.public_pages import find_public
from league.web.support.shared_pages import shared_page
from league.web.support.version_memo import VersionMemo
from scoring.pure.teams import Membership, TeamMatch, TeamRule, TeamSeat

views: VersionMemo[TeamView] = VersionMemo(max_entries=16)


class MemberLine(NamedTuple):
    player: Player
    membership: Membership


class SeatLine(NamedTuple):
    seat: TeamSeat
    players: Sequence[Player]


class TeamMatchLine(NamedTuple):
    """A match of a team: what each of its seats brought."""

    match: Match
    result: TeamMatch
    seats: Sequence[SeatLine]


class TeamEvening(NamedTuple):
    session: Session
    points: int
    matches: Sequence[TeamMatchLine]


@cached_views.cached_view(versions.team_table)
@shared_page(TeamTable, versions.team_table)
def team_table(request: HttpRequest, pk: int) -> HttpResponse:
    table = find_public(request, TeamTable.objects.select_related("league", "session"), pk=pk)
    view = team_view(table)
    context = {
        **_frame(request, table),
        "lines": team_standings.current_lines(view),
        "rule_words": rule_words(table),
        "places": decimal_places(row.points for row in view.rows),
    }
    return render(request, "standings/team_table.html", context)


@cached_views.cached_view(versions.team)
@shared_page(Team, versions.team)
def team(request: HttpRequest, pk: int) -> HttpResponse:
    row = find_public(request, Team.objects.select_related("table__league"), pk=pk)
    view = team_view(row.table)
    results = view.matches_of(row)
    standing = next(each for each in view.rows if each.team == row.pk)
    people = Player.shown.in_bulk(
        [member.player for member in view.memberships if member.team == row.pk]
    )
    context = {
        **_frame(request, row.table),
        "team": row,
        "standing": standing,
        "members": [
            MemberLine(people[member.player], member)
            for member in view.memberships
            if member.team == row.pk and member.player in people
        ],
        "evenings": _evenings(results, people),
        "rule_words": rule_words(row.table),
        "is_by_places": row.table.rule == TeamRule.PLACES,
    }
    return render(request, "standings/team.html", context)


def team_view(table: TeamTable) -> TeamView:
    """Return the team table by the current facts. The screen of an evening asks for it after each
    round, but it changes only with finished matches."""
    version = versions.team_table(table.pk)
    return views.get_or_make(table.pk, version, lambda: team_standings.compute(table))


def rule_words(table: TeamTable) -> str:
    """Return the rule of a team table in a sentence."""
    if table.rule == TeamRule.BEST_K:
        words = ngettext(
            "At each table a team gets the points of its best member there.",
            "At each table a team gets the points of its best %(n)s members there.",
            table.best or 0,
        )
        return words % {"n": table.best}
    return {
        TeamRule.SUM.value: _("At each table a team gets the points of its members there."),
        TeamRule.MEAN.value: _("At each table a team gets the mean of its members’ points there."),
        TeamRule.PLACES.value: _(
            "At each table the teams are ranked by the mean of their members’ points and get "
            "points for their place; a table with one team does not count."
        ),
    }[table.rule]


def _frame(request: HttpRequest, table: TeamTable) -> dict[str, Any]:
    season = table.season
    return {
        "table": table,
        "season": season,
        "club": season.club,
        "league": table.league,
        "session": table.session,
        **viewer_permissions(request, season.club),
    }


def _evenings(results: Sequence[TeamMatch], members: Mapping[int, Player]) -> list[TeamEvening]:
    """Return the matches of a team by evening, the latest first."""
    matches = Match.objects.select_related("session").in_bulk([row.match for row in results])
    by_session: dict[int, list[TeamMatchLine]] = {}
    for result in results:
        seats = [
            SeatLine(seat, team_standings.players_of(seat.players, members))
            for seat in result.seats
        ]
        line = TeamMatchLine(matches[result.match], result, seats)
        by_session.setdefault(result.session, []).append(line)
    return [
        TeamEvening(lines[0].match.session, sum(line.result.points for line in lines), lines)
        for lines in reversed(by_session.values())
    ]
