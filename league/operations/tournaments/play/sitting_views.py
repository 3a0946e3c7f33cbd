"""Sittings as pages and API show them, and the costs of a change of seats. Nothing is stored."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league.errors import Fault, invalid, raise_faults
from league.models import Audience, Match, Player, Sitting, SittingState, SittingTable, Tournament
from league.models.tournaments import PUBLICATION_TIMES
from league.operations.matches import match_results, names_at_tables
from league.operations.seating import partners, plans
from league.operations.seating.requests import parse_plan
from league.operations.support.countdowns import Countdown
from league.operations.tournaments import places_played_for
from league.operations.tournaments.draw import seating_requests, seats
from league.operations.tournaments.places_played_for import PlacesPlayedFor
from league.operations.tournaments.play import sitting_clock
from scoring.pure.results import ResultMark

SET, PLAYING, OVER, STOPPED, ABANDONED = "set", "playing", "over", "stopped", "abandoned"
TABLE_STATES = (SET, PLAYING, OVER, STOPPED, ABANDONED)


@dataclass(frozen=True)
class TableStatus:
    """A table of a sitting. `state`: set (no round yet, or not published), playing, over, stopped
    (with a result) or abandoned (without). `players` are the planned ones in seat order;
    `people` are the players of each seat in order of arrival. `partners` are proposed round by
    round, in games with partners. `plays_for` is set at a final of several tables."""

    number: int
    players: Sequence[Player]
    match: Match | None
    state: str
    clock: Countdown
    marks: Sequence[ResultMark] = ()
    partners: Sequence[Sequence[Sequence[Player]]] = ()
    plays_for: PlacesPlayedFor | None = None

    @property
    def people(self) -> list[list[Player]]:
        return [
            names_at_tables.people_at(self.match, seat, player)
            for seat, player in enumerate(self.players)
        ]

    @property
    def extra_minutes(self) -> int:
        return self.clock.extra_minutes

    @property
    def ends_at(self) -> datetime | None:
        """Return when the time of the table is up, if its clock runs."""
        return self.clock.ends_at

    @property
    def is_settled(self) -> bool:
        return self.state in {OVER, STOPPED, ABANDONED}


@dataclass(frozen=True)
class SittingStatus:
    """A sitting with its tables. `state` is the stored one, or complete once every table is
    settled. `skipped_by` are the players who asked to skip it."""

    sitting: Sitting
    state: SittingState
    tables: Sequence[TableStatus]
    sit_out: Sequence[Player]
    skipped_by: Sequence[Player] = ()

    @property
    def missing(self) -> list[int]:
        """The numbers of the tables whose results are missing."""
        return [table.number for table in self.tables if not table.is_settled]


@dataclass(frozen=True)
class SeatingPreview:
    """Costs by rule, in the order of the rules; `before` is None if the players have changed since.
    `explanation` describes the new seats: per table its costs and their reasons, and the players
    who sit out."""

    tables: list[list[int]]
    sit_out: list[int]
    before: Mapping[str, int] | None
    after: Mapping[str, int]
    explanation: Mapping[str, Any]


def load_sittings(
    tournament: Tournament, *, hidden: bool, to: Audience = Audience.PLAYERS
) -> list[SittingStatus]:
    """Return the sittings that the audience sees by number, or all with drafts if `hidden`; the
    number of queries is constant."""
    rows = tournament.sittings.select_related("session").prefetch_related(
        match_results.prefetch_matches(substitutions=True)
    )
    if not hidden:
        rows = rows.filter(**{f"{PUBLICATION_TIMES[to]}__isnull": False})
    return sitting_statuses(tournament, list(rows.order_by("number")))


def load_sitting(sitting: Sitting) -> SittingStatus:
    """Return one sitting with its tables."""
    rows = Sitting.objects.select_related("session").prefetch_related(
        match_results.prefetch_matches(substitutions=True)
    )
    return sitting_statuses(sitting.tournament, [rows.get(pk=sitting.pk)])[0]


def preview_seats(
    sitting: Sitting,
    *,
    tables: Sequence[Sequence[int]] | None = None,
    sit_out: Sequence[int] = (),
    swap: tuple[int, int] | None = None,
) -> SeatingPreview:
    """Return the costs of other seats, or of two players who change places, by the current
    state."""
    current_tables = [list(table.players) for table in sitting.tables.order_by("number")]
    if swap is not None:
        tables, sit_out = _swap_checked(current_tables, sitting.sit_out, swap)
    if tables is None:
        tables, sit_out = current_tables, sitting.sit_out
    seating_request = seating_requests.current_request(sitting)
    raise_faults(seats.seat_faults(sitting.tournament, seating_request.players, tables, sit_out))
    has_same_players = not seats.seat_faults(
        sitting.tournament, seating_request.players, current_tables, sitting.sit_out
    )
    before = (
        plans.plan_of_seats(seating_request.request, current_tables, sitting.sit_out)["cost"]
        if has_same_players
        else None
    )
    return SeatingPreview(
        [list(table) for table in tables],
        list(sit_out),
        before,
        plans.plan_of_seats(seating_request.request, tables, sit_out)["cost"],
        plans.explain_seats(seating_request.request, tables, sit_out),
    )


def explain_sitting(sitting: Sitting) -> Mapping[str, Any]:
    """Return the costs of each table and their reasons, by the state at the draw."""
    plan = parse_plan(sitting.plan)
    return plans.explain_plan(sitting.request, plan, sitting.plan_round)


def sitting_statuses(tournament: Tournament, rows: Sequence[Sitting]) -> list[SittingStatus]:
    """Return sittings whose tables and matches are loaded."""
    skippers = [entrant for entrant in tournament.entrants.order_by("pk") if entrant.skips]
    player_ids = {player for sitting in rows for player in _players(sitting)}
    player_ids |= {entrant.player_id for entrant in skippers}
    players = Player.every.in_bulk(player_ids)
    statuses = []
    for sitting in rows:
        sitting.tournament = tournament
        places = places_played_for.of_sitting(sitting)
        tables = [
            _table_status(sitting, table, players, places.get(table.number))
            for table in sitting.tables.all()
        ]
        sitting_out = [players[player] for player in sitting.sit_out]
        named_ids = set(_players(sitting))
        skipped_by = [
            players[entrant.player_id]
            for entrant in skippers
            if entrant.skipped(sitting.number) and entrant.player_id not in named_ids
        ]
        state = _sitting_state(sitting, tables)
        statuses.append(SittingStatus(sitting, state, tables, sitting_out, skipped_by))
    return statuses


def _players(sitting: Sitting) -> Iterable[int]:
    yield from sitting.sit_out
    for table in sitting.tables.all():
        yield from table.players


def _table_status(
    sitting: Sitting,
    table: SittingTable,
    players: Mapping[int, Player],
    plays_for: PlacesPlayedFor | None,
) -> TableStatus:
    return TableStatus(
        table.number,
        [players[player] for player in table.players],
        table.match,
        _table_state(table.match),
        sitting_clock.countdown(sitting, table.extra_minutes),
        match_results.result_status(table.match).marks if table.match else (),
        [
            [[players[player] for player in team] for team in teams]
            for teams in partners.planned_partners(
                sitting.plan_of_round, table.number, table.players
            )
        ],
        plays_for,
    )


def _table_state(match: Match | None) -> str:
    if match is None:
        return SET
    if match.stopped_at is not None:
        return STOPPED if match.over else ABANDONED
    if match.over:
        return OVER
    return PLAYING if match.rounds_played else SET


def _sitting_state(sitting: Sitting, tables: Sequence[TableStatus]) -> SittingState:
    stored = SittingState(sitting.state)
    is_open = stored in {SittingState.PUBLISHED, SittingState.RUNNING}
    if is_open and all(table.is_settled for table in tables):
        return SittingState.COMPLETE
    return stored


def _swap_checked(
    tables: Sequence[Sequence[int]], sit_out: Sequence[int], swap: tuple[int, int]
) -> tuple[list[list[int]], list[int]]:
    """Return the seats after the swap; raise Invalid for players who do not play in this
    sitting."""
    one, other = swap
    player_ids = {*sit_out, *(player for table in tables for player in table)}
    words = _("This player is not playing in this round.")
    raise_faults(
        [
            Fault("not_here", f"swap.{index}", words)
            for index, player in enumerate(swap)
            if player not in player_ids
        ]
    )
    if one == other:
        raise invalid("player_twice", "swap.1", _("Choose two players."))
    return plans.swap_players(tables, sit_out, one, other)
