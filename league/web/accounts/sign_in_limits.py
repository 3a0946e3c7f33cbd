"""Limits of attempts to sign in: at one account, and from one network.

Each attempt is stored before the password is checked, and deleted when it was right, so parallel
attempts in several processes cannot exceed the limits. Refused attempts are not stored, so
repeating them does not prolong the wait. A browser in which an account has signed in before counts
for itself: strangers who guess slow down each other, not the owner.
"""

import ipaddress
from datetime import timedelta
from typing import Any

from axes.handlers.base import AxesHandler
from axes.models import AccessFailureLog
from django.conf import settings
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

WINDOW = timedelta(minutes=5)
AT_AN_ACCOUNT_FROM_A_NETWORK = 5
AT_AN_ACCOUNT = 10
FROM_A_NETWORK = 50  # a hall behind one address signs in too
BROWSER = "known"  # cookie
BROWSER_SECONDS = 365 * 24 * 3600
LONGEST = 240  # characters of an e-mail that are looked at; their column has 255


class Limits(AxesHandler):  # type: ignore[misc]
    """The handler that axes calls before and after each attempt to sign in."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        email = str((credentials or {}).get("username"))[:LONGEST]
        since = timezone.now() - WINDOW
        AccessFailureLog.objects.filter(attempt_time__lte=since).delete()
        if _has_signed_in_here(request, email):
            attempt = AccessFailureLog.objects.create(username=_browser_of(email))
            limits = [(Q(username=attempt.username), AT_AN_ACCOUNT_FROM_A_NETWORK)]
        else:
            network = _network(request.axes_ip_address)  # type: ignore[attr-defined]
            attempt = AccessFailureLog.objects.create(username=email, ip_address=network)
            account, address = Q(username=email), Q(ip_address=network)
            limits = [
                (account & address, AT_AN_ACCOUNT_FROM_A_NETWORK),
                (account, AT_AN_ACCOUNT),
                (address, FROM_A_NETWORK),
            ]
        counts = {f"of_{n}": Count("pk", filter=who) for n, (who, _most) in enumerate(limits)}
        attempts = AccessFailureLog.objects.filter(attempt_time__gt=since).aggregate(**counts)
        locked = any(attempts[f"of_{n}"] > most for n, (_who, most) in enumerate(limits))
        if locked:
            attempt.delete()
            request.axes_locked_out = True  # type: ignore[attr-defined]
        return locked

    def user_logged_in(self, sender: Any, request: HttpRequest, user: Any, **_more: Any) -> None:
        """Forget the attempts at this account; those at other accounts stay counted."""
        email = user.get_username()[:LONGEST]
        self._forget(username__in=[email, _browser_of(email)])

    def reset_attempts(
        self,
        *,
        ip_address: str | None = None,
        username: str | None = None,
        ip_or_username: bool = False,
    ) -> int:
        """Delete attempts for `manage.py axes_reset`."""
        filters = {"ip_address": ip_address, "username": username}
        return self._forget(**{key: value for key, value in filters.items() if value})

    def _forget(self, **which: Any) -> int:
        return int(AccessFailureLog.objects.filter(**which).delete()[0])


def remember(response: HttpResponse, email: str) -> None:
    """Note in the browser that the account with this e-mail has signed in with it."""
    response.set_signed_cookie(
        BROWSER,
        email,
        max_age=BROWSER_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _has_signed_in_here(request: HttpRequest, email: str) -> bool:
    owner = request.get_signed_cookie(BROWSER, default="", max_age=BROWSER_SECONDS) or ""
    return bool(email) and owner[:LONGEST] == email


def _browser_of(email: str) -> str:
    return f"{email} {BROWSER}"


def _network(address: str) -> str | None:
    """Return the network of an address; an IPv6 visitor owns the second half of the address. None
    where a proxy passes on no address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
