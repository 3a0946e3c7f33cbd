"""The clock of an evening or of one of its tables at the desk: started, stopped, with extra time.

Each action is in the log of the session and can be undone. Rounds of tournaments have a clock of
their own (tournaments.play.sitting_clock); in an arena, the clock of the evening is the time in
which tables start.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Stale
from league.models import ActionKind, Clock, Format, Match, Seat, Session, Tournament, User
from league.operations.sessions import clocks, session_log
from league.operations.sessions.clocks import Owner
from league.operations.support import countdowns, versions
from league.operations.support.countdowns import Countdown, check_minutes
from league.operations.support.locks import lock_row


@transaction.atomic
def start(
    owner: Owner,
    *,
    minutes: int | None = None,
    starts_with_tables: bool | None = None,
    by: User | None,
    seen_version: int | None = None,
    now: datetime | None = None,
) -> Clock:
    """Start the clock. A table without `minutes` of its own runs as long as the evening's clock;
    `starts_with_tables` is for the clock of an evening. Raise Conflict if the clock has started
    already."""
    if minutes is not None:
        check_minutes(minutes, least=1, path="minutes")
    clock = lock(owner)
    before = clocks.countdown(clock)
    if before.is_paused:
        raise _refusal(
            Fault("clock_stopped", "clock", _("The clock is stopped. Resume or reset it."))
        )
    if before.has_started:
        raise _refusal(Fault("clock_runs", "clock", _("The clock is already running.")))
    _require_version(clock, seen_version)
    length = minutes or before.minutes or _minutes_of_evening(owner)
    if not length:
        raise _refusal(Fault("no_clock", "minutes", _("Enter how many minutes the clock runs.")))
    state = clocks.state(clock)
    if starts_with_tables is not None:
        clock.starts_with_tables = starts_with_tables
    started = countdowns.start(Countdown(length, before.extra_minutes), now or timezone.now())
    return _store(owner, clock, started, ActionKind.CLOCK_START, by, before=state)


@transaction.atomic
def pause(
    owner: Owner,
    *,
    by: User | None,
    seen_version: int | None = None,
    now: datetime | None = None,
) -> Clock:
    """Stop the clock. A table that follows the clock of the evening gets a clock of its own."""
    clock = lock(owner)
    stopped = countdowns.pause(_current(owner, clock), now or timezone.now())
    _require_version(clock, seen_version)
    return _store(owner, clock, stopped, ActionKind.CLOCK_PAUSE, by)


@transaction.atomic
def resume(
    owner: Owner,
    *,
    by: User | None,
    seen_version: int | None = None,
    now: datetime | None = None,
) -> Clock:
    """Continue the stopped clock."""
    clock = lock(owner)
    resumed = countdowns.resume(_current(owner, clock), now or timezone.now())
    _require_version(clock, seen_version)
    return _store(owner, clock, resumed, ActionKind.CLOCK_GO_ON, by)


@transaction.atomic
def reset(owner: Owner, *, by: User | None, seen_version: int | None = None) -> Clock:
    """Return the clock to the time before its start, without extra minutes; a table then follows
    the clock of the evening. Resetting twice changes nothing."""
    clock = lock(owner)
    before = clocks.countdown(clock)
    fresh = countdowns.reset(before) if isinstance(owner, Session) else Countdown(0)
    if before == fresh:
        return clock
    _require_version(clock, seen_version)
    return _store(owner, clock, fresh, ActionKind.CLOCK_RESET, by)


@transaction.atomic
def set_minutes(
    owner: Owner, minutes: int, *, starts_with_tables: bool | None = None, by: User | None
) -> Clock:
    """Set the length of the clock, whether it runs or not; `starts_with_tables` is for the clock of
    an evening. The same values again change nothing."""
    check_minutes(minutes, least=1, path="minutes")
    clock = lock(owner)
    if isinstance(owner, Match) and clock.started_at is None:
        raise _refusal(
            Fault(
                "clock_not_started",
                "clock",
                _("This table has no clock of its own. Start it first."),
            )
        )
    changed = replace(clocks.countdown(clock), minutes=minutes)
    with_tables = clock.starts_with_tables if starts_with_tables is None else starts_with_tables
    return _set_time(owner, clock, changed, by, starts_with_tables=with_tables)


@transaction.atomic
def set_extra_minutes(owner: Owner, minutes: int, *, by: User | None) -> Clock:
    """Set the extra minutes of all tables that follow the evening, or of one table, in place of
    earlier ones. The same minutes again change nothing, so that a second tap adds no time."""
    check_minutes(minutes, least=0, path="extra_minutes")
    clock = lock(owner)
    if minutes and not _current(owner, clock).minutes:
        raise _refusal(Fault("no_clock", "clock", _("There is no clock yet. Start it first.")))
    changed = replace(clocks.countdown(clock), extra_minutes=minutes)
    return _set_time(owner, clock, changed, by, starts_with_tables=clock.starts_with_tables)


def _set_time(
    owner: Owner, clock: Clock, changed: Countdown, by: User | None, *, starts_with_tables: bool
) -> Clock:
    if changed == clocks.countdown(clock) and starts_with_tables == clock.starts_with_tables:
        return clock
    before = clocks.state(clock)
    clock.starts_with_tables = starts_with_tables
    return _store(owner, clock, changed, ActionKind.CLOCK_TIME, by, before=before)


def lock(owner: Owner) -> Clock:
    """Lock the session and return the row of the clock; raise Conflict where no clock can run."""
    session = owner if isinstance(owner, Session) else owner.session
    versions.bump_edition(session.season.club_id)
    locked = lock_row(Session.objects.all(), session.pk)
    tournaments = Tournament.objects.filter(season=session.season_id)
    if tournaments.exclude(format=Format.ARENA).exists():
        words = _("This evening belongs to a tournament: its clock is in “Manage tournament”.")
        raise _refusal(Fault("clock_of_tournament", "clock", words))
    if locked.cancelled_at is not None:
        raise Conflict(_("This evening is cancelled. Reinstate it first."))
    if locked.closed_at is not None:
        raise Conflict(_("This evening is closed. Reopen it first."))
    if isinstance(owner, Match) and Match.objects.get(pk=owner.pk).ended:
        raise _refusal(
            Fault("match_over", "clock", _("This match has ended: its table has no clock."))
        )
    return clocks.find(owner)


def _current(owner: Owner, clock: Clock) -> Countdown:
    """Return the clock that counts for the evening or the table."""
    return (
        clocks.countdown(clock) if isinstance(owner, Session) else clocks.of_table(owner).countdown
    )


def _minutes_of_evening(owner: Owner) -> int:
    """Return the length of a clock without minutes of its own: a table's by the evening, an
    evening's by the settings of its arena."""
    if not isinstance(owner, Session):
        return clocks.find(owner.session).minutes
    return clocks.minutes_of_arena(owner)


def _store(
    owner: Owner,
    clock: Clock,
    changed: Countdown,
    kind: ActionKind,
    by: User | None,
    *,
    before: clocks.ClockState | None = None,
) -> Clock:
    """Store the clock and record the action."""
    before = before or clocks.state(clock)
    clocks.save(clock, changed)
    after = clocks.state(clock)
    session = owner if isinstance(owner, Session) else owner.session
    matches = [] if isinstance(owner, Session) else [owner.pk]
    players = Seat.objects.filter(match__in=matches).values_list("player", flat=True)
    session_log.record_action(
        session,
        kind,
        by,
        matches=matches,
        players=list(players),
        changed=_differences(before, after),
        before=before,
        after=after,
    )
    return clock


def _differences(
    before: clocks.ClockState, after: clocks.ClockState
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the lengths that differ, for readers of the log."""
    names = ("minutes", "extra_minutes")
    differing = [index for index, _name in enumerate(names) if before[index] != after[index]]
    return (
        {names[index]: before[index] for index in differing},
        {names[index]: after[index] for index in differing},
    )


def _require_version(clock: Clock, seen_version: int | None) -> None:
    if seen_version is not None and seen_version != clock.version:
        raise Stale(
            _(
                "Somebody has changed it since you opened it: load it again, then repeat "
                "your change."
            )
        )


def _refusal(fault: Fault) -> Conflict:
    return Conflict(fault.message, [fault.to_json()])


ACTIONS: dict[str, Callable[..., Clock]] = {
    "start": start, "pause": pause, "go_on": resume, "reset": reset,
}  # fmt: skip
