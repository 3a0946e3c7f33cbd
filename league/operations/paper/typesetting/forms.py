"""The form of a round on a score sheet, in the active language: games describe theirs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from games import GAMES
from games.base import paper_for
from games.paper import Boxes
from problems.text import Param

Options = Mapping[str, Any]


@dataclass(frozen=True)
class BoxGroup:
    """A row of boxes with a label, to cross out or, where they are empty, to fill in."""

    label: str
    cells: Sequence[str]


@dataclass(frozen=True)
class SheetForm:
    """The form of a game. `mark`: the meaning of the circle beside a score. `upper` and `lower`:
    the two halves of a score. `lines`: groups of boxes of every round, line by line."""

    rounds: int
    hints: Sequence[str]
    upper: str
    lower: str
    mark: str
    lines: Sequence[Sequence[BoxGroup]] = ()
    start: str = ""  # the points of each player before the first round


def form_of(game: str, options: Options, players: int) -> SheetForm:
    """Return the form of a game; of one that is not installed any more, scores and totals."""
    paper = paper_for(GAMES.get(game), options, players)
    return SheetForm(
        paper.rounds,
        [_say(hint) for hint in paper.hints],
        _say(paper.upper),
        _say(paper.lower),
        _say(paper.mark) if paper.mark else "",
        [[_boxes(boxes) for boxes in line] for line in paper.lines],
        _say(paper.start),
    )


def _boxes(boxes: Boxes) -> BoxGroup:
    return BoxGroup(_say(boxes.label), [_say(cell) for cell in boxes.cells])


def _say(words: Param) -> str:
    return str(words) if isinstance(words, (str, int)) else words.say(get_language() or "en")
