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
from scoring.pure.facts import Draw, Fact, History, Penalty, PlayerId, SitOut
from scoring.pure.ranges import Range
from scoring.pure.schemes import Scheme
from scoring.pure.standings import Row
from scoring.pure.units import HUNDREDTH, half_even
from scoring.sql import places_sql as rows
from scoring.sql.fact_filters import SESSION, Slice

PLAYER: Any = Standing._meta.get_field("player").related_model  # the league's

EVENING = timedelta(days=1)


@dataclass(frozen=True)
class View:
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
class Move:
    """A row and how it stood before; None for who was not in the table yet."""

    row: Standing
    before: Standing | Row | None

    @property
    def places(self) -> int | None:
        """Places gained; negative when lost."""
        return self.before.place - self.row.place if self.before else None

    @property
    def points(self) -> int:
        return self.row.points - (self.before.points if self.before else 0)


def find(season_id: int, game: str = "") -> Table | None:
    return Table.objects.with_projection().filter(season_id=season_id, game=game).first()


def read(table: Table) -> View:
    """The stored rows, best first, equals by name; version and rows always belong together."""
    while True:
        version, codes = table.standings_version, table.shown_scheme["tiebreaks"]
        found = list(_in_order(table))
        if _version(table, found) == version:
            return View(table, rows.placed(found, codes))
        table = _again(table)


def read_page(table: Table, before: int, limit: int) -> View:
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
            placed = rows.placed(found, codes, first, better)[before - first :]
            return View(table, placed[:limit], before, len(placed) > limit)
        table = _again(table)


def has_more_than(table: Table, count: int) -> bool:
    """Without counting a long table through."""
    return bool(table.standings.all()[count : count + 1].exists())


def as_of(table: Table, session_id: int) -> View:
    """The table as it stood when that evening was over, by all that is known now."""
    return View(table, _named(rows_as_of(table, session_id)))


def rows_as_of(table: Table, session_id: int) -> list[Standing]:
    """The rows of `as_of`, for who need not name or order their players."""
    of = Slice.of(table, until(table.season_id, session_id))
    return rows.counted(table, of, schemes.read(table.scheme))


def without(table: Table, matches: Iterable[int], session_id: int | None = None) -> View:
    """The table as if these matches had not been played, as it stands or stood when that evening
    was over."""
    sessions = None if session_id is None else until(table.season_id, session_id)
    of = Slice.of(table, sessions, matches)
    return View(table, _named(rows.counted(table, of, schemes.read(table.scheme))))


def preview(table: Table, scheme: Scheme) -> View:
    """The table as another scheme would make it; nothing is stored."""
    return View(table, _named(rows.counted(table, Slice.of(table), scheme)))


def moves(now: View, before: View) -> list[Move]:
    """What changed between two tables of a season, in the order of the newer one."""
    known = {row.player_id: row for row in before.rows}
    return [Move(row, known.get(row.player_id)) for row in now.rows]


def possible(table: Table, now: datetime) -> Mapping[PlayerId, Range] | None:
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
    return ranges.possible(
        history(table),
        scheme,
        newcomers=club.exclude(pk__in=played.order_by().values("player_id")).count(),
        evening_over=latest is not None and latest.starts_at + EVENING < now,
    )


def evenings(season_id: int) -> list[int]:
    """Ids of the sessions of a season, in time."""
    found = SESSION.objects.filter(season=season_id).order_by("starts_at", "id")
    return list(found.values_list("pk", flat=True))


def until(season_id: int, session_id: int) -> list[int]:
    """The evenings up to this one."""
    ordered = evenings(season_id)
    return ordered[: ordered.index(session_id) + 1]


def history(
    table: Table, players: Collection[int] | None = None, sessions: Collection[int] | None = None
) -> History:
    """The facts of a table as the pure part reads them, all or of some players or evenings."""
    at = {session: index for index, session in enumerate(evenings(table.season_id))}
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
    return History(
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


def draws(table: Table, version: int) -> list[Draw]:
    return [Draw(tuple(draw.players)) for draw in table.draws.at(version).order_by("id")]


def tag(table: Table) -> str:
    """Changes whenever an answer about this table would."""
    return f"t{table.pk}.v{table.standings_version}{'p' if table.pending else ''}"


def decimals(units: int) -> str:
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
