"""Lines of a file of seats, as files are read without the database."""

from typing import NamedTuple


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
