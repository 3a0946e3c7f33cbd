"""The columns of a postponement, as a value that the log of an evening can keep and bring back."""

from typing import Any, NamedTuple

from django.utils.dateparse import parse_datetime

from league.models import Match
from league.operations.support import versions


class Postponement(NamedTuple):
    """When a match is played instead, as ISO 8601 (None: it is not postponed), why, and how many
    rounds were played before."""

    to: str | None = None
    reason: str = ""
    after: int = 0


def postponement_of(match: Match) -> Postponement:
    to = match.postponed_to.isoformat() if match.postponed_to else None
    return Postponement(to, match.postpone_reason, match.postponed_after)


def save(match: Match, postponement: Postponement) -> None:
    """Save the postponement and raise the version of the locked match."""
    to = parse_datetime(postponement.to) if postponement.to else None
    columns: dict[str, Any] = {
        "postponed_to": to,
        "postpone_reason": postponement.reason,
        "postponed_after": postponement.after,
        "version": match.version + 1,
    }
    for name, value in columns.items():
        setattr(match, name, value)
    Match.objects.filter(pk=match.pk).update(**columns)
    versions.bump_edition(match.session.season.club_id)
