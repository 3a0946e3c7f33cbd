"""The house rules of a match (N31), and the state between rounds."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games import house_rules, shape
from games.base import Seat
from games.house_rules import Choice, Number, NumberPerSeat
from games.neurotrio import messages
from games.shape import Spot, describe
from problems.problem import Problem
from problems.text import Words

MOST_NATURAL = 17  # points of a finisher, without the Grail bonus (N25)
CLAUSE = "N31"


class DuoTrio(StrEnum):
    EACH = "each"
    ONCE = "once"


class Distinct(StrEnum):
    HAND = "hand"
    GROUPS = "groups"


class Options(NamedTuple):
    target: int
    minimums: tuple[int, ...]  # per seat
    duo_trio: DuoTrio
    distinct: Distinct


OPTIONS = (
    Number(
        "target",
        Words("Played to"),
        50,
        least=1,
        help=Words("The total that ends the match (N28)."),
        form_most=1000,
    ),
    NumberPerSeat(
        "minimums",
        Words("Points needed to finish"),
        12,
        least=0,
        seat_label=Words("Points needed by seat {number}"),
        names={
            11: Words("11, any complete hand"),
            12: Words("12, beginner"),
            13: Words("13, intermediate"),
            14: Words("14, expert"),
        },
        help=Words("See N12."),
    ),
    Choice(
        "duo_trio",
        Words("Duo and trio with two attributes in common"),
        DuoTrio.EACH,
        {
            DuoTrio.EACH: Words("1 point for each pair"),
            DuoTrio.ONCE: Words("1 point at most"),
        },
        help=Words("What N20 is worth if several pairs qualify."),
    ),
    Choice(
        "distinct",
        Words("Counting different cards"),
        Distinct.HAND,
        {
            Distinct.HAND: Words("in the whole hand"),
            Distinct.GROUPS: Words("in duos and trios only"),
        },
        help=Words("Where N17 looks for different cards."),
    ),
)


class Match(NamedTuple):
    options: Options
    totals: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.totals)

    @property
    def over(self) -> bool:
        """Return whether a player has reached the target (N28)."""
        return max(self.totals) >= self.options.target

    def minimum(self, seat: Seat) -> int:
        return self.options.minimums[seat]

    def after(self, scores: tuple[int, ...]) -> Match:
        totals = [had + more for had, more in zip(self.totals, scores, strict=True)]
        return Match(self.options, tuple(totals))


def start(options: object, players: int) -> tuple[Match | None, list[Problem]]:
    problems: list[Problem] = []
    read = house_rules.read(OPTIONS, options, Spot("options", CLAUSE, problems), players)
    if problems:
        return None, problems
    return Match(Options(**read), (0,) * players), problems


def notices(match: Match) -> list[Problem]:
    """Return a notice for each minimum that no hand can reach, so that its seat never finishes."""
    at = Spot("options", CLAUSE, [])
    for seat, minimum in enumerate(match.options.minimums):
        if minimum > MOST_NATURAL:
            here, text = at / "minimums" / seat, messages.MINIMUM_OUT_OF_REACH
            here.refuse(text, seat=seat, found=describe(minimum), most=MOST_NATURAL)
    return at.problems


def write_options(match: Match) -> dict[str, object]:
    return shape.options_to_json(match.options._asdict())
