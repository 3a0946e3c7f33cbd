"""The rating of a player over the latest matches as a chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.pure.ratings import Rating
from scoring.rating_queries import RatingCareer

WIDTH, HEIGHT, MARGIN = 300, 60, 4
MOST_MATCHES = 100
LEAST_SPAN = 200  # of displayed ratings, so that small changes look small


@dataclass(frozen=True)
class RatingChart:
    """A line of ratings; the scale goes from `least` to `most`."""

    career: RatingCareer
    path: str
    least: int
    most: int
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def played(self) -> int:
        return len(self.career.points)


def chart(career: RatingCareer) -> RatingChart:
    """Return the chart, from the first rating or the latest MOST_MATCHES matches."""
    values = [Rating().shown, *(point.rating.shown for point in career.points)][-MOST_MATCHES - 1 :]
    return RatingChart(career, _path(values), min(values), max(values))


def _path(values: Sequence[int]) -> str:
    span = max(LEAST_SPAN, max(values) - min(values))
    bottom = (max(values) + min(values) - span) / 2
    step = (WIDTH - 2 * MARGIN) / max(1, len(values) - 1)
    return " ".join(
        f"{MARGIN + step * index:.1f},{_height((number - bottom) / span):.1f}"
        for index, number in enumerate(values)
    )


def _height(share: float) -> float:
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)
