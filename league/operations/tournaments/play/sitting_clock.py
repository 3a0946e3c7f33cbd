"""The clock of a sitting, and how a sitting is moved from one state to the next or back."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, NotFound, invalid
from league.models import IncidentKind, Sitting, SittingState, SittingTable, User
from league.operations.tournaments.play import sittings
from league.operations.tournaments.play.sittings import State, step, take
from league.operations.tournaments.tournaments import MOST_MINUTES


@transaction.atomic
def start(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """The clock runs, if there is one."""
    found = take(sitting, seen_version, of=(State.PUBLISHED,))
    found.started_at, found.paused_at, found.paused_seconds = timezone.now(), None, 0
    return step(found, State.RUNNING, IncidentKind.START, by, *_CLOCK)


@transaction.atomic
def unstart(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    """It was started by mistake; rounds that were entered stay."""
    found = take(sitting, seen_version, of=(State.RUNNING,))
    found.started_at, found.paused_at, found.paused_seconds = None, None, 0
    return step(found, State.PUBLISHED, IncidentKind.UNSTART, by, *_CLOCK)


@transaction.atomic
def pause(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    found = take(sitting, seen_version, of=(State.RUNNING,))
    if found.paused_at is not None:
        raise Conflict(_("The clock stands still already."))
    found.paused_at = timezone.now()
    return step(found, State.RUNNING, IncidentKind.PAUSE, by, *_CLOCK)


@transaction.atomic
def go_on(sitting: Sitting, *, by: User | None, seen_version: int | None = None) -> Sitting:
    found = take(sitting, seen_version, of=(State.RUNNING,))
    if found.paused_at is None:
        raise Conflict(_("The clock runs already."))
    found.paused_seconds += _seconds(timezone.now() - found.paused_at)
    found.paused_at = None
    return step(found, State.RUNNING, IncidentKind.GO_ON, by, *_CLOCK)


@transaction.atomic
def set_extra_time(sitting: Sitting, number: int, minutes: int, *, by: User | None) -> SittingTable:
    """So many minutes more for one table, instead of those it had before."""
    if not 0 <= minutes <= MOST_MINUTES:
        words = _("0 to %(most)s are expected.") % {"most": MOST_MINUTES}
        raise invalid("out_of_range", "extra_minutes", words)
    found = take(sitting, of=(State.PUBLISHED, State.RUNNING))
    table = table_of(found, number)
    if table.extra_minutes != minutes:
        table.extra_minutes = minutes
        table.save(update_fields=["extra_minutes"])
        step(found, State(found.state), IncidentKind.EXTRA_TIME, by)
    return table


def ends_at(sitting: Sitting, extra_minutes: int = 0) -> datetime | None:
    """When the time of a table is up; None without a clock or while it stands still."""
    if not sitting.minutes or sitting.started_at is None or sitting.paused_at is not None:
        return None
    whole = timedelta(minutes=sitting.minutes + extra_minutes, seconds=sitting.paused_seconds)
    return sitting.started_at + whole


def seconds_left(sitting: Sitting, now: datetime, extra_minutes: int = 0) -> int | None:
    """Also while the clock stands still; below 0 once the time is up; None without a clock."""
    if not sitting.minutes:
        return None
    whole = (sitting.minutes + extra_minutes) * 60
    if sitting.started_at is None:
        return whole
    passed = (sitting.paused_at or now) - sitting.started_at
    return whole + sitting.paused_seconds - _seconds(passed)


def table_of(sitting: Sitting, number: int) -> SittingTable:
    found = sitting.tables.select_related("match").filter(number=number).first()
    if found is None:
        raise NotFound(_("There is nothing here."))
    return found


@transaction.atomic
def move(
    sitting: Sitting, state: str, *, by: User | None, seen_version: int | None = None
) -> Sitting:
    """One step forwards or back. Conflict where no step leads from here to `state`."""
    if state not in SittingState.values:
        raise invalid("unknown_choice", "state", _("Choose one of the states."))
    now = take(sitting, seen_version)
    if state == State.COMPLETE and now.state in {State.PUBLISHED, State.RUNNING}:
        sittings.refuse_incomplete(now)  # complete is what it is, not what it is called
        return now
    found = STEPS.get((now.state, state))
    if found is None:
        words = _("From %(state)s no step leads to %(wanted)s.")
        words %= {"state": State(now.state).label, "wanted": State(state).label}
        raise Conflict(words, [Fault("wrong_state", "state", words).to_json()])
    return found(now, by=by)


def _seconds(passed: timedelta) -> int:
    return max(0, int(passed.total_seconds()))


_CLOCK = ("started_at", "paused_at", "paused_seconds")
STEPS: Mapping[tuple[str, str], Callable[..., Sitting]] = {
    (State.DRAFT, State.CHECKED): sittings.check,
    (State.CHECKED, State.DRAFT): sittings.uncheck,
    (State.CHECKED, State.PUBLISHED): sittings.publish,
    (State.PUBLISHED, State.CHECKED): sittings.withdraw,
    (State.PUBLISHED, State.RUNNING): start,
    (State.RUNNING, State.PUBLISHED): unstart,
    (State.PUBLISHED, State.LOCKED): sittings.lock,
    (State.RUNNING, State.LOCKED): sittings.lock,
    (State.LOCKED, State.COMPLETE): sittings.unlock,
}
