"""Substitutions of matches in an archive: their keys, and their translation into rows and back."""

from collections.abc import Mapping
from typing import Any

from league.models import Match, SubstitutionEffect
from league.operations.exchange.archive import shape
from league.operations.exchange.archive.shape import Field
from league.operations.exchange.archive.timestamps import format_time
from problems.seats import MOST_SEATS

ArchiveRow = Mapping[str, Any]
NUMBER = shape.integer_field(1, 10_000_000)
ROUND = shape.integer_field(0, 100_000)
SUBSTITUTION: Mapping[str, Field] = {
    "seat": shape.integer_field(0, MOST_SEATS - 1),
    "leaving": NUMBER,
    "entering": NUMBER,
    "from_round": ROUND,
    "after_rounds": ROUND,
    "effect": shape.choice_field(*SubstitutionEffect.values),
    "by": shape.optional_field(NUMBER),
    "at": shape.time_field,
}
FIELDS: Mapping[str, Field] = {
    "substitutions": shape.list_field(shape.object_field(SUBSTITUTION), 1000),
    "continues": shape.optional_field(NUMBER),
}
DEFAULTS_OF_LATER_KEYS: Mapping[str, Any] = {"substitutions": [], "continues": None}


def substitution_row(match: Match, refs: Any) -> ArchiveRow:
    """Return the row about the substitutions of a match, the oldest first, without those that were
    undone; `refs` has the numbers of people, players and matches."""
    return {
        "substitutions": [
            {
                "seat": row.seat,
                "leaving": refs.players[row.leaving_id],
                "entering": refs.players[row.entering_id],
                "from_round": row.from_round,
                "after_rounds": row.after_rounds,
                "effect": row.effect,
                "by": refs.who(row.by_id),
                "at": format_time(row.at),
            }
            for row in sorted(match.substitutions.all(), key=lambda row: row.pk)
        ],
        "continues": match.continues_id and refs.matches.get(match.continues_id),
    }


def resolve_substitutions(row: ArchiveRow, find: Any, who: Any) -> list[ArchiveRow]:
    """Return the substitutions of a row with players and people in place of numbers."""
    return [
        {
            **change,
            **{
                name: find("players", change[name], f"substitutions.{index}.{name}").pk
                for name in ("leaving", "entering")
            },
            "by": who(change["by"], f"substitutions.{index}.by"),
        }
        for index, change in enumerate(row["substitutions"])
    ]
