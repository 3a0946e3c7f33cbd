"""Reads tables for pages, API, CSV and screens alike, also as they were after past sessions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Count, F, Max, Q, prefetch_related_objects

from scoring.models import Ledger, Result, Standing, Table
from scoring.models import Penalty as StoredPenalty
from scoring.models import SitOut as StoredSitOut
from scoring.pure import ranges, schemes
from scoring.pure.facts import Fact, Penalty, PlayerId, SeasonFacts, SitOut, TiebreakDraw
from scoring.pure.ranges import PlaceRange
from scoring.pure.schemes import Scheme
from scoring.pure.standings import StandingsRow
from scoring.pure.units import HUNDREDTH, half_even
from scoring.sql import places_sql
from scoring.sql.fact_filters import FactFilter

SESSION_LENGTH = timedelta(days=1)


@dataclass(frozen=True)
class StandingsTable:
    """A season table at one version. `rows` have their place and their player loaded; `before` rows
    stand before them, and more follow if `after`."""

    table: Table
    rows: Sequence[Standing]
    before: int = 0
    after: bool = False

    @property
    def version(self) -> int:
        return self.table.standings_version

    @property
    def pending(self) -> bool:
        return self.table.pending

    @property
    def computed_at(self) -> datetime | None:
        return self.table.shown.computed_at


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


def find_table(season_id: int, game: str = "") -> Table | None:
    """Return the table of a season for a game, or the overall one."""
    return Table.objects.with_projection().filter(season_id=season_id, game=game).first()


def read(table: Table) -> StandingsTable:
    """Return the stored rows, best first, equals by player, since the order of names is not public;
    version and rows always belong together."""
    while True:
        version, codes = table.standings_version, table.shown_scheme["tiebreaks"]
        rows = list(_ordered_rows(table))
        if _version_of_rows(table, rows) == version:
            return StandingsTable(table, places_sql.with_places(rows, codes))
        table = _reload(table)


def read_page(table: Table, before: int, limit: int) -> StandingsTable:
    """Return some of the rows that `read` returns, at about the cost of those alone."""
    # one more row on either side: the neighbours decide which tie-breaks were used
    start = max(0, before - 1)
    while True:
        version, codes = table.standings_version, table.shown_scheme["tiebreaks"]
        better, candidates = _rows_from(table, start)
        rows = list(candidates[: before + limit + 1 - start])
        # the count of the rows before them comes from another statement
        checked_rows = [] if start else rows
        if _version_of_rows(table, checked_rows) == version:
            placed = places_sql.with_places(rows, codes, start, better)[before - start :]
            return StandingsTable(table, placed[:limit], before, len(placed) > limit)
        table = _reload(table)


def has_more_than(table: Table, count: int) -> bool:
    """Return whether a table has more rows than this, without counting all of them."""
    return bool(table.standings.all()[count : count + 1].exists())


def has_more_results_than(table: Table, count: int) -> bool:
    """Return whether a table has more results than this, without counting all of them."""
    return bool(_played(table).order_by()[count : count + 1].exists())


def standings_as_of(table: Table, session_id: int) -> StandingsTable:
    """Return the table as it stood after that session, by all that is known now."""
    return standings_of_sessions(table, session_ids_until(table.season_id, session_id))


def standings_of_sessions(
    table: Table, sessions: Iterable[int], excluded_matches: Iterable[int] = ()
) -> StandingsTable:
    """Return the table as these sessions alone make it, perhaps without some matches."""
    fact_filter = FactFilter.of_table(table, sessions, excluded_matches)
    rows = places_sql.compute_standings(table, fact_filter, schemes.read(table.scheme))
    return StandingsTable(table, _with_players(rows))


def rows_as_of(table: Table, session_id: int) -> list[Standing]:
    """Return the rows of `standings_as_of`, without the players' names and their order."""
    fact_filter = FactFilter.of_table(table, session_ids_until(table.season_id, session_id))
    return places_sql.compute_standings(table, fact_filter, schemes.read(table.scheme))


def standings_without(
    table: Table, matches: Iterable[int], session_id: int | None = None
) -> StandingsTable:
    """Return the table as if these matches had not been played, now or after that session."""
    sessions = None if session_id is None else session_ids_until(table.season_id, session_id)
    fact_filter = FactFilter.of_table(table, sessions, matches)
    rows = places_sql.compute_standings(table, fact_filter, schemes.read(table.scheme))
    return StandingsTable(table, _with_players(rows))


def preview(table: Table, scheme: Scheme) -> StandingsTable:
    """Return the table as another scheme would make it; nothing is stored."""
    rows = places_sql.compute_standings(table, FactFilter.of_table(table), scheme)
    return StandingsTable(table, _with_players(rows))


def rows_at(
    table: Table,
    version: int,
    scheme: Scheme,
    sessions: Iterable[int],
    excluded_matches: Iterable[int],
) -> dict[PlayerId, Standing]:
    """Return the row of each player as these sessions alone make it, by the facts that held at a
    version, perhaps without some matches."""
    fact_filter = FactFilter(
        table.season_id, table.game, version, tuple(sessions), tuple(sorted(excluded_matches))
    )
    rows = places_sql.compute_standings(table, fact_filter, scheme)
    return {PlayerId(row.player_id): row for row in rows}


def places_at(table: Table, version: int) -> dict[PlayerId, int]:
    """Return the place of each player by the facts that held at a version, under the scheme of
    today."""
    fact_filter = FactFilter(table.season_id, table.game, version)
    rows = places_sql.compute_standings(table, fact_filter, schemes.read(table.scheme))
    return {PlayerId(row.player_id): row.place for row in rows}


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
        season_facts(table),
        scheme,
        newcomers=_count_newcomers(table, played),
        evening_over=latest_start is not None and is_over(latest_start, now),
    )


def is_over(session_start: datetime, now: datetime) -> bool:
    """Return whether a session counts as over: a day after it began."""
    return session_start + SESSION_LENGTH < now


def count_newcomers(table: Table) -> int:
    """Return how many players of the club have no result in the table."""
    return _count_newcomers(table, _played(table))


def _played(table: Table) -> Any:
    """Return the results of the table."""
    played = Result.objects.at(table.facts_version).filter(season=table.season_id)
    return played.filter(game=table.game) if table.game else played


def _count_newcomers(table: Table, played: Any) -> int:
    """Return how many players of the club have none of these results."""
    players = "season__club__players"
    has_played = Q(**{f"{players}__in": played.order_by().values("player_id")})
    counted = Table.objects.filter(pk=table.pk).aggregate(n=Count(players, filter=~has_played))
    return int(counted["n"])


def session_ids(season_id: int) -> list[int]:
    """Return the ids of the sessions of a season, in order of time."""
    sessions = Ledger.objects.filter(season=season_id, season__sessions__isnull=False)
    in_time = sessions.order_by("season__sessions__starts_at", "season__sessions__pk")
    return list(in_time.values_list("season__sessions__pk", flat=True))


def session_ids_until(season_id: int, session_id: int) -> list[int]:
    """Return the ids of the sessions up to this one."""
    ordered = session_ids(season_id)
    return ordered[: ordered.index(session_id) + 1]


def season_facts(
    table: Table, players: Collection[int] | None = None, sessions: Collection[int] | None = None
) -> SeasonFacts:
    """Return the facts of a table as the pure functions read them, all or of some players or
    sessions."""
    session_index = {session: index for index, session in enumerate(session_ids(table.season_id))}
    player_filter = {} if players is None else {"player__in": players}
    session_filter = {} if sessions is None else {"session__in": sessions}
    filters = {"season": table.season_id, **player_filter, **session_filter}
    version = table.facts_version
    results = Result.objects.at(version).filter(**filters).order_by("match_id", "seat")
    if table.game:
        results = results.filter(game=table.game)
    columns = ("place", "players", "sharing", "score", "total", "target")
    facts = [
        Fact(match, session, session_index[session], PlayerId(player), *numbers)
        for match, session, player, *numbers in results.values_list(
            "match_id", "session_id", "player_id", *columns
        )
    ]
    return SeasonFacts(
        facts,
        penalties(version, filters, session_index),
        sit_outs(version, filters, session_index),
        draws(table, version),
    )


def penalties(
    version: int, filters: Mapping[str, Any], session_index: Mapping[int, int]
) -> list[Penalty]:
    """Return the penalties that held at a version; `session_index` has the position of each session
    in time."""
    stored = StoredPenalty.objects.at(version).filter(**filters)
    return [
        Penalty(
            p.session_id, session_index[p.session_id], PlayerId(p.player_id), p.points, p.reason
        )
        for p in stored
    ]


def sit_outs(
    version: int, filters: Mapping[str, Any], session_index: Mapping[int, int]
) -> list[SitOut]:
    """Return the sit-outs that held at a version."""
    stored = StoredSitOut.objects.at(version).filter(**filters)
    return [
        SitOut(s.session_id, session_index[s.session_id], PlayerId(s.player_id)) for s in stored
    ]


def draws(table: Table, version: int) -> list[TiebreakDraw]:
    """Return the tie-break draws that held at a version."""
    return [TiebreakDraw(tuple(draw.players)) for draw in table.draws.at(version).order_by("id")]


def version_tag(table: Table) -> str:
    """Return a tag that changes whenever an answer about this table does."""
    return f"t{table.pk}.v{table.standings_version}{'p' if table.pending else ''}"


def format_points(units: int) -> str:
    """Return an exact number of units with two decimals, rounded half to even.

    >>> format_points(157500), format_points(525), format_points(-2100)
    ('37.50', '0.12', '-0.50')
    """
    return str(Decimal(half_even(units, HUNDREDTH)).scaleb(-2))


def _reload(table: Table) -> Table:
    """Return the table as it is now; its season is not read again if it was loaded."""
    current = Table.objects.with_projection().get(pk=table.pk)
    if Table.season.is_cached(table):
        current.season = table.season
    return current


def _version_of_rows(table: Table, rows: Sequence[Any]) -> int:
    """Return the version that was read together with these rows."""
    version: int = rows[0].standings_version_read if rows else _reload(table).standings_version
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


def _with_players(standings: list[Standing]) -> list[Standing]:
    """Return the rows with their players loaded, equals by player, as stored rows are read."""
    prefetch_related_objects(standings, "player")
    return sorted(standings, key=lambda row: (row.place, row.player_id))
