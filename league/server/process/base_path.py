"""The path below which people reach Manche, where it shares a name with other sites, as in
https://example.org/league/.

Behind a proxy that takes the path away and behind one that leaves it, requests look alike after
`UnderPath`; Django puts it before every address that it makes (FORCE_SCRIPT_NAME). So code reads
`path_info` of a request, never `path` (decision 86).
"""

import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase

PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+")
# first parts of the addresses of Manche itself: what begins so could be either
OWN_PARTS = frozenset(
    {
        *("account", "api", "colours", "de", "embed", "en", "fr"),
        *("livez", "logos", "metrics", "readyz", "static"),
    }
)
StartResponse = Callable[..., Any]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]


def read(named: str, base_url: str) -> str:
    """Return the path as `/league`, or nothing at the root; BASE_URL names it too.

    >>> read("league/", ""), read("", "https://example.org/league"), read("", "")
    ('/league', '/league', '')
    """
    of_url = urlsplit(base_url).path.rstrip("/")
    path = f"/{named.strip('/')}" if named.strip("/") else of_url
    if base_url and path != of_url:
        raise ImproperlyConfigured(
            f"BASE_PATH is {path}, but BASE_URL has the path {of_url or '/'}: both must be equal."
        )
    if path and not PATH.fullmatch(path):
        raise ImproperlyConfigured(
            f"BASE_PATH is {path}: use letters, digits and hyphens, such as /league."
        )
    if path.split("/")[1:2] and path.split("/")[1] in OWN_PARTS:
        raise ImproperlyConfigured(
            f"BASE_PATH is {path}, but addresses of Manche itself begin with it. Choose another."
        )
    return path


class UnderPath:
    """A WSGI application whose requests have the path before them, or have it no more."""

    def __init__(self, application: Application, path: str) -> None:
        self.application = application
        self.path = path

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        requested = environ.get("PATH_INFO", "")
        if self.path and (requested == self.path or requested.startswith(f"{self.path}/")):
            environ["PATH_INFO"] = requested[len(self.path) :] or "/"
        return self.application(environ, start_response)


def keep_cookies_below(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Send cookies back to this path only: other sites of the same name have their own."""
    if not settings.BASE_PATH:
        raise MiddlewareNotUsed("Manche has the whole name")

    def below(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for cookie in response.cookies.values():
            cookie["path"] = f"{settings.BASE_PATH}/"
        return response

    return below
