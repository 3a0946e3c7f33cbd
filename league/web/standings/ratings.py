"""The rating of a player over the latest matches as a chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.pure.ratings import Rating
from scoring.rating_queries import Career

WIDTH, HEIGHT, MARGIN = 300, 60, 4
MOST_MATCHES = 100
LEAST_SPAN = 200  # of shown ratings, so that small moves look small


@dataclass(frozen=True)
class RatingChart:
    """A line of ratings; the scale goes from `least` to `most`."""

    career: Career
    path: str
    least: int
    most: int
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def played(self) -> int:
        return len(self.career.points)


def chart(career: Career) -> RatingChart:
    """Return the chart, from the first rating or the latest MOST_MATCHES matches."""
    shown_ratings = [Rating().shown, *(point.rating.shown for point in career.points)][
        -MOST_MATCHES - 1 :
    ]
    return RatingChart(career, _path(shown_ratings), min(shown_ratings), max(shown_ratings))


def _path(shown_ratings: Sequence[int]) -> str:
    span = max(LEAST_SPAN, max(shown_ratings) - min(shown_ratings))
    bottom = (max(shown_ratings) + min(shown_ratings) - span) / 2
    step = (WIDTH - 2 * MARGIN) / max(1, len(shown_ratings) - 1)
    return " ".join(
        f"{MARGIN + step * index:.1f},{_height((number - bottom) / span):.1f}"
        for index, number in enumerate(shown_ratings)
    )


def _height(share: float) -> float:
    return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)
