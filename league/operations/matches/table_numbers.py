"""The numbers of tables: desk, cards, paper and screens all show these."""

from dataclasses import dataclass

from league.models import Match, Player, Session, Sitting, SittingTable
from league.operations.matches import match_results


@dataclass(frozen=True)
class NumberedMatch:
    """A match with the number of its table: in its sitting, or else in the session."""

    number: int
    match: Match
    sitting: Sitting | None

    @property
    def players(self) -> list[Player]:
        return [seat.player for seat in self.match.seats.all()]


def numbered_matches(session: Session) -> list[NumberedMatch]:
    """Return all matches of a session in the order of creation, with seats and players."""
    matches = Match.objects.filter(session=session).order_by("pk")
    matches = match_results.with_relations(matches).prefetch_related("seats__player")
    return [_numbered(number, match) for number, match in enumerate(matches, 1)]


def table_number(match: Match) -> int:
    """Return the number of the table of a match."""
    table = SittingTable.objects.filter(match=match).first()
    if table is not None:
        return table.number
    return Match.objects.filter(session=match.session_id, pk__lte=match.pk).count()


def _numbered(number: int, match: Match) -> NumberedMatch:
    table: SittingTable | None = getattr(match, "sitting_table", None)
    return (
        NumberedMatch(table.number, match, table.sitting)
        if table
        else NumberedMatch(number, match, None)
    )
