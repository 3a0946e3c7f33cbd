"""Reads tables for pages, API, CSV and screens alike: the stored rows, or those computed from some
of the facts."""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.core.validators import slug_re
from django.db.models import Count, F, Max, Q, prefetch_related_objects

from scoring import fact_queries, rows
from scoring.models import Result, Standing, Table
from scoring.pure import ranges, schemes, standings, statistics
from scoring.pure.facts import PlayerId
from scoring.pure.points import result_points
from scoring.pure.ranges import PlaceRange
from scoring.pure.schemes import Scheme
from scoring.pure.standings import StandingsRow
from scoring.pure.statistics import Measure, ScoredResult
from scoring.sql.fact_filters import FactFilter

SESSION_LENGTH = timedelta(days=1)


@dataclass(frozen=True)
class StandingsTable:
    """A season table at one version. `rows` have their place and their player loaded; `before` rows
    stand before them, and more follow if `after`. It shows the facts of these `sessions`, or of
    all, `without` some matches."""

    table: Table
    rows: Sequence[Standing]
    before: int = 0
    after: bool = False
    sessions: Collection[int] | None = None
    without: Collection[int] = ()

    @property
    def version(self) -> int:
        return self.table.standings_version

    @property
    def pending(self) -> bool:
        return self.table.pending

    @property
    def computed_at(self) -> datetime | None:
        return self.table.shown.computed_at


ReadTable: TypeAlias = Callable[[Table], StandingsTable]


@dataclass(frozen=True)
class StandingsMove:
    """A row and its earlier state; None for a player who was not in the table yet."""

    row: Standing
    before: Standing | StandingsRow | None

    @property
    def places(self) -> int | None:
        """Places gained; negative when lost."""
        return self.before.place - self.row.place if self.before else None

    @property
    def points(self) -> int:
        return self.row.points - (self.before.points if self.before else 0)


def find_table(season_id: int, game: str = "", *, league: int | None = None) -> Table | None:
    """Return the table of a season, or of one of its leagues, for a game, installed or not, or the
    overall one; None if there is none, also for a text that names no game."""
    if game and not slug_re.match(game):
        return None
    tables = Table.every.with_projection().filter(season_id=season_id, league=league, game=game)
    return tables.first()


def find_again(table: Table) -> Table | None:
    """Return the table as it is now."""
    return find_table(table.season_id, table.game, league=table.league_id)


def read(table: Table) -> StandingsTable:
    """Return the stored rows, best first, equals by player, since the order of names is not public;
    version and rows always belong together."""
    while True:
        version = table.standings_version  # before the rows: it may be read only now
        stored = list(_ordered_rows(table))
        if _version_of_rows(table, stored) == version:
            return StandingsTable(table, rows.with_places(stored))
        table = _reload(table)


def read_page(table: Table, before: int, limit: int) -> StandingsTable:
    """Return some of the rows that `read` returns, without reading all of them."""
    while True:
        version = table.standings_version
        better, candidates = _rows_from(table, before)
        stored = list(candidates[: limit + 1])
        # the count of the rows before them comes from another statement
        checked_rows = [] if before else stored
        if _version_of_rows(table, checked_rows) == version:
            placed = rows.with_places(stored[:limit], before, better)
            return StandingsTable(table, placed, before, len(stored) > limit)
        table = _reload(table)


def has_more_than(table: Table, count: int) -> bool:
    """Return whether a table has more rows than this, without counting all of them."""
    return bool(table.standings.all()[count : count + 1].exists())


def has_more_results_than(table: Table, count: int) -> bool:
    """Return whether a table has more results than this, without counting all of them."""
    return bool(_played(table).order_by()[count : count + 1].exists())


def compute(
    table: Table,
    scheme: Scheme | None = None,
    *,
    sessions: Collection[int] | None = None,
    without: Collection[int] = (),
) -> StandingsTable:
    """Return the table as the facts at its version make it: of these sessions, without some
    matches, or by another scheme. Nothing is stored."""
    scheme = schemes.read(table.scheme) if scheme is None else scheme
    facts = fact_queries.season_facts(table, scheme=scheme, with_draws="lots" in scheme.tiebreaks)
    history = facts.only(sessions, without=without)
    computed = [
        rows.standing(table.pk, row, scheme.tiebreaks) for row in standings.compute(history, scheme)
    ]
    prefetch_related_objects(computed, "player")
    return StandingsTable(table, computed, sessions=sessions, without=without)


def columns(view: StandingsTable) -> dict[PlayerId, dict[str, Measure]]:
    """Return for each player in view the statistics that the scheme shows beside the points."""
    scheme = schemes.read(view.table.shown_scheme)
    if not scheme.columns:
        return {}
    past = copy(view.table)
    past.facts_version = min(past.facts_version, past.standings_version)
    players = [PlayerId(row.player_id) for row in view.rows]
    history = fact_queries.season_facts(past, players, scheme=scheme, with_draws=False)
    facts = history.only(view.sessions, without=view.without).facts
    scored = [ScoredResult(fact, result_points(fact, scheme)) for fact in facts]
    return statistics.values(scored, scheme.columns)


def places_at(table: Table, version: int) -> dict[PlayerId, int]:
    """Return the place of each player by the facts that held at a version, under the scheme of
    today."""
    past = copy(table)
    past.facts_version = version
    computed = standings.compute(fact_queries.season_facts(past), schemes.read(past.scheme))
    return {row.player: row.place for row in computed}


def moves(now: StandingsTable, before: StandingsTable) -> list[StandingsMove]:
    """Return the changes between two tables of a season, in the order of the newer one."""
    earlier_rows = {row.player_id: row for row in before.rows}
    return [StandingsMove(row, earlier_rows.get(row.player_id)) for row in now.rows]


def possible_places(table: Table, now: datetime) -> Mapping[PlayerId, PlaceRange] | None:
    """Return the final places that every player can still reach; None if the scheme has no plan.

    The latest session counts as over a day after it began.
    """
    scheme = schemes.read(table.scheme)
    if scheme.planned_evenings is None or scheme.matches_per_evening is None:
        return None
    played = _played(table)
    latest_start = played.order_by().aggregate(latest=Max("session__starts_at"))["latest"]
    return ranges.possible_places(
        fact_queries.season_facts(table),
        scheme,
        newcomers=_count_newcomers(table, played),
        evening_over=latest_start is not None and is_over(latest_start, now),
        heaviest=_heaviest(table),
    )


def is_over(session_start: datetime, now: datetime) -> bool:
    """Return whether a session counts as over: a day after it began."""
    return session_start + SESSION_LENGTH < now


def counted_matches(table: Table) -> Any:
    """Return a query of the ids of the matches whose results count in the table."""
    matches = _played(table).order_by().values("match_id")
    if not table.scope.among_players:
        return matches.distinct()
    seats = matches.annotate(seats=Count("seat", distinct=True))
    return seats.filter(seats__gt=1).values("match_id")


def count_newcomers(table: Table) -> int:
    """Return how many players of the club, or members of the league, have no result in the
    table."""
    return _count_newcomers(table, _played(table))


def _played(table: Table) -> Any:
    """Return the results of the table."""
    return FactFilter.of_table(table).select(Result.objects)


def _count_newcomers(table: Table, played: Any) -> int:
    """Return how many players of the club, or members of the league, have none of these results."""
    players = "season__club__players"
    have_played = played.order_by().values("player_id")
    if table.scope.among_players:  # without an opponent who counts, a result does not either
        have_played = {fact.player for fact in fact_queries.season_facts(table).facts}
    counts = ~Q(**{f"{players}__in": have_played}) & Q(**{f"{players}__is_guest": False})
    if table.scope.players is not None:
        counts &= Q(**{f"{players}__in": table.scope.players})
    counted = Table.every.filter(pk=table.pk).aggregate(n=Count(players, filter=counts))
    return int(counted["n"])


def _heaviest(table: Table) -> int:
    """Return the greatest weight of an evening of the season, in per cent."""
    sessions = Table.every.filter(pk=table.pk).aggregate(most=Max("season__sessions__weight"))
    return sessions["most"] or 100


def version_tag(table: Table) -> str:
    """Return a tag that changes whenever an answer about this table does."""
    return f"t{table.pk}.v{table.standings_version}{'p' if table.pending else ''}"


def _reload(table: Table) -> Table:
    """Return the table as it is now; its season is not read again if it was loaded."""
    current = Table.every.with_projection().get(pk=table.pk)
    if Table.season.is_cached(table):
        current.season = table.season
    return current


def _version_of_rows(table: Table, stored: Sequence[Any]) -> int:
    """Return the version that was read together with these rows."""
    version: int = stored[0].standings_version_read if stored else _reload(table).standings_version
    return version


def _ordered_rows(table: Table) -> Any:
    stored = table.standings.select_related("player")
    annotated = stored.annotate(standings_version_read=F("table__projection__standings_version"))
    return annotated.order_by("-rank_key", "player_id")


def _rows_from(table: Table, start: int) -> tuple[int, Any]:
    """Return how many rows are better than the one at this index, and the rows from there on. The
    rows before it are counted in the index and not read."""
    stored = _ordered_rows(table)
    if not start:
        return 0, stored.all()
    keys = table.standings.order_by("-rank_key").values_list("rank_key", flat=True)
    start_key = next(iter(keys[start : start + 1]), None)
    if start_key is None:
        return start, stored.none()
    better = table.standings.filter(rank_key__gt=start_key).count()
    return better, stored.filter(rank_key__lte=start_key)[start - better :]
