"""The audit log of a tournament. The only writer of Incident. Callers hold a transaction."""

from league.models import Incident, IncidentKind, Sitting, Tournament, User

LONGEST_NOTE = 300


def record(
    tournament: Tournament,
    kind: IncidentKind,
    by: User | None,
    *,
    sitting: Sitting | None = None,
    table: int | None = None,
    player: int | None = None,
    other: int | None = None,
    words: str = "",
) -> Incident:
    """Add an audit entry."""
    return Incident.objects.create(
        tournament=tournament,
        kind=kind,
        by=by,
        sitting_number=sitting.number if sitting else None,
        table_number=table,
        player_id=player,
        other_id=other,
        note=" ".join(words.split())[:LONGEST_NOTE],
    )
