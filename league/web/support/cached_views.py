"""Public pages and fragments from a cache, for all readers who are not signed in.

A view with the decorator `cached_view` names the version of its page (operations.support.versions).
The middleware reads the version first, so that its answer is never older; while the version stays,
it answers without sessions, accounts and languages. A version is trusted for VERSION_SECONDS,
unless this process has answered a request that may have changed something.
"""

import gzip
import time
from collections.abc import Callable
from functools import lru_cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers

from database import replica
from database.snapshot import read_snapshot
from league.operations.support.response_cache import CachedResponse, CacheKey, ResponseCache
from league.web.support.compression import is_compressible
from league.web.support.request import has_session

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
Version = Callable[..., str | None]

VERSION_SECONDS = 0.1
MAX_RESPONSES = 256
MAX_PATH = 200
CODE_FOLDERS = ("league", "scoring", "games", "seating", "problems")
CODE_SUFFIXES = {".py", ".html", ".mo", ".css", ".js", ".svg", ".md"}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class CachedView(NamedTuple):
    """A cached view at an address: the function that reads its version, what the address matches,
    and the language."""

    version: Version
    match: ResolverMatch
    language: str


def cached_view(version: Version) -> Callable[[View], View]:
    """Return a decorator for views whose response to the public may be cached. `version` is called
    with the arguments in the view's address and returns None where there is no such page."""

    def decorate(view: View) -> View:
        @wraps(view)
        def in_snapshot(*args: Any, **kwargs: Any) -> HttpResponseBase:
            """Call the view; its queries see one state of the database."""
            with read_snapshot():
                return view(*args, **kwargs)

        in_snapshot.cache_version = version  # type: ignore[attr-defined]
        return in_snapshot  # type: ignore[return-value]

    return decorate


def etag(version: str, language: str, audience: int = 0) -> str:
    """Return the ETag of a page. It holds the hour, since pages may show times, and the code that
    makes the page."""
    hour = int(time.time()) // 3600
    return f'"{version}.{audience}-{language}-{hour}-{code_digest()}"'


class CachedViewMiddleware:
    """Answers requests for cached views; stands before all that a public page does not need."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.DEBUG:
            raise MiddlewareNotUsed("templates change while the server runs")
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in SAFE_METHODS:
            try:
                return self.get_response(request)
            finally:
                _recent_versions.clear()  # people see what they have just sent
        view = None if has_session(request) else _find_view(request)
        version = _current_version(request.path_info, view) if view else None
        if view is None or version is None:
            return self.get_response(request)
        request.resolver_match = view.match
        tag = etag(version, view.language)
        if tag in request.META.get("HTTP_IF_NONE_MATCH", ""):
            return _not_modified(tag)
        key = CacheKey(f"{request.scheme}://{request.get_host()}{request.path_info}", tag)
        cached = _responses.get(key) or self._make(request, key)
        return _from_cached(request, cached, tag) if isinstance(cached, CachedResponse) else cached

    def _make(self, request: HttpRequest, key: CacheKey) -> CachedResponse | HttpResponseBase:
        def make() -> CachedResponse | HttpResponseBase:
            return _to_cached(self.get_response(request))

        return _responses.get_or_make(key, make)


NEVER: tuple[float, str] = (float("-inf"), "")
_responses = ResponseCache(MAX_RESPONSES)
# with the time when it was read, by path and whether the replica was read
_recent_versions: dict[tuple[str, bool], tuple[float, str]] = {}


def clear() -> None:
    """Forget all responses and versions of this process."""
    _responses.clear()
    _recent_versions.clear()


def _find_view(request: HttpRequest) -> CachedView | None:
    """Return the cached view that a request addresses, if it may be answered from the cache."""
    path = request.path_info
    is_plain = request.method in ("GET", "HEAD") and not request.META.get("QUERY_STRING")
    if not is_plain or len(path) > MAX_PATH or not (view := _resolve(path)):
        return None
    try:
        request.get_host()
    except DisallowedHost:
        return None
    return view


@lru_cache(maxsize=2048)
def _resolve(path: str) -> CachedView | None:
    language = translation.get_language_from_path(path)
    if not language:
        return None
    try:
        with translation.override(language):
            match = resolve(path)
    except Resolver404:
        return None
    version = getattr(match.func, "cache_version", None)
    return CachedView(version, match, language) if version else None


def _current_version(path: str, view: CachedView) -> str | None:
    now, key = time.monotonic(), (path, replica.is_reading())
    read_at, recent = _recent_versions.get(key, NEVER)
    if now - read_at < VERSION_SECONDS:
        return recent
    if (version := view.version(**view.match.kwargs)) is not None:
        if len(_recent_versions) > 16 * MAX_RESPONSES:
            _recent_versions.clear()
        _recent_versions[key] = now, version
    return version


def _to_cached(response: HttpResponseBase) -> CachedResponse | HttpResponseBase:
    """Return the storable form of a response, or the response itself if it must not be stored."""
    if response.status_code != 200 or response.cookies or not isinstance(response, HttpResponse):
        return response
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    headers = dict(response.headers) | {"Cache-Control": "no-cache"}
    body = response.content
    gzipped = gzip.compress(body, 6, mtime=0) if is_compressible(response) else b""
    return CachedResponse(headers, body, gzipped)


def _from_cached(request: HttpRequest, cached: CachedResponse, tag: str) -> HttpResponse:
    """Return the response, compressed for a client that accepts it."""
    accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
    is_gzipped = bool(cached.gzipped) and "gzip" in accepted
    response = HttpResponse(
        cached.gzipped if is_gzipped else cached.body, headers=dict(cached.headers)
    )
    response["Content-Length"] = str(len(response.content))
    response["ETag"] = f"W/{tag}" if is_gzipped else tag
    if is_gzipped:
        response["Content-Encoding"] = "gzip"
    return response


def _not_modified(tag: str) -> HttpResponseNotModified:
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Cookie, Accept-Encoding"}
    return HttpResponseNotModified(headers=headers)


@lru_cache(maxsize=1)
def code_digest() -> str:
    """Return a digest of the version and of all files that a page is made from."""
    digest = sha256(settings.VERSION.encode())
    files = (
        file
        for folder in CODE_FOLDERS
        for file in sorted(Path(settings.BASE_DIR, folder).rglob("*"))
        if file.suffix in CODE_SUFFIXES
    )
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
