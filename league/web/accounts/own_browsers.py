"""The browsers in which an account has signed in before."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "known"
SECONDS = 365 * 24 * 3600


def remember(response: HttpResponse, email: str) -> None:
    """Note in the browser that the account with this e-mail has signed in with it."""
    response.set_signed_cookie(
        COOKIE,
        email,
        max_age=SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def is_own(request: HttpRequest, email: str) -> bool:
    """Return whether the account with this e-mail has signed in with this browser."""
    owner = request.get_signed_cookie(COOKIE, default="", max_age=SECONDS)
    return bool(email) and owner == email
