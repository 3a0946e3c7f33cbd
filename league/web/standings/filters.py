"""The evenings that a page of standings shows: `?as_of=`, `?from=`, `?to=` and `?last=`, one or
more of them.

Days follow the club's time zone. An unreadable value is a problem with words, beside its field.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.models import Session
from league.operations.standings import session_periods
from league.operations.standings.session_periods import SessionPeriod
from league.operations.support import wording
from league.web.standings.shared import session_as_of
from scoring.models import Table

MOST_LATEST = 999
LATEST = (3, 5)
MOST_MONTHS, MOST_QUARTERS = 6, 4
PARAMETERS = ("from", "to", "last")


@dataclass(frozen=True)
class Period:
    """A period to choose, and the query of its address."""

    label: str
    query: str
    chosen: bool = False


@dataclass(frozen=True)
class SessionsFilter:
    """The chosen filters. `sessions` are the ids of the sessions that are left, None for all;
    `problems` are by parameter, and with one nothing is filtered."""

    as_of: Session | None = None
    first: date | None = None
    last: date | None = None
    latest: int | None = None
    sessions: frozenset[int] | None = None
    counted: int = 0
    problems: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_period(self) -> bool:
        """True if evenings at the beginning may be missing, or days were chosen."""
        return bool(self.first or self.last or self.latest) and not self.problems

    @property
    def query(self) -> str:
        """Return the query of the address in its canonical form, empty if all is shown."""
        if self.problems:
            return ""
        values = {
            "as_of": self.as_of.pk if self.as_of else None,
            "from": self.first,
            "to": self.last,
            "last": self.latest,
        }
        return urlencode({name: value for name, value in values.items() if value})


EVERYTHING = SessionsFilter()


def read(request: HttpRequest, table: Table) -> SessionsFilter:
    """Return the filter of the address; raise Http404 for an evening of another season."""
    as_of = session_as_of(request, table)
    texts = {name: request.GET.get(name, "").strip() for name in PARAMETERS}
    problems: dict[str, str] = {}
    first, last = (_day(texts[name], name, problems) for name in ("from", "to"))
    latest = _latest(texts["last"], problems)
    if first and last and first > last:
        problems["to"] = _("The last day is before the first one.")
    chosen = SessionsFilter(as_of, first, last, latest, problems=problems, texts=texts)
    if not (as_of or chosen.is_period):
        return chosen
    period = SessionPeriod(as_of) if problems else SessionPeriod(as_of, first, last, latest)
    selected = session_periods.sessions_of(table, period)
    return SessionsFilter(
        as_of,
        first,
        last,
        latest,
        sessions=frozenset(session.pk for session in selected),
        counted=sum(session.counts for session in selected),
        problems=problems,
        texts=texts,
    )


def periods(played: Sequence[Session], chosen: SessionsFilter, zone: ZoneInfo) -> list[Period]:
    """Return the periods to choose: the latest evenings, and months and quarters with matches, if
    there are several."""
    days = [session.starts_at.astimezone(zone).date() for session in played]
    latest = [
        Period(_("Last %(n)s evenings") % {"n": number}, urlencode({"last": number}))
        for number in LATEST
        if number < len(days)
    ]
    months = sorted({day.replace(day=1) for day in days})
    quarters = sorted({month.replace(month=3 * ((month.month - 1) // 3) + 1) for month in months})
    spans = [_month(month) for month in months[-MOST_MONTHS:]] if len(months) > 1 else []
    if 1 < len(quarters) < len(months):
        spans += [_quarter(start) for start in quarters[-MOST_QUARTERS:]]
    return [
        Period(period.label, period.query, period.query == chosen.query)
        for period in [*latest, *spans]
    ]


def _month(start: date) -> Period:
    return Period(wording.date(start, "F Y"), _span(start, 1))


def _quarter(start: date) -> Period:
    values = {"nth": wording.ordinal((start.month + 2) // 3), "year": start.year}
    return Period(_("%(nth)s quarter of %(year)s") % values, _span(start, 3))


def _span(start: date, months: int) -> str:
    after = start.year * 12 + start.month - 1 + months
    end = date(after // 12, after % 12 + 1, 1) - timedelta(days=1)
    return urlencode({"from": start, "to": end})


def _day(text: str, name: str, problems: dict[str, str]) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        problems[name] = _("“%(text)s” is not a date: write it like 2026-05-31.") % {
            "text": text[:40]
        }
        return None


def _latest(text: str, problems: dict[str, str]) -> int | None:
    if not text:
        return None
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_LATEST))
    if not is_number or not int(text):
        values = {"text": text[:40], "most": MOST_LATEST}
        problems["last"] = (
            _("“%(text)s” is not a number of evenings: enter one from 1 to %(most)s.") % values
        )
        return None
    return int(text)
