"""The numbers of tables, the same on desk, cards, paper and screens."""

from dataclasses import dataclass

from league.models import Match, Player, Session, Sitting, SittingTable
from league.operations.matches import match_results


@dataclass(frozen=True)
class Numbered:
    """A match with the number of its table: in its sitting, or else in the evening."""

    number: int
    match: Match
    sitting: Sitting | None

    @property
    def players(self) -> list[Player]:
        return [seat.player for seat in self.match.seats.all()]


def of_session(session: Session) -> list[Numbered]:
    """All matches of an evening in the order they were set, with seats and players."""
    found = Match.objects.filter(session=session).order_by("pk")
    found = match_results.loaded(found).prefetch_related("seats__player")
    return [_numbered(number, match) for number, match in enumerate(found, 1)]


def of_match(match: Match) -> int:
    table = SittingTable.objects.filter(match=match).first()
    if table is not None:
        return table.number
    return Match.objects.filter(session=match.session_id, pk__lte=match.pk).count()


def _numbered(number: int, match: Match) -> Numbered:
    table: SittingTable | None = getattr(match, "sitting_table", None)
    return Numbered(table.number, match, table.sitting) if table else Numbered(number, match, None)
