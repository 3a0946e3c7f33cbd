"""The audit log of a tournament. The only writer of Incident. Callers hold a transaction.

Actions in a tournament are also in the log of its club; its lock is taken after all others.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from league.models import (
    AuditKind,
    Incident,
    IncidentKind,
    Sitting,
    SittingTable,
    Tournament,
    User,
)
from league.names import visible_line
from league.operations.audit import club_log
from league.operations.audit.club_log import Words

LONGEST_NOTE = 300
Values = Mapping[str, Any]


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
    before: Values | None = None,
    after: Values | None = None,
) -> None:
    """Add an audit entry here and to the log of the club; `before` and `after` stand there only."""
    where: dict[str, Any] = {"sitting": sitting, "table": table}
    add_incident(tournament, kind, by, **where, player=player, other=other, words=words)
    players = [each for each in (player, other) if each is not None]
    after = {**(after or {}), "note": Words(words, players=players)} if words else after
    record_in_club(
        tournament,
        AuditKind(f"tournament.{kind}"),
        by,
        players=players,
        before=before,
        after=after,
        **where,
    )


def record_players(
    tournament: Tournament, kind: IncidentKind, by: User | None, players: Sequence[int]
) -> None:
    """Add an audit entry for each of the players here, and one for all to the log of the club."""
    for player in players:
        add_incident(tournament, kind, by, player=player)
    if players:
        record_in_club(tournament, AuditKind(f"tournament.{kind}"), by, players=players)


def add_incident(
    tournament: Tournament,
    kind: IncidentKind,
    by: User | None,
    *,
    sitting: Sitting | None = None,
    table: int | None = None,
    player: int | None = None,
    other: int | None = None,
    words: str = "",
) -> None:
    """Add an audit entry to only the tournament's log."""
    Incident.objects.create(
        tournament=tournament,
        kind=kind,
        by=by,
        sitting_number=sitting.number if sitting else None,
        table_number=table,
        player_id=player,
        other_id=other,
        note=visible_line(words)[:LONGEST_NOTE],
    )


def record_in_club(
    tournament: Tournament,
    kind: AuditKind,
    by: User | None,
    *,
    players: Sequence[int] = (),
    sitting: Sitting | None = None,
    table: int | None = None,
    before: Values | None = None,
    after: Values | None = None,
) -> None:
    """Add an entry to only the log of the club."""
    matches: list[int] = []
    if sitting is not None and table is not None:
        tables = SittingTable.objects.filter(sitting=sitting, number=table, match__isnull=False)
        matches = [pk for pk in tables.values_list("match", flat=True) if pk is not None]
    club_log.record(
        tournament.season.club_id,
        kind,
        by=by,
        subject={
            "tournament": tournament.pk,
            "season": tournament.season_id,
            "sitting": sitting.number if sitting else None,
            "table": table,
            "players": players,
            "matches": matches,
        },
        before=before,
        after=after,
    )
