"""The clock of a sitting, and the changes of its state in either direction."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound, invalid
from league.models import IncidentKind, Sitting, SittingState, SittingTable, User
from league.operations.tournaments.play import sittings
from league.operations.tournaments.play.sittings import lock_sitting, set_state
from league.operations.tournaments.tournaments import MOST_MINUTES


@transaction.atomic
def start(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Start the sitting, and its clock if it has one."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.PUBLISHED,))
    locked.started_at, locked.paused_at, locked.paused_seconds = timezone.now(), None, 0
    return set_state(locked, SittingState.RUNNING, IncidentKind.START, by, *_CLOCK)


@transaction.atomic
def unstart(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Undo the start of a sitting; rounds that were entered stay."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.RUNNING,))
    locked.started_at, locked.paused_at, locked.paused_seconds = None, None, 0
    return set_state(locked, SittingState.PUBLISHED, IncidentKind.UNSTART, by, *_CLOCK)


@transaction.atomic
def pause(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Pause the clock."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.RUNNING,))
    if locked.paused_at is not None:
        raise Conflict(_("The clock is already stopped."))
    locked.paused_at = timezone.now()
    return set_state(locked, SittingState.RUNNING, IncidentKind.PAUSE, by, *_CLOCK)


@transaction.atomic
def resume(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Continue the paused clock."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.RUNNING,))
    if locked.paused_at is None:
        raise Conflict(_("The clock is already running."))
    locked.paused_seconds += _seconds(timezone.now() - locked.paused_at)
    locked.paused_at = None
    return set_state(locked, SittingState.RUNNING, IncidentKind.GO_ON, by, *_CLOCK)


@transaction.atomic
def set_extra_time(sitting: Sitting, number: int, minutes: int, *, by: User | None) -> SittingTable:
    """Set the extra minutes of a table, in place of earlier ones."""
    if not 0 <= minutes <= MOST_MINUTES:
        words = _("Enter a number from 0 to %(most)s.") % {"most": MOST_MINUTES}
        raise invalid("out_of_range", "extra_minutes", words)
    locked = lock_sitting(sitting, of=(SittingState.PUBLISHED, SittingState.RUNNING))
    table = find_table(locked, number)
    if table.extra_minutes != minutes:
        before = {"table": number, "extra_minutes": table.extra_minutes}
        table.extra_minutes = minutes
        table.save(update_fields=["extra_minutes"])
        after = {"table": number, "extra_minutes": minutes}
        state, kind = SittingState(locked.state), IncidentKind.EXTRA_TIME
        set_state(locked, state, kind, by, before=before, after=after)
    return table


@transaction.atomic
def set_minutes(
    sitting: Sitting, minutes: int, *, by: User | None, seen_version: int | None = None
) -> Sitting:
    """Set the length of a round that has a clock, for all its tables. Sending the same minutes
    again changes nothing, so that a second tap adds no second minute."""
    if not 1 <= minutes <= MOST_MINUTES:
        words = _("Enter a number from 1 to %(most)s.") % {"most": MOST_MINUTES}
        raise invalid("out_of_range", "minutes", words)
    locked = lock_sitting(sitting, seen_version, of=(SittingState.PUBLISHED, SittingState.RUNNING))
    if not locked.minutes:
        words = _("This round has no clock.")
        raise Conflict(words, [Fault("no_clock", "minutes", words).to_json()])
    if locked.minutes == minutes:
        return locked
    before, locked.minutes = {"minutes": locked.minutes}, minutes
    state, kind = SittingState(locked.state), IncidentKind.EXTRA_TIME
    return set_state(locked, state, kind, by, "minutes", before=before, after={"minutes": minutes})


def ends_at(sitting: Sitting, extra_minutes: int = 0) -> datetime | None:
    """Return when the time of a table is up; None without a clock or while it is paused."""
    if not sitting.minutes or sitting.started_at is None or sitting.paused_at is not None:
        return None
    total = timedelta(minutes=sitting.minutes + extra_minutes, seconds=sitting.paused_seconds)
    return sitting.started_at + total


def seconds_left(sitting: Sitting, now: datetime, extra_minutes: int = 0) -> int | None:
    """Return the remaining seconds, also while the clock is paused; below 0 once the time is up,
    None without a clock."""
    if not sitting.minutes:
        return None
    total = (sitting.minutes + extra_minutes) * 60
    if sitting.started_at is None:
        return total
    passed = (sitting.paused_at or now) - sitting.started_at
    return total + sitting.paused_seconds - _seconds(passed)


def find_table(sitting: Sitting, number: int) -> SittingTable:
    """Return the table of this number; raise NotFound if there is none."""
    table = sitting.tables.select_related("match").filter(number=number).first()
    if table is None:
        raise NotFound(_("There is nothing here."))
    return table


@transaction.atomic
def change_state(
    sitting: Sitting, state: str, *, by: User | None, seen_version: int | None = None
) -> Sitting:
    """Change the state of a sitting by one step in either direction. Raise Conflict where no step
    leads to `state`."""
    if state not in SittingState.values:
        raise invalid("unknown_choice", "state", _("Choose one of the states."))
    locked = lock_sitting(sitting, seen_version)
    if state == SittingState.COMPLETE and locked.state in {
        SittingState.PUBLISHED,
        SittingState.RUNNING,
    }:
        sittings.refuse_incomplete(locked)  # this state follows from the tables
        return locked
    change = STEPS.get((locked.state, state))
    if change is None:
        words = _("A round cannot change from “%(state)s” to “%(wanted)s”.")
        words %= {"state": SittingState(locked.state).label, "wanted": SittingState(state).label}
        raise Conflict(words, [Fault("wrong_state", "state", words).to_json()])
    return change(locked, by=by)


def _seconds(passed: timedelta) -> int:
    return max(0, int(passed.total_seconds()))


_CLOCK = ("started_at", "paused_at", "paused_seconds")
STEPS: Mapping[tuple[str, str], Callable[..., Sitting]] = {
    (SittingState.DRAFT, SittingState.CHECKED): sittings.check,
    (SittingState.CHECKED, SittingState.DRAFT): sittings.uncheck,
    (SittingState.CHECKED, SittingState.PUBLISHED): sittings.publish,
    (SittingState.PUBLISHED, SittingState.CHECKED): sittings.withdraw,
    (SittingState.PUBLISHED, SittingState.RUNNING): start,
    (SittingState.RUNNING, SittingState.PUBLISHED): unstart,
    (SittingState.PUBLISHED, SittingState.LOCKED): sittings.lock,
    (SittingState.RUNNING, SittingState.LOCKED): sittings.lock,
    (SittingState.LOCKED, SittingState.COMPLETE): sittings.unlock,
}
