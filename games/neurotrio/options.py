"""The house rules of a match (N31), and the state between rounds."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games import shape
from games.base import Seat
from games.neurotrio import messages
from games.shape import Spot, describe
from problems import reader
from problems.problem import Problem

TARGET, MINIMUM = 50, 12
MOST_NATURAL = 17  # points of a finisher, without the Graal bonus (N25)
CLAUSE = "N31"


class DuoTrio(StrEnum):
    EACH = "each"
    ONCE = "once"


class Distinct(StrEnum):
    HAND = "hand"
    GROUPS = "groups"


class Options(NamedTuple):
    target: int = TARGET
    minimums: tuple[int, ...] = ()  # per seat
    duo_trio: DuoTrio = DuoTrio.EACH
    distinct: Distinct = Distinct.HAND


USUAL = Options()


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
    read = _read(options, Spot("options", CLAUSE, problems), players)
    if problems:
        return None, problems
    return Match(read, (0,) * players), problems


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


def _read(raw: object, at: Spot, players: int) -> Options:
    given = reader.fields(raw, at, optional=Options._fields)
    minimums = given.get("minimums", [MINIMUM] * players)
    return Options(
        shape.count(given, "target", USUAL.target, at, least=1),
        shape.integers(minimums, at / "minimums", count=players, least=0) or (),
        shape.option(given, "duo_trio", USUAL.duo_trio, at),
        shape.option(given, "distinct", USUAL.distinct, at),
    )
