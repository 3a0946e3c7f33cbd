"""The tournament of a season in an archive: its keys, and its translation into a row and back.
Players in requests, plans and reasons are named by their numbers, as everywhere in an archive.

Entrants are numbered from 1 in their list; sittings and tables by their place in theirs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from league.errors import Fault
from league.models import (
    Entrant,
    EntrantState,
    Format,
    IncidentKind,
    Sitting,
    SittingKind,
    SittingState,
    SittingTable,
    Tournament,
    WishKind,
)
from league.models.tournaments import PUBLICATION_TIMES
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.shape import Field
from league.operations.exchange.archive.timestamps import format_optional_time, format_time
from league.operations.tournaments import audit_log, tournaments
from league.operations.tournaments.audit_log import TournamentLine
from problems.seats import MOST_SEATS, SEATS

ArchiveRow = Mapping[str, Any]
MOST_ROWS = 10_000_000
COUNT = shape.integer_field(0, 32_767)
SECONDS = shape.integer_field(0, 2**31 - 1)
NUMBER = shape.integer_field(1, MOST_ROWS)
SHORT = shape.integer_field(1, 32_767)
NOTE = shape.text_field(300)
SEED = shape.text_field(64)
LATER_MOMENT = shape.optional_field(shape.time_field)
PLAYERS = shape.list_field(NUMBER, 1000)
PLAYERS_OF_TABLE = shape.list_field(NUMBER, MOST_SEATS)

LATER_KEYS_OF_ENTRANTS: Mapping[str, Any] = {"minimum": None, "skips": []}
ENTRANT: Mapping[str, Field] = {
    "player": NUMBER,
    "rank": shape.optional_field(COUNT),
    "level": shape.optional_field(COUNT),
    "step_free": shape.boolean_field,
    "table": shape.optional_field(COUNT),
    "minimum": shape.optional_field(COUNT),
    "state": shape.choice_field(*EntrantState.values),
    "substitute": shape.optional_field(NUMBER),
    "from_sitting": COUNT,
    "until_sitting": shape.optional_field(COUNT),
    "skips": shape.list_field(SHORT, 500),
    "entered_at": shape.time_field,
}
WISH: Mapping[str, Field] = {
    "one": NUMBER,
    "other": NUMBER,
    "kind": shape.choice_field(*WishKind.values),
}
TABLE: Mapping[str, Field] = {
    "players": PLAYERS_OF_TABLE,
    "match": shape.optional_field(NUMBER),
    "extra_minutes": COUNT,
}
STORED = [state for state in SittingState.values if state != SittingState.COMPLETE]
SITTING: Mapping[str, Field] = {
    "session": NUMBER,
    "kind": shape.choice_field(*SittingKind.values),
    "state": shape.choice_field(*STORED),
    "seed": SEED,
    "request": shape.any_field,
    "plan": shape.any_field,
    "plan_round": COUNT,
    "by_hand": shape.boolean_field,
    "sit_out": PLAYERS,
    "noted": shape.list_field(NUMBER, 1000),
    "reasons": shape.any_field,
    "provisional": shape.boolean_field,
    "note": NOTE,
    "minutes": COUNT,
    "version": SECONDS,
    "drawn_at": shape.time_field,
    "published_at": LATER_MOMENT,
    "screens_at": LATER_MOMENT,
    "public_at": LATER_MOMENT,
    "started_at": LATER_MOMENT,
    "paused_at": LATER_MOMENT,
    "paused_seconds": SECONDS,
    "locked_at": LATER_MOMENT,
    "tables": shape.list_field(shape.object_field(TABLE), 500, least=1),
}


def _sitting_field(value: Any, path: str, faults: list[Fault]) -> Any:
    """Parse a sitting; older archives have one publication for all audiences."""
    if isinstance(value, dict) and not value.keys() & {"screens_at", "public_at"}:
        at = value.get("published_at")
        value = {**value, "screens_at": at, "public_at": at}
    return shape.parse_object(value, SITTING, path, faults)


INCIDENT: Mapping[str, Field] = {
    "kind": shape.choice_field(*IncidentKind.values),
    "sitting": shape.optional_field(COUNT),
    "table": shape.optional_field(COUNT),
    "player": shape.optional_field(NUMBER),
    "other": shape.optional_field(NUMBER),
    "note": NOTE,
    "at": shape.time_field,
    "by": shape.optional_field(NUMBER),
}
SETTINGS: Mapping[str, Field] = {
    "game": shape.game_field,
    "options": shape.any_field,
    "format": shape.choice_field(*Format.values),
    "sittings_planned": COUNT,
    "least": COUNT,
    "most": COUNT,
    "preferred": shape.list_field(SHORT, len(SEATS)),
    "rules": shape.list_field(shape.text_field(30), 20),
    "go_on": COUNT,
    "finalists": COUNT,
    "consolation": shape.boolean_field,
    "minutes": COUNT,
    "step_free_tables": shape.list_field(SHORT, 500),
}
TOURNAMENT_FIELDS: Mapping[str, Field] = {
    **SETTINGS,
    "script": shape.list_field(shape.list_field(PLAYERS_OF_TABLE, 500), 100),
    "seed": SEED,
    "version": SECONDS,
    "closed_at": LATER_MOMENT,
    "created_at": shape.time_field,
    "entrants": shape.list_field(
        shape.object_field(ENTRANT, later=LATER_KEYS_OF_ENTRANTS), 100_000
    ),
    "wishes": shape.list_field(shape.object_field(WISH), 1_000_000),
    "sittings": shape.list_field(_sitting_field, 1000),
    "incidents": shape.list_field(shape.object_field(INCIDENT), 1_000_000),
}
FIELD = shape.object_field(TOURNAMENT_FIELDS, later={"consolation": False, "script": []})
TIME_COLUMNS = ("drawn_at", *PUBLICATION_TIMES.values(), "started_at", "paused_at", "locked_at")
PLAIN_COLUMNS = (
    "kind", "state", "seed", "plan_round", "by_hand", "provisional", "note", "minutes", "version",
    "paused_seconds",
)  # fmt: skip


def tournament_row(tournament: Tournament, refs: Any) -> ArchiveRow:
    """Return the row of a tournament; `refs` has the numbers of people, players, sessions, matches
    and sit-outs."""
    entrants = list(tournament.entrants.order_by("pk"))
    entrant_numbers = {entrant.pk: index for index, entrant in enumerate(entrants, 1)}
    rows = tournament.sittings.order_by("number").prefetch_related("tables")
    return {
        **{name: getattr(tournament, name) for name in tournaments.SETTINGS},
        "script": _exchange(tournament.script, refs.players),
        "seed": tournament.seed,
        "version": tournament.version,
        "closed_at": format_optional_time(tournament.closed_at),
        "created_at": format_time(tournament.created_at),
        "entrants": [_entrant(entrant, entrant_numbers, refs) for entrant in entrants],
        "wishes": [
            {
                "one": entrant_numbers[wish.one_id],
                "other": entrant_numbers[wish.other_id],
                "kind": wish.kind,
            }
            for wish in tournament.wishes.order_by("pk")
        ],
        "sittings": [_sitting(row, refs) for row in rows],
        "incidents": [_audit_entry_row(line, refs) for line in audit_log.lines(tournament)],
    }


def rename_players(value: Any, names: Mapping[str, str]) -> Any:
    """Return the same JSON with other names of players wherever they occur; no other text is a
    number but the sizes of tables in `seat_values`."""
    if isinstance(value, dict):
        return {
            names.get(key, key): inner if key == "seat_values" else rename_players(inner, names)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [rename_players(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def _exchange(
    script: Sequence[Sequence[Sequence[int]]], players: Mapping[int, int]
) -> list[list[list[int]]]:
    """Return the seats of all rounds with other numbers of players."""
    return [[[players[player] for player in table] for table in tables] for tables in script]


def _entrant(entrant: Entrant, entrant_numbers: Mapping[int, int], refs: Any) -> ArchiveRow:
    columns = (
        "rank", "level", "step_free", "table", "minimum", "state", "from_sitting", "until_sitting",
        "skips",
    )  # fmt: skip
    return {
        "player": refs.players[entrant.player_id],
        "substitute": entrant_numbers[entrant.substitute_id] if entrant.substitute_id else None,
        "entered_at": format_time(entrant.entered_at),
        **{name: getattr(entrant, name) for name in columns},
    }


def _sitting(sitting: Sitting, refs: Any) -> ArchiveRow:
    names = {str(pk): str(number) for pk, number in refs.players.items()}
    return {
        **{name: getattr(sitting, name) for name in PLAIN_COLUMNS},
        **{name: format_optional_time(getattr(sitting, name)) for name in TIME_COLUMNS},
        "session": refs.sessions[sitting.session_id],
        "request": rename_players(sitting.request, names),
        "plan": rename_players(sitting.plan, names),
        "reasons": rename_players(sitting.reasons, names),
        "sit_out": [refs.players[player] for player in sitting.sit_out],
        "noted": [refs.sit_outs[sit_out] for sit_out in sitting.noted],
        "tables": [_table(table, refs) for table in sitting.tables.all()],
    }


def _table(table: SittingTable, refs: Any) -> ArchiveRow:
    return {
        "players": [refs.players[player] for player in table.players],
        "match": refs.matches[table.match_id] if table.match_id else None,
        "extra_minutes": table.extra_minutes,
    }


def _audit_entry_row(line: TournamentLine, refs: Any) -> ArchiveRow:
    entry = line.entry
    return {
        "kind": entry.kind,
        "sitting": entry.sitting,
        "table": entry.table,
        "player": refs.players[line.player.pk] if line.player else None,
        "other": refs.players[line.other.pk] if line.other else None,
        "note": entry.note,
        "at": format_time(entry.at),
        "by": refs.who(entry.by.pk if entry.by else None),
    }


def resolve_tournament(row: ArchiveRow, find: Any, who: Any) -> ArchiveRow:
    """Return the row with objects of this club in place of numbers, and their names in JSON.
    `find(kind, number, path)` and `who(number, path)` return the objects of other rows."""
    players = {number: find("players", number, path).pk for number, path in _player_numbers(row)}
    names = {str(number): str(pk) for number, pk in players.items()}
    sittings = [
        {
            **sitting,
            "session": find("sessions", sitting["session"], f"sittings.{index}.session"),
            "noted": [
                find("sit_outs", sit_out, f"sittings.{index}.noted.{position}").pk
                for position, sit_out in enumerate(sitting["noted"])
            ],
            "sit_out": [players[number] for number in sitting["sit_out"]],
            "tables": [
                {
                    **table,
                    "players": [players[number] for number in table["players"]],
                    "match": table["match"]
                    and find("matches", table["match"], f"sittings.{index}.tables.{number}.match"),
                }
                for number, table in enumerate(sitting["tables"])
            ],
            **{
                name: rename_players(sitting[name], names)
                for name in ("request", "plan", "reasons")
            },
        }
        for index, sitting in enumerate(row["sittings"])
    ]
    return {
        **row,
        "script": _exchange(row["script"], players),
        "entrants": [
            {**entrant, "player": players[entrant["player"]]} for entrant in row["entrants"]
        ],
        "sittings": sittings,
        "incidents": [
            {
                **incident,
                "player": incident["player"] and players[incident["player"]],
                "other": incident["other"] and players[incident["other"]],
                "by": who(incident["by"], f"incidents.{index}.by"),
            }
            for index, incident in enumerate(row["incidents"])
        ],
    }


def _player_numbers(row: ArchiveRow) -> list[tuple[int, str]]:
    """Return every number of a player with its path."""
    numbers = [
        (entrant["player"], f"entrants.{index}.player")
        for index, entrant in enumerate(row["entrants"])
    ]
    for index, tables in enumerate(row["script"]):
        for table, seats in enumerate(tables):
            numbers += [(number, f"script.{index}.{table}") for number in seats]
    for index, sitting in enumerate(row["sittings"]):
        numbers += [(number, f"sittings.{index}.sit_out") for number in sitting["sit_out"]]
        for table, table_row in enumerate(sitting["tables"]):
            path = f"sittings.{index}.tables.{table}.players"
            numbers += [(number, path) for number in table_row["players"]]
    for index, audit_entry in enumerate(row["incidents"]):
        for key in ("player", "other"):
            if audit_entry[key] is not None:
                numbers.append((audit_entry[key], f"incidents.{index}.{key}"))
    return numbers
