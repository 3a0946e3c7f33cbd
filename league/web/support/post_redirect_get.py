"""Answers to forms at an address of their own, so that a browser never offers to send a form again.

A refusal, a preview or a question that answers a POST is stored for a while, and the browser is
redirected to the address of the form with a key. Back, Forward and Reload then open pages, and
scripts and forms of the answer work as if it had come directly. Programs, which do not accept HTML,
and scripts of pages get the answer itself, as do all clients while the cache is down.

The key of the address decrypts the stored answer, and only the browser that sent the form may open
it.
"""

import json
import zlib
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlencode

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, QueryDict

PARAMETER = "shown"
KEPT_SECONDS = 60 * 60
MOST_BYTES = 100_000  # of an answer as it is kept; a larger one is sent directly
OWN_COOKIES = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
View = Callable[[HttpRequest], HttpResponseBase]


class SeeOther(HttpResponseRedirect):
    """A redirect after a form; no browser keeps it, since each answer has its own key."""

    status_code = 303

    def __init__(self, address: str) -> None:
        super().__init__(address, headers={"Cache-Control": "no-store"})


class ShownAnswer(NamedTuple):
    """The stored part of an answer, and a mark of the browser that may open it."""

    browser: str
    status: int
    headers: dict[str, str]
    html: str

    def seal(self, key: bytes) -> bytes:
        return Fernet(key).encrypt(zlib.compress(json.dumps(self).encode(), 1))

    @classmethod
    def unseal(cls, key: str, sealed: bytes) -> "ShownAnswer":
        return cls(*json.loads(zlib.decompress(Fernet(key).decrypt(sealed))))


def show_answers_by_address(get_response: View) -> View:
    """Redirect browsers from the answer of a form to its own address, and show it there."""

    def shown(request: HttpRequest) -> HttpResponseBase:
        query = QueryDict(request.META.get("QUERY_STRING", ""), mutable=True)
        key = str(query.pop(PARAMETER, [""])[-1])
        if key:  # the address of a form is the one of its first page
            request.META["QUERY_STRING"] = query.urlencode()
        if key and request.method == "GET":
            answer = _find(key, _browser(request))
            return answer or SeeOther(request.get_full_path())
        response = get_response(request)
        if not (_is_navigation(request) and isinstance(response, HttpResponse)):
            return response
        key = _keep(request, response) if _is_shown_page(response) else ""
        if not key:
            return response
        query[PARAMETER] = key
        redirect = SeeOther(f"{request.path}?{query.urlencode()}")
        redirect.cookies = response.cookies
        return redirect

    return shown


def _is_navigation(request: HttpRequest) -> bool:
    """Return whether a browser sends a form of a page and shows the answer as a page."""
    return request.method == "POST" and "text/html" in request.headers.get("Accept", "")


def _is_shown_page(response: HttpResponse) -> bool:
    return (
        (response.status_code == 200 or 400 <= response.status_code < 500)
        and response.headers.get("Content-Type", "").startswith("text/html")
        and not response.has_header("Content-Disposition")
    )


def _keep(request: HttpRequest, response: HttpResponse) -> str:
    """Keep an answer and return its key; return an empty one if it cannot be kept."""
    key = Fernet.generate_key()
    answer = ShownAnswer(
        _browser(request, response),
        response.status_code,
        dict(response.items()),
        response.content.decode(),
    )
    sealed = answer.seal(key)
    if len(sealed) > MOST_BYTES:
        return ""
    try:
        cache.set(_cache_key(key), sealed, KEPT_SECONDS)
    except OSError:
        return ""
    return key.decode()


def _find(key: str, browser: str) -> HttpResponse | None:
    """Return the answer of this key, if it was kept for this browser and not too long ago."""
    try:
        sealed = cache.get(_cache_key(key.encode()))
        if sealed is None:
            return None
        answer = ShownAnswer.unseal(key, sealed)
    except (OSError, ValueError, InvalidToken):
        return None
    if answer.browser != browser:
        return None
    return HttpResponse(answer.html, status=answer.status, headers=answer.headers)


def _cache_key(key: bytes) -> str:
    return f"shown:{sha256(key).hexdigest()}"


def _browser(request: HttpRequest, response: HttpResponse | None = None) -> str:
    """Return a mark of the session and the forms of this browser, as they are after a response."""
    new = {name: cookie.value for name, cookie in response.cookies.items()} if response else {}
    values = [new.get(name, request.COOKIES.get(name, "")) for name in OWN_COOKIES]
    return sha256(urlencode(list(zip(OWN_COOKIES, values, strict=True))).encode()).hexdigest()
