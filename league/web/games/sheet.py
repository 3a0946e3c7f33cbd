"""The score sheet of a match as players keep it on paper: a line per round, a column per seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.utils.functional import Promise

Marks = Mapping[str, str | Promise]


@dataclass(frozen=True)
class SheetCell:
    """The score of a seat in a round and its total after it. `leads` is True if no seat had a
    higher total then; `mark` is a note of the game, for instance that the seat finished."""

    score: int
    total: int
    leads: bool
    mark: str | Promise


@dataclass(frozen=True)
class SheetLine:
    number: int
    evidence: str
    cells: Sequence[SheetCell]


@dataclass(frozen=True)
class ScoreSheet:
    """The sheet; `start` holds the totals before the first round."""

    start: Sequence[int]
    lines: Sequence[SheetLine]

    @property
    def begins_with(self) -> bool:
        return any(self.start)

    @property
    def marks(self) -> list[str | Promise]:
        """Return the marks that occur, each once."""
        every_mark = (cell.mark for line in self.lines for cell in line.cells if cell.mark)
        return list(dict.fromkeys(every_mark))

    @property
    def evidences(self) -> set[str]:
        return {line.evidence for line in self.lines}


def score_sheet(
    rounds: Sequence[Mapping[str, Any]], totals: Sequence[int], marks: Marks
) -> ScoreSheet:
    """Return the sheet of explained rounds. Totals are counted back to the start, since some games
    begin with more than zero."""
    scores = [[seat["points"] for seat in round_["seats"]] for round_ in rounds]
    earned = [sum(column) for column in zip(*scores, strict=True)] or [0] * len(totals)
    start = [total - points for total, points in zip(totals, earned, strict=True)]
    after = list(accumulate(scores, _add, initial=start))[1:]
    return ScoreSheet(
        start,
        [_line(*round_and_totals, marks) for round_and_totals in zip(rounds, after, strict=True)],
    )


def _add(totals: Sequence[int], scores: Sequence[int]) -> list[int]:
    return [total + score for total, score in zip(totals, scores, strict=True)]


def _line(explained: Mapping[str, Any], totals: Sequence[int], marks: Marks) -> SheetLine:
    cells = [
        SheetCell(seat["points"], total, total == max(totals), _mark(seat, marks))
        for seat, total in zip(explained["seats"], totals, strict=True)
    ]
    return SheetLine(explained["number"], explained["evidence"], cells)


def _mark(seat: Mapping[str, Any], marks: Marks) -> str | Promise:
    return next((words for key, words in marks.items() if seat.get(key)), "")
