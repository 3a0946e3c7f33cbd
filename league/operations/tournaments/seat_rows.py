"""Lines of a file of seats, as files are read without the database."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import pgettext_lazy

COLUMNS: Mapping[str, Any] = {  # their names for the reader
    "round": pgettext_lazy("column", "round"),
    "table": pgettext_lazy("column", "table"),
    "seat": pgettext_lazy("column", "seat"),
    "player": pgettext_lazy("column", "player"),
}


class SeatRow(NamedTuple):
    """A seat in a file. `line` counts from 1, `where` names it for the reader ("Line 4"). Numbers
    that could not be read are None. `player` is a name, or a number in the list of entrants."""

    line: int
    where: str
    round: int | None
    table: int | None
    seat: int | None
    player: str

    @property
    def is_complete(self) -> bool:
        return None not in (self.round, self.table, self.seat)
