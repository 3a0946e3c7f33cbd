"""Store a form once even if it is sent twice: a double click, or a second tap on a slow network.

Each rendering of a page masks its CSRF token differently, so the same bytes sent by the same person
to the same address are the same form of the same page. The second request is redirected to where
the first one was. Forms that change existing data compare versions instead; this is for forms that
create. While the cache does not answer, every form counts as a first one.
"""

import time
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.http import HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect

from league.web.support.request import Request

REMEMBERED_SECONDS = 60  # seconds
LONGEST_WAIT = 20.0  # seconds that the second waits for the first
POLL_SECONDS = 0.05
UNDER_WAY = ""

View = Callable[..., HttpResponseBase]


def once(view: View) -> View:
    """Decorate a view so that a repeated POST is redirected to the target of the first one."""

    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST" or request.content_type != "application/x-www-form-urlencoded":
            return view(request, *args, **kwargs)
        key = _form_key(request)
        if not _claim(key) and (place := _target_of_first(key)):
            return redirect(place)
        place = None
        try:
            answer = view(request, *args, **kwargs)
            place = answer.url if isinstance(answer, HttpResponseRedirect) else None
            return answer
        finally:
            _remember_target(key, place)

    return guarded


def _form_key(request: Request) -> str:
    content = f"{request.user.pk} {request.get_full_path()}\n".encode() + request.body
    return f"form:{sha256(content).hexdigest()}"


def _claim(key: str) -> bool:
    try:
        return bool(cache.add(key, UNDER_WAY, REMEMBERED_SECONDS))
    except OSError:
        return True


def _target_of_first(key: str) -> str | None:
    """Return where the first request was redirected; None if it stored nothing or takes too
    long."""
    latest = time.monotonic() + LONGEST_WAIT
    try:
        while (place := cache.get(key)) == UNDER_WAY and time.monotonic() < latest:
            time.sleep(POLL_SECONDS)
    except OSError:
        return None
    return place or None


def _remember_target(key: str, place: str | None) -> None:
    """Store the target of the first request; forget a form that was refused or failed, so that it
    may be sent again."""
    try:
        if place is None:
            cache.delete(key)
        else:
            cache.set(key, place, REMEMBERED_SECONDS)
    except OSError:
        pass
