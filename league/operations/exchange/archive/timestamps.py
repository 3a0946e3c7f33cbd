"""Times in the format of an archive."""

from datetime import UTC, datetime


def format_time(at: datetime) -> str:
    """Return a time as an archive writes it.

    >>> format_time(datetime(2026, 10, 1, 18, 30, tzinfo=UTC))
    '2026-10-01T18:30:00Z'
    """
    return at.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def format_optional_time(at: datetime | None) -> str | None:
    return format_time(at) if at else None
