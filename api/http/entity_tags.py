"""Entity tags and the conditional requests that use them."""

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

TAG = re.compile(r'"[\x21\x23-\x7e\x80-\xff]*"')
EDITION = re.compile(r'\.e\d+(?="$)')


def of_match(match: Match) -> str:
    """Return the tag of a match. The tag changes when the result becomes final because time has
    passed."""
    due = ".due" if match_results.is_due(match) else ""
    return f'"m{match.pk}.v{match.version}{due}"'


def of_match_view(match: Match) -> str:
    """Return the tag of a match with the names and rules that are sent with it: it holds the
    edition of the club, which must be loaded before them."""
    return f'{of_match(match)[:-1]}.e{match.session.season.club.edition}"'


def of_round(row: Submission) -> str:
    return f'"m{row.match_id}.r{row.number}.v{row.version}"'


def of_content(content: Mapping[str, Any]) -> str:
    """Return a tag that is a digest of the content, for things without a version."""
    serialized = json.dumps(content, sort_keys=True, default=str).encode()
    return f'"c{hashlib.sha256(serialized).hexdigest()[:24]}"'


def tagged(content: Any, tag: str, status: int = 200) -> Response:
    return Response(content, status, headers={"ETag": tag})


def unchanged(request: Request, tag: str) -> HttpResponse | None:
    """Return 304 if the caller has this version already, else None."""
    header = request.META.get("HTTP_IF_NONE_MATCH")
    if header is None or not (header.strip() == "*" or tag in _tags(header)):
        return None
    return HttpResponse(status=304, headers={"ETag": tag})


def require(request: Request, *current: str, now: Callable[[], Any] = lambda: None) -> None:
    """Raise Stale unless If-Match is absent or names one of these tags. To be called under a lock.
    `now` returns the current content for the answer. Editions are ignored, since another name makes
    no other match. Weak tags count too: a compressed answer had one (CompressionMiddleware)."""
    header = request.META.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return
    tags = {EDITION.sub("", tag) for tag in _tags(header)}
    if not tags.intersection(current):
        raise Stale(
            _(
                "Somebody has changed it since you opened it: load it again, then repeat "
                "your change."
            ),
            current=now(),
        )


def require_content(request: Request, content: Mapping[str, Any]) -> None:
    """Raise Stale, like `require`, for things without a version."""
    require(request, of_content(content), now=lambda: content)


def _tags(header: str) -> set[str]:
    return set(TAG.findall(header))
