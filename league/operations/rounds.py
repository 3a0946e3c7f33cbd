"""What stands in a match: its players and its rounds, read and written in plain SQL.

This is asked and told with every round that comes in. The ORM takes longer to put such statements
together than the database to answer them. Only league.operations.submissions writes through here.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from league.models import Match, Submission

Body = Mapping[str, Any]

SEATED = """
    SELECT seat.match_id, seat.player_id, player.name
    FROM league_seat seat JOIN league_player player ON player.id = seat.player_id
    WHERE seat.match_id IN ({places}) ORDER BY seat.match_id, seat.number
"""
VERSIONS = """
    SELECT match_id, number, version, withdrawn_at, body FROM league_submission
    WHERE match_id IN ({places}) ORDER BY match_id, number, version
"""
COLUMNS = """
    match_id, number, version, body, verdict, notices, evidence, reason, submitted_by_id,
    submitted_at
"""
ROW = "(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
INSERT = f"INSERT INTO league_submission ({COLUMNS}) VALUES {{rows}} RETURNING id"
SETTLE = """
    UPDATE league_match SET totals = %s, places = %s, rounds_played = %s, over = %s, evidence = %s,
        version = %s, result = %s, result_at = %s, updated_at = %s WHERE id = %s
"""
SETTLE_ALL = """
    WITH new (totals, places, rounds_played, over, evidence, version, result, result_at, updated_at,
        id) AS (VALUES {rows})
    UPDATE league_match SET
        totals = CAST(new.totals AS {json}), places = CAST(new.places AS {json}),
        rounds_played = new.rounds_played, over = new.over, evidence = new.evidence,
        version = new.version, result = new.result,
        result_at = CAST(new.result_at AS {moment}), updated_at = CAST(new.updated_at AS {moment})
    FROM new WHERE league_match.id = new.id
"""
TYPES = {  # of values that are text on their way
    "postgresql": {"json": "jsonb", "moment": "timestamp with time zone"},
    "sqlite": {"json": "text", "moment": "text"},
}


class Seated(NamedTuple):
    player_id: int
    name: str


class Stand(NamedTuple):
    """`taken` has the last version of each round that was taken back, by number."""

    bodies: list[dict[str, Any]]
    taken: dict[int, int]

    def first_version(self, number: int) -> int:
        """Of the round that is entered now: it goes on counting."""
        return self.taken.get(number, 0) + 1


def seated(matches: Iterable[int]) -> dict[int, list[Seated]]:
    """Who sits in each match, in playing order."""
    found: dict[int, list[Seated]] = {}
    for match_id, player_id, name in _asked(SEATED, list(matches)):
        found.setdefault(match_id, []).append(Seated(player_id, name))
    return found


def stand(matches: Iterable[int]) -> dict[int, Stand]:
    """The rounds of each match as they stand, in order."""
    wanted = list(matches)
    latest: dict[int, dict[int, str]] = {match_id: {} for match_id in wanted}
    taken: dict[int, dict[int, int]] = {match_id: {} for match_id in wanted}
    for match_id, number, version, withdrawn_at, body in _asked(VERSIONS, wanted):
        if withdrawn_at is None:
            latest[match_id][number] = body
        else:
            taken[match_id][number] = version
    return {
        match_id: Stand([json.loads(body) for body in rounds.values()], taken[match_id])
        for match_id, rounds in latest.items()
    }


def insert(rows: Sequence[Submission]) -> None:
    """All of them at once. They know their ids and times afterwards."""
    now = timezone.now()
    values: list[Any] = []
    for row in rows:
        row.submitted_at = now
        values += [row.match_id, row.number, row.version]
        values += [json.dumps(part) for part in (row.body, row.verdict, row.notices)]
        values += [row.evidence, row.reason, row.submitted_by_id, _moment(now)]
    with connection.cursor() as cursor:
        cursor.execute(INSERT.format(rows=", ".join([ROW] * len(rows))), values)
        for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk, row._state.adding = pk, False


def settle(matches: Iterable[Match]) -> None:
    """Totals and all that follows from the rounds, as these matches have it."""
    now = timezone.now()
    rows = [_settled(match, now) for match in matches]
    with connection.cursor() as cursor:
        if len(rows) == 1:  # most often
            cursor.execute(SETTLE, rows[0])
            return
        sql = SETTLE_ALL.format(rows=", ".join([ROW] * len(rows)), **TYPES[connection.vendor])
        cursor.execute(sql, [value for row in rows for value in row])


def _settled(match: Match, now: Any) -> list[Any]:
    match.updated_at = now
    told = [json.dumps(match.totals), json.dumps(match.places), match.rounds_played, match.over]
    result_at = match.result_at and _moment(match.result_at)
    marked = [match.evidence, match.version, match.result, result_at]
    return [*told, *marked, _moment(now), match.pk]


def _asked(sql: str, ids: list[int]) -> list[tuple[Any, ...]]:
    if not ids:
        return []
    with connection.cursor() as cursor:
        cursor.execute(sql.format(places=", ".join(["%s"] * len(ids))), ids)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _moment(moment: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
