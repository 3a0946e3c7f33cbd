"""How often somebody may try to sign in: at one account, and from one network.

Each attempt is stored before the password is looked at, and forgotten when it was right: so many at
once, in several processes, are no way round the limits. What is refused is not stored, so going on
makes the wait no longer. A browser in which an account has signed in before counts for itself:
strangers who guess slow down each other, not the owner.
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
KNOWN = "known"  # cookie
KNOWN_SECONDS = 365 * 24 * 3600
LONGEST = 240  # characters of an e-mail that are looked at; their column has 255


class Limits(AxesHandler):  # type: ignore[misc]
    """What axes asks before and after each attempt."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        email = str((credentials or {}).get("username"))[:LONGEST]
        since = timezone.now() - WINDOW
        AccessFailureLog.objects.filter(attempt_time__lte=since).delete()
        if _is_known(request, email):
            one = AccessFailureLog.objects.create(username=_known(email))
            limits = [(Q(username=one.username), AT_AN_ACCOUNT_FROM_A_NETWORK)]
        else:
            network = _network(request.axes_ip_address)  # type: ignore[attr-defined]
            one = AccessFailureLog.objects.create(username=email, ip_address=network)
            account, address = Q(username=email), Q(ip_address=network)
            limits = [
                (account & address, AT_AN_ACCOUNT_FROM_A_NETWORK),
                (account, AT_AN_ACCOUNT),
                (address, FROM_A_NETWORK),
            ]
        counts = {f"of_{n}": Count("pk", filter=who) for n, (who, _most) in enumerate(limits)}
        found = AccessFailureLog.objects.filter(attempt_time__gt=since).aggregate(**counts)
        locked = any(found[f"of_{n}"] > most for n, (_who, most) in enumerate(limits))
        if locked:
            one.delete()
            request.axes_locked_out = True  # type: ignore[attr-defined]
        return locked

    def user_logged_in(self, sender: Any, request: HttpRequest, user: Any, **_more: Any) -> None:
        """Other accounts that were tried from there stay counted."""
        email = user.get_username()[:LONGEST]
        self._forget(username__in=[email, _known(email)])

    def reset_attempts(
        self,
        *,
        ip_address: str | None = None,
        username: str | None = None,
        ip_or_username: bool = False,
    ) -> int:
        """manage.py axes_reset."""
        told = {"ip_address": ip_address, "username": username}
        return self._forget(**{key: value for key, value in told.items() if value})

    def _forget(self, **which: Any) -> int:
        return int(AccessFailureLog.objects.filter(**which).delete()[0])


def remember(response: HttpResponse, email: str) -> None:
    """That the account with this e-mail has signed in with this browser."""
    response.set_signed_cookie(
        KNOWN,
        email,
        max_age=KNOWN_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _is_known(request: HttpRequest, email: str) -> bool:
    told = request.get_signed_cookie(KNOWN, default="", max_age=KNOWN_SECONDS) or ""
    return bool(email) and told[:LONGEST] == email


def _known(email: str) -> str:
    return f"{email} {KNOWN}"


def _network(address: str) -> str | None:
    """Who has an IPv6 address has all that share its first half. None where a proxy tells none."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False).network_address)
