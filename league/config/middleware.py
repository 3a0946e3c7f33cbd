"""Middleware: Django's and its libraries', skipped where it has no use, and our own.

A program has a token: no session, no account that a browser signed in, no messages. The middleware
for these skips the API.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_cache_control

from database import timeouts
from league.web.support.request import COOKIES, has_session

API = "/api/"


class BrowserOnly:
    """A mixin for a middleware that skips the API."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(API):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]  # of the middleware behind


class BrowserSessionMiddleware(BrowserOnly, SessionMiddleware):
    pass


class BrowserAuthenticationMiddleware(BrowserOnly, AuthenticationMiddleware):
    pass


class BrowserMessageMiddleware(BrowserOnly, MessageMiddleware):
    pass


class PolicyMiddleware(CSPMiddleware):
    """A middleware that builds the policy of the settings once, not for each response."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if any(name.startswith("_csp") for name in vars(response)):  # a view sets another policy
            return super().process_response(request, response)
        if HEADER not in response:
            response[HEADER] = _policy()
        return response


@cache
def _policy() -> str:
    return build_policy()


def limit_database_waits(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give up a database that does not answer, and answer with 503 within five seconds."""

    def limited(request: HttpRequest) -> HttpResponseBase:
        with timeouts.limited():
            return get_response(request)

    return limited


def mark_private(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Forbid shared caches to store responses to a session or a token, and responses that begin or
    end a session (decision 33). It comes before everything that makes or caches responses."""

    def guarded(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_personal = has_session(request) or "HTTP_AUTHORIZATION" in request.META
        if is_personal or not COOKIES.isdisjoint(response.cookies):
            patch_cache_control(response, private=True)
        return response

    return guarded


def mark_unlisted(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Ask search engines to leave out pages, files and pictures of clubs that are not public. It
    comes after the cache, which keeps the header."""

    def marked(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if getattr(request, "is_unlisted", False):
            response["X-Robots-Tag"] = "noindex"
        return response

    return marked


def answer_head(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer HEAD as GET, without the body."""

    def stripped(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = iter(())
            elif isinstance(response, HttpResponse):
                response.headers.setdefault("Content-Length", str(len(response.content)))
                response.content = b""
        return response

    return stripped


def refuse_nul(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse forms with NUL: no keyboard types it, and PostgreSQL stores no text with it."""

    def guarded(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(API) and _has_nul(request):
            raise BadRequest("NUL in a form")
        return get_response(request)

    return guarded


def _has_nul(request: HttpRequest) -> bool:
    return any("\0" in value for _name, values in request.POST.lists() for value in values)
