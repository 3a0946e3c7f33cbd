"""Public pages of a club: the list of clubs, one club, its ratings, one session."""

import time
from heapq import nsmallest
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES
from league import permissions
from league.demo import first_run
from league.models import Audience, Club, Match, Player, Season, Session, Visibility
from league.operations.matches import match_results, names_at_tables
from league.operations.people import player_lists
from league.operations.standings import club_history
from league.operations.support import versions
from league.operations.tournaments import final_ranking
from league.operations.tournaments.play import publication
from league.web.accounts.access import audience, viewer_permissions
from league.web.room import room
from league.web.sessions import session_summary
from league.web.signups import readers, summaries
from league.web.standings import ratings as charts
from league.web.standings import session_calendar
from league.web.support import cached_views, live
from league.web.support.charts import Month
from league.web.support.link_previews import LinkPreview, preview
from league.web.support.public_pages import find_public
from league.web.support.shared_pages import shared_page
from league.web.support.version_memo import VersionMemo
from scoring import rating_queries

RECENT_MATCHES = 8
LEADERS = 5
MOST_CLUBS, MOST_SEASONS, MOST_PEOPLE = 200, 50, 80
evening_contexts: VersionMemo[dict[str, Any]] = VersionMemo(max_entries=16)


def home(request: HttpRequest) -> HttpResponse:
    """List the clubs. A single club is shown itself, at its own address; a server without accounts
    leads to its first page."""
    if first_run.is_open() and not Club.objects.exists():
        return redirect("web:start")
    first = list(permissions.listed_clubs(request.user).order_by("name_key", "pk")[:MOST_CLUBS])
    if len(first) == 1:
        return redirect("web:club", first[0].slug)
    clubs = Club.objects.filter(pk__in=[club.pk for club in first]).annotate(
        player_count=_count_of(Player), season_count=_count_of(Season)
    )
    context = {"clubs": clubs.order_by("name_key", "pk"), "has_clubs": Club.objects.exists()}
    return render(request, "people/clubs.html", context)


def _count_of(model: type[Player | Season]) -> Coalesce:
    """Return an expression for how many of them a club has."""
    rows = model._default_manager.filter(club=OuterRef("pk")).order_by().values("club")
    return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count")), 0)


@cached_views.cached_view(versions.club)
@shared_page(Club, versions.club)
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    club = find_public(request, Club.objects, slug=slug)
    return render(request, "people/club.html", _club_context(request, club) | _preview(club))


@cached_views.cached_view(versions.club)
@shared_page(Club, versions.club)
def club_piece(request: HttpRequest, slug: str) -> HttpResponse:
    """Return only the seasons and latest matches of a club, which live.js fetches."""
    club = find_public(request, Club.objects, slug=slug)
    return live.fragment(
        request,
        "people/_club_part.html",
        lambda: _club_context(request, club),
        version=versions.club(slug) or "",
        audience=audience(request, club),
    )


def _club_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    seasons, viewer = list(club.seasons.all()[:MOST_SEASONS]), viewer_permissions(request, club)
    matches = match_results.with_relations(Match.objects.filter(session__season__club=club))
    return {
        "club": club,
        "seasons": seasons,
        "ladders": club.ladders.all(),
        "leaders": final_ranking.leaders(seasons[0] if seasons else None, LEADERS),
        "matches": _visible_matches(matches, member=viewer["member"])[:RECENT_MATCHES],
        "months": _months(club),
        **_sessions_context(club),
        **_people_context(club, viewer["member"]),
        **viewer,
    }


def _months(club: Club) -> list[Month]:
    """Return the calendar of the evenings of the last year."""
    now = timezone.now()
    sessions = club_history.counted_sessions(club, session_calendar.year_before(now))
    return session_calendar.months(sessions, club.timezone, now)


def _preview(club: Club) -> dict[str, LinkPreview]:
    words = _("Evenings, standings and results of %(club)s.") % {"club": club.name}
    return preview("club", club.slug, title=club.name, description=club.description or words)


def _sessions_context(club: Club) -> dict[str, Any]:
    """Return the next sessions, the first that takes place, and the latest one that has begun."""
    sessions = Session.objects.filter(season__club=club, cancelled_at=None)
    sessions = sessions.select_related("season")
    now = timezone.now()
    with_counts = sessions.annotate(match_count=Count("matches"))
    evenings = summaries.next_sessions(club, now)
    return {
        "coming": sessions.filter(starts_at__gt=now).order_by("starts_at", "id").first(),
        "evenings": evenings,
        "lists_evenings": len(evenings) > 1
        or any(row.cancelled_at or hasattr(row, "sign_up_sheet") for row in evenings),
        "latest": with_counts.filter(starts_at__lte=now).order_by("-starts_at", "-id").first(),
    }


def _people_context(club: Club, member: bool) -> dict[str, Any]:
    """Return the players whose names this reader may see, the first
    MOST_PEOPLE by name."""
    if member:
        people = player_lists.first_by_name(club.players.all(), MOST_PEOPLE).players
    else:
        visible = club.players.exclude(visibility=Visibility.HIDDEN)
        people = nsmallest(MOST_PEOPLE, visible, key=Player.public_sort_key)
    return {"people": people, "player_count": club.players.count()}


def ratings(request: HttpRequest, slug: str, game: str = "") -> HttpResponse:
    club = find_public(request, Club.objects, slug=slug)
    if game and game not in GAMES and game not in rating_queries.rated_games(club.pk):
        raise Http404
    view = rating_queries.rating_table(
        rating_queries.rating_book(club.pk), game, pending=rating_queries.is_pending(club.pk)
    )
    scale, intervals = charts.intervals(view.rows)
    context = {
        "club": club,
        "game": game,
        "games": rating_queries.rated_games(club.pk),
        "view": view,
        "intervals": intervals,
        "scale": scale,
        **viewer_permissions(request, club),
    }
    return render(request, "standings/ratings.html", context)


@cached_views.cached_view(versions.evening)
def session_page(request: HttpRequest, pk: int) -> HttpResponse:
    session = find_public(request, Session.objects, pk=pk)
    return render(request, "sessions/session.html", _session_context(request, session))


@cached_views.cached_view(versions.evening)
def session_piece(request: HttpRequest, pk: int) -> HttpResponse:
    """Return only the tables of a session, which live.js fetches."""
    session = find_public(request, Session.objects, pk=pk)
    return live.fragment(
        request,
        "sessions/_session_part.html",
        lambda: _session_context(request, session),
        version=versions.evening(pk) or "",
        audience=_reader(request, session.season.club),
    )


def _reader(request: HttpRequest, club: Club) -> int:
    """Return a number for the cache tag of what shows the reader's own seat: one for each account
    that has players in the club."""
    has_players = bool(readers.of_request(request, club).players)
    account = request.user.pk if has_players else 0
    return audience(request, club) + 10 * (account or 0)


def _session_context(request: HttpRequest, session: Session) -> dict[str, Any]:
    viewer = viewer_permissions(request, session.season.club)
    return {
        "session": session,
        "season": session.season,
        "club": session.season.club,
        **_current_session(request, session, member=viewer["member"]),
        "sign_up": summaries.summary(session, member=viewer["member"]),
        "seats": summaries.seats_of_reader(request, session),
        **room.public_context(session),
        **viewer,
    }


def _current_session(request: HttpRequest, session: Session, *, member: bool) -> dict[str, Any]:
    """Return the matches and the summary of an evening as they are now; computed once per version,
    hour and language for readers who have signed in: others share the whole page."""
    if not request.user.is_authenticated:
        return _evening_context(session, member=member)
    version = versions.evening(session.pk), int(time.time()) // 3600
    return evening_contexts.get_or_make(
        (session.pk, member, get_language()),
        version,
        lambda: _evening_context(session, member=member),
    )


def _evening_context(session: Session, *, member: bool) -> dict[str, Any]:
    matches = list(_visible_matches(match_results.matches_of_session(session), member=member))
    return {"matches": matches, **session_summary.summary_context(session, matches)}


def _visible_matches(rows: QuerySet[Match], *, member: bool) -> QuerySet[Match]:
    """Return the matches with sittings published to this reader, with their seats."""
    visible = publication.visible_to(Audience.PLAYERS if member else Audience.PUBLIC)
    return names_at_tables.loaded(rows.filter(visible))
