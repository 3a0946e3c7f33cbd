"""The colours and the logo of a club, as browsers fetch them: without language or cookie, at
addresses that name their version, so that they may be cached for good."""

from hashlib import sha256

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response

from league.models import Club
from league.operations.people import club_colours, club_logo
from league.web.support.public_pages import find_public

YEAR = 365 * 24 * 3600
HOUSE = "house"  # in the place of a colour that the club has not chosen


def colours(request: HttpRequest, main: str, accent: str) -> HttpResponseBase:
    """Return the style sheet of these colours. It depends only on its address."""
    sheet = club_colours.style_sheet(_colour(main), _colour(accent)).encode()
    return _cached_for_good(request, sheet, "text/css; charset=utf-8")


def logo(request: HttpRequest, pk: int, version: str, size: int) -> HttpResponseBase:
    club = find_public(request, Club.objects, pk=pk)
    content = club_logo.find(club.pk, version, size)
    if content is None:
        raise Http404
    return _cached_for_good(request, content, "image/png")


def colours_address(club: Club) -> str:
    """Return the address of the club's style sheet; empty if it has no colours of its own."""
    if not (club.main_colour or club.accent_colour):
        return ""
    names = [colour.removeprefix("#") or HOUSE for colour in (club.main_colour, club.accent_colour)]
    sheet = club_colours.style_sheet(club.main_colour, club.accent_colour)
    return f"{reverse('club_colours', args=names)}?{_digest(sheet.encode())[:8]}"


def logo_address(club: Club, size: int) -> str:
    """Return the address of the club's logo in this size; empty if it has none."""
    if not club.logo_version:
        return ""
    return reverse("club_logo", args=[club.pk, club.logo_version, size])


def _cached_for_good(request: HttpRequest, content: bytes, media_type: str) -> HttpResponseBase:
    tag = f'"{_digest(content)}"'
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={YEAR}, immutable"}
    response = HttpResponse(content, media_type, headers=headers)
    return get_conditional_response(request, etag=tag, response=response) or response


def _colour(name: str) -> str:
    return "" if name == HOUSE else f"#{name}"


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:24]
