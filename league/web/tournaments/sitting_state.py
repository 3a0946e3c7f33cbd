"""The state that the page of a sitting shows: tables with their costs, the clock, and the preview
of a swap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.errors import Conflict, Invalid
from league.models import Player, Sitting, SittingState
from league.operations.support.countdowns import Countdown
from league.operations.tournaments import audit_log
from league.operations.tournaments.audit_log import TournamentEntry
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.draw.prechecks import Finding
from league.operations.tournaments.play import sitting_clock, sitting_views
from league.operations.tournaments.play.sitting_views import SET, SittingStatus, TableStatus
from league.web.support import seating_words
from league.web.support.seating_words import CostComparison

DRAFT_STATES = {SittingState.DRAFT, SittingState.CHECKED}
OPEN_STATES = {SittingState.PUBLISHED, SittingState.RUNNING}


@dataclass(frozen=True)
class SittingDeskTable:
    """A table with what it costs (`why`). `movable` says whether its players may still change
    places."""

    stand: TableStatus
    why: Sequence[str]
    movable: bool

    @property
    def next_round(self) -> int:
        return self.stand.match.rounds_played + 1 if self.stand.match else 1


@dataclass(frozen=True)
class SeatExchange:
    """Two players who would change places. `refused` is set where the cost cannot be computed."""

    one: Player
    other: Player | None = None
    comparison: CostComparison | None = None
    tables: Sequence[tuple[int, Sequence[Player], Sequence[str]]] = ()
    refused: str = ""


@dataclass(frozen=True)
class SittingDeskState:
    stand: SittingStatus
    tables: Sequence[SittingDeskTable]
    watching: Sequence[str]
    quality: str
    gaps: Sequence[tuple[str, int, int]]
    costs: Sequence[tuple[str, int]]
    reasons: Sequence[str]
    findings: Sequence[Finding]

    @property
    def sitting(self) -> Sitting:
        return self.stand.sitting

    @property
    def is_unpublished(self) -> bool:
        return self.sitting.published_at is None

    @property
    def shows_clock(self) -> bool:
        """Return whether the sitting has a time limit that still matters."""
        is_over = self.stand.state in (SittingState.LOCKED, SittingState.COMPLETE)
        return bool(self.sitting.minutes) and not self.is_unpublished and not is_over

    @property
    def is_running_by_the_clock(self) -> bool:
        """Return whether the sitting is being played with a time limit."""
        return self.shows_clock and self.stand.state == SittingState.RUNNING

    @property
    def clock(self) -> Countdown:
        """Return the clock of tables without extra time."""
        return sitting_clock.countdown(self.sitting)

    @property
    def can_move(self) -> bool:
        return any(table.movable for table in self.tables)

    @property
    def to_play(self) -> list[SittingDeskTable]:
        """Return the tables whose results are missing."""
        return [table for table in self.tables if not table.stand.is_settled]

    @property
    def settled(self) -> list[SittingDeskTable]:
        return [table for table in self.tables if table.stand.is_settled]

    @property
    def no_round_yet(self) -> bool:
        return all(table.stand.state == SET for table in self.tables)


def state_of(sitting: Sitting) -> SittingDeskState:
    """Return the state of the page. Costs include the draw and seats changed before publishing."""
    stand = sitting_views.load_sitting(sitting)
    names = names_of(stand)
    explanation = sitting_views.explain_sitting(sitting)
    why = {
        frozenset(table["players"]): seating_words.table_costs(table["costs"], names)
        for table in explanation["tables"]
    }
    quality, gaps = seating_words.draw_quality(sitting)
    is_unpublished = sitting.published_at is None
    return SittingDeskState(
        stand=stand,
        tables=[_table(stand, table, why) for table in stand.tables],
        watching=[
            seating_words.sit_out_words(line, names)
            for line in explanation["sit_out"]
            if line["player"] in sitting.sit_out
        ],
        quality=quality,
        gaps=gaps,
        costs=seating_words.cost_words(seating_words.avoidable_cost(sitting)),
        reasons=seating_words.reason_words(sitting.reasons, names),
        findings=prechecks.draft_findings(sitting) if is_unpublished else [],
    )


def players_of(stand: SittingStatus) -> dict[int, Player]:
    seated = [player for table in stand.tables for player in table.players]
    return {player.pk: player for player in [*seated, *stand.sit_out]}


def names_of(stand: SittingStatus) -> dict[int, str]:
    return {pk: player.name for pk, player in players_of(stand).items()}


def exchange(stand: SittingStatus, one: int, other: int) -> SeatExchange | None:
    """Return the preview of a swap, storing nothing; None if `one` is not in this sitting."""
    players_by_id = players_of(stand)
    if one not in players_by_id:
        return None
    if other not in players_by_id or other == one:
        return SeatExchange(players_by_id[one])
    try:
        preview = sitting_views.preview_seats(stand.sitting, swap=(one, other))
    except (Invalid, Conflict) as error:
        return SeatExchange(players_by_id[one], players_by_id[other], refused=error.detail)
    comparison = seating_words.compare(preview.before or {}, preview.after)
    return SeatExchange(
        players_by_id[one],
        players_by_id[other],
        comparison if preview.before is not None else None,
        list(_changed_tables(stand, preview.tables, preview.explanation, players_by_id)),
    )


def latest_entries(sitting: Sitting) -> list[TournamentEntry]:
    """Return the latest three audit entries of a sitting, the newest first."""
    return audit_log.latest(sitting.tournament, 3, sitting=sitting.number)


def _table(
    stand: SittingStatus, table: TableStatus, why: Mapping[frozenset[int], list[str]]
) -> SittingDeskTable:
    sitting = stand.sitting
    is_open = sitting.published_at is None or stand.state in OPEN_STATES
    players = frozenset(player.pk for player in table.players)
    return SittingDeskTable(table, why.get(players, ()), is_open and table.state == SET)


def _changed_tables(
    stand: SittingStatus,
    tables: Sequence[Sequence[int]],
    explanation: Mapping[str, Any],
    players_by_id: dict[int, Player],
) -> Any:
    """Yield number, players and costs of each table whose players would change."""
    names = {pk: player.name for pk, player in players_by_id.items()}
    for before, after, line in zip(stand.tables, tables, explanation["tables"], strict=True):
        if [player.pk for player in before.players] != list(after):
            costs = seating_words.table_costs(line["costs"], names)
            yield before.number, [players_by_id[pk] for pk in after], costs
