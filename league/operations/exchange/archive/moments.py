"""Times as an archive writes them."""

from datetime import UTC, datetime


def moment(at: datetime) -> str:
    """
    >>> moment(datetime(2026, 10, 1, 18, 30, tzinfo=UTC))
    '2026-10-01T18:30:00Z'
    """
    return at.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def optional_moment(at: datetime | None) -> str | None:
    return moment(at) if at else None
