"""Triominos: triangular tiles, bridges, hexagons. The rules are in RULES.md, clauses T1 to T21."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from games.base import Bots, Evidence, Step
from games.triominos.evidence import GENERAL, check_round
from games.triominos.messages import WHY_NOT
from games.triominos.options import Match, read_state, start, write_options, write_state

if TYPE_CHECKING:
    from random import Random

__all__ = [
    "calculate",
    "check_round",
    "general_clause",
    "name",
    "play_round",
    "read_state",
    "seat_option",
    "seats",
    "slug",
    "start",
    "watch",
    "why_not",
    "write_options",
    "write_state",
]

slug = "triominos"
name = "Triominos"
seats = range(2, 7)
why_not = WHY_NOT
seat_option = ""
general_clause = GENERAL

# What checking needs not is imported when it is asked for, so that importing a game stays quick.


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
) -> dict[str, object]:
    from games.triominos import play

    return play.play_round(match, rng, evidence, bots=bots)


def watch(match: Match, round: Any) -> Iterator[Step]:
    from games.triominos import steps

    return steps.steps(match, round)


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.triominos import calculator

    return calculator.calculate(argv)
