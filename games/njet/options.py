"""The house rules of a match (Z14), and what is carried from round to round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games import messages as shared
from games import shape
from games.base import Problem
from games.njet import board, messages
from games.njet.board import Board
from games.njet.pieces import HAND_SIZE
from games.shape import Spot, shown

ROUNDS, DISCARDS = 8, (0, 1, 2)
CLAUSE = "Z14"
PROBLEMS = 50  # as many are reported
NAMES = (
    "rounds", "discards", "super_none", "super_suit", "must_trump", "equal_ones", "lone_double"
)  # fmt: skip


class SuperSuit(StrEnum):
    PRINTED = "printed"
    TRUMP = "trump"


class EqualOnes(StrEnum):
    FIRST = "first"
    LAST = "last"


class LoneDouble(StrEnum):
    STARTER = "starter"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int = ROUNDS
    discards: tuple[int, ...] = DISCARDS
    super_none: bool = False
    super_suit: SuperSuit = SuperSuit.PRINTED
    must_trump: bool = True
    equal_ones: EqualOnes = EqualOnes.FIRST
    lone_double: LoneDouble = LoneDouble.STARTER


@dataclass(frozen=True, slots=True)
class Match:
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
        """Z11: so many rounds are played."""
        return self.played >= self.options.rounds

    @property
    def discards(self) -> list[int]:
        """Z6: the numbers of cards that a hand can spare."""
        return [number for number in self.options.discards if number <= self.hand_size]

    def after(self, scores: tuple[int, ...]) -> Match:
        totals = tuple(map(sum, zip(self.totals, scores, strict=True)))
        return replace(self, totals=totals, played=self.played + 1)


def start(options: object, players: int) -> tuple[Match | None, list[Problem]]:
    problems: list[Problem] = []
    read = _read(options, Spot("options", CLAUSE, problems))
    if problems:
        return None, problems[:PROBLEMS]
    laid = board.build(players, read.discards, super_none=read.super_none)
    return Match(read, laid, (0,) * players), problems


def write_options(match: Match) -> dict[str, object]:
    options = match.options
    return {
        "rounds": options.rounds,
        "discards": list(options.discards),
        "super_none": options.super_none,
        "super_suit": options.super_suit.value,
        "must_trump": options.must_trump,
        "equal_ones": options.equal_ones.value,
        "lone_double": options.lone_double.value,
    }


def _read(raw: object, at: Spot) -> Options:
    given = shape.fields(raw, at, optional=NAMES)
    super_suit = shape.choice(given.get("super_suit", "printed"), at / "super_suit", [*SuperSuit])
    equal_ones = shape.choice(given.get("equal_ones", "first"), at / "equal_ones", [*EqualOnes])
    lone = shape.choice(given.get("lone_double", "starter"), at / "lone_double", [*LoneDouble])
    return Options(
        shape.integer(given.get("rounds", ROUNDS), at / "rounds", least=1) or ROUNDS,
        _read_discards(given.get("discards", [*DISCARDS]), at / "discards"),
        _read_flag(given.get("super_none", False), at / "super_none"),
        SuperSuit(super_suit or "printed"),
        _read_flag(given.get("must_trump", True), at / "must_trump"),
        EqualOnes(equal_ones or "first"),
        LoneDouble(lone or "starter"),
    )


def _read_discards(raw: object, at: Spot) -> tuple[int, ...]:
    listed = shape.entries(raw, at)
    if listed is None:
        return ()
    if not listed:
        at.refuse(messages.NO_DISCARDS)
    numbers: list[int] = []
    met: set[int] = set()
    for index, value in enumerate(listed):
        number = shape.integer(value, at / index, least=0)
        if number in met:
            (at / index).refuse(messages.DISCARDS_TWICE, found=shown(number))
        elif number is not None:
            met.add(number)
            numbers.append(number)
    return tuple(numbers)


def _read_flag(raw: object, at: Spot) -> bool:
    if not isinstance(raw, bool):
        at.refuse(shared.NOT_A_CHOICE, expected="true, false", found=shown(raw))
    return raw is True
