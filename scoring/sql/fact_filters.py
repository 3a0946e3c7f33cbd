"""Which facts count: those of a table at a version of its ledger, up to an evening or all, perhaps
without some matches."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import connection

from scoring.models import Result, Table

MOST_PARAMETERS = 100  # numbers
SESSION: Any = Result._meta.get_field("session").related_model  # the league's; not to be imported


class FactFilter(NamedTuple):
    """`sessions` None means all evenings."""

    season: int
    game: str
    version: int
    sessions: tuple[int, ...] | None = None
    without: tuple[int, ...] = ()

    @classmethod
    def of(
        cls, table: Table, sessions: Iterable[int] | None = None, without: Iterable[int] = ()
    ) -> "Slice":
        chosen = None if sessions is None else tuple(sessions)
        left_out = tuple(sorted(without))
        return cls(table.season_id, table.game, table.facts_version, chosen, left_out)

    @property
    def params(self) -> dict[str, Any]:
        return {"season": self.season, "game": self.game, "version": self.version}

    def where(self, fact: str, *, of_matches: bool = True) -> str:
        """The condition on a fact table of that alias; its parameters are `params`. Penalties and
        sit-outs are of no match, so of no game either."""
        conditions = [f"{fact}.season_id = %(season)s", self.holds(fact)]
        if self.game and of_matches:
            conditions.append(f"{fact}.game = %(game)s")
        if self.without and of_matches:
            conditions.append(f"{fact}.match_id NOT IN ({number_list(self.without)})")
        if self.sessions is not None:
            conditions.append(f"{fact}.session_id IN ({number_list(self.sessions)})")
        return " AND ".join(conditions)

    def holds(self, fact: str) -> str:
        """The condition on a fact of a match that is known to count: planners take each further one
        for a chance of its own, and would expect hardly a row."""
        # SQLite would take the index on `since`, by which nearly all rows pass: the + forbids it
        since = f"{'+' if connection.vendor == 'sqlite' else ''}{fact}.since"
        until = f"{fact}.until"
        return f"{since} <= %(version)s AND ({until} IS NULL OR {until} > %(version)s)"

    def fetch(self, sql: str, *given: "Given", **others: int) -> list[tuple[int, ...]]:
        """The rows of a statement about these facts, which may name what is given."""
        params = {**self.params, **others}
        for each in given:
            params |= each.params
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            found: list[tuple[int, ...]] = cursor.fetchall()
        return found


class SqlFragment(NamedTuple):
    """A piece of a statement and the lists of numbers in it. On PostgreSQL short ones are
    parameters, so the text stays the same whatever they are, and is planned once.
    """

    sql: str
    params: dict[str, list[int]]


def id_condition(column: str, name: str, ids: Iterable[int] | None) -> SqlFragment:
    """The condition that a column is one of these; None: any."""
    if ids is None:
        return SqlFragment("TRUE", {})
    numbers = [*ids]
    return literal_condition(column, numbers) if _is_long(numbers) else array_condition(column, name, numbers)


def literal_condition(column: str, numbers: Sequence[int]) -> SqlFragment:
    return SqlFragment(f"{column} IN ({number_list(numbers)})" if numbers else "FALSE", {})


def array_condition(column: str, name: str, numbers: Sequence[int]) -> SqlFragment:
    return SqlFragment(f"{column} = ANY(%({name})s::bigint[])", {name: [*numbers]})


def pair_relation(name: str, rows: Iterable[tuple[int, int]]) -> SqlFragment:
    """Two columns of numbers, of at least one row."""
    pairs = [*rows]
    return literal_relation(pairs) if _is_long(pairs) else array_relation(name, pairs)


def literal_relation(pairs: Sequence[tuple[int, int]]) -> SqlFragment:
    values = ", ".join(f"({int(first)}, {int(second)})" for first, second in pairs)
    return SqlFragment(f"VALUES {values}", {})


def array_relation(name: str, pairs: Sequence[tuple[int, int]]) -> SqlFragment:
    first, second = zip(*pairs, strict=True)
    columns = f"%({name}_first)s::bigint[], %({name}_second)s::bigint[]"
    params = {f"{name}_first": [*first], f"{name}_second": [*second]}
    return SqlFragment(f"SELECT * FROM unnest({columns})", params)


def _is_long(numbers: Sequence[object]) -> bool:
    """For a parameter: SQLite knows no arrays, and a plan for any list expects ten numbers."""
    return connection.vendor == "sqlite" or len(numbers) > MOST_PARAMETERS


def number_list(ids: Iterable[int]) -> str:
    """Whole numbers for IN (…); an empty list matches nothing."""
    return ", ".join(str(int(each)) for each in ids) or "NULL"
