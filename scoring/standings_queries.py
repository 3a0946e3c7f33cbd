"""Reading a table: the one function behind pages, API, CSV and screens, and its past evenings."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import F

from scoring.models import Penalty as StoredPenalty
from scoring.models import Result, Standing, Table
from scoring.models import SitOut as StoredSitOut
from scoring.pure import ranges, schemes
from scoring.pure.facts import TiebreakDraw, Fact, SeasonFacts, Penalty, PlayerId, SitOut
from scoring.pure.ranges import PlaceRange
from scoring.pure.schemes import Scheme
from scoring.pure.standings import StandingsRow
from scoring.pure.units import HUNDREDTH, half_even
from scoring.sql import places_sql as rows
from scoring.sql.fact_filters import SESSION, FactFilter

PLAYER: Any = Standing._meta.get_field("player").related_model  # the league's

EVENING = timedelta(days=1)


@dataclass(frozen=True)
class StandingsTable:
    """A table at one version. `rows` have their place, and their player loaded; `before` and
    `after` them there may be more."""

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
    """A row and how it stood before; None for who was not in the table yet."""

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
    return Table.objects.with_projection().filter(season_id=season_id, game=game).first()


def read(table: Table) -> StandingsTable:
    """The stored rows, best first, equals by name; version and rows always belong together."""
    while True:
        version, codes = table.standings_version, table.shown_scheme["tiebreaks"]
        found = list(_in_order(table))
        if _version(table, found) == version:
            return StandingsTable(table, rows.with_places(found, codes))
        table = _again(table)


def read_page(table: Table, before: int, limit: int) -> StandingsTable:
    """Some of the rows that `read` has, for about the price of those alone."""
    first = max(
        0, before - 1
    )  # a row more on either side: neighbours tell which ties were looked at
    while True:
        version, codes = table.standings_version, table.shown_scheme["tiebreaks"]
        better, stored = _from(table, first)
        found = list(stored[: before + limit + 1 - first])
        seen = [] if first else found  # what was counted before them is not of their statement
        if _version(table, seen) == version:
            placed = rows.with_places(found, codes, first, better)[before - first :]
            return StandingsTable(table, placed[:limit], before, len(placed) > limit)
        table = _again(table)


def has_more_than(table: Table, count: int) -> bool:
    """Without counting a long table through."""
    return bool(table.standings.all()[count : count + 1].exists())


def standings_as_of(table: Table, session_id: int) -> StandingsTable:
    """The table as it stood when that evening was over, by all that is known now."""
    return StandingsTable(table, _named(rows_as_of(table, session_id)))


def rows_as_of(table: Table, session_id: int) -> list[Standing]:
    """The rows of `as_of`, for who need not name or order their players."""
    of = FactFilter.of(table, session_ids_until(table.season_id, session_id))
    return rows.compute_standings(table, of, schemes.read(table.scheme))


def standings_without(table: Table, matches: Iterable[int], session_id: int | None = None) -> StandingsTable:
    """The table as if these matches had not been played, as it stands or stood when that evening
    was over."""
    sessions = None if session_id is None else session_ids_until(table.season_id, session_id)
    of = FactFilter.of(table, sessions, matches)
    return StandingsTable(table, _named(rows.compute_standings(table, of, schemes.read(table.scheme))))


def preview(table: Table, scheme: Scheme) -> StandingsTable:
    """The table as another scheme would make it; nothing is stored."""
    return StandingsTable(table, _named(rows.compute_standings(table, FactFilter.of(table), scheme)))


def moves(now: StandingsTable, before: StandingsTable) -> list[StandingsMove]:
    """What changed between two tables of a season, in the order of the newer one."""
    known = {row.player_id: row for row in before.rows}
    return [StandingsMove(row, known.get(row.player_id)) for row in now.rows]


def possible_places(table: Table, now: datetime) -> Mapping[PlayerId, PlaceRange] | None:
    """The final places that everybody can still reach; None where the scheme tells no plan.

    The latest evening counts as over a day after it began.
    """
    scheme = schemes.read(table.scheme)
    if scheme.planned_evenings is None or scheme.matches_per_evening is None:
        return None
    played = Result.objects.at(table.facts_version).filter(season=table.season_id)
    if table.game:
        played = played.filter(game=table.game)
    sessions = SESSION.objects.filter(pk__in=played.order_by().values("session_id"))
    latest = sessions.order_by("starts_at").last()
    club = PLAYER.objects.filter(club=table.season.club_id)
    return ranges.possible_places(
        season_facts(table),
        scheme,
        newcomers=club.exclude(pk__in=played.order_by().values("player_id")).count(),
        evening_over=latest is not None and latest.starts_at + EVENING < now,
    )


def session_ids(season_id: int) -> list[int]:
    """Ids of the sessions of a season, in time."""
    found = SESSION.objects.filter(season=season_id).order_by("starts_at", "id")
    return list(found.values_list("pk", flat=True))


def session_ids_until(season_id: int, session_id: int) -> list[int]:
    """The evenings up to this one."""
    ordered = session_ids(season_id)
    return ordered[: ordered.index(session_id) + 1]


def season_facts(
    table: Table, players: Collection[int] | None = None, sessions: Collection[int] | None = None
) -> SeasonFacts:
    """The facts of a table as the pure part reads them, all or of some players or evenings."""
    at = {session: index for index, session in enumerate(session_ids(table.season_id))}
    who = {} if players is None else {"player__in": players}
    when = {} if sessions is None else {"session__in": sessions}
    chosen = {"season": table.season_id, **who, **when}
    version = table.facts_version
    results = Result.objects.at(version).filter(**chosen).order_by("match_id", "seat")
    if table.game:
        results = results.filter(game=table.game)
    columns = ("place", "players", "sharing", "score", "total", "target")
    facts = [
        Fact(match, session, at[session], PlayerId(player), *numbers)
        for match, session, player, *numbers in results.values_list(
            "match_id", "session_id", "player_id", *columns
        )
    ]
    return SeasonFacts(
        facts, penalties(version, chosen, at), sit_outs(version, chosen, at), draws(table, version)
    )


def penalties(version: int, chosen: Mapping[str, Any], at: Mapping[int, int]) -> list[Penalty]:
    """Those that held at a version; `at` has the position of each evening in time."""
    found = StoredPenalty.objects.at(version).filter(**chosen)
    return [
        Penalty(p.session_id, at[p.session_id], PlayerId(p.player_id), p.points, p.reason)
        for p in found
    ]


def sit_outs(version: int, chosen: Mapping[str, Any], at: Mapping[int, int]) -> list[SitOut]:
    found = StoredSitOut.objects.at(version).filter(**chosen)
    return [SitOut(s.session_id, at[s.session_id], PlayerId(s.player_id)) for s in found]


def draws(table: Table, version: int) -> list[TiebreakDraw]:
    return [TiebreakDraw(tuple(draw.players)) for draw in table.draws.at(version).order_by("id")]


def version_tag(table: Table) -> str:
    """Changes whenever an answer about this table would."""
    return f"t{table.pk}.v{table.standings_version}{'p' if table.pending else ''}"


def format_points(units: int) -> str:
    """Two decimals of an exact number of units, rounded half to even.

    >>> decimals(157500), decimals(525), decimals(-2100)
    ('37.50', '0.12', '-0.50')
    """
    return str(Decimal(half_even(units, HUNDREDTH)).scaleb(-2))


def _again(table: Table) -> Table:
    """As it is now; its season, when it was loaded, need not be asked for again."""
    found = Table.objects.with_projection().get(pk=table.pk)
    if Table.season.is_cached(table):
        found.season = table.season
    return found


def _version(table: Table, found: Sequence[Any]) -> int:
    """The version that these rows tell themselves, as they were read together with it."""
    told: int = found[0].told if found else _again(table).standings_version
    return told


def _in_order(table: Table) -> Any:
    stored = table.standings.select_related("player")
    told = stored.annotate(told=F("table__projection__standings_version"))
    return told.order_by("-rank_key", "player__name", "player_id")


def _from(table: Table, first: int) -> tuple[int, Any]:
    """The rows from the one with this number on, and how many are better than that one. The rows
    before it are counted in the index and not read."""
    stored = _in_order(table)
    if not first:
        return 0, stored.all()
    keys = table.standings.order_by("-rank_key").values_list("rank_key", flat=True)
    key = next(iter(keys[first : first + 1]), None)
    if key is None:
        return first, stored.none()
    better = table.standings.filter(rank_key__gt=key).count()
    return better, stored.filter(rank_key__lte=key)[first - better :]


def _named(counted: list[Standing]) -> list[Standing]:
    """With their players loaded, equals by name, as stored rows are read."""
    known = PLAYER.objects.in_bulk([row.player_id for row in counted])
    for row in counted:
        row.player = known[row.player_id]
    return sorted(counted, key=lambda row: (row.place, row.player.name, row.player_id))
