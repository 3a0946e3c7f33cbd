"""A match as a file tells it, and how problems of its record lead back to the rows of the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, NamedTuple

from django.utils.translation import get_language

from games import record
from games.base import Verdict
from league.operations.exchange.import_files.faults import RowFault, at_row

USUAL_TIME = time(20, 0)  # when nobody says when an evening began


class Spot(NamedTuple):
    row: int
    field: str


@dataclass(frozen=True)
class Defaults:
    """What counts for rows that do not say it themselves."""

    day: date | None = None
    clock: time = USUAL_TIME
    place: str = ""
    game: str = ""
    house_rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by game


@dataclass(frozen=True)
class Planned:
    """`spots` say where parts of its record stand in the file; the rest stands in `row`, in the
    field `whole` (empty where the row is the record)."""

    row: int
    at: datetime
    place: str
    game: str
    players: Sequence[str]
    rounds: Sequence[Mapping[str, Any]]
    options: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    spots: Mapping[str, Spot] = field(default_factory=dict)
    whole: str = ""

    def judge(self) -> tuple[Verdict, list[RowFault]]:
        written = record.write(self.game, self.options, self.players, self.rounds)
        verdict = record.check(written)
        language = get_language() or "en"
        return verdict, [self.fault(each.to_json(language)) for each in verdict.problems]

    def fault(self, problem: Mapping[str, Any]) -> RowFault:
        """A problem of the record, told of the row where its cause stands."""
        path = str(problem["path"])
        spot = self.spot(path) or Spot(
            self.row, ".".join(step for step in (self.whole, path) if step)
        )
        code, words, clause = problem["code"], problem["message"], problem.get("clause", "")
        return at_row(spot.row, spot.field, code, words, clause)

    def spot(self, path: str) -> Spot | None:
        """Of the path or of the nearest part that holds it."""
        while path not in self.spots and "." in path:
            path = path.rpartition(".")[0]
        return self.spots.get(path)

    def row_of_player(self, seat: int) -> Spot:
        return self.spots.get(f"players.{seat}", Spot(self.row, self.whole))
