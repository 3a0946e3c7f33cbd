"""The score sheet of Triominos on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.paper import Paper, target
from problems.text import Words

_POINTS = Words(
    "Each draw −5; three draws and no play −25. Going out: +25 and everybody else’s points."
)


def paper(options: Mapping[str, Any], players: int) -> Paper:
    return Paper(
        rounds=8,
        hints=[target(options["target"]), _POINTS],
        mark=Words("laid all tiles"),
    )
