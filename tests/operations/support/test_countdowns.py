"""Time limits at fixed times: remaining time, pauses, refusals."""

from datetime import UTC, datetime, timedelta

import pytest

from league.errors import Conflict, Invalid
from league.operations.support.countdowns import (
    Countdown,
    check_minutes,
    pause,
    reset,
    resume,
    start,
)

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def at(minutes, seconds=0):
    return NOON + timedelta(minutes=minutes, seconds=seconds)


def test_a_clock_runs_down_from_its_start():
    clock = Countdown(40)
    assert (clock.ends_at, clock.seconds_left(at(5))) == (None, 2400)
    running = start(clock, NOON)
    assert running.ends_at == at(40)
    assert running.seconds_left(at(39, 50)) == 10
    assert running.seconds_left(at(41)) == -60


def test_a_pause_moves_the_end_by_its_length():
    paused = pause(start(Countdown(40), NOON), at(10))
    assert (paused.ends_at, paused.is_running) == (None, False)
    assert paused.seconds_left(at(10)) == paused.seconds_left(at(99)) == 1800
    resumed = resume(paused, at(25))
    assert (resumed.ends_at, resumed.paused_seconds) == (at(55), 900)
    again = resume(pause(resumed, at(30)), at(31))
    assert (again.ends_at, again.seconds_left(at(31))) == (at(56), 1500)


def test_extra_minutes_move_the_end_also_after_it():
    late = start(Countdown(40, extra_minutes=5), NOON)
    assert late.ends_at == at(45)
    assert late.seconds_left(at(42)) == 180
    assert reset(late) == Countdown(40)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda clock: pause(clock, NOON), "has not started"),
        (lambda clock: resume(clock, NOON), "has not started"),
        (lambda clock: resume(start(clock, NOON), NOON), "already running"),
        (lambda clock: pause(pause(start(clock, NOON), NOON), NOON), "already stopped"),
    ],
)
def test_an_impossible_step_is_refused(change, words):
    with pytest.raises(Conflict, match=words):
        change(Countdown(40))


def test_a_clock_without_minutes_has_no_time_limit():
    clock = start(Countdown(0), NOON)
    assert (clock.ends_at, clock.seconds_left(at(5))) == (None, None)


@pytest.mark.parametrize("minutes", [0, -1, 1441])
def test_impossible_minutes_are_refused(minutes):
    check_minutes(1440, least=1, path="minutes")
    with pytest.raises(Invalid, match="from 1 to 1440"):
        check_minutes(minutes, least=1, path="minutes")
