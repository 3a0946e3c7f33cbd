"""A match of a file, and the way from problems of its record to the rows of the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, NamedTuple

from django.utils.translation import get_language

from games import record
from games.base import Verdict
from league.operations.exchange.import_files.faults import RowFault, at_row

DEFAULT_TIME = time(20, 0)  # where the file has no time


class CellSpot(NamedTuple):
    """A place in the file."""

    row: int
    field: str


class StatedTotal(NamedTuple):
    """A total in the file, which the rounds must give."""

    spot: CellSpot
    value: int


@dataclass(frozen=True)
class ImportDefaults:
    """The values for rows that have none of their own."""

    day: date | None = None
    clock: time = DEFAULT_TIME
    place: str = ""
    game: str = ""
    house_rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by game


@dataclass(frozen=True)
class PlannedMatch:
    """A match as the file describes it. `spots` are the places of parts of its record in the file;
    the rest is in `row`, in the field `whole` (empty if the row is the record)."""

    row: int
    at: datetime
    place: str
    game: str
    players: Sequence[str]
    rounds: Sequence[Mapping[str, Any]]
    options: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    spots: Mapping[str, CellSpot] = field(default_factory=dict)
    whole: str = ""
    stated_totals: Mapping[int, StatedTotal] = field(default_factory=dict)  # by seat

    def judge(self) -> tuple[Verdict, list[RowFault]]:
        """Return the verdict of the rules on the match, and its faults."""
        match_record = record.write(self.game, self.options, self.players, self.rounds)
        verdict = record.check(match_record)
        language = get_language() or "en"
        return verdict, [self.fault(problem.to_json(language)) for problem in verdict.problems]

    def fault(self, problem: Mapping[str, Any]) -> RowFault:
        """Return a problem of the record as a fault of the row with its cause."""
        path = str(problem["path"])
        spot = self.spot(path) or CellSpot(
            self.row, ".".join(step for step in (self.whole, path) if step)
        )
        code, words, clause = problem["code"], problem["message"], problem.get("clause", "")
        return at_row(spot.row, spot.field, code, words, clause)

    def spot(self, path: str) -> CellSpot | None:
        """Return the place of the path, or of the nearest part that contains it."""
        while path not in self.spots and "." in path:
            path = path.rpartition(".")[0]
        return self.spots.get(path)

    def row_of_player(self, seat: int) -> CellSpot:
        return self.spots.get(f"players.{seat}", CellSpot(self.row, self.whole))
