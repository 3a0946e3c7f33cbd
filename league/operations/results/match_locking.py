"""Locks around everything that changes a whole match, in one order: its tournament, its club, the
match; and the entries in the logs of the tournament and of the club."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from league.errors import Stale
from league.models import AuditKind, IncidentKind, Match, SittingTable, User
from league.operations.matches import match_log, rounds_sql, submissions
from league.operations.support import versions
from league.operations.tournaments import audit_log
from league.operations.tournaments.tournaments import lock_tournament


class LockedMatch(NamedTuple):
    """A match, locked until the transaction ends; `table` is its table in a tournament, if any."""

    table: SittingTable | None
    match: Match

    def note(
        self,
        kind: IncidentKind,
        by: User | None,
        words: str = "",
        player: int | None = None,
        undo_data: Mapping[str, Any] | None = None,
        **after: Any,
    ) -> None:
        """Add an entry about the match, and about its tournament if it has one; `undo_data` is as
        in AuditEntry."""
        seats = rounds_sql.seated_players([self.match.pk])[self.match.pk]
        players = [seat.player_id for seat in seats]
        if self.match.over:
            after["scores"] = match_log.scores(self.match, players)
        match_log.record(
            self.match,
            AuditKind(f"result.{kind}"),
            by=by,
            players=players,
            reason=words,
            after={**after, "player": player},
            undo_data=undo_data,
            **self.place,
        )

    @property
    def place(self) -> dict[str, Any]:
        """Return what the subject of an entry says of the place in a tournament."""
        if self.table is None:
            return {}
        sitting = self.table.sitting
        return audit_log.place_of(sitting.tournament, sitting, self.table.number)


def lock_match(
    match: Match, seen_version: int | None = None, *, closed: bool = False
) -> LockedMatch:
    """Return the match, locked until the transaction ends. Raise Stale if its version is not
    `seen_version`, and Conflict if its tournament is closed, unless `closed` allows it. The edition
    of the club is raised too."""
    table = _lock_tournament_table(match, closed=closed)
    versions.bump_edition(match.session.season.club_id)
    current = submissions.lock_match(match.pk)
    require_version(current, seen_version)
    return LockedMatch(table, current)


def require_version(match: Match, seen_version: int | None) -> None:
    """Raise Stale if the match has another version than `seen_version`, unless that is None."""
    if seen_version is not None and seen_version != match.version:
        raise Stale(_("The match has changed since you opened it."))


def _lock_tournament_table(match: Match, *, closed: bool) -> SittingTable | None:
    """Lock the tournament of the match, if any, and return its table there."""
    tables = SittingTable.objects.select_related("sitting__tournament")
    table = tables.filter(match=match.pk).first()
    if table is not None:
        table.sitting.tournament = lock_tournament(table.sitting.tournament, closed=closed)
    return table
