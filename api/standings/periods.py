"""Standings of a period: `?from=` and `?to=` are days of sessions, `?last=` a number of them."""

from collections.abc import Mapping

from django.db.models import Q
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter

from api.http import paging
from api.http.filters import Filter, day
from api.http.resource import ApiRequest
from league.errors import invalid
from league.models import Session
from league.operations.standings.session_periods import SessionPeriod

MOST_LATEST = 999  # sessions


def _latest(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text)):
        raise ValueError
    return int(text)


def _expected() -> str:
    return _("Enter a whole number from 1 to %(most)s.") % {"most": MOST_LATEST}


FILTERS: Mapping[str, Filter] = {
    "from": day(
        "Counts only sessions on or after this day, in the time zone of the club. Not allowed with "
        "`since`.",
        "",
    ),
    "to": day(
        "Counts only sessions on or before this day, in the time zone of the club. Not allowed "
        "with `since`.",
        "",
    ),
    "last": Filter(
        "Counts only this many sessions: the latest ones with results. Not allowed with `since`.",
        lazy(_expected, str)(),
        _latest,
        lambda _number: Q(),
        {"type": "integer", "minimum": 1, "maximum": MOST_LATEST},
    ),
}
PARAMETERS = [
    OpenApiParameter(name, part.schema, description=part.words) for name, part in FILTERS.items()
]


def requested(request: ApiRequest, as_of: Session | None) -> SessionPeriod:
    """Return the sessions that are requested. Days and numbers of sessions are refused together
    with `since`, which compares all sessions until then."""
    values = paging.filter_values(request)
    for name in values:
        refuse_with_since(request, name)
    first, last = values.get("from"), values.get("to")
    if first and last and first > last:
        raise invalid("ends_before_start", "to", _("The last day is before the first one."))
    return SessionPeriod(as_of, first, last, values.get("last"))


def refuse_with_since(request: ApiRequest, name: str) -> None:
    if "since" in request.query_params:
        words = _("Use either `since` or `%(name)s`, not both.") % {"name": name}
        raise invalid("not_with_since", name, words)
