"""The public search: clubs, players by the names they show, seasons, sessions. It needs no script.

It looks through thousands of names, so the searches of a network are limited per minute.
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

MOST_NEWEST = 2000  # seasons, and as many sessions, are searched
MOST_SEARCHES, SECONDS = 60, 60


def search(request: HttpRequest) -> HttpResponse:
    return _page(request, None)


def search_in_club(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, get_object_or_404(Club, slug=slug))


def _page(request: HttpRequest, club: Club | None) -> HttpResponse:
    question = request.GET.get("q", "")[: name_search.MOST_LETTERS]
    if question and count(f"search.{client_address(request)}", SECONDS) > MOST_SEARCHES:
        context = {"question": question, "club": club, "too_often": True}
        answer = render(request, "site/search.html", context, status=429)
        answer["Retry-After"] = str(SECONDS)
        return answer
    return render(request, "site/search.html", _search_context(request, question, club))


def _search_context(request: HttpRequest, question: str, club: Club | None) -> dict[str, Any]:
    """Return the matches. `member` says whether full names are searched and shown: in one's own
    club only."""
    words = name_search.words(question)
    member = club is not None and is_member(request, club)
    results = {
        "clubs": name_search.search(words, Club.objects.order_by("name"), str) if not club else [],
        "players": name_search.find_players(words, club=club, member=member) if words else [],
        "seasons": name_search.search(words, _seasons(club), str),
        "evenings": name_search.search(words, _sessions(club), _session_text),
    }
    return {
        "question": question,
        "has_words": bool(words),
        "club": club,
        "member": member,
        "any": any(results.values()),
        **results,
    }


def _seasons(club: Club | None) -> Any:
    seasons = Season.objects.select_related("club")
    return (seasons.filter(club=club) if club else seasons)[:MOST_NEWEST]


def _sessions(club: Club | None) -> Any:
    sessions = Session.objects.select_related("season__club")
    return (sessions.filter(season__club=club) if club else sessions)[:MOST_NEWEST]


def _session_text(session: Session) -> str:
    """Return the text by which a session is found: its place and its date, as people and as
    programs write it."""
    day = localtime(session.starts_at, ZoneInfo(session.season.club.timezone))
    return f"{session.place} {date_format(day, 'l j F Y')} {day:%Y-%m-%d}"
