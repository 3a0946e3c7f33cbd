"""The value that a check returns, and limits of figures."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from league.models import HealthColour

GREEN, AMBER, RED = HealthColour.GREEN, HealthColour.AMBER, HealthColour.RED
ORDER = [RED, AMBER, GREEN]
Figure = TypeVar("Figure")


@dataclass(frozen=True)
class Check:
    """Result of one check: its state, and what to do about it (nothing, if it is green)."""

    slug: str
    colour: HealthColour
    title: str
    sentence: str
    remedy: str = ""


@dataclass(frozen=True)
class Limits(Generic[Figure]):
    """From which figure on a check is amber, and from which on it is red."""

    amber: Figure
    red: Figure

    def colour(self, figure: Figure) -> HealthColour:
        if figure >= self.red:  # type: ignore[operator]  # spans or numbers
            return RED
        return AMBER if figure >= self.amber else GREEN  # type: ignore[operator]


def worst(colours: Iterable[HealthColour]) -> HealthColour:
    """Return the worst of the colours; green for none."""
    return min(colours, key=ORDER.index, default=GREEN)
