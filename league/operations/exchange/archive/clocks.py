"""The clocks of evenings and tables in an archive: their keys, and their translation into rows."""

from collections.abc import Mapping
from typing import Any

from league.models import Clock, Match, Session
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.shape import Field
from league.operations.exchange.archive.timestamps import format_optional_time
from league.operations.support.countdowns import MOST_MINUTES

MINUTES = shape.integer_field(0, MOST_MINUTES)
CLOCK: Mapping[str, Field] = {
    "minutes": MINUTES,
    "extra_minutes": MINUTES,
    "started_at": shape.optional_field(shape.time_field),
    "paused_at": shape.optional_field(shape.time_field),
    "paused_seconds": shape.integer_field(0, 2**31 - 1),
    "starts_with_tables": shape.boolean_field,
}
FIELD = shape.optional_field(shape.object_field(CLOCK))


def clock_row(owner: Session | Match) -> Mapping[str, Any] | None:
    """Return the clock of an evening or a table; None if it never had one."""
    clock: Clock | None = getattr(owner, "clock", None)
    if clock is None:
        return None
    return {
        "minutes": clock.minutes,
        "extra_minutes": clock.extra_minutes,
        "started_at": format_optional_time(clock.started_at),
        "paused_at": format_optional_time(clock.paused_at),
        "paused_seconds": clock.paused_seconds,
        "starts_with_tables": clock.starts_with_tables,
    }
