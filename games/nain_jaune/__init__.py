"""Nain Jaune: five boxes and one long sequence. The rules are in RULES.md, clauses J1 to J24."""

from __future__ import annotations

from collections.abc import Sequence

from games.nain_jaune.evidence import GENERAL, check_round
from games.nain_jaune.options import SEATS, start, write_options
from games.nain_jaune.play import play_round
from games.nain_jaune.steps import steps

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

slug = "nain_jaune"
name = "Nain Jaune"
seats = SEATS
general_clause = GENERAL


def calculate(argv: Sequence[str]) -> tuple[bool, str]:
    from games.nain_jaune import calculator  # here, so that importing games stays quick

    return calculator.calculate(argv)
