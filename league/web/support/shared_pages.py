"""Pages that signed-in readers with the same rights in a club share, made once per version.

The view is called for a reader without identity (permissions.ClubReader), by a request that has an
address and no cookies, so no personal data can get into the page of another reader. The parts of
the frame that differ by user are marked, and filled in for each response.
"""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from io import BytesIO
from typing import Any, NamedTuple

from django.contrib.messages import get_messages
from django.core.handlers.wsgi import WSGIRequest
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from league.models import Club, User
from league.operations.messages import inbox
from league.permissions import ClubReader, rights
from league.web.support import cached_views
from league.web.support.public_pages import PATHS_TO_CLUB
from league.web.support.version_memo import VersionMemo

View = Callable[..., HttpResponse]

# no text of a user has these signs: all texts are escaped
UNREAD = "<!--unread-->"
PERSONAL = re.compile(rb'<!--(unread)-->|(?<=name="csrfmiddlewaretoken" value=")\w{64}')
ADDRESS = (
    *("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "SERVER_NAME", "SERVER_PORT", "HTTP_HOST"),
    *("HTTP_X_FORWARDED_PROTO", "wsgi.url_scheme"),
)


class SharedPage(NamedTuple):
    """A page without its personal parts: `texts` stand around the `marks`, whose value is "unread"
    or None for a CSRF token."""

    headers: dict[str, str]
    texts: Sequence[bytes]
    marks: Sequence[bytes | None]
    is_unlisted: bool


pages: VersionMemo[SharedPage] = VersionMemo(max_entries=64)


def shared_page(
    model: type[Model],
    version: cached_views.Version,
    is_personal: Callable[..., bool] = lambda user, **kwargs: False,
) -> Callable[[View], View]:
    """Return a decorator for views of a row of this model, which belongs to a club. `version` is
    called with the arguments in the view's address, like `is_personal`, which returns whether the
    page of this user depends on more than rights in the club."""

    def decorate(view: View) -> View:
        @wraps(view)
        def shared(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            user = request.user
            if not (isinstance(user, User) and _is_plain(request)):
                return view(request, **kwargs)
            reader = _reader(user, model, kwargs)
            # the version is read before anything that the page shows
            current = version(**kwargs) if reader else None
            if reader is None or current is None or is_personal(user, **kwargs):
                return view(request, **kwargs)
            address = f"{request.scheme}://{request.get_host()}{request.path}"
            page = pages.get_or_make(
                (address, reader),
                cached_views.etag(current, get_language() or "en"),
                lambda: _make(view, request, reader, kwargs),
            )
            return _response(request, user, page)

        return shared  # type: ignore[return-value]

    return decorate


def unread_badge(user: User | ClubReader) -> SafeString:
    """Return the number of messages that the user has not read, for the header; empty for none, and
    a mark on a page that is shared."""
    if isinstance(user, ClubReader):
        return SafeString(UNREAD)
    count = inbox.count_unread(user)
    return SafeString(f'<span class="bell-count">{count}</span>' if count else "")


def _is_plain(request: HttpRequest) -> bool:
    """Return whether the request asks for a page itself, with nothing else to show on it."""
    return (
        request.method == "GET"
        and not request.META.get("QUERY_STRING")
        and not len(get_messages(request))
    )


def _reader(user: User, model: type[Model], kwargs: dict[str, Any]) -> ClubReader | None:
    """Return the reader with the rights of the user in the club of the row; None without a row."""
    lookup = {name: kwargs[name] for name in ("pk", "slug") if name in kwargs}
    rows = model._default_manager.filter(**lookup)
    path = "__".join(PATHS_TO_CLUB[model]) or "pk"
    club = Club.objects.filter(pk__in=rows.values(path)).first()
    return ClubReader(club.pk, rights(user, club)) if club else None


def _make(
    view: View, request: HttpRequest, reader: ClubReader, kwargs: dict[str, Any]
) -> SharedPage:
    environ = {name: request.META[name] for name in ADDRESS if name in request.META}
    impersonal = WSGIRequest({**environ, "wsgi.input": BytesIO()})
    impersonal.user = reader  # type: ignore[assignment]
    impersonal.resolver_match = request.resolver_match
    response = view(impersonal, **kwargs)
    assert response.status_code == 200, request.path
    body = response.content
    marks = list(PERSONAL.finditer(body))
    starts, ends = [0, *(mark.end() for mark in marks)], [mark.start() for mark in marks]
    return SharedPage(
        dict(response.headers),
        [body[start:end] for start, end in zip(starts, [*ends, len(body)], strict=True)],
        [mark[1] for mark in marks],
        getattr(impersonal, "is_unlisted", False),
    )


def _response(request: HttpRequest, user: User, page: SharedPage) -> HttpResponseBase:
    """Return the page with the user's own parts; 304 for a piece that the browser has."""
    parts = [page.texts[0]]
    for mark, text in zip(page.marks, page.texts[1:], strict=True):
        own = unread_badge(user) if mark else get_token(request)
        parts += [own.encode(), text]
    response = HttpResponse(b"".join(parts), headers=page.headers)
    if page.is_unlisted:
        request.is_unlisted = True  # type: ignore[attr-defined]  # read by `mark_unlisted`
    if "ETag" not in page.headers:
        return response
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
