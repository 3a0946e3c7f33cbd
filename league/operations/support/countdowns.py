"""Time limits of rounds, evenings and tables: remaining time, pauses. Nothing is stored."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid

MOST_MINUTES = 24 * 60


@dataclass(frozen=True)
class Countdown:
    """A countdown. `minutes` 0 means no time limit. `paused_at` is set during a pause;
    `paused_seconds` is the total length of earlier pauses."""

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


def start(clock: Countdown, now: datetime) -> Countdown:
    """Start a clock from the beginning."""
    return replace(clock, started_at=now, paused_at=None, paused_seconds=0)


def reset(clock: Countdown) -> Countdown:
    """Return a clock as before its start, without extra minutes."""
    return Countdown(clock.minutes)


def pause(clock: Countdown, now: datetime) -> Countdown:
    """Pause a clock; raise Conflict unless it is running."""
    _require_started(clock)
    if clock.is_paused:
        words = _("The clock is already stopped.")
        raise Conflict(words, [Fault("clock_stopped", "clock", words).to_json()])
    return replace(clock, paused_at=now)


def resume(clock: Countdown, now: datetime) -> Countdown:
    """Continue a paused clock; raise Conflict unless it is paused."""
    _require_started(clock)
    if clock.paused_at is None:
        words = _("The clock is already running.")
        raise Conflict(words, [Fault("clock_runs", "clock", words).to_json()])
    paused_seconds = clock.paused_seconds + _seconds(now - clock.paused_at)
    return replace(clock, paused_at=None, paused_seconds=paused_seconds)


def check_minutes(minutes: int, *, least: int, path: str) -> None:
    """Raise Invalid unless the number of minutes is possible."""
    if not least <= minutes <= MOST_MINUTES:
        words = _("Enter a number from %(least)s to %(most)s.")
        raise invalid("out_of_range", path, words % {"least": least, "most": MOST_MINUTES})


def _seconds(passed: timedelta) -> int:
    return max(0, int(passed.total_seconds()))


def _require_started(clock: Countdown) -> None:
    if not clock.has_started:
        words = _("The clock has not started. Start it first.")
        raise Conflict(words, [Fault("clock_not_started", "clock", words).to_json()])
