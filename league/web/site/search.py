"""The public search: clubs, players by the names they show, seasons, sessions. It needs no script.

It looks through thousands of names, so the searches of a network are limited per minute.
"""

from collections.abc import Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dates import MONTHS, WEEKDAYS
from django.utils.timezone import localtime
from django.utils.translation import get_language

from league import permissions
from league.models import Club, Season, Session
from league.names import MOST_LETTERS, fold, search_words
from league.operations.support import name_search, wording
from league.operations.support.cache import count
from league.web.accounts.access import is_member
from league.web.support.public_pages import find_public
from league.web.support.request import client_address

MOST_NEWEST = 2000  # seasons, and as many sessions, are read of those that may match
MOST_SEARCHES, SECONDS = 60, 60
SessionRow: TypeAlias = tuple[int, str, datetime, str]  # id, place, start, time zone of the club


def search(request: HttpRequest) -> HttpResponse:
    return _page(request, None)


def search_in_club(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, find_public(request, Club.objects, slug=slug))


def _page(request: HttpRequest, club: Club | None) -> HttpResponse:
    question = request.GET.get("q", "")[:MOST_LETTERS]
    if question and count(f"search.{client_address(request)}", SECONDS) > MOST_SEARCHES:
        context = {"question": question, "club": club, "too_often": True}
        answer = render(request, "site/search.html", context, status=429)
        answer["Retry-After"] = str(SECONDS)
        return answer
    return render(request, "site/search.html", _search_context(request, question, club))


def _search_context(request: HttpRequest, question: str, club: Club | None) -> dict[str, Any]:
    """Return the matches. `member` says whether full names are searched and shown: in one's own
    club only."""
    words = search_words(question)
    member = club is not None and is_member(request, club)
    clubs = Club.objects.filter(pk=club.pk) if club else permissions.listed_clubs(request.user)
    named = clubs.filter(name_search.has_in_name(*words)).order_by("name_key")
    results = {
        "clubs": name_search.search(words, named, str) if not club else [],
        "players": name_search.find_players(words, clubs=clubs, member=member),
        "seasons": name_search.search(words, _seasons(words, clubs), str),
        "evenings": _search_sessions(words, clubs),
    }
    return {
        "question": question,
        "has_words": bool(words),
        "club": club,
        "member": member,
        "any": any(results.values()),
        **results,
    }


def _seasons(words: Sequence[str], clubs: QuerySet[Club]) -> Any:
    seasons = Season.objects.filter(name_search.has_in_name(*words), club__in=clubs)
    return seasons.select_related("club")[:MOST_NEWEST]


def _search_sessions(words: Sequence[str], clubs: QuerySet[Club]) -> list[Session]:
    """Return the sessions in whose place or date each word begins a word, the newest first."""
    of_places = [word for word in words if not _may_begin_date_word(word)]
    sessions = Session.objects.filter(
        name_search.may_match(of_places, "place"), season__club__in=clubs
    )
    rows = sessions.values_list("pk", "place", "starts_at", "season__club__timezone")
    matching = name_search.search(words, rows[:MOST_NEWEST], _session_text)
    newest = Session.objects.select_related("season__club")
    return list(newest.filter(pk__in=[pk for pk, *_rest in matching]))


def _session_text(row: SessionRow) -> str:
    """Return the searchable text of a session: its place and its date."""
    _pk, place, starts_at, timezone = row
    return f"{place} {_day_text(localtime(starts_at, ZoneInfo(timezone)).date(), get_language())}"


def _may_begin_date_word(word: str) -> bool:
    """Return whether the text of a date can have a word that begins like this."""
    names = fold(" ".join(map(str, [*WEEKDAYS.values(), *MONTHS.values()])))
    return word[:1].isdigit() or any(name.startswith(word) for name in names.split())


@lru_cache(maxsize=4096)
def _day_text(day: date, language: str | None) -> str:
    """Return a date as people of this language, which is the present one, and as programs write
    it."""
    return f"{wording.date(day, 'l j F Y')} {day:%Y-%m-%d}"
