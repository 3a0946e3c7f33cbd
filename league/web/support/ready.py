"""Public pages and pieces of page as ready bytes, for everybody who has not signed in.

A view marked by `page` or `piece` says which version its page has (operations.support.versions).
The middleware asks for the version first, so what it answers is never older than that; as long as
the version stays it answers without sessions, accounts and languages being looked at. A version is
believed for a moment, but by no process that has changed something itself in between. What has to
be made anew is made once, however many ask for it at that moment: by one thread of a process, and
by one process of those that share a cache.
"""

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, wraps
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers
from redis.exceptions import RedisError

from database.snapshot import glance
from league.web.support.request import has_session

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
Version = Callable[..., str | None]

MOMENT = 0.3  # seconds for which a version is believed: open pages ask every second
KEPT, KEPT_SECONDS = 256, 600
TURN_SECONDS = 10.0
LONGEST_PATH = 200
PARTS = ("league", "scoring", "games", "seating")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Door(NamedTuple):
    """What a marked view says of itself."""

    version: Version
    is_piece: bool


class Asked(NamedTuple):
    """A path that leads to a marked view."""

    door: Door
    arguments: dict[str, Any]
    language: str


class Copy(NamedTuple):
    headers: dict[str, str]
    body: bytes
    packed: bytes


@dataclass(frozen=True)
class Place:
    """A page in one language under one host, at one version."""

    address: str
    tag: str

    @property
    def key(self) -> str:
        return "ready:" + sha256(f"{self.address} {self.tag}".encode()).hexdigest()


def page(version: Version) -> Callable[[View], View]:
    """`version` is asked with the arguments of the view's address."""
    return _mark(Door(version, is_piece=False))


def piece(version: Version) -> Callable[[View], View]:
    """The same for a piece that live.js asks for."""
    return _mark(Door(version, is_piece=True))


def tag(version: str, language: str, audience: int = 0) -> str:
    """The ETag. Within the hour, as pages may tell times; of this program, as another one may
    write its pages otherwise."""
    return f'"{version}.{audience}-{language}{_rest()}'


class Ready:
    """Middleware; stands before all that a page for everybody does not need."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.DEBUG:
            raise MiddlewareNotUsed("templates change under way")
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in SAFE:
            try:
                return self.get_response(request)
            finally:
                _seen.clear()
        found = None if has_session(request) else _find(request)
        version = _version(request.path_info, found) if found else None
        if found is None or version is None:
            return self.get_response(request)
        due = tag(version, found.language)
        if due in request.META.get("HTTP_IF_NONE_MATCH", ""):
            return _not_modified(due)
        place = Place(f"{request.scheme}://{request.get_host()}{request.path_info}", due)
        copy = _kept.get(place) or self._made(request, place)
        return _answer(request, copy, due) if isinstance(copy, Copy) else copy

    def _made(self, request: HttpRequest, place: Place) -> Copy | HttpResponseBase:
        """By who comes first; a copy, or the answer itself where it cannot be kept."""
        with _turns[hash(place) % len(_turns)]:
            if copy := _kept.get(place):
                return copy
            with _turn_among_processes(place) as copy:
                made = copy or _copy(self.get_response(request))
                if isinstance(made, Copy):
                    _kept.put(place, made, shared=made is not copy)
                return made


class _Shelf:
    """The copies that this process holds, the latest version of each address."""

    def __init__(self) -> None:
        self._lock, self._copies = Lock(), OrderedDict[str, tuple[str, Copy]]()

    def get(self, place: Place) -> Copy | None:
        found = self._copies.get(place.address)
        return found[1] if found and found[0] == place.tag else None

    def put(self, place: Place, copy: Copy, *, shared: bool) -> None:
        with self._lock:
            self._copies[place.address] = place.tag, copy
            self._copies.move_to_end(place.address)
            while len(self._copies) > KEPT:
                self._copies.popitem(last=False)
        if shared:
            with suppress(RedisError):
                cache.set(place.key, copy, KEPT_SECONDS)

    def clear(self) -> None:
        self._copies.clear()


_kept = _Shelf()
_turns = [Lock() for _ in range(64)]
_seen: dict[str, tuple[float, str]] = {}


def forget() -> None:
    """All copies of this process."""
    _kept.clear()
    _seen.clear()


@contextmanager
def _turn_among_processes(place: Place) -> Iterator[Copy | None]:
    """The copy that another process has made or is making; None for who is to make it."""
    turn, end = f"{place.key}:turn", time.monotonic() + TURN_SECONDS
    try:
        while (copy := cache.get(place.key)) is None and time.monotonic() < end:
            if cache.add(turn, 1, TURN_SECONDS):
                break
            time.sleep(0.01)
    except RedisError:  # then each process makes its own
        copy = None
    try:
        yield copy
    finally:
        if copy is None:
            with suppress(RedisError):
                cache.delete(turn)


def _mark(door: Door) -> Callable[[View], View]:
    def mark(view: View) -> View:
        @wraps(view)
        def whole(*given: Any, **named: Any) -> HttpResponseBase:
            """The view; its queries see one state of the database."""
            with glance():
                return view(*given, **named)

        whole.door = door  # type: ignore[attr-defined]
        return whole  # type: ignore[return-value]

    return mark


def _find(request: HttpRequest) -> Asked | None:
    path = request.path_info
    plain = request.method in ("GET", "HEAD") and not request.META.get("QUERY_STRING")
    if not plain or len(path) > LONGEST_PATH or not (found := _resolve(path)):
        return None
    try:
        request.get_host()
    except DisallowedHost:
        return None
    return found


@lru_cache(maxsize=2048)
def _resolve(path: str) -> Asked | None:
    language = translation.get_language_from_path(path)
    if not language:
        return None
    try:
        with translation.override(language):
            match = resolve(path)
    except Resolver404:
        return None
    door = getattr(match.func, "door", None)
    return Asked(door, match.kwargs, language) if door else None


def _version(path: str, asked: Asked) -> str | None:
    now = time.monotonic()
    if (seen := _seen.get(path)) and now - seen[0] < MOMENT:
        return seen[1]
    if (found := asked.door.version(**asked.arguments)) is not None:
        if len(_seen) > 16 * KEPT:
            _seen.clear()
        _seen[path] = now, found
    return found


def _copy(response: HttpResponseBase) -> Copy | HttpResponseBase:
    if response.status_code != 200 or response.cookies or not isinstance(response, HttpResponse):
        return response
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    headers = dict(response.headers) | {"Cache-Control": "no-cache"}
    body = response.content
    return Copy(headers, body, gzip.compress(body, 6, mtime=0))


def _answer(request: HttpRequest, copy: Copy, due: str) -> HttpResponse:
    packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    response = HttpResponse(copy.packed if packed else copy.body, headers=copy.headers)
    response["Content-Length"] = str(len(response.content))
    response["ETag"] = f"W/{due}" if packed else due
    if packed:
        response["Content-Encoding"] = "gzip"
    return response


def _not_modified(due: str) -> HttpResponseNotModified:
    headers = {"ETag": due, "Cache-Control": "no-cache", "Vary": "Cookie, Accept-Encoding"}
    return HttpResponseNotModified(headers=headers)


def _rest() -> str:
    return f'-{int(time.time()) // 3600}-{_program()}"'


@lru_cache(maxsize=1)
def _program() -> str:
    """Of all that a page is made by."""
    digest = sha256(settings.VERSION.encode())
    files = (
        file
        for part in PARTS
        for file in sorted(Path(settings.BASE_DIR, part).rglob("*"))
        if file.suffix in {".py", ".html", ".mo", ".css", ".js", ".svg"}
    )
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
