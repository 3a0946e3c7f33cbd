"""What is done to a whole match takes its turn: at its table of a tournament, in its club, at the
match itself; and is noted where it belongs."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from league.errors import Stale
from league.models import IncidentKind, Match, SittingTable, User
from league.operations.matches import submissions
from league.operations.support import versions
from league.operations.tournaments import audit_log
from league.operations.tournaments.tournaments import take_turn


class Held(NamedTuple):
    """Locked until the transaction ends; `table` is that of a tournament."""

    table: SittingTable | None
    match: Match

    def note(
        self, kind: IncidentKind, by: User | None, words: str = "", player: int | None = None
    ) -> None:
        if self.table is not None:
            sitting = self.table.sitting
            audit_log.note(
                sitting.tournament,
                kind,
                by,
                sitting=sitting,
                table=self.table.number,
                player=player,
                words=words,
            )


def hold(match: Match, seen_version: int | None = None) -> Held:
    """Stale where the match is another than the version that somebody has seen."""
    table = _turn(match)
    versions.bump_edition(match.session.season.club_id)
    found = submissions.lock_match(match.pk)
    if seen_version is not None and seen_version != found.version:
        raise Stale(_("The match has changed since you looked at it."))
    return Held(table, found)


def _turn(match: Match) -> SittingTable | None:
    rows = SittingTable.objects.select_related("sitting__tournament")
    table = rows.filter(match=match.pk).first()
    if table is not None:
        table.sitting.tournament = take_turn(table.sitting.tournament)
    return table
