"""Search for everybody: clubs, players by the names they show, seasons, evenings. No script."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import date_format
from django.utils.timezone import localtime

from league import search
from league.models import Club, Season, Session
from league.web.access import is_member

NEWEST = 2000  # seasons and evenings are looked through


def everywhere(request: HttpRequest) -> HttpResponse:
    return render(request, "public/search.html", _found(request, None))


def in_club(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    return render(request, "public/search.html", _found(request, club))


def _found(request: HttpRequest, club: Club | None) -> dict[str, Any]:
    """`member` is whether full names are found and shown: in one's own club only."""
    question = request.GET.get("q", "")[: search.MOST_LETTERS]
    asked = search.words(question)
    member = club is not None and is_member(request, club)
    found = {
        "clubs": search.among(asked, Club.objects.order_by("name"), str) if not club else [],
        "players": search.players(asked, club=club, member=member) if asked else [],
        "seasons": search.among(asked, _seasons(club), str),
        "evenings": search.among(asked, _evenings(club), _evening),
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
