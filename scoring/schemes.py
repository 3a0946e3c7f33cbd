"""How results become points: a named set of choices, stored with every table. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

TIEBREAKS = ("wins", "mini_table", "best_evening")
POINTS = ("place_fraction",)
AGGREGATES = ("sum",)
MAX_SCALE = 100_000


@dataclass(frozen=True)
class Scheme:
    """The default is that of the league contract: 60 for the winner, 0 for the last."""

    points: str = "place_fraction"
    scale: int = 60
    aggregate: str = "sum"
    tiebreaks: tuple[str, ...] = TIEBREAKS

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "tiebreaks": list(self.tiebreaks)}


def read(raw: Mapping[str, Any]) -> Scheme:
    """The scheme that `to_json` wrote; left-out names take their default. Else ValueError."""
    scheme = Scheme(**{**raw, "tiebreaks": tuple(raw.get("tiebreaks", TIEBREAKS))})
    if scheme.points not in POINTS or scheme.aggregate not in AGGREGATES:
        raise ValueError(f"unknown scheme: {scheme.points}, {scheme.aggregate}")
    if unknown := set(scheme.tiebreaks) - set(TIEBREAKS):
        raise ValueError(f"unknown tie-breaks: {sorted(unknown)}")
    if len(set(scheme.tiebreaks)) < len(scheme.tiebreaks):
        raise ValueError(f"each tie-break once is expected: {scheme.tiebreaks}")
    if type(scheme.scale) is not int or not 1 <= scheme.scale <= MAX_SCALE:
        raise ValueError(f"a scale from 1 to {MAX_SCALE} is expected: {scheme.scale!r}")
    return scheme
