"""Hand-written SQL for the facts of a match that ends: its last round stores them while a user
waits.

That round costs 11.4 ms of processor time with the querysets of `scoring.ledger`, where the others
cost 3.1 ms (two cores, PostgreSQL, 2026-11-26). Only the ledger writes through this module.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from database import statements
from scoring.sql.fact_filters import LEAGUE_SEASONS, LEAGUE_SESSIONS

NEXT_VERSION = f"""
    UPDATE scoring_ledger SET version = version + 1, encounters_version = version + 1
    WHERE season_id = %s
    RETURNING version, (SELECT club_id FROM {LEAGUE_SEASONS} WHERE id = season_id)
"""
FACT_COLUMNS = {  # common to the facts of a match, with their PostgreSQL types
    "since": "bigint",
    "recorded_at": "timestamp with time zone",
    "season_id": "bigint",
    "session_id": "bigint",
    "match_id": "bigint",
    "game": "text",
}
RESULT_COLUMNS = {
    **FACT_COLUMNS,
    "player_id": "bigint",
    "seat": "smallint",
    "players": "smallint",
    "score": "integer",
    "place": "smallint",
    "sharing": "smallint",
    "total": "integer",
    "target": "integer",
    "match_version": "integer",
    "share_from": "integer",
    "share_to": "integer",
    "share_of": "integer",
}
ENCOUNTER_COLUMNS = {**FACT_COLUMNS, "number": "smallint", "sides": "jsonb", "ranks": "jsonb"}
INSERT_RESULTS = f"""
    INSERT INTO scoring_result ({", ".join(RESULT_COLUMNS)})
    SELECT {", ".join(RESULT_COLUMNS)} FROM {{new}}
"""
INSERT_ENCOUNTERS = f"""
    INSERT INTO scoring_encounter ({", ".join(ENCOUNTER_COLUMNS)}, played_at)
    SELECT {", ".join(f"new.{name}" for name in ENCOUNTER_COLUMNS)}, session.starts_at
    FROM {{new}} JOIN {LEAGUE_SESSIONS} AS session ON session.id = new.session_id
"""
RAISE_TABLES = """
    UPDATE scoring_table SET facts_version = %s, facts_at = %s
    WHERE season_id = %s AND game IN ('', %s)
"""


class NextVersion(NamedTuple):
    """The next version of a ledger, and the club of its season."""

    version: int
    club_id: int


def next_version(season_id: int) -> NextVersion | None:
    """Raise the version of the ledger for a change that concerns ratings too; return None if the
    season has no ledger yet."""
    rows = statements.fetch_rows(NEXT_VERSION, [season_id])
    return NextVersion(*rows[0]) if rows else None


def insert_facts(
    common: Mapping[str, Any],
    results: Iterable[Mapping[str, Any]],
    met: Iterable[Mapping[str, Any]],
) -> None:
    """Insert the facts of a match, and raise the version of the tables of its season, the overall
    one and the game's. `common` has the columns shared by all facts; an encounter has the time of
    its session."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    common = {**common, "recorded_at": str(now)}
    tables = [common["since"], now, common["season_id"], common["game"]]
    statements.execute_all(
        _bound(INSERT_RESULTS, RESULT_COLUMNS, common, results),
        _bound(INSERT_ENCOUNTERS, ENCOUNTER_COLUMNS, common, met),
        (RAISE_TABLES, tables),
    )


def _bound(
    statement: str,
    columns: Mapping[str, str],
    common: Mapping[str, Any],
    rows: Iterable[Mapping[str, Any]],
) -> tuple[str, Sequence[Any]]:
    return statements.bind_rows(statement, columns, [{**common, **row} for row in rows])
