"""The tournament of a season in an archive: its keys, and how it is told. Players in requests,
plans and reasons are named by their numbers, as everywhere in an archive.

Entrants are numbered from 1 in their list; sittings and tables by their place in theirs.
"""

from collections.abc import Mapping
from typing import Any

from games import GAMES
from league.errors import Fault
from league.models import (
    Entrant,
    EntrantState,
    Format,
    Incident,
    IncidentKind,
    Sitting,
    SittingKind,
    SittingState,
    SittingTable,
    Tournament,
    WishKind,
)
from league.models.tournaments import SHOWN_SINCE
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.moments import moment, optional_moment
from league.operations.exchange.archive.shape import Field
from league.operations.tournaments import tournaments

Row = Mapping[str, Any]
MOST_ROWS = 10_000_000
COUNT = shape.integer(0, 32_767)
SECONDS = shape.integer(0, 2**31 - 1)
NUMBER = shape.integer(1, MOST_ROWS)
SHORT = shape.integer(1, 32_767)
NOTE = shape.text(300)
SEED = shape.text(64)
LATER_MOMENT = shape.optional(shape.moment)
PLAYERS = shape.several(NUMBER, 1000)

ENTRANT: Mapping[str, Field] = {
    "player": NUMBER,
    "rank": shape.optional(COUNT),
    "level": shape.optional(COUNT),
    "step_free": shape.flag,
    "table": shape.optional(COUNT),
    "minimum": shape.optional(COUNT),
    "state": shape.choice(*EntrantState.values),
    "substitute": shape.optional(NUMBER),
    "from_sitting": COUNT,
    "until_sitting": shape.optional(COUNT),
    "entered_at": shape.moment,
}
WISH: Mapping[str, Field] = {
    "one": NUMBER,
    "other": NUMBER,
    "kind": shape.choice(*WishKind.values),
}
TABLE: Mapping[str, Field] = {
    "players": shape.several(NUMBER, 8),
    "match": shape.optional(NUMBER),
    "extra_minutes": COUNT,
}
STORED = [state for state in SittingState.values if state != SittingState.COMPLETE]
SITTING: Mapping[str, Field] = {
    "session": NUMBER,
    "kind": shape.choice(*SittingKind.values),
    "state": shape.choice(*STORED),
    "seed": SEED,
    "request": shape.free,
    "plan": shape.free,
    "plan_round": COUNT,
    "by_hand": shape.flag,
    "sit_out": PLAYERS,
    "noted": shape.several(NUMBER, 1000),
    "reasons": shape.free,
    "provisional": shape.flag,
    "note": NOTE,
    "minutes": COUNT,
    "version": SECONDS,
    "drawn_at": shape.moment,
    "published_at": LATER_MOMENT,
    "screens_at": LATER_MOMENT,
    "public_at": LATER_MOMENT,
    "started_at": LATER_MOMENT,
    "paused_at": LATER_MOMENT,
    "paused_seconds": SECONDS,
    "locked_at": LATER_MOMENT,
    "tables": shape.several(shape.thing(TABLE), 500, least=1),
}


def _sitting_field(value: Any, path: str, faults: list[Fault]) -> Any:
    """Older archives know one publication, to everybody."""
    if isinstance(value, dict) and not value.keys() & {"screens_at", "public_at"}:
        at = value.get("published_at")
        value = {**value, "screens_at": at, "public_at": at}
    return shape.row(value, SITTING, path, faults)


INCIDENT: Mapping[str, Field] = {
    "kind": shape.choice(*IncidentKind.values),
    "sitting": shape.optional(COUNT),
    "table": shape.optional(COUNT),
    "player": shape.optional(NUMBER),
    "other": shape.optional(NUMBER),
    "note": NOTE,
    "at": shape.moment,
    "by": shape.optional(NUMBER),
}
SETTINGS: Mapping[str, Field] = {
    "game": shape.choice(*GAMES),
    "options": shape.free,
    "format": shape.choice(*Format.values),
    "sittings_planned": COUNT,
    "least": COUNT,
    "most": COUNT,
    "preferred": shape.several(SHORT, 8),
    "rules": shape.several(shape.text(30), 20),
    "go_on": COUNT,
    "finalists": COUNT,
    "minutes": COUNT,
    "step_free_tables": shape.several(SHORT, 500),
}
OWN: Mapping[str, Field] = {
    **SETTINGS,
    "seed": SEED,
    "version": SECONDS,
    "closed_at": LATER_MOMENT,
    "created_at": shape.moment,
    "entrants": shape.several(shape.thing(ENTRANT, later={"minimum": None}), 100_000),
    "wishes": shape.several(shape.thing(WISH), 1_000_000),
    "sittings": shape.several(_sitting_field, 1000),
    "incidents": shape.several(shape.thing(INCIDENT), 1_000_000),
}
FIELD = shape.thing(OWN)
MOMENTS = ("drawn_at", *SHOWN_SINCE.values(), "started_at", "paused_at", "locked_at")
PLAIN = (
    "kind", "state", "seed", "plan_round", "by_hand", "provisional", "note", "minutes", "version",
    "paused_seconds",
)  # fmt: skip


def tell(found: Tournament, refs: Any) -> Row:
    """`refs` has the numbers of people, players, sessions, matches and sit-outs."""
    entrants = list(found.entrants.order_by("pk"))
    number = {entrant.pk: index for index, entrant in enumerate(entrants, 1)}
    rows = found.sittings.order_by("number").prefetch_related("tables")
    return {
        **{name: getattr(found, name) for name in tournaments.SETTINGS},
        "seed": found.seed,
        "version": found.version,
        "closed_at": optional_moment(found.closed_at),
        "created_at": moment(found.created_at),
        "entrants": [_entrant(each, number, refs) for each in entrants],
        "wishes": [
            {"one": number[wish.one_id], "other": number[wish.other_id], "kind": wish.kind}
            for wish in found.wishes.order_by("pk")
        ],
        "sittings": [_sitting(each, refs) for each in rows],
        "incidents": [_incident(each, refs) for each in found.incidents.order_by("pk")],
    }


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The same JSON with other names of players, wherever they stand; no other text is a number."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def _entrant(entrant: Entrant, number: Mapping[int, int], refs: Any) -> Row:
    columns = (
        "rank", "level", "step_free", "table", "minimum", "state", "from_sitting", "until_sitting",
    )  # fmt: skip
    return {
        "player": refs.players[entrant.player_id],
        "substitute": number[entrant.substitute_id] if entrant.substitute_id else None,
        "entered_at": moment(entrant.entered_at),
        **{name: getattr(entrant, name) for name in columns},
    }


def _sitting(sitting: Sitting, refs: Any) -> Row:
    names = {str(pk): str(number) for pk, number in refs.players.items()}
    return {
        **{name: getattr(sitting, name) for name in PLAIN},
        **{name: optional_moment(getattr(sitting, name)) for name in MOMENTS},
        "session": refs.sessions[sitting.session_id],
        "request": renamed(sitting.request, names),
        "plan": renamed(sitting.plan, names),
        "reasons": renamed(sitting.reasons, names),
        "sit_out": [refs.players[player] for player in sitting.sit_out],
        "noted": [refs.sit_outs[noted] for noted in sitting.noted],
        "tables": [_table(table, refs) for table in sitting.tables.all()],
    }


def _table(table: SittingTable, refs: Any) -> Row:
    return {
        "players": [refs.players[player] for player in table.players],
        "match": refs.matches[table.match_id] if table.match_id else None,
        "extra_minutes": table.extra_minutes,
    }


def _incident(row: Incident, refs: Any) -> Row:
    return {
        "kind": row.kind,
        "sitting": row.sitting_number,
        "table": row.table_number,
        "player": refs.players[row.player_id] if row.player_id else None,
        "other": refs.players[row.other_id] if row.other_id else None,
        "note": row.note,
        "at": moment(row.at),
        "by": refs.who(row.by_id),
    }


def read(row: Row, find: Any, who: Any) -> Row:
    """The row with what it names instead of numbers: players and so on, and names of players in
    JSON. `find(kind, number, path)` and `who(number, path)` tell of other rows."""
    players = {number: find("players", number, path).pk for number, path in _named(row)}
    names = {str(number): str(pk) for number, pk in players.items()}
    sittings = [
        {
            **each,
            "session": find("sessions", each["session"], f"sittings.{at}.session"),
            "noted": [
                find("sit_outs", noted, f"sittings.{at}.noted.{index}").pk
                for index, noted in enumerate(each["noted"])
            ],
            "sit_out": [players[number] for number in each["sit_out"]],
            "tables": [
                {
                    **table,
                    "players": [players[number] for number in table["players"]],
                    "match": table["match"]
                    and find("matches", table["match"], f"sittings.{at}.tables.{number}.match"),
                }
                for number, table in enumerate(each["tables"])
            ],
            **{name: renamed(each[name], names) for name in ("request", "plan", "reasons")},
        }
        for at, each in enumerate(row["sittings"])
    ]
    return {
        **row,
        "entrants": [{**each, "player": players[each["player"]]} for each in row["entrants"]],
        "sittings": sittings,
        "incidents": [
            {
                **each,
                "player": each["player"] and players[each["player"]],
                "other": each["other"] and players[each["other"]],
                "by": who(each["by"], f"incidents.{at}.by"),
            }
            for at, each in enumerate(row["incidents"])
        ],
    }


def _named(row: Row) -> list[tuple[int, str]]:
    """Every number of a player, with its place."""
    found = [(each["player"], f"entrants.{at}.player") for at, each in enumerate(row["entrants"])]
    for at, sitting in enumerate(row["sittings"]):
        found += [(number, f"sittings.{at}.sit_out") for number in sitting["sit_out"]]
        for table, seated in enumerate(sitting["tables"]):
            path = f"sittings.{at}.tables.{table}.players"
            found += [(number, path) for number in seated["players"]]
    for at, incident in enumerate(row["incidents"]):
        for key in ("player", "other"):
            if incident[key] is not None:
                found.append((incident[key], f"incidents.{at}.{key}"))
    return found
