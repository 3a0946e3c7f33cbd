"""Entity tags: what a caller has seen, and whether that is still how things are."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.errors import Stale
from league.models import Match, Submission
from league.operations.matches import match_results

TAG = re.compile(r'(W/)?("[\x21\x23-\x7e\x80-\xff]*")')
EDITION = re.compile(r'\.e\d+(?="$)')


def of_match(match: Match) -> str:
    """Time alone may confirm a result: then it is another one."""
    due = ".due" if match_results.is_due(match) else ""
    return f'"m{match.pk}.v{match.version}{due}"'


def of_match_view(match: Match) -> str:
    """The same with what is shown beside it: names and the rules of its season have the edition of
    the club, which must be loaded before them."""
    return f'{of_match(match)[:-1]}.e{match.session.season.club.edition}"'


def of_round(row: Submission) -> str:
    return f'"m{row.match_id}.r{row.number}.v{row.version}"'


def of_content(content: Mapping[str, Any]) -> str:
    """For things that count no versions."""
    serialized = json.dumps(content, sort_keys=True, default=str).encode()
    return f'"c{hashlib.sha256(serialized).hexdigest()[:24]}"'


def tagged(content: Any, tag: str, status: int = 200) -> Response:
    return Response(content, status, headers={"ETag": tag})


def unchanged(request: Request, tag: str) -> HttpResponse | None:
    """304 when the caller has this version already."""
    header = request.META.get("HTTP_IF_NONE_MATCH")
    if header is None or not (header.strip() == "*" or tag in _tags(header, weak=True)):
        return None
    return HttpResponse(status=304, headers={"ETag": tag})


def require(request: Request, *current: str, now: Callable[[], Any] = lambda: None) -> None:
    """Raises Stale unless If-Match is absent or names one of these; to be called under a lock.
    `now` tells what stands there, as GET would. Editions are passed over: another name is no other
    match."""
    header = request.META.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return
    tags = {EDITION.sub("", tag) for tag in _tags(header, weak=False)}
    if not tags.intersection(current):
        raise Stale(_("This has changed since you looked at it: get it again."), current=now())


def require_content(request: Request, content: Mapping[str, Any]) -> None:
    """The same for things that count no versions."""
    require(request, of_content(content), now=lambda: content)


def _tags(header: str, *, weak: bool) -> set[str]:
    return {tag for mark, tag in TAG.findall(header) if weak or not mark}
