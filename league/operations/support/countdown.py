"""Time limit of a round, an evening or a table: what is left of it. Nothing is stored."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid

MOST_MINUTES = 24 * 60


@dataclass(frozen=True)
class Countdown:
    """A clock that runs down. Without `minutes` there is no time limit. While it is paused,
    `paused_at` is set; `paused_seconds` are those of earlier pauses."""

    minutes: int
    extra_minutes: int = 0
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused_seconds: int = 0

    @property
    def has_started(self) -> bool:
        return self.started_at is not None

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    @property
    def is_running(self) -> bool:
        return self.has_started and not self.is_paused

    @property
    def ends_at(self) -> datetime | None:
        """Return when the time is up; None without a time limit or while the clock stands still."""
        if not self.minutes or self.started_at is None or self.is_paused:
            return None
        total = timedelta(minutes=self.minutes + self.extra_minutes, seconds=self.paused_seconds)
        return self.started_at + total

    def seconds_left(self, now: datetime) -> int | None:
        """Return the remaining seconds, also while the clock is paused; below 0 once the time is
        up, None without a time limit."""
        if not self.minutes:
            return None
        total = (self.minutes + self.extra_minutes) * 60
        if self.started_at is None:
            return total
        passed = (self.paused_at or now) - self.started_at
        return total + self.paused_seconds - _seconds(passed)

    def start(self, now: datetime) -> "Countdown":
        """Start the clock from the beginning."""
        return replace(self, started_at=now, paused_at=None, paused_seconds=0)

    def reset(self) -> "Countdown":
        """Return to the time before the start, without extra minutes."""
        return Countdown(self.minutes)

    def pause(self, now: datetime) -> "Countdown":
        """Pause the clock; raise Conflict unless it is running."""
        self.require_started()
        if self.is_paused:
            raise _refusal("clock_stopped", _("The clock is already stopped."))
        return replace(self, paused_at=now)

    def resume(self, now: datetime) -> "Countdown":
        """Continue the paused clock; raise Conflict unless it is paused."""
        self.require_started()
        if self.paused_at is None:
            raise _refusal("clock_runs", _("The clock is already running."))
        paused_seconds = self.paused_seconds + _seconds(now - self.paused_at)
        return replace(self, paused_at=None, paused_seconds=paused_seconds)

    def require_started(self) -> None:
        if not self.has_started:
            raise _refusal("clock_not_started", _("The clock has not started. Start it first."))


def check_minutes(minutes: int, *, least: int, path: str) -> None:
    """Raise Invalid unless the number of minutes is possible."""
    if not least <= minutes <= MOST_MINUTES:
        words = _("Enter a number from %(least)s to %(most)s.")
        raise invalid("out_of_range", path, words % {"least": least, "most": MOST_MINUTES})


def _seconds(passed: timedelta) -> int:
    return max(0, int(passed.total_seconds()))


def _refusal(code: str, words: str) -> Conflict:
    return Conflict(words, [Fault(code, "clock", words).to_json()])
