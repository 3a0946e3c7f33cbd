"""A form that comes twice does its work once: a double click, or a second tap on a slow network.

Each rendering of a page masks its CSRF token anew, so the same bytes sent by the same person to the
same address are the same form of the same page. The second one is led to where the first one went.
Forms that change what is there look at its version instead; this is for those that make something.
While the cache does not answer, every form is a first one.
"""

import time
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.http import HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect

from league.operations.support.cache import CACHE_ERRORS
from league.web.support.request import Request

KEPT = 60  # seconds
PATIENCE = 20.0  # seconds that the second waits for the first
STEP = 0.05
UNDER_WAY = ""

View = Callable[..., HttpResponseBase]


def once(view: View) -> View:
    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST" or request.content_type != "application/x-www-form-urlencoded":
            return view(request, *args, **kwargs)
        key = _key(request)
        if not _claimed(key) and (place := _place_of_first(key)):
            return redirect(place)
        place = None
        try:
            answer = view(request, *args, **kwargs)
            place = answer.url if isinstance(answer, HttpResponseRedirect) else None
            return answer
        finally:
            _release(key, place)

    return guarded


def _key(request: Request) -> str:
    sent = f"{request.user.pk} {request.get_full_path()}\n".encode() + request.body
    return f"form:{sha256(sent).hexdigest()}"


def _claimed(key: str) -> bool:
    try:
        return bool(cache.add(key, UNDER_WAY, KEPT))
    except CACHE_ERRORS:
        return True


def _place_of_first(key: str) -> str | None:
    """Where the first one was led to; None if it made nothing, or takes too long."""
    latest = time.monotonic() + PATIENCE
    try:
        while (place := cache.get(key)) == UNDER_WAY and time.monotonic() < latest:
            time.sleep(STEP)
    except CACHE_ERRORS:
        return None
    return place or None


def _release(key: str, place: str | None) -> None:
    """A form that was refused, or ended in an error, may come again."""
    try:
        if place is None:
            cache.delete(key)
        else:
            cache.set(key, place, KEPT)
    except CACHE_ERRORS:
        pass
