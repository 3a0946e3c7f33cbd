"""Pages of a club for everybody: the clubs, one of them, its ratings, an evening."""

from typing import Any

from django.db.models import Count, Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from games import GAMES
from league.models import Audience, Club, Match, Player, Seat, Session, Visibility
from league.operations.matches import match_results
from league.operations.support import versions
from league.operations.tournaments.play import publication
from league.web.accounts.access import audience, viewer_permissions
from league.web.support import cached_views, live
from scoring import rating_queries, standings_queries

RECENT = 8
LEADERS = 5
MOST_CLUBS, MOST_SEASONS, MOST_PEOPLE = 200, 50, 80


def home(request: HttpRequest) -> HttpResponse:
    clubs = Club.objects.annotate(
        player_count=Count("players", distinct=True), season_count=Count("seasons", distinct=True)
    ).order_by("name")
    return render(request, "people/clubs.html", {"clubs": clubs[:MOST_CLUBS]})


def club(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(Club, slug=slug)
    return render(request, "people/club.html", _club(request, found))


@cached_views.cached_view(versions.club)
def club_piece(request: HttpRequest, slug: str) -> HttpResponse:
    """Its seasons and latest matches alone, for live.js."""
    found = get_object_or_404(Club, slug=slug)
    return live.fragment(
        request,
        "people/_club_part.html",
        lambda: _club(request, found),
        version=versions.club(slug) or "",
        audience=audience(request, found),
    )


def _club(request: HttpRequest, found: Club) -> dict[str, Any]:
    seasons, readers = list(found.seasons.all()[:MOST_SEASONS]), viewer_permissions(request, found)
    table = standings_queries.find(seasons[0].pk) if seasons else None
    return {
        "club": found,
        "seasons": seasons,
        "ladders": found.ladders.all(),
        "leaders": standings_queries.read_page(table, 0, LEADERS).rows if table else [],
        "matches": _matches(readers["member"], session__season__club=found)[:RECENT],
        **_evenings(found),
        **_people(found, readers["member"]),
        **readers,
    }


def _evenings(club: Club) -> dict[str, Any]:
    """The one that comes next and the latest that has begun."""
    sessions = Session.objects.filter(season__club=club).select_related("season")
    now = timezone.now()
    counted = sessions.annotate(match_count=Count("matches"))
    return {
        "coming": sessions.filter(starts_at__gt=now).order_by("starts_at", "id").first(),
        "latest": counted.filter(starts_at__lte=now).order_by("-starts_at", "-id").first(),
    }


def _people(club: Club, member: bool) -> dict[str, Any]:
    """Those who show a name, as far as a page holds them."""
    shown = club.players.all() if member else club.players.exclude(visibility=Visibility.HIDDEN)
    people = sorted(shown[:MOST_PEOPLE], key=Player.sort_key)
    return {"people": people, "player_count": club.players.count()}


def ratings(request: HttpRequest, slug: str, game: str = "") -> HttpResponse:
    found = get_object_or_404(Club, slug=slug)
    if game and game not in GAMES:
        raise Http404
    context = {
        "club": found,
        "game": game,
        "games": rating_queries.games(found.pk),
        "view": rating_queries.read(
            rating_queries.find(found.pk), game, pending=rating_queries.is_pending(found.pk)
        ),
        **viewer_permissions(request, found),
    }
    return render(request, "standings/ratings.html", context)


def session(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Session.objects.select_related("season__club"), pk=pk)
    return render(request, "sessions/session.html", _session(request, found))


@cached_views.cached_view(versions.session)
def session_piece(request: HttpRequest, pk: int) -> HttpResponse:
    """Its tables alone, for live.js."""
    found = get_object_or_404(Session.objects.select_related("season__club"), pk=pk)
    return live.fragment(
        request,
        "sessions/_session_part.html",
        lambda: _session(request, found),
        version=versions.session(pk) or "",
        audience=audience(request, found.season.club),
    )


def _session(request: HttpRequest, found: Session) -> dict[str, Any]:
    readers = viewer_permissions(request, found.season.club)
    return {
        "session": found,
        "season": found.season,
        "club": found.season.club,
        "matches": _matches(readers["member"], session=found),
        **readers,
    }


def _matches(member: bool, **where: Any) -> Any:
    """As far as they may be seen by these readers."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    seen = publication.seen_by(Audience.PLAYERS if member else Audience.PUBLIC)
    return match_results.loaded(Match.objects.filter(seen, **where)).prefetch_related(seats)
