"""The format of the archive of a club, version 1: a ZIP of JSON and NDJSON files. docs/archive.md
has every key.

Rows are numbered from 1 in the order of their file, and refer to each other by these numbers: so
nothing depends on the ids of a server, and an archive that is imported into an empty server and
exported again has the same bytes (decision 52).
"""

import json
from collections.abc import Mapping
from typing import Any

from league.models import CorrectionPolicy, MemberRule, PlaceRule, Player, Quorum, Role, WishKind
from league.models.fields import Archived
from league.models.people import PLAYER_FIELDS
from league.models.seasons import MOST_DAYS, MOST_HOURS, MOST_WEIGHT
from league.models.seating_needs import LONGEST_NOTE
from league.operations.exchange.archive import (
    awards,
    clocks,
    club_file,
    ladder,
    results,
    shape,
    substitutions,
    teams,
    tournament,
)
from league.operations.exchange.archive.shape import Field

FORMAT, VERSION = "manche-club", 1
MANIFEST, CLUB = "manifest.json", "club.json"
PEOPLE, PLAYERS = "people.ndjson", "players.ndjson"
SEASONS, SESSIONS, MATCHES = "seasons.ndjson", "sessions.ndjson", "matches.ndjson"
PENALTIES, SIT_OUTS, DRAWS = "penalties.ndjson", "sit_outs.ndjson", "draws.ndjson"
LADDERS, STANDINGS = "ladders.ndjson", "standings.ndjson"
LEAGUES, AWARDS, TEAMS = "leagues.ndjson", "awards.ndjson", "teams.ndjson"
SEATING_WISHES, SEATING_PLANS = "seating_wishes.ndjson", "seating_plans.ndjson"
LISTS = (
    PEOPLE, PLAYERS, SEASONS, SESSIONS, MATCHES, PENALTIES, SIT_OUTS, LEAGUES, DRAWS, LADDERS,
    SEATING_WISHES, SEATING_PLANS, AWARDS, STANDINGS, TEAMS,
)  # fmt: skip
FILES = (CLUB, *LISTS)
LATER_FILES = frozenset(  # missing in older archives
    {AWARDS, LADDERS, LEAGUES, SEATING_WISHES, SEATING_PLANS, TEAMS}
)
MEDIA_TYPE = "application/zip"

MOST_ROWS = 10_000_000
NUMBER = shape.integer_field(1, MOST_ROWS)
WHO = shape.optional_field(NUMBER)  # of people.ndjson
NAME = shape.text_field(100)
REASON = shape.text_field(200)
COUNT = shape.integer_field(0, 2**31 - 1)
SCORE = shape.integer_field(-(2**31), 2**31 - 1)

MANIFEST_FIELDS: Mapping[str, Field] = {
    "format": shape.choice_field(FORMAT),
    "version": shape.integer_field(1, 2**31 - 1),
    "product": shape.object_field(
        {"name": shape.text_field(100), "version": shape.text_field(100)}
    ),
    "club": NAME,
    "counts": shape.object_field({name: shape.integer_field(0, MOST_ROWS) for name in LISTS}),
    "sha256": shape.object_field({name: shape.text_field(64) for name in FILES}),
}
SCHEME: Mapping[str, Field] = {
    "scheme": shape.any_field,
    "adopted_at": shape.time_field,
    "adopted_by": WHO,
}
RECORD: Mapping[str, Field] = {
    "record": shape.integer_field(1, 1),
    "game": shape.game_field,
    "options": shape.any_field,
    "players": shape.list_field(NAME, 10),
    "rounds": shape.list_field(shape.any_field, 1000),
}
SUBMISSION: Mapping[str, Field] = {
    "round": shape.integer_field(1, 1000),
    "version": shape.integer_field(1, 2**31 - 1),
    "body": shape.any_field,
    "evidence": shape.text_field(10),
    "scores": shape.list_field(SCORE, 10),
    "reason": REASON,
    "by": WHO,
    "phone_of_table": shape.optional_field(shape.integer_field(1, 2**15 - 1)),
    "at": shape.time_field,
}
LATER_OF_SUBMISSION: Mapping[str, Any] = {"phone_of_table": None}
STOPPED: Mapping[str, Field] = {
    "at": shape.time_field,
    "reason": REASON,
    "forfeits": shape.list_field(NUMBER, 10),
    "without_result": shape.boolean_field,
}
ARCHIVED_OF_PLAYER = [name for name, facts in PLAYER_FIELDS.items() if facts.archived]
LATER_OF_PLAYER = [n for n, facts in PLAYER_FIELDS.items() if facts.archived == Archived.LATER]
DEFAULTS_OF_LATER_KEYS: Mapping[str, Mapping[str, Any]] = {  # keys missing in older archives
    CLUB: club_file.DEFAULTS_OF_LATER_KEYS,
    PLAYERS: shape.model_defaults(Player, LATER_OF_PLAYER),
    SEASONS: {
        "tournament": None,
        "confirmation": Quorum.NOBODY,
        "confirm_after_hours": 0,
        "correction_policy": CorrectionPolicy.FREE,
        "corrections_close_after": None,
        "house_rules": {},
        "closed_at": None,
    },
    SESSIONS: {"closed_at": None, "clock": None, "queue": None, "weight": 100, "night": None},
    DRAWS: {"league": None, "repeatable": True},
    MATCHES: {
        "stopped": None,
        "table": None,
        "clock": None,
        **substitutions.DEFAULTS_OF_LATER_KEYS,
        "rematch_of": None,
        "replay_of": None,
        **results.DEFAULTS_OF_LATER_KEYS,
    },
}
LIFTED: Mapping[str, Field] = {"reason": REASON, "by": WHO, "at": shape.time_field}
QUEUE: Mapping[str, Field] = {
    "since": shape.time_field,
    "game": shape.game_field,
    "size": shape.integer_field(0, 10),
}
ROWS: Mapping[str, Mapping[str, Field]] = {
    PEOPLE: {
        "id": NUMBER,
        "email": shape.text_field(254),
        "name": NAME,
        "role": shape.optional_field(shape.choice_field(*Role.values)),
    },
    PLAYERS: {"id": NUMBER, **shape.model_fields(Player, ARCHIVED_OF_PLAYER)},
    SEASONS: {
        "id": NUMBER,
        "name": NAME,
        "starts_on": shape.date_field,
        "ends_on": shape.optional_field(shape.date_field),
        "games": shape.list_field(shape.game_field, shape.MOST_GAMES, least=1),
        "schemes": shape.list_field(shape.object_field(SCHEME), 10_000, least=1),
        "tournament": shape.optional_field(tournament.FIELD),
        "confirmation": shape.choice_field(*Quorum.values),
        "confirm_after_hours": shape.integer_field(0, MOST_HOURS),
        "correction_policy": shape.choice_field(*CorrectionPolicy.values),
        "corrections_close_after": shape.optional_field(shape.integer_field(0, MOST_DAYS)),
        "house_rules": shape.any_field,
        "closed_at": shape.optional_field(shape.time_field),
    },
    SESSIONS: {
        "id": NUMBER,
        "season": NUMBER,
        "starts_at": shape.time_field,
        "place": shape.text_field(100),
        "closed_at": shape.optional_field(shape.time_field),
        "clock": clocks.FIELD,
        "queue": shape.optional_field(shape.object_field(QUEUE)),
        "weight": shape.integer_field(1, MOST_WEIGHT),
        "night": shape.optional_field(NUMBER),
    },
    MATCHES: {
        "id": NUMBER,
        "session": NUMBER,
        "table": shape.optional_field(NUMBER),
        "players": shape.list_field(NUMBER, 10),
        "record": shape.object_field(RECORD),
        "totals": shape.list_field(SCORE, 10),
        "places": shape.list_field(NUMBER, 10),
        "over": shape.boolean_field,
        "version": shape.integer_field(1, 2**31 - 1),
        "submissions": shape.list_field(
            shape.object_field(SUBMISSION, LATER_OF_SUBMISSION), 100_000
        ),
        "stopped": shape.optional_field(shape.object_field(STOPPED)),
        "clock": clocks.FIELD,
        **substitutions.FIELDS,
        "rematch_of": shape.optional_field(NUMBER),
        "replay_of": shape.optional_field(NUMBER),
        **results.FIELDS,
    },
    PENALTIES: {
        "id": NUMBER,
        "session": NUMBER,
        "player": NUMBER,
        "points": COUNT,
        "reason": REASON,
        "by": WHO,
        "at": shape.time_field,
        "lifted": shape.optional_field(shape.object_field(LIFTED)),
    },
    SIT_OUTS: {
        "id": NUMBER,
        "session": NUMBER,
        "player": NUMBER,
        "at": shape.time_field,
        "struck_at": shape.optional_field(shape.time_field),
    },
    LEAGUES: {
        "id": NUMBER,
        "season": NUMBER,
        "name": NAME,
        "games": shape.list_field(shape.game_field, shape.MOST_GAMES),
        "starts_on": shape.optional_field(shape.date_field),
        "ends_on": shape.optional_field(shape.date_field),
        "member_rule": shape.choice_field(*MemberRule.values),
        "place_rule": shape.choice_field(*PlaceRule.values),
        "joined_since": shape.optional_field(shape.date_field),
        "players": shape.list_field(NUMBER, 100_000),
        "schemes": shape.list_field(shape.object_field(SCHEME), 10_000, least=1),
    },
    AWARDS: {
        "id": NUMBER,
        "season": shape.optional_field(NUMBER),
        "league": shape.optional_field(NUMBER),
        **awards.FIELDS,
    },
    LADDERS: ladder.LADDER,
    TEAMS: teams.TEAM_TABLE,
    SEATING_PLANS: {
        "id": NUMBER,
        "session": NUMBER,
        "at": shape.time_field,
        "parts": shape.list_field(
            shape.object_field(
                {
                    "game": shape.game_field,
                    "request": shape.any_field,
                    "plan": shape.any_field,
                    "matches": shape.list_field(NUMBER, 500),
                }
            ),
            shape.MOST_GAMES,
            least=1,
        ),
    },
    SEATING_WISHES: {
        "id": NUMBER,
        "one": NUMBER,
        "other": NUMBER,
        "kind": shape.choice_field(*WishKind.values),
        "note": shape.text_field(LONGEST_NOTE),
    },
    DRAWS: {
        "id": NUMBER,
        "season": NUMBER,
        "league": shape.optional_field(NUMBER),
        "game": shape.optional_field(shape.game_field),
        "players": shape.list_field(NUMBER, 100_000, least=2),
        "seed": shape.text_field(64),
        "repeatable": shape.boolean_field,
        "by": WHO,
        "at": shape.time_field,
    },
}


def encode_row(row: Mapping[str, Any]) -> bytes:
    """Return the row as a line; equal rows give equal bytes.

    >>> encode_row({"name": "Élise", "id": 1})
    b'{"id":1,"name":"\\xc3\\x89lise"}\\n'
    """
    text = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"
