"""Sittings as pages and API show them, and what a change of seats would cost; nothing is stored."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league.errors import Fault, invalid, refuse
from league.models import Audience, Match, Player, Sitting, SittingState, SittingTable, Tournament
from league.models.tournaments import SHOWN_SINCE
from league.operations.matches import match_results
from league.operations.tournaments.draw import partners, seating_requests, seats
from league.operations.tournaments.draw.seating_requests import Asked
from league.operations.tournaments.play import sitting_clock
from scoring.pure.results import Mark
from seating import explain
from seating.plan import Plan, Round

SET, PLAYING, OVER, STOPPED, ABANDONED = "set", "playing", "over", "stopped", "abandoned"
TABLE_STATES = (SET, PLAYING, OVER, STOPPED, ABANDONED)


@dataclass(frozen=True)
class TableStand:
    """`state`: set (no round yet, or not published), playing, over, stopped (with a result) or
    abandoned (without). `players` in seat order. `partners` as they are proposed round by round, in
    games that have them."""

    number: int
    players: Sequence[Player]
    match: Match | None
    state: str
    extra_minutes: int
    ends_at: datetime | None
    marks: Sequence[Mark] = ()
    partners: Sequence[Sequence[Sequence[Player]]] = ()

    @property
    def is_settled(self) -> bool:
        return self.state in {OVER, STOPPED, ABANDONED}


@dataclass(frozen=True)
class Stand:
    """`state` is the stored one, or complete once every table is settled."""

    sitting: Sitting
    state: SittingState
    tables: Sequence[TableStand]
    sit_out: Sequence[Player]

    @property
    def missing(self) -> list[int]:
        """Numbers of the tables whose results are missing."""
        return [table.number for table in self.tables if not table.is_settled]


@dataclass(frozen=True)
class WhatIf:
    """Costs by rule, in the order of the rules; `before` is None where the players are others
    now. `explanation` is of what would be: per table what it costs and why, and who sits out."""

    tables: list[list[int]]
    sit_out: list[int]
    before: Mapping[str, int] | None
    after: Mapping[str, int]
    explanation: Mapping[str, Any]


def load(tournament: Tournament, *, hidden: bool, to: Audience = Audience.PLAYERS) -> list[Stand]:
    """The sittings by number that these see, or all of them with drafts where these may be seen;
    always as many questions."""
    rows = tournament.sittings.select_related("session").prefetch_related(
        match_results.prefetch_matches()
    )
    if not hidden:
        rows = rows.filter(**{f"{SHOWN_SINCE[to]}__isnull": False})
    return stands(tournament, list(rows.order_by("number")))


def load_one(sitting: Sitting) -> Stand:
    rows = Sitting.objects.select_related("session").prefetch_related(
        match_results.prefetch_matches()
    )
    return stands(sitting.tournament, [rows.get(pk=sitting.pk)])[0]


def what_if(
    sitting: Sitting,
    *,
    tables: Sequence[Sequence[int]] | None = None,
    sit_out: Sequence[int] = (),
    swap: tuple[int, int] | None = None,
) -> WhatIf:
    """Other seats, or two players who change places, by what is known now."""
    now = [list(table.players) for table in sitting.tables.order_by("number")]
    if swap is not None:
        tables, sit_out = _swapped(now, sitting.sit_out, swap)
    if tables is None:
        tables, sit_out = now, sitting.sit_out
    asked = seating_requests.again(sitting)
    refuse(seats.faults(sitting.tournament, asked.players, tables, sit_out))
    is_known = not seats.faults(sitting.tournament, asked.players, now, sitting.sit_out)
    before = seats.plan(asked, now, sitting.sit_out)["cost"] if is_known else None
    return WhatIf(
        [list(table) for table in tables],
        list(sit_out),
        before,
        seats.plan(asked, tables, sit_out)["cost"],
        _explained(asked, tables, sit_out),
    )


def explained(sitting: Sitting) -> Mapping[str, Any]:
    """What each table costs and why, by what was known at the draw."""
    plan = seating_requests.read_plan(sitting.plan)
    told = explain.explain(seating_requests.read(sitting.request), plan)
    return _with_ids(told[sitting.plan_round])


def stands(tournament: Tournament, rows: Sequence[Sitting]) -> list[Stand]:
    """Of sittings that have their tables and matches loaded."""
    named = {player for sitting in rows for player in _players(sitting)}
    players = Player.every.in_bulk(named)
    found = []
    for sitting in rows:
        sitting.tournament = tournament
        tables = [_table(sitting, table, players) for table in sitting.tables.all()]
        watching = [players[player] for player in sitting.sit_out]
        found.append(Stand(sitting, _state(sitting, tables), tables, watching))
    return found


def _players(sitting: Sitting) -> Iterable[int]:
    yield from sitting.sit_out
    for table in sitting.tables.all():
        yield from table.players


def _table(sitting: Sitting, table: SittingTable, players: Mapping[int, Player]) -> TableStand:
    return TableStand(
        table.number,
        [players[player] for player in table.players],
        table.match,
        _state_of(table.match),
        table.extra_minutes,
        sitting_clock.ends_at(sitting, table.extra_minutes),
        match_results.result_status(table.match).marks if table.match else (),
        [
            [[players[player] for player in team] for team in teams]
            for teams in partners.of_plan(sitting, table.number, table.players)
        ],
    )


def _state_of(match: Match | None) -> str:
    if match is None:
        return SET
    if match.stopped_at is not None:
        return STOPPED if match.over else ABANDONED
    if match.over:
        return OVER
    return PLAYING if match.rounds_played else SET


def _state(sitting: Sitting, tables: Sequence[TableStand]) -> SittingState:
    stored = SittingState(sitting.state)
    is_open = stored in {SittingState.PUBLISHED, SittingState.RUNNING}
    if is_open and all(table.is_settled for table in tables):
        return SittingState.COMPLETE
    return stored


def exchanged(
    tables: Sequence[Sequence[int]], sit_out: Sequence[int], one: int, other: int
) -> tuple[list[list[int]], list[int]]:
    """The seats after these two have changed places."""
    change = {one: other, other: one}
    return (
        [[change.get(player, player) for player in table] for table in tables],
        [change.get(player, player) for player in sit_out],
    )


def _swapped(
    tables: Sequence[Sequence[int]], sit_out: Sequence[int], swap: tuple[int, int]
) -> tuple[list[list[int]], list[int]]:
    one, other = swap
    known = {*sit_out, *(player for table in tables for player in table)}
    words = _("This player does not play in this sitting.")
    refuse(
        [
            Fault("not_here", f"swap.{index}", words)
            for index, player in enumerate(swap)
            if player not in known
        ]
    )
    if one == other:
        raise invalid("player_twice", "swap.1", _("Two players are expected."))
    return exchanged(tables, sit_out, one, other)


def _explained(
    asked: Asked, tables: Sequence[Sequence[int]], sit_out: Sequence[int]
) -> Mapping[str, Any]:
    named = tuple([tuple(map(str, table)) for table in tables])
    plan = Plan((Round(named, tuple(map(str, sit_out))),))
    return _with_ids(explain.explain(seating_requests.read(asked.request), plan)[0])


def _with_ids(told: Mapping[str, Any]) -> dict[str, Any]:
    tables = [
        {
            "players": [*map(int, table["players"])],
            "costs": [{**line, "players": [*map(int, line["players"])]} for line in table["costs"]],
        }
        for table in told["tables"]
    ]
    watching = [{**line, "player": int(line["player"])} for line in told["sit_out"]]
    return {"tables": tables, "sit_out": watching}
