"""The clocks that people in the room and the public see."""

from django.utils import timezone

from league.models import Match, Session, SittingState
from league.operations.sessions import clocks
from league.operations.support.countdowns import Countdown
from league.operations.tournaments.play import sitting_clock


def of_session(session: Session) -> Countdown | None:
    """Return the clock of an evening; None while it shows none."""
    clock = clocks.countdown(clocks.find(session))
    return clock if clocks.is_shown(session, clock, timezone.now()) else None


def of_match(match: Match) -> Countdown | None:
    """Return the clock that counts for a table: of its tournament round, its own, or the evening's.
    None without any, and once the match has ended."""
    if match.ended or match.is_postponed:
        return None
    table = None if match.table_number else getattr(match, "sitting_table", None)
    if table is not None:
        sitting = table.sitting
        has_clock = sitting.state == SittingState.RUNNING and sitting.minutes
        return sitting_clock.countdown(sitting, table.extra_minutes) if has_clock else None
    clock = clocks.of_table(match).countdown
    return clock if clocks.is_shown(match.session, clock, timezone.now()) else None
