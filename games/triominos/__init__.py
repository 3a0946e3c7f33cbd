"""Triominos: triangular tiles, bridges, hexagons. The rules are in RULES.md, clauses T1 to T21."""

from __future__ import annotations

from collections.abc import Sequence

from games.triominos.evidence import GENERAL, check_round
from games.triominos.options import start, write_options
from games.triominos.play import play_round
from games.triominos.steps import steps

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

slug = "triominos"
name = "Triominos"
seats = range(2, 7)
general_clause = GENERAL


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.triominos import calculator  # here, so that importing games stays quick

    return calculator.calculate(argv)
