"""The house rules of a match (N31), and what is carried from round to round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games import shape
from games.base import Problem, Seat
from games.shape import Spot

TARGET, MINIMUM = 50, 12
CLAUSE = "N31"


class DuoTrio(StrEnum):
    EACH = "each"
    ONCE = "once"


class Distinct(StrEnum):
    HAND = "hand"
    GROUPS = "groups"


@dataclass(frozen=True)
class Options:
    target: int = TARGET
    minimums: tuple[int, ...] = ()  # per seat
    duo_trio: DuoTrio = DuoTrio.EACH
    distinct: Distinct = Distinct.HAND


@dataclass(frozen=True)
class Match:
    options: Options
    totals: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.totals)

    @property
    def over(self) -> bool:
        """N28: somebody has reached the target."""
        return max(self.totals) >= self.options.target

    def minimum(self, seat: Seat) -> int:
        return self.options.minimums[seat]

    def after(self, scores: tuple[int, ...]) -> Match:
        return replace(self, totals=tuple(map(sum, zip(self.totals, scores, strict=True))))


def start(options: object, players: int) -> tuple[Match | None, list[Problem]]:
    problems: list[Problem] = []
    read = _read(options, Spot("options", CLAUSE, problems), players)
    if problems:
        return None, problems
    return Match(read, (0,) * players), problems


def write_options(match: Match) -> dict[str, object]:
    options = match.options
    return {
        "target": options.target,
        "minimums": list(options.minimums),
        "duo_trio": options.duo_trio.value,
        "distinct": options.distinct.value,
    }


def _read(raw: object, at: Spot, players: int) -> Options:
    given = shape.fields(raw, at, optional=("target", "minimums", "duo_trio", "distinct"))
    minimums = given.get("minimums", [MINIMUM] * players)
    duo_trio = shape.choice(given.get("duo_trio", "each"), at / "duo_trio", list(DuoTrio))
    distinct = shape.choice(given.get("distinct", "hand"), at / "distinct", list(Distinct))
    return Options(
        shape.integer(given.get("target", TARGET), at / "target", least=1) or TARGET,
        shape.integers(minimums, at / "minimums", count=players, least=0) or (),
        DuoTrio(duo_trio or "each"),
        Distinct(distinct or "hand"),
    )
