"""What stands in a match: its players and its rounds, read and written in plain SQL.

This is asked and told with every round that comes in. The ORM takes longer to put such statements
together than the database to answer them. Only `submissions` writes through here.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple

from django.utils import timezone

from database import statements
from database.statements import Asked, Rows
from league.models import Match, Submission
from scoring.sql.fact_filters import number_list

Body = Mapping[str, Any]

SEATED = """
    SELECT seat.match_id, seat.player_id, player.name
    FROM league_seat seat JOIN league_player player ON player.id = seat.player_id
    WHERE seat.match_id IN ({ids}) ORDER BY seat.match_id, seat.number
"""
VERSIONS = """
    SELECT match_id, number, version, withdrawn_at, body FROM league_submission
    WHERE match_id IN ({ids}) ORDER BY match_id, number, version
"""
ROUND = {  # columns of a version of a round, with their types
    "match_id": "bigint",
    "number": "integer",
    "version": "integer",
    "body": "jsonb",
    "verdict": "jsonb",
    "notices": "jsonb",
    "evidence": "text",
    "reason": "text",
    "submitted_by_id": "bigint",
    "submitted_at": "timestamp with time zone",
}
MATCH = {  # those of a match that follow from its rounds
    "id": "bigint",
    "totals": "jsonb",
    "places": "jsonb",
    "rounds_played": "integer",
    "over": "boolean",
    "evidence": "text",
    "version": "integer",
    "result": "text",
    "result_at": "timestamp with time zone",
    "updated_at": "timestamp with time zone",
}
INSERT = f"""
    INSERT INTO league_submission ({", ".join(ROUND)}) SELECT {", ".join(ROUND)} FROM {{new}}
    RETURNING id, match_id, number
"""
SETTLE = f"""
    UPDATE league_match SET {", ".join(f"{name} = new.{name}" for name in MATCH if name != "id")}
    FROM {{new}} WHERE league_match.id = new.id AND league_match.id IN ({{ids}})
    RETURNING league_match.id
"""  # the ids keep PostgreSQL from reading all matches to find a few


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
    return _seated(statements.together(_asked(SEATED, wanted))[0]) if wanted else {}


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
    entering = [_insert(rows, now)] if rows else []
    *inserted, _settled = statements.together(*entering, _settle(matches, now))
    ids = {(match_id, number): pk for pk, match_id, number in chain(*inserted)}
    for row in rows:
        row.pk, row._state.adding = ids[row.match_id, row.number], False


def _insert(rows: Sequence[Submission], now: datetime) -> Asked:
    for row in rows:
        row.submitted_at = now
    told = [{name: getattr(row, name) for name in ROUND} for row in rows]
    return statements.from_rows(INSERT, ROUND, told)


def _settle(matches: Iterable[Match], now: datetime) -> Asked:
    found = list(matches)
    for match in found:
        match.updated_at = now
    told = [{name: getattr(match, name) for name in MATCH} for match in found]
    sql, rows = statements.from_rows(SETTLE, MATCH, told)
    sql, ids = _asked(sql, [match.pk for match in found])
    return sql, [*rows, *ids]


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
    """Most often of one match: then the text stays the same, and is planned once."""
    if len(ids) == 1:
        return sql.format(ids="%s"), ids
    return sql.format(ids=number_list(ids)), []
