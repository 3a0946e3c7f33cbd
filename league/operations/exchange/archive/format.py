"""The archive of a club, version 1: a ZIP of JSON and NDJSON files. docs/archive.md has every key.

Rows are numbered from 1 in the order of their file, and refer to each other by these numbers: so
nothing depends on the numbers of a server, and who reads an archive into an empty server and writes
it again gets the same bytes.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from games import GAMES
from league.models import Quorum, Role, Visibility
from league.models.seasons import MOST_HOURS
from league.operations.exchange.archive import ladder, results, shape, tournament
from league.operations.exchange.archive.shape import Field

FORMAT, VERSION = "manche-club", 1
MANIFEST, CLUB = "manifest.json", "club.json"
PEOPLE, PLAYERS = "people.ndjson", "players.ndjson"
SEASONS, SESSIONS, MATCHES = "seasons.ndjson", "sessions.ndjson", "matches.ndjson"
PENALTIES, SIT_OUTS, DRAWS = "penalties.ndjson", "sit_outs.ndjson", "draws.ndjson"
LADDERS, STANDINGS = "ladders.ndjson", "standings.ndjson"
LISTS = (
    PEOPLE, PLAYERS, SEASONS, SESSIONS, MATCHES, PENALTIES, SIT_OUTS, DRAWS, LADDERS, STANDINGS,
)  # fmt: skip
FILES = (CLUB, *LISTS)
LATER_FILES = frozenset({LADDERS})  # that older archives do not have yet
MEDIA_TYPE = "application/zip"

MOST_ROWS = 10_000_000
NUMBER = shape.integer(1, MOST_ROWS)
WHO = shape.optional(NUMBER)  # of people.ndjson
NAME = shape.text(100)
REASON = shape.text(200)
COUNT = shape.integer(0, 2**31 - 1)
SCORE = shape.integer(-(2**31), 2**31 - 1)

OF_MANIFEST: Mapping[str, Field] = {
    "format": shape.choice(FORMAT),
    "version": shape.integer(1, 2**31 - 1),
    "product": shape.thing({"name": shape.text(100), "version": shape.text(100)}),
    "club": NAME,
    "counts": shape.thing({name: shape.integer(0, MOST_ROWS) for name in LISTS}),
    "sha256": shape.thing({name: shape.text(64) for name in FILES}),
}
OF_CLUB: Mapping[str, Field] = {
    "name": NAME,
    "slug": shape.text(60),
    "timezone": shape.text(64),
    "language": shape.choice(*(code for code, _name in settings.LANGUAGES)),
}
SCHEME: Mapping[str, Field] = {
    "scheme": shape.free,
    "adopted_at": shape.moment,
    "adopted_by": WHO,
}
RECORD: Mapping[str, Field] = {
    "record": shape.integer(1, 1),
    "game": shape.choice(*GAMES),
    "options": shape.free,
    "players": shape.several(NAME, 10),
    "rounds": shape.several(shape.free, 1000),
}
SUBMISSION: Mapping[str, Field] = {
    "round": shape.integer(1, 1000),
    "version": shape.integer(1, 2**31 - 1),
    "body": shape.free,
    "evidence": shape.text(10),
    "scores": shape.several(SCORE, 10),
    "reason": REASON,
    "by": WHO,
    "at": shape.moment,
}
STOPPED: Mapping[str, Field] = {
    "at": shape.moment,
    "reason": REASON,
    "forfeits": shape.several(NUMBER, 10),
    "without_result": shape.flag,
}
LATER: Mapping[str, Mapping[str, Any]] = {  # keys that older archives do not have yet
    SEASONS: {"tournament": None, "confirmation": Quorum.NOBODY, "confirm_after_hours": 0},
    MATCHES: {"stopped": None, **results.LATER},
}
LIFTED: Mapping[str, Field] = {"reason": REASON, "by": WHO, "at": shape.moment}
ROWS: Mapping[str, Mapping[str, Field]] = {
    PEOPLE: {
        "id": NUMBER,
        "email": shape.text(254),
        "name": NAME,
        "role": shape.optional(shape.choice(*Role.values)),
    },
    PLAYERS: {
        "id": NUMBER,
        "name": NAME,
        "email": shape.text(254),
        "visibility": shape.choice(*Visibility.values),
    },
    SEASONS: {
        "id": NUMBER,
        "name": NAME,
        "starts_on": shape.day,
        "ends_on": shape.optional(shape.day),
        "games": shape.several(shape.choice(*GAMES), len(GAMES), least=1),
        "schemes": shape.several(shape.thing(SCHEME), 10_000, least=1),
        "tournament": shape.optional(tournament.FIELD),
        "confirmation": shape.choice(*Quorum.values),
        "confirm_after_hours": shape.integer(0, MOST_HOURS),
    },
    SESSIONS: {
        "id": NUMBER,
        "season": NUMBER,
        "starts_at": shape.moment,
        "place": shape.text(100),
    },
    MATCHES: {
        "id": NUMBER,
        "session": NUMBER,
        "players": shape.several(NUMBER, 10),
        "record": shape.thing(RECORD),
        "totals": shape.several(SCORE, 10),
        "places": shape.several(NUMBER, 10),
        "over": shape.flag,
        "version": shape.integer(1, 2**31 - 1),
        "submissions": shape.several(shape.thing(SUBMISSION), 100_000),
        "stopped": shape.optional(shape.thing(STOPPED)),
        **results.FIELDS,
    },
    PENALTIES: {
        "id": NUMBER,
        "session": NUMBER,
        "player": NUMBER,
        "points": COUNT,
        "reason": REASON,
        "by": WHO,
        "at": shape.moment,
        "lifted": shape.optional(shape.thing(LIFTED)),
    },
    SIT_OUTS: {
        "id": NUMBER,
        "session": NUMBER,
        "player": NUMBER,
        "at": shape.moment,
        "struck_at": shape.optional(shape.moment),
    },
    LADDERS: ladder.LADDER,
    DRAWS: {
        "id": NUMBER,
        "season": NUMBER,
        "game": shape.optional(shape.choice(*GAMES)),
        "players": shape.several(NUMBER, 100_000, least=2),
        "seed": shape.text(64),
        "by": WHO,
        "at": shape.moment,
    },
}


def line(row: Mapping[str, Any]) -> bytes:
    """The same row gives the same bytes.

    >>> line({"name": "Élise", "id": 1})
    b'{"id":1,"name":"\\xc3\\x89lise"}\\n'
    """
    written = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return written.encode() + b"\n"
