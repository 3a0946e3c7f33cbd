"""Import of the substitutions of a match from another server. Like `substitutions` it writes
Substitution."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.errors import invalid
from league.models import Match, Substitution
from league.operations.matches import table_turns
from league.operations.results.substitutions import FIRST

Row = Mapping[str, Any]


def restore(match: Match, rows: Sequence[Row]) -> None:
    """Store the substitutions of a match that has its present players and no round yet; the facts
    follow with the rounds. Raise Invalid unless they lead to these players."""
    if not rows:
        return
    seats = list(match.seats.order_by("number").values_list("player", flat=True))
    last: dict[int, Row] = {}
    for index, row in enumerate(rows):
        path, before = f"substitutions.{index}", last.get(row["seat"])
        _refuse(row["seat"] >= len(seats) or row["from_round"] < FIRST, path)
        _refuse(row["leaving"] == row["entering"], path)
        _refuse(before is not None and before["entering"] != row["leaving"], path)
        _refuse(before is not None and before["from_round"] >= row["from_round"], path)
        last[row["seat"]] = row
    for seat, row in last.items():
        _refuse(row["entering"] != seats[seat], f"substitutions.{rows.index(row)}")
    Substitution.objects.bulk_create(
        Substitution(
            match=match,
            leaving_id=row["leaving"],
            entering_id=row["entering"],
            by=row["by"],
            **{name: row[name] for name in ("seat", "from_round", "after_rounds", "effect", "at")},
        )
        for row in rows
    )
    by_seat = table_turns.seat_turns([match.pk])[match.pk]
    people = [player for seat_turns in by_seat for player in seat_turns.players]
    _refuse(len(set(people)) != len(people), "substitutions")


def _refuse(wrong: bool, path: str) -> None:
    if wrong:
        words = _("This substitution is not possible in this match.")
        raise invalid("bad_substitution", path, words)
