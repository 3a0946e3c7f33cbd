"""Njet!: players bar the rules they do not want. The rules are in RULES.md, clauses Z1 to Z17."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.base import Bots, Evidence
from games.njet.evidence import GENERAL, check_round
from games.njet.options import Match, start, write_options

if TYPE_CHECKING:  # importing games stays quick
    from random import Random

__all__ = [
    "calculate",
    "check_round",
    "general_clause",
    "name",
    "play_round",
    "seats",
    "slug",
    "start",
    "write_options",
]

slug = "njet"
name = "Njet!"
seats = range(3, 5)
general_clause = GENERAL


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Bots = Bots.SENSIBLE
) -> dict[str, object]:
    from games.njet import play  # here, so that importing games stays quick

    return play.play_round(match, rng, evidence, bots=bots)


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.njet import calculator  # here too

    return calculator.calculate(argv)
