"""The page that connects phones: the address that they can open, tested by the server, and what a
phone finds there."""

from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.signing import BadSignature, TimestampSigner
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league import permissions
from league.models import Club
from league.operations.support import own_addresses
from league.operations.support.own_addresses import Reach
from league.permissions import Action
from league.web.accounts.access import desk
from league.web.people import desk_memory
from league.web.people.desk_memory import PHONE_REACHED
from league.web.support import live, phone_addresses, qr_codes
from league.web.support.request import Request, client_address

SIGNER = TimestampSigner(salt="phone")
CODE_SECONDS = 24 * 3600
REACHED_SECONDS = 24 * 3600


@desk
def phones(request: Request, slug: str) -> HttpResponse:
    """Show the address for phones with what the server found out about it."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    return _remembering(
        request, club, render(request, "people/phones.html", _context(request, club))
    )


@desk
def reached(request: Request, slug: str) -> HttpResponse:
    """Return whether a phone has come, which the open page asks for again and again."""
    club = permissions.find_club(request.user, slug, Action.ORGANISE)
    is_reached = has_phone_come(club)
    answer = live.fragment(
        request,
        "people/_phone_reached.html",
        lambda: {"is_reached": is_reached},
        version=f"phone-{int(is_reached)}",
    )
    return _remembering(request, club, answer)


def phone(request: HttpRequest, code: str) -> HttpResponse:
    """Greet the phone that has opened the QR code, and note that one has come. This machine itself
    is no phone."""
    try:
        pk = int(SIGNER.unsign(code, max_age=CODE_SECONDS))
    except (BadSignature, ValueError):
        raise Http404 from None
    club = get_object_or_404(Club, pk=pk)
    is_phone = not own_addresses.is_own(client_address(request))
    if is_phone:
        _note_phone(club)
    answer = render(request, "people/phone.html", {"club": club, "is_phone": is_phone})
    answer["Cache-Control"] = "no-store"
    return answer


def has_phone_come(club: Club) -> bool:
    """Return whether a phone has come lately; False while the cache does not answer."""
    try:
        return bool(cache.get(_key(club)))
    except OSError:
        return False


def _note_phone(club: Club) -> None:
    with suppress(OSError):
        cache.set(_key(club), True, REACHED_SECONDS)


def _key(club: Club) -> str:
    return f"phone:{club.pk}"


def _context(request: Request, club: Club) -> dict[str, Any]:
    addresses = phone_addresses.phone_addresses(request)
    answering = [address for address in addresses if address.reach == Reach.ANSWERS]
    code_address = f"{answering[0].url}phone/{SIGNER.sign(str(club.pk))}/" if answering else ""
    return {
        "club": club,
        "addresses": answering or addresses,
        "address": answering[0] if answering else None,
        "code_address": code_address,
        "qr": qr_codes.of(code_address) if code_address else None,
        "is_reached": has_phone_come(club),
        "is_local_only": phone_addresses.is_local_only(request),
        "is_embedded": settings.EMBEDDED,
        "port": request.get_port(),
        "host_names": ",".join(settings.ALLOWED_HOSTS),
    }


def _remembering(request: Request, club: Club, response: HttpResponse) -> HttpResponse:
    """Return the response; once a phone has come, this browser remembers the step as done."""
    marks = desk_memory.read_marks(request, club)
    if has_phone_come(club) and PHONE_REACHED not in marks:
        desk_memory.write_marks(response, request, club, marks | {PHONE_REACHED})
    return response
