"""Lists by cursor: the next page begins after the last row seen, whatever was added meanwhile."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.errors import invalid

LIMIT, MAX_LIMIT = 50, 200
M = TypeVar("M", bound=Model)


def answer(
    request: Request, rows: "QuerySet[M]", write: Callable[[M], Any], by: str = "id"
) -> Response:
    """One page of `rows` in the order of the whole number `by`."""
    limit = _limit(request.query_params.get("limit"))
    after = _read(request.query_params.get("cursor"))
    page = list(rows.filter(**{f"{by}__gt": after}).order_by(by)[: limit + 1])
    following = _next(request, getattr(page[limit - 1], by)) if len(page) > limit else None
    return Response({"results": [write(row) for row in page[:limit]], "next": following})


def _limit(text: str | None) -> int:
    if text is None:
        return LIMIT
    if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) < 1:
        message = _("A whole number from 1 to %(most)s is expected.") % {"most": MAX_LIMIT}
        raise invalid("bad_limit", "limit", message)
    return min(int(text), MAX_LIMIT)


def _read(cursor: str | None) -> int:
    if cursor is None:
        return 0
    try:
        last = int(urlsafe_b64decode(cursor.encode()))
    except ValueError:
        last = -1
    if not 0 <= last < 2**63:
        raise invalid("bad_cursor", "cursor", _("Take the cursor from `next` of a list."))
    return last


def _next(request: Request, last: int) -> str:
    query = request.query_params.copy()
    query["cursor"] = urlsafe_b64encode(b"%d" % last).decode()
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
