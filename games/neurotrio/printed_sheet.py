"""The score sheet of Neurotrio on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.paper import Paper, target
from problems.text import Words

_AT_LEAST = Words("At least {n} points are needed to finish.")
_NEEDED = Words("Points needed to finish: {n}.")


def paper(options: Mapping[str, Any], players: int) -> Paper:
    minimums = options["minimums"]
    is_same = len(set(minimums)) == 1
    needed = (
        _AT_LEAST._replace(params={"n": minimums[0]})
        if is_same
        else _NEEDED._replace(params={"n": " · ".join(map(str, minimums))})
    )
    return Paper(
        hints=[target(options["target"]), needed],
        mark=Words("finished the round"),
    )
