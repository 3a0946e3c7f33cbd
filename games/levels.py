"""Levels of evidence, and the type of seats; `games.base` has them too."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

Seat = NewType("Seat", int)


class Evidence(StrEnum):
    """Levels of evidence of a round, the weakest first."""

    SHEET = "sheet"
    FINAL = "final"
    TRANSCRIPT = "transcript"
