"""The house rules of a match (Z14), and the state between rounds."""

from __future__ import annotations

from enum import StrEnum
from operator import add
from typing import NamedTuple

from games import house_rules, shape
from games.house_rules import Choice, Flag, Number, Numbers
from games.njet import board, messages
from games.njet.board import Board
from games.njet.cards import HAND_SIZE
from games.shape import Spot
from problems.problem import Problem
from problems.text import Words

DISCARDS = (0, 1, 2)
CLAUSE = "Z14"


class SuperSuit(StrEnum):
    PRINTED = "printed"
    TRUMP = "trump"


class EqualOnes(StrEnum):
    FIRST = "first"
    LAST = "last"


class LoneDouble(StrEnum):
    STARTER = "starter"
    ANY = "any"


class Options(NamedTuple):
    rounds: int
    discards: tuple[int, ...]
    super_none: bool
    super_suit: SuperSuit
    must_trump: bool
    equal_ones: EqualOnes
    lone_double: LoneDouble


OPTIONS = (
    Number("rounds", Words("Rounds"), 8, least=1, help=Words("See Z11."), form_most=100),
    Numbers(
        "discards",
        Words("Numbers of cards to put aside"),
        DISCARDS,
        least=0,
        none=messages.NO_DISCARDS,
        twice=messages.DISCARDS_TWICE,
        help=Words("The cells of the board, such as 0, 1, 2 (Z3)."),
        form_most=9,  # with four players that leaves one trick
    ),
    Flag(
        "super_none",
        Words("A round may have no super-trump"),
        False,
        help=Words("See Z3."),
        no=Words("no, the board has the four colours"),
        yes=Words("yes, the board has a fifth cell for it"),
    ),
    Flag(
        "must_trump",
        Words("A player cannot follow the colour led"),
        True,
        help=Words("See Z7."),
        no=Words("any card may be played"),
        yes=Words("a trump or a super-trump must be played"),
    ),
    Choice(
        "super_suit",
        Words("Colour of a super-trump"),
        SuperSuit.PRINTED,
        {
            SuperSuit.PRINTED: Words("the colour printed on it"),
            SuperSuit.TRUMP: Words("the trump colour"),
        },
        help=Words("See Z8."),
    ),
    Choice(
        "equal_ones",
        Words("Two equal 1s in a trick"),
        EqualOnes.FIRST,
        {
            EqualOnes.FIRST: Words("the first is stronger"),
            EqualOnes.LAST: Words("the second is stronger"),
        },
        help=Words("See Z9."),
    ),
    Choice(
        "lone_double",
        Words("Double points with three players"),
        LoneDouble.STARTER,
        {
            LoneDouble.STARTER: Words("for a start player who plays alone"),
            LoneDouble.ANY: Words("for any player alone, opponents included"),
        },
        help=Words("See Z10."),
    ),
)


class Match(NamedTuple):
    options: Options
    board: Board
    totals: tuple[int, ...]
    played: int = 0

    @property
    def players(self) -> int:
        return len(self.totals)

    @property
    def hand_size(self) -> int:
        return HAND_SIZE[self.players]

    @property
    def over(self) -> bool:
        """Return whether as many rounds are played as the match has (Z11)."""
        return self.played >= self.options.rounds

    @property
    def discards(self) -> tuple[int, ...]:
        """Return the numbers of cards that a hand can spare (Z6)."""
        return self.board.spared

    def after(self, scores: tuple[int, ...]) -> Match:
        options, board, totals, played = self
        return Match(options, board, tuple(map(add, totals, scores)), played + 1)


def start(options: object, players: int) -> tuple[Match | None, list[Problem]]:
    problems: list[Problem] = []
    given = house_rules.read(OPTIONS, options, Spot("options", CLAUSE, problems), players)
    if problems:
        return None, problems
    read = Options(**given)
    laid = board.build(players, read.discards, super_none=read.super_none)
    return Match(read, laid, (0,) * players), problems


def write_options(match: Match) -> dict[str, object]:
    return shape.options_to_json(match.options._asdict())
