"""The stored clocks of evenings and of their tables. The only writer of Clock.

A table follows the clock of the evening, with extra minutes of its own, until a clock of its own is
started. `session_clock` has the actions at the desk.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import Clock, Match, Session
from league.operations.support import countdowns
from league.operations.support.countdowns import Countdown

USUAL_MINUTES = 45  # until the first evening of the club had a clock
SHOWN_AFTER_END = timedelta(hours=6)  # then the clock was forgotten
COLUMNS = ("minutes", "extra_minutes", "started_at", "paused_at", "paused_seconds")
Owner: TypeAlias = Session | Match
ClockState: TypeAlias = Sequence[Any]  # as `state` returns it


@dataclass(frozen=True)
class TableClock:
    """Clock of one table: its own, or the evening's with extra minutes for this table.
    `extra_minutes` counts only the table's; `version` is the version of its row, 0 without one."""

    countdown: Countdown
    is_own: bool
    extra_minutes: int
    version: int

    @property
    def is_own_time(self) -> bool:
        """Return whether the time of this table differs from the evening's."""
        return self.is_own or self.extra_minutes > 0


def find(owner: Owner) -> Clock:
    """Return the row of an evening or of a table; a new one, not stored, if there is none."""
    where = _where(owner)
    return Clock.objects.filter(**where).first() or Clock(**where, version=0)


def countdown(clock: Clock) -> Countdown:
    return Countdown(*(getattr(clock, name) for name in COLUMNS))


def save(clock: Clock, changed: Countdown) -> None:
    """Store a clock that was changed. The session must be locked."""
    for name in COLUMNS:
        setattr(clock, name, getattr(changed, name))
    clock.version += 1
    clock.save()


def of_table(match: Match) -> TableClock:
    """Return the clock of one table."""
    return of_tables(match.session, [match.pk])[match.pk]


def of_tables(session: Session, matches: Collection[int]) -> dict[int, TableClock]:
    """Return the clocks of tables of an evening by the ids of their matches; one query."""
    clocks = Clock.objects.filter(Q(session=session) | Q(match__in=matches))
    rows = {row.match_id: row for row in clocks}
    evening = countdown(rows.get(None) or Clock())
    return {pk: _table_clock(rows.get(pk), evening) for pk in matches}


def is_shown(session: Session, clock: Countdown, now: datetime) -> bool:
    """Return whether phones, screens and public pages show this clock: it has started, and neither
    the evening nor its time has been over for long."""
    if session.closed_at is not None or session.cancelled_at is not None:
        return False
    last_change = clock.paused_at or clock.ends_at
    return last_change is not None and now < last_change + SHOWN_AFTER_END


def minutes_of_arena(session: Session) -> int:
    """Return how long the clock of an evening of an arena runs; 0 elsewhere."""
    tournament = session.season.tournament_or_none
    return tournament.minutes if tournament is not None and tournament.is_arena else 0


def usual_minutes(session: Session) -> int:
    """Return the minutes that a form proposes: as in the settings of its arena, else as at the
    club's latest evening with a clock."""
    if minutes := minutes_of_arena(session):
        return minutes
    rows = Clock.objects.filter(session__season__club=session.season.club_id, minutes__gt=0)
    latest = rows.order_by("-session__starts_at", "-session").values_list("minutes", flat=True)
    return latest.first() or USUAL_MINUTES


def start_with_tables(
    session: Session, matches: Collection[int], now: datetime | None = None
) -> None:
    """Start the clocks of new tables, if the evening is set up like this."""
    evening = find(session)
    if not (evening.starts_with_tables and evening.minutes):
        return
    started = countdowns.start(Countdown(evening.minutes), now or timezone.now())
    for match in Match.objects.filter(pk__in=matches).order_by("pk"):
        save(find(match), started)


def state(clock: Clock) -> ClockState:
    """Return the columns as JSON, for the log and for archives."""
    moments = (clock.started_at, clock.paused_at)
    started_at, paused_at = (moment and moment.isoformat() for moment in moments)
    return [
        clock.minutes,
        clock.extra_minutes,
        started_at,
        paused_at,
        clock.paused_seconds,
        clock.starts_with_tables,
    ]


def restore(owner: Owner, stored: ClockState) -> None:
    """Store the columns that `state` returned."""
    minutes, extra_minutes, started_at, paused_at, paused_seconds, starts_with_tables = stored
    started, paused = (at and datetime.fromisoformat(at) for at in (started_at, paused_at))
    clock = find(owner)
    clock.starts_with_tables = starts_with_tables
    save(clock, Countdown(minutes, extra_minutes, started, paused, paused_seconds))


def restore_archived(owner: Owner, record: Mapping[str, Any]) -> None:
    """Store the clock of an archive; raise Invalid for one that was stopped before its start."""
    if record["started_at"] is None and (record["paused_at"] or record["paused_seconds"]):
        raise invalid(
            "clock_not_started", "paused_at", _("This clock was stopped before its start.")
        )
    clock = find(owner)
    clock.starts_with_tables = record["starts_with_tables"]
    save(clock, Countdown(**{name: record[name] for name in COLUMNS}))


def _table_clock(row: Clock | None, evening: Countdown) -> TableClock:
    if row is None:
        return TableClock(evening, is_own=False, extra_minutes=0, version=0)
    own = countdown(row)
    if own.has_started:
        return TableClock(own, True, own.extra_minutes, row.version)
    extra_minutes = evening.extra_minutes + own.extra_minutes
    follows = replace(evening, extra_minutes=extra_minutes)
    return TableClock(follows, False, own.extra_minutes, row.version)


def _where(owner: Owner) -> Mapping[str, Owner]:
    return {"session" if isinstance(owner, Session) else "match": owner}
