"""The evenings of a club, a season or a person for calendar programs, which fetch these addresses
regularly. All but the person's are public."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from league.models import Club, Session
from league.models.leagues import standings_name
from league.operations.calendars import addresses, calendar_sessions
from league.operations.calendars.calendar_sessions import CalendarSession
from league.web.support.conditional import conditional_response
from league.web.support.public_pages import find_public, find_public_season


def club_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the newest evenings of a club."""
    club = find_public(request, Club.objects, slug=slug)
    return conditional_response(
        request, _calendar(request, club.name, calendar_sessions.sessions_of_club(club))
    )


def season_calendar(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponseBase:
    """Return the newest evenings of a season, or those that count in one of its leagues."""
    season, league = find_public_season(request, pk, of_league=of_league)
    name = f"{season.club.name} · {standings_name(season, league)}"
    return conditional_response(
        request, _calendar(request, name, calendar_sessions.sessions_of_season(season, league))
    )


def person(request: HttpRequest, token: str) -> HttpResponseBase:
    """Return the newest evenings of a person; the address is the only permission needed."""
    user = addresses.find_user(token)
    if user is None:
        raise Http404
    response = _calendar(request, _("My evenings"), calendar_sessions.sessions_of_user(user))
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, private=True, no_cache=True)
    return conditional_response(request, response)


def _calendar(request: HttpRequest, name: str, shown: Sequence[CalendarSession]) -> HttpResponse:
    from league.operations.calendars import files  # imported here, as few processes write one

    content = files.write(
        name, shown, host=request.get_host(), url_of=lambda session: _url(request, session)
    )
    return HttpResponse(content, content_type=files.MEDIA_TYPE)


def _url(request: HttpRequest, session: Session) -> str:
    """Return the page of an evening, or of its tournament if it has one."""
    tournament = session.season.tournament_or_none
    if tournament is not None:
        return request.build_absolute_uri(reverse("web:tournament", args=[tournament.pk]))
    return request.build_absolute_uri(reverse("web:session", args=[session.pk]))
