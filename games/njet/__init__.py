"""Njet!: players bar the rules they do not want. The rules are in RULES.md, clauses Z1 to Z17."""

from __future__ import annotations

from collections.abc import Sequence

from games.njet.evidence import GENERAL, check_round
from games.njet.options import start, write_options
from games.njet.play import play_round
from games.njet.steps import steps

__all__ = [
    "calculate",
    "check_round",
    "general_clause",
    "name",
    "play_round",
    "seats",
    "slug",
    "start",
    "steps",
    "write_options",
]

slug = "njet"
name = "Njet!"
seats = range(3, 5)
general_clause = GENERAL


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.njet import calculator  # here, so that importing games stays quick

    return calculator.calculate(argv)
