"""Per-browser marks of one person at the desk of one club, in a signed cookie; it survives signing
out and needs no database row."""

from collections.abc import Collection

from django.conf import settings
from django.http import HttpResponse

from league.models import Club
from league.web.support.request import Request

STEPS_HIDDEN = "hidden"  # the list of first steps
DOES_NOT_PLAY = "watches"  # this person runs the club without playing
PHONE_REACHED = "phone"  # a phone has opened the address of the server
SECONDS = 400 * 24 * 3600  # as long as browsers keep a cookie


def read_marks(request: Request, club: Club) -> frozenset[str]:
    """Return the marks; none if the cookie belongs to another user."""
    value = request.get_signed_cookie(_name(club), default="", salt=_salt(request), max_age=SECONDS)
    return frozenset((value or "").split("-")) - {""}


def write_marks(
    response: HttpResponse, request: Request, club: Club, marks: Collection[str]
) -> None:
    response.set_signed_cookie(
        _name(club),
        "-".join(sorted(marks)),
        salt=_salt(request),
        max_age=SECONDS,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def _name(club: Club) -> str:
    return f"desk-{club.pk}"


def _salt(request: Request) -> str:
    return f"desk of user {request.user.pk}"
