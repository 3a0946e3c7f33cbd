"""The pages that delete things made by mistake: an evening, a season, a tournament, a club. They
list the uses that still prevent it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict
from league.models import TeamTable
from league.operations.people import club_deleting
from league.operations.seasons import deleting, leagues, teams
from league.operations.standings import club_awards
from league.operations.support import wording
from league.operations.support.deletion_checks import Use
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.support.request import Request


@dataclass(frozen=True)
class Deletion:
    """Deletion offered by a page: its words, what prevents it, the way back, and the next page.
    `title` is also on the button; `done` replaces the usual message."""

    title: str
    name: str
    hint: str
    uses: Sequence[Use]
    delete: Callable[[], None]
    back: str
    then: str
    done: str = ""


@desk
def delete_session(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.ORGANISE)
    season = session.season
    at = timezone.localtime(session.starts_at, ZoneInfo(season.club.timezone))
    day = wording.date(at, "l j F Y, H:i")
    deletion = Deletion(
        title=_("Delete evening"),
        name=day,
        hint=_(
            "The evening disappears from lists and calendars. If people know of it, cancel it "
            "instead."
        ),
        uses=deleting.uses_of_session(session),
        delete=lambda: deleting.delete_session(session, by=request.user),
        back=reverse("web:session_settings", args=[pk]),
        then=reverse("web:desk_season", args=[season.pk]),
        done=_("The evening on %(day)s has been deleted.") % {"day": day},
    )
    return _page(request, deletion, {"club": season.club, "season": season, "session": session})


@desk
def delete_season(request: Request, pk: int) -> HttpResponse:
    season = permissions.find_season(request.user, pk, Action.ORGANISE)
    deletion = Deletion(
        title=_("Delete season"),
        name=season.name,
        hint=_("The season disappears from all lists, with its scheme and house rules."),
        uses=deleting.uses_of_season(season),
        delete=lambda: deleting.delete_season(season, by=request.user),
        back=reverse("web:season_settings", args=[pk]),
        then=reverse("web:desk_club", args=[season.club.slug]),
    )
    return _page(request, deletion, {"club": season.club, "season": season})


@desk
def delete_league(request: Request, pk: int) -> HttpResponse:
    league = permissions.find_league(request.user, pk, Action.ORGANISE)
    season = league.season
    deletion = Deletion(
        title=_("Delete league"),
        name=league.name,
        hint=_("Its standings and awards disappear. Results and the standings of the season stay."),
        uses=[],
        delete=lambda: leagues.delete(league, by=request.user),
        back=reverse("web:desk_league", args=[pk]),
        then=reverse("web:desk_leagues", args=[season.pk]),
    )
    return _page(request, deletion, {"club": season.club, "season": season})


@desk
def delete_award(request: Request, pk: int) -> HttpResponse:
    award = permissions.find_award(request.user, pk, Action.ORGANISE)
    deletion = Deletion(
        title=_("Delete award"),
        name=award.name,
        hint=_("The award disappears with its winners. Results stay."),
        uses=[],
        delete=lambda: club_awards.delete(award, by=request.user),
        back=reverse("web:desk_award", args=[pk]),
        then=reverse("web:desk_awards", args=[award.club.slug]),
    )
    return _page(request, deletion, {"club": award.club})


@desk
def delete_team(request: Request, pk: int) -> HttpResponse:
    team = permissions.find_team(request.user, pk, Action.ORGANISE)
    season = team.table.season
    deletion = Deletion(
        title=_("Delete team"),
        name=team.name,
        hint=_("Its place among the teams disappears. The results of its members stay."),
        uses=[],
        delete=lambda: teams.delete_team(team, by=request.user),
        back=reverse("web:desk_team", args=[pk]),
        then=_teams_address(team.table),
    )
    return _page(request, deletion, {"club": season.club, "season": season})


@desk
def delete_team_table(request: Request, pk: int) -> HttpResponse:
    table = permissions.find_team_table(request.user, pk, Action.ORGANISE)
    season = table.season
    deletion = Deletion(
        title=_("Delete all teams"),
        name=table.league.name if table.league else season.name,
        hint=_("The teams and their standings disappear. The results of their members stay."),
        uses=[],
        delete=lambda: teams.delete_table(table, by=request.user),
        back=_teams_address(table),
        then=_teams_address(table),
        done=_("All teams have been deleted."),
    )
    return _page(request, deletion, {"club": season.club, "season": season})


def _teams_address(table: TeamTable) -> str:
    if table.session_id is not None:
        return reverse("web:draw_teams", args=[table.session_id])
    if table.league_id is not None:
        return reverse("web:league_teams", args=[table.league_id])
    return reverse("web:season_teams", args=[table.season_id])


@desk
def delete_tournament(request: Request, pk: int) -> HttpResponse:
    tournament = permissions.find_tournament(request.user, pk, Action.ORGANISE)
    season = tournament.season
    deletion = Deletion(
        title=_("Delete tournament"),
        name=season.name,
        hint=_("The tournament disappears from all lists, with its evenings."),
        uses=deleting.uses_of_tournament(tournament),
        delete=lambda: deleting.delete_tournament(tournament, by=request.user),
        back=reverse("web:tournament_settings", args=[pk]),
        then=reverse("web:desk_club", args=[season.club.slug]),
    )
    context = {"club": season.club, "season": season, "tournament": tournament}
    return _page(request, deletion, context)


@desk
def delete_club(request: Request, slug: str) -> HttpResponse:
    club = permissions.find_club(request.user, slug, Action.OWN)
    deletion = Deletion(
        title=_("Delete club"),
        name=club.name,
        hint=_("The club’s settings, invitations, webhooks, API tokens and log are deleted too."),
        uses=club_deleting.uses_of_club(club, request.user),
        delete=lambda: club_deleting.delete_club(club, by=request.user),
        back=reverse("web:club_settings", args=[club.slug]),
        then=reverse("web:desk"),
    )
    return _page(request, deletion, {"club": club})


def _page(request: Request, deletion: Deletion, context: dict[str, Any]) -> HttpResponse:
    """Ask before deleting; delete on POST, or list what depends on it by then."""
    refusal = ""
    if request.method == "POST":
        try:
            deletion.delete()
        except Conflict as error:
            refusal = error.detail
        else:
            usual = _("%(name)s has been deleted.") % {"name": deletion.name}
            messages.success(request, deletion.done or usual)
            return redirect(deletion.then)
    context |= {"deletion": deletion, "refused": refusal}
    return render(request, "people/delete.html", context, status=409 if refusal else 200)
