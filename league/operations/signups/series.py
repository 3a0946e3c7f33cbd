"""Series of sessions with a sheet for each."""

from datetime import timedelta

from django.db import transaction

from league.models import Season, Session, User
from league.operations.seasons import session_series
from league.operations.seasons.session_series import Series
from league.operations.signups import sheets


@transaction.atomic
def open_series(
    season: Season,
    series: Series,
    *,
    place: str | None = None,
    closes_hours_before: int = 0,
    capacity: int | None = None,
    guests_allowed: int = 0,
    by: User | None,
) -> list[Session]:
    """Open all sessions of a series, each with a sheet that closes some hours before the start."""
    sessions = session_series.open_series(season, series, place=place, by=by)
    for session in sessions:
        sheets.open_sheet(
            session,
            closes_at=session.starts_at - timedelta(hours=closes_hours_before),
            capacity=capacity,
            guests_allowed=guests_allowed,
            by=by,
        )
    return sessions
