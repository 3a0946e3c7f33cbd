"""Conditions on facts in SQL: those that count for a table at a version of its ledger."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from django.db import connection
from django.db.models import DateField, Func, Q

from scoring.models import Result, Table
from scoring.pure.facts import EVERYTHING, FactScope

MOST_PARAMETERS = 100  # numbers
RESULTS = Result._meta.db_table
# tables that belong to the league
LEAGUE_SESSIONS, LEAGUE_SEASONS = "league_session", "league_season"
LEAGUE_PLAYERS, LEAGUE_CLUBS = "league_player", "league_club"
LOCAL_DAY = {  # of a session in the time zone of its club
    "postgresql": "(own_session.starts_at AT TIME ZONE own_club.timezone)::date",
    "sqlite": "django_datetime_cast_date(own_session.starts_at, own_club.timezone, 'UTC')",
}


class LocalDay(Func):
    """The day of an instant in a time zone, both columns: `LOCAL_DAY` for Django."""

    output_field = DateField()
    FORMS: ClassVar = {  # template, and what joins the columns
        "postgresql": ("(%(expressions)s)::date", " AT TIME ZONE "),
        "sqlite": ("django_datetime_cast_date(%(expressions)s, 'UTC')", ", "),
    }

    def as_sql(self, compiler: Any, connection: Any, **context: Any) -> Any:  # type: ignore[override]
        template, joiner = self.FORMS[connection.vendor]
        return super().as_sql(compiler, connection, template=template, arg_joiner=joiner, **context)


class FactFilter(NamedTuple):
    """The facts that count for a table."""

    season: int
    version: int
    scope: FactScope = EVERYTHING

    @classmethod
    def of_table(cls, table: Table, version: int | None = None) -> "FactFilter":
        """Return the filter of a table at a version, by default the one of its facts."""
        version = table.facts_version if version is None else version
        return cls(table.season_id, version, table.scope)

    @property
    def params(self) -> dict[str, Any]:
        games = {f"game_{number}": game for number, game in enumerate(self._games)}
        return {"season": self.season, "version": self.version, **games}

    def where(self, fact: str, *, of_matches: bool = True) -> str:
        """Return the condition on a fact table with this alias; its parameters are `params`.
        Penalties and sit-outs belong to no match, so to no game either."""
        conditions = [f"{fact}.season_id = %(season)s", self.version_condition(fact)]
        if of_matches and self._games:
            names = ", ".join(f"%(game_{number})s" for number in range(len(self._games)))
            conditions.append(f"{fact}.game IN ({names})")
        if self.scope.sessions is not None:
            sessions = sorted(self.scope.sessions)
            conditions.append(literal_condition(f"{fact}.session_id", sessions).sql)
        conditions.append(self.of_members(fact))
        return " AND ".join(conditions)

    def of_members(self, fact: str) -> str:
        """Return the condition that a fact is one of a player who counts: no guest ever does, and a
        player with a day only from that day on."""
        guests = f"SELECT id FROM {LEAGUE_PLAYERS} WHERE is_guest"
        with_day = f"SELECT id FROM {LEAGUE_PLAYERS} WHERE counts_from IS NOT NULL"
        no_guest = f"""(
            {fact}.player_id NOT IN ({guests} UNION ALL {with_day}) OR EXISTS (
                SELECT 1 FROM {LEAGUE_PLAYERS} own_player
                JOIN {LEAGUE_CLUBS} own_club ON own_club.id = own_player.club_id
                JOIN {LEAGUE_SESSIONS} own_session ON own_session.id = {fact}.session_id
                WHERE own_player.id = {fact}.player_id AND NOT own_player.is_guest
                  AND {LOCAL_DAY[connection.vendor]} >= own_player.counts_from
            )
        )"""
        if self.scope.players is None:
            return no_guest
        members = literal_condition(f"{fact}.player_id", sorted(self.scope.players))
        return f"{members.sql} AND {no_guest}"

    def select(self, facts: Any, *, of_matches: bool = True) -> Any:
        """Return the facts of a queryset that count: `where` for Django."""
        counted = facts.at(self.version).filter(season=self.season, player__is_guest=False)
        counted = counted.filter(
            Q(player__counts_from=None)
            | Q(player__counts_from__lte=LocalDay("session__starts_at", "player__club__timezone"))
        )
        if of_matches and self._games:
            counted = counted.filter(game__in=self._games)
        if self.scope.sessions is not None:
            counted = counted.filter(session__in=self.scope.sessions)
        if self.scope.players is not None:
            counted = counted.filter(player__in=self.scope.players)
        return counted

    @property
    def _games(self) -> Sequence[str]:
        """The games that count, none if all do."""
        return sorted(self.scope.games or ())

    def version_condition(self, fact: str) -> str:
        """Return only the version condition, for a fact of a match that is already known to count.
        More conditions would make the planner underestimate the row count."""
        # SQLite would take the index on `since`, which selects nearly all rows: the + forbids it
        since = f"{'+' if connection.vendor == 'sqlite' else ''}{fact}.since"
        until = f"{fact}.until"
        return f"{since} <= %(version)s AND ({until} IS NULL OR {until} > %(version)s)"

    def fetch(self, sql: str, condition: "SqlFragment") -> list[tuple[int, ...]]:
        """Return the rows of a statement about these facts, with a condition that it contains."""
        with connection.cursor() as cursor:
            cursor.execute(sql, {**self.params, **condition.params})
            rows: list[tuple[int, ...]] = cursor.fetchall()
        return rows


class SqlFragment(NamedTuple):
    """A condition and the lists of numbers in it. On PostgreSQL short lists are parameters, so the
    text stays the same for all of them and is planned once."""

    sql: str
    params: dict[str, list[int]]


def id_condition(column: str, name: str, ids: Iterable[int] | None) -> SqlFragment:
    """Return the condition that a column is one of these ids; None allows any."""
    if ids is None:
        return SqlFragment("TRUE", {})
    numbers = [*ids]
    return (
        literal_condition(column, numbers)
        if _needs_literals(numbers)
        else array_condition(column, name, numbers)
    )


def literal_condition(column: str, numbers: Sequence[int]) -> SqlFragment:
    return SqlFragment(f"{column} IN ({number_list(numbers)})" if numbers else "FALSE", {})


def array_condition(column: str, name: str, numbers: Sequence[int]) -> SqlFragment:
    return SqlFragment(f"{column} = ANY(%({name})s::bigint[])", {name: [*numbers]})


def _needs_literals(numbers: Sequence[object]) -> bool:
    """Return whether numbers are written into the text: SQLite has no arrays, and a plan for a
    parameter expects ten numbers."""
    return connection.vendor == "sqlite" or len(numbers) > MOST_PARAMETERS


def number_list(ids: Iterable[int]) -> str:
    """Return whole numbers for IN (…); an empty list matches nothing."""
    return ", ".join(str(int(pk)) for pk in ids) or "NULL"
