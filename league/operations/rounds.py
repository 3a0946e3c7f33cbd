"""What stands in a match: its players and its rounds, read and written in plain SQL.

This is asked and told with every round that comes in. The ORM takes longer to put such statements
together than the database to answer them. Only league.operations.submissions writes through here.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from league.models import Match, Submission
from scoring import plain
from scoring.plain import Asked, Rows

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
        version = %s, result = %s, result_at = %s, updated_at = %s WHERE id = %s RETURNING id
"""
SETTLE_ALL = """
    WITH new (totals, places, rounds_played, over, evidence, version, result, result_at, updated_at,
        id) AS (VALUES {rows})
    UPDATE league_match SET
        totals = CAST(new.totals AS {json}), places = CAST(new.places AS {json}),
        rounds_played = new.rounds_played, over = new.over, evidence = new.evidence,
        version = new.version, result = new.result,
        result_at = CAST(new.result_at AS {moment}), updated_at = CAST(new.updated_at AS {moment})
    FROM new WHERE league_match.id = new.id RETURNING league_match.id
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


class Told(NamedTuple):
    """Of several matches, by their ids."""

    stands: dict[int, Stand]
    seated: dict[int, list[Seated]]


def seated(matches: Iterable[int]) -> dict[int, list[Seated]]:
    """Who sits in each match, in playing order."""
    wanted = list(matches)
    return _seated(plain.together(_asked(SEATED, wanted))[0]) if wanted else {}


def asked(matches: Sequence[int]) -> tuple[Asked, Asked]:
    """What to ask for the rounds as they stand and who sits there; for `told`."""
    return _asked(VERSIONS, matches), _asked(SEATED, matches)


def told(matches: Sequence[int], answers: Sequence[Rows]) -> Told:
    versions, seats = answers
    return Told(_stand(matches, versions), _seated(seats))


def store(matches: Iterable[Match], rows: Sequence[Submission] = ()) -> None:
    """New versions of rounds, which know their ids and times afterwards; with the totals of these
    matches and all that follows from the rounds."""
    now = timezone.now()
    statements = [_inserted(rows, now)] if rows else []
    *inserted, _settled = plain.together(*statements, _settled_all(list(matches), now))
    for row, (pk,) in zip(rows, *inserted, strict=True):
        row.pk, row._state.adding = pk, False


def _inserted(rows: Sequence[Submission], now: datetime) -> Asked:
    values: list[Any] = []
    for row in rows:
        row.submitted_at = now
        values += [row.match_id, row.number, row.version]
        values += [json.dumps(part) for part in (row.body, row.verdict, row.notices)]
        values += [row.evidence, row.reason, row.submitted_by_id, _moment(now)]
    return INSERT.format(rows=", ".join([ROW] * len(rows))), values


def _settled_all(matches: Sequence[Match], now: datetime) -> Asked:
    rows = [_settled(match, now) for match in matches]
    if len(rows) == 1:  # most often
        return SETTLE, rows[0]
    sql = SETTLE_ALL.format(rows=", ".join([ROW] * len(rows)), **TYPES[connection.vendor])
    return sql, [value for row in rows for value in row]


def _settled(match: Match, now: datetime) -> list[Any]:
    match.updated_at = now
    played = [json.dumps(match.totals), json.dumps(match.places), match.rounds_played, match.over]
    result_at = match.result_at and _moment(match.result_at)
    marked = [match.evidence, match.version, match.result, result_at]
    return [*played, *marked, _moment(now), match.pk]


def _stand(matches: Iterable[int], rows: Rows) -> dict[int, Stand]:
    latest: dict[int, dict[int, str]] = {match_id: {} for match_id in matches}
    taken: dict[int, dict[int, int]] = {match_id: {} for match_id in latest}
    for match_id, number, version, withdrawn_at, body in rows:
        if withdrawn_at is None:
            latest[match_id][number] = body
        else:
            taken[match_id][number] = version
    return {
        match_id: Stand([json.loads(body) for body in rounds.values()], taken[match_id])
        for match_id, rounds in latest.items()
    }


def _seated(rows: Rows) -> dict[int, list[Seated]]:
    found: dict[int, list[Seated]] = {}
    for match_id, player_id, name in rows:
        found.setdefault(match_id, []).append(Seated(player_id, name))
    return found


def _asked(sql: str, ids: Sequence[int]) -> Asked:
    return sql.format(places=", ".join(["%s"] * len(ids))), ids


def _moment(moment: Any) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
