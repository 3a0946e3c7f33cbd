"""Which facts count: those of a table at a version of its ledger, up to an evening or all, perhaps
without some matches."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import connection

from scoring.models import Result, Table

SESSION: Any = Result._meta.get_field("session").related_model  # the league's; not to be imported


class Slice(NamedTuple):
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
            conditions.append(f"{fact}.match_id NOT IN ({listed(self.without)})")
        if self.sessions is not None:
            conditions.append(f"{fact}.session_id IN ({listed(self.sessions)})")
        return " AND ".join(conditions)

    def holds(self, fact: str) -> str:
        """The condition on a fact of a match that is known to count: planners take each further one
        for a chance of its own, and would expect hardly a row."""
        # SQLite would take the index on `since`, by which nearly all rows pass: the + forbids it
        since = f"{'+' if connection.vendor == 'sqlite' else ''}{fact}.since"
        until = f"{fact}.until"
        return f"{since} <= %(version)s AND ({until} IS NULL OR {until} > %(version)s)"

    def fetch(self, sql: str, **others: int) -> list[tuple[int, ...]]:
        """The rows of a statement about these facts."""
        with connection.cursor() as cursor:
            cursor.execute(sql, {**self.params, **others})
            found: list[tuple[int, ...]] = cursor.fetchall()
        return found


def listed(ids: Iterable[int]) -> str:
    """Whole numbers for IN (…); an empty list matches nothing."""
    return ", ".join(str(int(each)) for each in ids) or "NULL"
