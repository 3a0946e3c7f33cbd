"""Neurotrio: duos and trios of three attributes. The rules are in RULES.md, clauses N1 to N35."""

from __future__ import annotations

from collections.abc import Sequence

from games.neurotrio.evidence import GENERAL, check_round
from games.neurotrio.options import start, write_options
from games.neurotrio.play import play_round
from games.neurotrio.steps import steps

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

slug = "neurotrio"
name = "Neurotrio"
seats = range(2, 5)
general_clause = GENERAL


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.neurotrio import calculator  # here, so that importing games stays quick

    return calculator.calculate(argv)
