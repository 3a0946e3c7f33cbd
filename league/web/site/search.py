"""Search for everybody: clubs, players by the names they show, seasons, evenings. No script.

It looks through thousands of names, so one network asks so often a minute and no more.
"""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import date_format
from django.utils.timezone import localtime

from league.models import Club, Season, Session
from league.operations.support import name_search
from league.operations.support.cache import count
from league.web.accounts.access import is_member
from league.web.support.request import client_address

NEWEST = 2000  # seasons and evenings are looked through
MOST, SECONDS = 60, 60


def everywhere(request: HttpRequest) -> HttpResponse:
    return _page(request, None)


def in_club(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, get_object_or_404(Club, slug=slug))


def _page(request: HttpRequest, club: Club | None) -> HttpResponse:
    question = request.GET.get("q", "")[: name_search.MOST_LETTERS]
    if question and count(f"search.{client_address(request)}", SECONDS) > MOST:
        context = {"question": question, "club": club, "too_often": True}
        answer = render(request, "site/search.html", context, status=429)
        answer["Retry-After"] = str(SECONDS)
        return answer
    return render(request, "site/search.html", _found(request, question, club))


def _found(request: HttpRequest, question: str, club: Club | None) -> dict[str, Any]:
    """`member` is whether full names are found and shown: in one's own club only."""
    asked = name_search.words(question)
    member = club is not None and is_member(request, club)
    found = {
        "clubs": name_search.search(asked, Club.objects.order_by("name"), str) if not club else [],
        "players": name_search.find_players(asked, club=club, member=member) if asked else [],
        "seasons": name_search.search(asked, _seasons(club), str),
        "evenings": name_search.search(asked, _evenings(club), _evening),
    }
    return {
        "question": question,
        "asked": bool(asked),
        "club": club,
        "member": member,
        "any": any(found.values()),
        **found,
    }


def _seasons(club: Club | None) -> Any:
    seasons = Season.objects.select_related("club")
    return (seasons.filter(club=club) if club else seasons)[:NEWEST]


def _evenings(club: Club | None) -> Any:
    sessions = Session.objects.select_related("season__club")
    return (sessions.filter(season__club=club) if club else sessions)[:NEWEST]


def _evening(session: Session) -> str:
    """Found by its place and by its date, as it is written or as programs write it."""
    day = localtime(session.starts_at, ZoneInfo(session.season.club.timezone))
    return f"{session.place} {date_format(day, 'l j F Y')} {day:%Y-%m-%d}"
