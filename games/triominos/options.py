"""The house rules of a match (T18), and the state between rounds (T15, T16)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games import shape
from games.shape import Spot, describe
from games.triominos import messages
from games.triominos.tiles import TILES
from problems import reader
from problems.problem import Problem

TARGET, DEAL, TRIPLE_HEXAGON = 400, 7, 70
CLAUSE = "T18"


class Bridge(StrEnum):
    STRICT = "strict"
    LOOSE = "loose"
    TOUCH3 = "touch3"


class AfterDraw(StrEnum):
    ANY = "any"
    DRAWN_ONLY = "drawn_only"


class EmptyPoolPass(StrEnum):
    FREE = "free"
    STUCK_ONLY = "stuck_only"


class Blocked(StrEnum):
    PASS_ONLY = "pass_only"
    ANY_NONPLAY = "any_nonplay"


class Tie(StrEnum):
    SHARED = "shared"
    NONE = "none"


class Options(NamedTuple):
    target: int = TARGET
    deal: int = DEAL
    bridge: Bridge = Bridge.STRICT
    triple_hexagon: int = TRIPLE_HEXAGON
    after_draw: AfterDraw = AfterDraw.ANY
    empty_pool_pass: EmptyPoolPass = EmptyPoolPass.FREE
    blocked: Blocked = Blocked.PASS_ONLY
    tie: Tie = Tie.SHARED
    open_zero_choice: bool = False


class Match(NamedTuple):
    """A match between two rounds.

    `over` may come from the middle of a round, so the totals do not tell it.
    """

    options: Options
    totals: tuple[int, ...]
    over: bool = False

    @property
    def players(self) -> int:
        return len(self.totals)

    @property
    def pool(self) -> int:
        """Return the tiles in the pool after the deal (T2)."""
        return len(TILES) - self.players * self.options.deal

    def after(self, scores: tuple[int, ...], *, reached: bool = False) -> Match:
        """Return the match after a round; `reached` if a player reached the target inside it."""
        totals = tuple(map(sum, zip(self.totals, scores, strict=True)))
        return Match(self.options, totals, reached or max(totals) >= self.options.target)


def start(options: object, players: int) -> tuple[Match | None, list[Problem]]:
    problems: list[Problem] = []
    read = _read(options, Spot("options", CLAUSE, problems), players)
    if problems:
        return None, problems
    return Match(read, (0,) * players), problems


def write_options(match: Match) -> dict[str, object]:
    return shape.options_to_json(match.options._asdict())


def _read(raw: object, at: Spot, players: int) -> Options:
    given = reader.fields(raw, at, optional=Options._fields)
    triple = shape.integer(
        given.get("triple_hexagon", TRIPLE_HEXAGON), at / "triple_hexagon", least=0
    )
    return Options(
        target=shape.integer(given.get("target", TARGET), at / "target", least=1) or TARGET,
        deal=_read_deal(given.get("deal", DEAL), at / "deal", players),
        bridge=shape.option(given, "bridge", Bridge.STRICT, at),
        triple_hexagon=triple or 0,
        after_draw=shape.option(given, "after_draw", AfterDraw.ANY, at),
        empty_pool_pass=shape.option(given, "empty_pool_pass", EmptyPoolPass.FREE, at),
        blocked=shape.option(given, "blocked", Blocked.PASS_ONLY, at),
        tie=shape.option(given, "tie", Tie.SHARED, at),
        open_zero_choice=shape.flag(given, "open_zero_choice", at, default=False),
    )


def _read_deal(raw: object, at: Spot, players: int) -> int:
    deal = shape.integer(raw, at, least=1)
    if deal is not None and deal * players > len(TILES):
        at.refuse(messages.TOO_MANY_DEALT, found=describe(deal), most=len(TILES) // players)
    return deal or DEAL
