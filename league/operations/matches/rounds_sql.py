"""Hand-written SQL for the rows that every submitted round reads and writes, and for the right to
read the matches of a session, which programs ask for all the time.

A submitted round costs 4.8 ms of processor time with these statements, 7.2 ms with querysets that
are compiled once, and 14.4 ms with plain querysets (decision 57). Only `submissions`, and
`stopped_matches` for its totals, write through this module.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from database import raw_models, statements
from league.models import Club, Match, Season, Session, Submission
from scoring.sql.fact_filters import number_list

Body = Mapping[str, Any]

MATCH_AND_ROLE = f"""
    SELECT {raw_models.columns(Match)}, league_membership.role, league_session.season_id,
        league_season.confirmation, league_season.confirm_after_hours,
        league_club.id, league_club.slug, league_club.timezone, league_club.webhook_events
    FROM league_match
    JOIN league_session ON league_session.id = league_match.session_id
    JOIN league_season ON league_season.id = league_session.season_id
    JOIN league_club ON league_club.id = league_season.club_id
    LEFT JOIN league_membership
        ON league_membership.club_id = league_season.club_id AND league_membership.user_id = %s
    WHERE league_match.id = %s AND league_match.called_off_at IS NULL
"""
SESSION_AND_ROLE = """
    SELECT league_session.season_id, league_season.club_id, league_season.confirmation,
        league_season.confirm_after_hours, league_club.slug, league_club.timezone,
        league_membership.role,
        (SELECT SUM(version) FROM league_match WHERE session_id = league_session.id),
        league_club.edition
    FROM league_session
    JOIN league_season ON league_season.id = league_session.season_id
    JOIN league_club ON league_club.id = league_season.club_id
    LEFT JOIN league_membership
        ON league_membership.club_id = league_season.club_id AND league_membership.user_id = %s
    WHERE league_session.id = %s
"""
MATCHES_OF_SESSION = f"""
    SELECT {raw_models.columns(Match)} FROM league_match
    WHERE session_id = %s AND called_off_at IS NULL
"""
SEATED_PLAYERS = """
    SELECT seat.match_id, seat.player_id, player.name
    FROM league_seat seat JOIN league_player player ON player.id = seat.player_id
    WHERE seat.match_id IN ({ids}) ORDER BY seat.match_id, seat.number
"""
ROUND_VERSIONS = """
    SELECT match_id, number, version, withdrawn_at, body FROM league_submission
    WHERE match_id IN ({ids}) ORDER BY match_id, number, version
"""
ROUND_COLUMNS = {  # of a version of a round, with their PostgreSQL types
    "match_id": "bigint",
    "number": "integer",
    "version": "integer",
    "body": "jsonb",
    "verdict": "jsonb",
    "notices": "jsonb",
    "evidence": "text",
    "reason": "text",
    "submitted_by_id": "bigint",
    "phone_of_table": "smallint",
    "device": "text",
    "submitted_at": "timestamp with time zone",
}
MATCH_COLUMNS = {  # of a match, if they follow from its rounds
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
INSERT_ROUNDS = f"""
    INSERT INTO league_submission ({", ".join(ROUND_COLUMNS)})
    SELECT {", ".join(ROUND_COLUMNS)} FROM {{new}}
    RETURNING id, match_id, number
"""
UPDATE_MATCHES = f"""
    UPDATE league_match
    SET {", ".join(f"{name} = new.{name}" for name in MATCH_COLUMNS if name != "id")}
    FROM {{new}} WHERE league_match.id = new.id AND league_match.id IN ({{ids}})
    RETURNING league_match.id
"""  # the ids keep PostgreSQL from reading all matches to find a few


class MatchAndRole(NamedTuple):
    """A match, its club, and the role of a user in that club, if any."""

    match: Match
    club_id: int
    role: str | None


class SessionAndRole(NamedTuple):
    """A session, its club, the role of a user in that club, and the version of its matches."""

    session: Session
    club_id: int
    role: str | None
    version: str


class SeatedPlayer(NamedTuple):
    player_id: int
    name: str


class CurrentRounds(NamedTuple):
    """The rounds of a match that stand, in playing order, and the last version of each round that
    was withdrawn, by its number."""

    bodies: list[dict[str, Any]]
    withdrawn_versions: dict[int, int]

    @property
    def played(self) -> int:
        return len(self.bodies)

    def first_version(self, number: int) -> int:
        """Return the version of a round that is entered now: versions go on after a withdrawal."""
        return self.withdrawn_versions.get(number, 0) + 1


def lock_match_and_role(user_id: int, match_id: int) -> MatchAndRole | None:
    """Return the match, locked until the transaction ends, with the role of the user in its club;
    None where there is no such match or where it is called off.

    One statement, where the ORM needs two. Of session, season and club only the columns are loaded
    that a submitted round needs; Django reads the others from the database on access.
    """
    lock = "FOR NO KEY UPDATE OF league_match" if connection.features.has_select_for_update else ""
    rows = statements.fetch_rows(f"{MATCH_AND_ROLE} {lock}", [user_id, match_id])
    if not rows:
        return None
    match = raw_models.load(Match, rows[0])
    *_, role, season_id, confirmation, hours, club_id, slug, zone, events = rows[0]
    # the names come in the order of the fields, as `from_db` expects
    names = ["id", "slug", "timezone", "webhook_events"]
    club = Club.from_db(None, names, [club_id, slug, zone, json.loads(events)])
    match.session = _session(match.session_id, _season(season_id, confirmation, hours, club))
    return MatchAndRole(match, club_id, role)


def session_and_role(user_id: int, session_id: int) -> SessionAndRole | None:
    """Return the session with the role of the user in its club, and the version of its matches as
    `versions.session` has it; None where there is no such session.

    One statement of 0.56 ms of processor time, where the ORM needs three and 7.75 ms (a busy
    machine, PostgreSQL, 2026-11-25). Of session, season and club only the columns are loaded that a
    list of matches needs; Django reads the others from the database on access.
    """
    rows = statements.fetch_rows(SESSION_AND_ROLE, [user_id, session_id])
    if not rows:
        return None
    season_id, club_id, confirmation, hours, slug, zone, role, match_versions, edition = rows[0]
    club = Club.from_db(None, ["id", "slug", "timezone"], [club_id, slug, zone])
    session = _session(session_id, _season(season_id, confirmation, hours, club))
    return SessionAndRole(session, club_id, role, f"e{session_id}.{match_versions}.{edition}")


def _session(pk: int, season: Season) -> Session:
    session = Session.from_db(None, ["id", "season_id"], [pk, season.pk])
    session.season = season
    return session


def _season(pk: int, confirmation: str, hours: int, club: Club) -> Season:
    names = ["id", "club_id", "confirmation", "confirm_after_hours"]
    season = Season.from_db(None, names, [pk, club.pk, confirmation, hours])
    season.club = club
    return season


def lock_matches(session: Session, match_ids: Collection[int]) -> dict[int, Match]:
    """Return the given matches that belong to the session and are not called off, by id, locked in
    the order of their ids, so that two requests never wait for each other."""
    lock = "FOR NO KEY UPDATE" if connection.features.has_select_for_update else ""
    sql = f"{MATCHES_OF_SESSION} AND id IN ({number_list(match_ids)}) ORDER BY id {lock}"
    matches = [raw_models.load(Match, row) for row in statements.fetch_rows(sql, [session.pk])]
    for match in matches:
        match.session = session
    return {match.pk: match for match in matches}


def current_rounds(match_ids: Sequence[int]) -> dict[int, CurrentRounds]:
    """Return the rounds of each match, by the id of the match."""
    bodies: dict[int, dict[int, str]] = {match_id: {} for match_id in match_ids}
    withdrawn: dict[int, dict[int, int]] = {match_id: {} for match_id in match_ids}
    rows = statements.fetch_rows(*_of_matches(ROUND_VERSIONS, match_ids))
    for match_id, number, version, withdrawn_at, body in rows:
        if withdrawn_at is None:
            bodies[match_id][number] = body
        else:
            withdrawn[match_id][number] = version
    return {
        match_id: CurrentRounds([json.loads(body) for body in rounds.values()], withdrawn[match_id])
        for match_id, rounds in bodies.items()
    }


def seated_players(match_ids: Iterable[int]) -> dict[int, list[SeatedPlayer]]:
    """Return the players of each match in playing order, by the id of the match."""
    ids = list(match_ids)
    if not ids:
        return {}
    players: dict[int, list[SeatedPlayer]] = {}
    for match_id, player_id, name in statements.fetch_rows(*_of_matches(SEATED_PLAYERS, ids)):
        players.setdefault(match_id, []).append(SeatedPlayer(player_id, name))
    return players


def store_rounds(matches: Iterable[Match], rows: Sequence[Submission] = ()) -> None:
    """Insert new versions of rounds, set their ids and times, and update the totals of these
    matches with all else that follows from the rounds."""
    now = timezone.now()
    if rows:
        _insert(rows, now)
    _update(list(matches), now)


def _insert(rows: Sequence[Submission], now: datetime) -> None:
    for row in rows:
        row.submitted_at = now
    values = [{name: getattr(row, name) for name in ROUND_COLUMNS} for row in rows]
    inserted = statements.fetch_rows(*statements.bind_rows(INSERT_ROUNDS, ROUND_COLUMNS, values))
    ids = {(match_id, number): pk for pk, match_id, number in inserted}
    for row in rows:
        row.pk, row._state.adding = ids[row.match_id, row.number], False


def _update(matches: Sequence[Match], now: datetime) -> None:
    for match in matches:
        match.updated_at = now
    values = [{name: getattr(match, name) for name in MATCH_COLUMNS} for match in matches]
    sql, bound = statements.bind_rows(UPDATE_MATCHES, MATCH_COLUMNS, values)
    sql, ids = _of_matches(sql, [match.pk for match in matches])
    statements.fetch_rows(sql, [*bound, *ids])


def _of_matches(sql: str, match_ids: Sequence[int]) -> tuple[str, Sequence[int]]:
    """Return the statement with `{ids}` filled in, and its parameters. With one match, the usual
    case, the text is always the same, so that the database plans it once."""
    if len(match_ids) == 1:
        return sql.format(ids="%s"), match_ids
    return sql.format(ids=number_list(match_ids)), []
