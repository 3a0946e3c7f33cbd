"""The clock of a sitting, and the changes of its state in either direction."""

from collections.abc import Callable, Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound, invalid
from league.models import IncidentKind, Sitting, SittingState, SittingTable, User
from league.operations.support import countdowns
from league.operations.support.countdowns import Countdown, check_minutes
from league.operations.tournaments.play import sittings
from league.operations.tournaments.play.sittings import lock_sitting, set_state


@transaction.atomic
def start(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Start the sitting, and its clock if it has one."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.PUBLISHED,))
    _set(locked, countdowns.start(countdown(locked), timezone.now()))
    return set_state(locked, SittingState.RUNNING, IncidentKind.START, by, *_CLOCK)


@transaction.atomic
def unstart(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Undo the start of a sitting; rounds that were entered stay."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.RUNNING,))
    _set(locked, countdowns.reset(countdown(locked)))
    return set_state(locked, SittingState.PUBLISHED, IncidentKind.UNSTART, by, *_CLOCK)


@transaction.atomic
def pause(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Pause the clock."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.RUNNING,))
    _set(locked, countdowns.pause(countdown(locked), timezone.now()))
    return set_state(locked, SittingState.RUNNING, IncidentKind.PAUSE, by, *_CLOCK)


@transaction.atomic
def resume(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """Continue the paused clock."""
    locked = lock_sitting(sitting, seen_version, of=(SittingState.RUNNING,))
    _set(locked, countdowns.resume(countdown(locked), timezone.now()))
    return set_state(locked, SittingState.RUNNING, IncidentKind.GO_ON, by, *_CLOCK)


@transaction.atomic
def set_extra_time(sitting: Sitting, number: int, minutes: int, *, by: User | None) -> SittingTable:
    """Set the extra minutes of a table, in place of earlier ones."""
    check_minutes(minutes, least=0, path="extra_minutes")
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
    check_minutes(minutes, least=1, path="minutes")
    locked = lock_sitting(sitting, seen_version, of=(SittingState.PUBLISHED, SittingState.RUNNING))
    if not locked.minutes:
        words = _(
            "This round has no clock. Set the minutes of the tournament before the next draw."
        )
        raise Conflict(words, [Fault("no_clock", "minutes", words).to_json()])
    if locked.minutes == minutes:
        return locked
    before, locked.minutes = {"minutes": locked.minutes}, minutes
    state, kind = SittingState(locked.state), IncidentKind.EXTRA_TIME
    return set_state(locked, state, kind, by, "minutes", before=before, after={"minutes": minutes})


def countdown(sitting: Sitting, extra_minutes: int = 0) -> Countdown:
    """Return the clock of a sitting, or of one of its tables that has `extra_minutes`."""
    return Countdown(
        sitting.minutes,
        extra_minutes,
        sitting.started_at,
        sitting.paused_at,
        sitting.paused_seconds,
    )


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
        words = _(
            "A round cannot change from “%(state)s” to “%(wanted)s”. Possible now: %(states)s."
        )
        words %= {
            "state": SittingState(locked.state).label,
            "wanted": SittingState(state).label,
            "states": ", ".join(str(SittingState(after).label) for after in _next_states(locked)),
        }
        raise Conflict(words, [Fault("wrong_state", "state", words).to_json()])
    return change(locked, by=by)


def _next_states(sitting: Sitting) -> list[str]:
    """Return the states to which `change_state` leads from the current one."""
    return [after for before, after in STEPS if before == sitting.state]


def _set(sitting: Sitting, clock: Countdown) -> None:
    for name in _CLOCK:
        setattr(sitting, name, getattr(clock, name))


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
