"""The browsers in which an account has signed in before. They have a limit of wrong passwords of
their own, so that a stranger who guesses cannot lock the owner out."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "known"
SECONDS = 365 * 24 * 3600


def remember(response: HttpResponse, email: str) -> None:
    """Note in the browser that the account with this e-mail has signed in with it."""
    response.set_signed_cookie(
        COOKIE,
        _mark(email),
        max_age=SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def is_own(request: HttpRequest, email: str) -> bool:
    """Return whether the account with this e-mail has signed in with this browser."""
    owner = request.get_signed_cookie(COOKIE, default="", max_age=SECONDS)
    return bool(email) and constant_time_compare(owner or "", _mark(email))


def _mark(email: str) -> str:
    """Return what the cookie holds instead of the address, which others at the browser could
    read."""
    return salted_hmac(__name__, email.lower(), algorithm="sha256").hexdigest()
