"""The house rules of a match (Z14), and the state between rounds."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from operator import add
from typing import NamedTuple

from games import shape
from games.njet import board, messages
from games.njet.board import Board
from games.njet.cards import HAND_SIZE
from games.shape import Spot, describe
from problems import reader
from problems.problem import Problem

ROUNDS, DISCARDS = 8, (0, 1, 2)
CLAUSE = "Z14"
PROBLEMS = 50  # as many are reported


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
    rounds: int = ROUNDS
    discards: tuple[int, ...] = DISCARDS
    super_none: bool = False
    super_suit: SuperSuit = SuperSuit.PRINTED
    must_trump: bool = True
    equal_ones: EqualOnes = EqualOnes.FIRST
    lone_double: LoneDouble = LoneDouble.STARTER


USUAL = Options()


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
    read = _read(options, Spot("options", CLAUSE, problems))
    if problems:
        return None, problems[:PROBLEMS]
    laid = board.build(players, read.discards, super_none=read.super_none)
    return Match(read, laid, (0,) * players), problems


def write_options(match: Match) -> dict[str, object]:
    return shape.options_to_json(match.options._asdict())


def _read(raw: object, at: Spot) -> Options:
    given = reader.fields(raw, at, optional=Options._fields)
    return Options(
        shape.count(given, "rounds", USUAL.rounds, at, least=1),
        _read_discards(given, at),
        shape.flag(given, "super_none", at, default=USUAL.super_none),
        shape.option(given, "super_suit", USUAL.super_suit, at),
        shape.flag(given, "must_trump", at, default=USUAL.must_trump),
        shape.option(given, "equal_ones", USUAL.equal_ones, at),
        shape.option(given, "lone_double", USUAL.lone_double, at),
    )


def _read_discards(given: Mapping[str, object], at: Spot) -> tuple[int, ...]:
    listed = given.get("discards", [*DISCARDS])
    if not isinstance(listed, list) or not listed:
        _refuse_discards(listed, at / "discards")
        return ()
    numbers: dict[int, None] = {}
    for index, value in enumerate(listed):
        if type(value) is int and value >= 0 and value not in numbers:
            numbers[value] = None
        elif len(at.problems) < PROBLEMS:
            _refuse_discard(value, at / "discards" / index)
    return tuple(numbers)


def _refuse_discards(raw: object, at: Spot) -> None:
    if reader.entries(raw, at) is not None:
        at.refuse(messages.NO_DISCARDS)


def _refuse_discard(raw: object, at: Spot) -> None:
    number = shape.integer(raw, at, least=0)
    if number is not None:
        at.refuse(messages.DISCARDS_TWICE, found=describe(number))
