"""What the page of a sitting shows: its tables with what they cost, the clock, and an exchange of
two players before it is made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from league.errors import Conflict, Invalid
from league.models import Incident, Player, Sitting, SittingState
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.draw.prechecks import Finding
from league.operations.tournaments.play import sitting_clock, sitting_views
from league.operations.tournaments.play.sitting_views import SET, SittingStatus, TableStatus
from league.web.support import seating_words
from league.web.support.seating_words import Comparison

DRAWN = {SittingState.DRAFT, SittingState.CHECKED}
OPEN = {SittingState.PUBLISHED, SittingState.RUNNING}


@dataclass(frozen=True)
class Table:
    """`why` tells what this table costs; `movable`: its players may still change places. `left` in
    seconds while the clock stands still, or has not begun."""

    stand: TableStatus
    why: Sequence[str]
    movable: bool
    left: int | None

    @property
    def next_round(self) -> int:
        return self.stand.match.rounds_played + 1 if self.stand.match else 1


@dataclass(frozen=True)
class Exchange:
    """Two who would change places. `refused` where it cannot be told what that costs."""

    one: Player
    other: Player | None = None
    comparison: Comparison | None = None
    tables: Sequence[tuple[int, Sequence[Player], Sequence[str]]] = ()
    refused: str = ""


@dataclass(frozen=True)
class State:
    stand: SittingStatus
    tables: Sequence[Table]
    watching: Sequence[str]
    quality: str
    gaps: Sequence[tuple[str, int, int]]
    costs: Sequence[tuple[str, int]]
    reasons: Sequence[str]
    findings: Sequence[Finding]
    left: int | None

    @property
    def sitting(self) -> Sitting:
        return self.stand.sitting

    @property
    def is_drawn(self) -> bool:
        return self.sitting.published_at is None

    @property
    def ends_at(self) -> datetime | None:
        """Of tables without extra time."""
        return sitting_clock.ends_at(self.sitting)

    @property
    def can_move(self) -> bool:
        return any(table.movable for table in self.tables)

    @property
    def to_play(self) -> list[Table]:
        """Tables whose results are missing, as they are to be looked at first."""
        return [table for table in self.tables if not table.stand.is_settled]

    @property
    def settled(self) -> list[Table]:
        return [table for table in self.tables if table.stand.is_settled]

    @property
    def no_round_yet(self) -> bool:
        return all(table.stand.state == SET for table in self.tables)


def state_of(sitting: Sitting) -> State:
    """What a table costs is told of the draw, and of seats that were changed before publishing."""
    stand = sitting_views.load_sitting(sitting)
    names = names_of(stand)
    told = sitting_views.explain_sitting(sitting)
    why = {
        frozenset(each["players"]): seating_words.of_table(each["costs"], names)
        for each in told["tables"]
    }
    quality, gaps = seating_words.quality(sitting)
    is_drawn = sitting.published_at is None
    return State(
        stand=stand,
        tables=[_table(stand, each, why) for each in stand.tables],
        watching=[
            seating_words.of_sitter(line, names)
            for line in told["sit_out"]
            if line["player"] in sitting.sit_out
        ],
        quality=quality,
        gaps=gaps,
        costs=seating_words.costs(sitting.plan.get("cost", {})),
        reasons=seating_words.of_reasons(sitting.reasons, names),
        findings=prechecks.draft_findings(sitting) if is_drawn else [],
        left=sitting_clock.seconds_left(sitting, timezone.now()),
    )


def people(stand: SittingStatus) -> dict[int, Player]:
    seated = [player for table in stand.tables for player in table.players]
    return {player.pk: player for player in [*seated, *stand.sit_out]}


def names_of(stand: SittingStatus) -> dict[int, str]:
    return {pk: player.name for pk, player in people(stand).items()}


def exchange(stand: SittingStatus, one: int, other: int) -> Exchange | None:
    """Nothing is stored. None where the first of them is not in this sitting."""
    known = people(stand)
    if one not in known:
        return None
    if other not in known or other == one:
        return Exchange(known[one])
    try:
        what = sitting_views.preview_seats(stand.sitting, swap=(one, other))
    except (Invalid, Conflict) as refused:
        return Exchange(known[one], known[other], refused=refused.detail)
    comparison = seating_words.compare(what.before or {}, what.after)
    return Exchange(
        known[one],
        known[other],
        comparison if what.before is not None else None,
        list(_changed(stand, what.tables, what.explanation, known)),
    )


def since(sitting: Sitting) -> list[Incident]:
    """What happened last to a sitting, the newest first."""
    rows = sitting.tournament.incidents.filter(sitting_number=sitting.number)
    return list(rows.select_related("player", "other", "by").order_by("-pk")[:3])


def _table(
    stand: SittingStatus, table: TableStatus, why: Mapping[frozenset[int], list[str]]
) -> Table:
    sitting = stand.sitting
    is_open = sitting.published_at is None or stand.state in OPEN
    left = None
    if sitting.paused_at is not None or sitting.started_at is None:
        left = sitting_clock.seconds_left(sitting, timezone.now(), table.extra_minutes)
    players = frozenset(player.pk for player in table.players)
    return Table(table, why.get(players, ()), is_open and table.state == SET, left)


def _changed(
    stand: SittingStatus,
    tables: Sequence[Sequence[int]],
    told: Mapping[str, Any],
    known: dict[int, Player],
) -> Any:
    """Tables that would have other players: number, players, what they would cost."""
    names = {pk: player.name for pk, player in known.items()}
    for before, after, line in zip(stand.tables, tables, told["tables"], strict=True):
        if [player.pk for player in before.players] != list(after):
            why = seating_words.of_table(line["costs"], names)
            yield before.number, [known[pk] for pk in after], why
