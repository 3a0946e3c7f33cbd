"""The pictures of shared links, drawn once per version and kept as bytes.

They are the same for all readers, signed in or not: they show what a public club shows to
strangers.
"""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from database.snapshot import read_snapshot
from league.models import Club, Match, Player, Session, Tournament
from league.operations.matches import names_at_tables
from league.operations.paper import link_cards
from league.operations.paper.typesetting import link_cards as typesetting
from league.operations.paper.typesetting.link_cards import LinkCard
from league.operations.support import versions
from league.operations.support.response_cache import CachedResponse, CacheKey, ResponseCache
from league.web.support import cached_views, drawing_limit
from league.web.support.public_pages import find_public, find_public_season

MAX_CARDS, MAX_BYTES = 64, 300_000
HEADERS = {"Content-Type": "image/png", "Cache-Control": "no-cache"}
_cards = ResponseCache(MAX_CARDS, MAX_BYTES)


def clear() -> None:
    """Forget all pictures of this process."""
    _cards.clear()


def club_card(request: HttpRequest, slug: str) -> HttpResponseBase:
    club = find_public(request, Club.objects, slug=slug)
    return _response(request, versions.club(slug), lambda: link_cards.club_card(club))


def season_card(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponseBase:
    season, league = find_public_season(request, pk, of_league=of_league)
    version = versions.whole_season(pk, of_league=of_league)
    return _response(request, version, lambda: link_cards.season_card(season, league))


def awards(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponseBase:
    season, league = find_public_season(request, pk, of_league=of_league)
    version = versions.awards(pk, of_league=of_league)
    return _response(request, version, lambda: link_cards.awards_card(season, league))


def session_card(request: HttpRequest, pk: int) -> HttpResponseBase:
    session = find_public(request, Session.objects, pk=pk)
    return _response(request, versions.evening(pk), lambda: link_cards.session_card(session))


def tournament_card(request: HttpRequest, pk: int) -> HttpResponseBase:
    tournament = find_public(request, Tournament.objects, pk=pk)
    version = versions.tournament(pk)
    return _response(request, version, lambda: link_cards.tournament_card(tournament))


def match_card(request: HttpRequest, pk: int) -> HttpResponseBase:
    matches = Match.objects.select_related("sitting_table__sitting")
    match = find_public(request, names_at_tables.loaded(matches), pk=pk)
    return _response(request, versions.match(pk), lambda: link_cards.match_card(match))


def player_card(request: HttpRequest, pk: int) -> HttpResponseBase:
    player = find_public(request, Player.shown, pk=pk)
    version = f"{versions.club(player.club.slug)}.{pk}"
    return _response(request, version, lambda: link_cards.player_card(player))


def _response(
    request: HttpRequest, version: str | None, card: Callable[[], LinkCard]
) -> HttpResponseBase:
    """Return the picture; draw it on the first request for this version."""
    if version is None:
        raise Http404
    tag = cached_views.etag(version, get_language() or "en")
    if (unchanged := get_conditional_response(request, etag=tag)) is not None:
        return unchanged

    def draw() -> CachedResponse | HttpResponse:
        if (refusal := drawing_limit.refuse_too_many(request, "card")) is not None:
            return refusal
        with read_snapshot():
            content = card()
        return CachedResponse(HEADERS, typesetting.draw(content))

    key = CacheKey(f"card {request.path_info}", tag)
    cached = _cards.get_or_make(key, draw)
    if isinstance(cached, HttpResponse):
        return cached
    response = HttpResponse(cached.body, headers=dict(cached.headers))
    response["ETag"] = tag
    return response
