"""The pictures of shared links, drawn once per version and kept as bytes.

They are the same for everybody, signed in or not, since they show what strangers may read.
"""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from database.snapshot import read_snapshot
from league.models import Club, Match, Player, Season, Session, Tournament
from league.operations.paper import link_cards
from league.operations.paper.typesetting import link_cards as typesetting
from league.operations.paper.typesetting.link_cards import LinkCard
from league.operations.support import versions
from league.operations.support.response_cache import CachedResponse, CacheKey, ResponseCache
from league.web.support import cached_views

MAX_CARDS, MAX_BYTES = 64, 300_000
HEADERS = {"Content-Type": "image/png", "Cache-Control": "no-cache"}
_cards = ResponseCache(MAX_CARDS, MAX_BYTES)


def clear() -> None:
    """Forget all pictures of this process."""
    _cards.clear()


def club(request: HttpRequest, slug: str) -> HttpResponseBase:
    return _response(
        request,
        versions.club(slug),
        lambda: link_cards.club_card(get_object_or_404(Club, slug=slug)),
    )


def season(request: HttpRequest, pk: int) -> HttpResponseBase:
    return _response(
        request, versions.whole_season(pk), lambda: link_cards.season_card(_find_season(pk))
    )


def awards(request: HttpRequest, pk: int) -> HttpResponseBase:
    return _response(request, versions.awards(pk), lambda: link_cards.awards_card(_find_season(pk)))


def _find_season(pk: int) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), pk=pk)


def session(request: HttpRequest, pk: int) -> HttpResponseBase:
    sessions = Session.objects.select_related("season__club")
    return _response(
        request,
        versions.evening(pk),
        lambda: link_cards.session_card(get_object_or_404(sessions, pk=pk)),
    )


def tournament(request: HttpRequest, pk: int) -> HttpResponseBase:
    tournaments = Tournament.objects.select_related("season__club")
    return _response(
        request,
        versions.tournament(pk),
        lambda: link_cards.tournament_card(get_object_or_404(tournaments, pk=pk)),
    )


def match(request: HttpRequest, pk: int) -> HttpResponseBase:
    matches = Match.objects.select_related("session__season__club", "sitting_table__sitting")
    with_seats = matches.prefetch_related("seats__player")
    return _response(
        request,
        versions.match(pk),
        lambda: link_cards.match_card(get_object_or_404(with_seats, pk=pk)),
    )


def player(request: HttpRequest, pk: int) -> HttpResponseBase:
    player = get_object_or_404(Player.shown.select_related("club"), pk=pk)
    version = f"{versions.club(player.club.slug)}.{pk}"
    return _response(request, version, lambda: link_cards.player_card(player))


def _response(
    request: HttpRequest, version: str | None, card: Callable[[], LinkCard]
) -> HttpResponseBase:
    """Return the picture, drawn if nobody has asked for this version before."""
    if version is None:
        raise Http404
    tag = cached_views.etag(version, get_language() or "en")
    if (unchanged := get_conditional_response(request, etag=tag)) is not None:
        return unchanged

    def draw() -> CachedResponse:
        with read_snapshot():
            content = card()
        return CachedResponse(HEADERS, typesetting.draw(content))

    key = CacheKey(f"card {request.path_info}", tag)
    cached: CachedResponse = _cards.get_or_make(key, draw)
    response = HttpResponse(cached.body, headers=dict(cached.headers))
    response["ETag"] = tag
    return response
