"""Ratings as charts: a player's after each evening, a club's side by side."""

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import game_name
from league.web.standings.shared import session_heading
from league.web.support import charts
from league.web.support.charts import Figure, Interval, ScaleTick, Series
from scoring.pure.ratings import Rating
from scoring.rating_queries import RatingCareer, RatingPoint, RatingRow

MOST_SESSIONS = 30
LEAST_SPAN = 200  # of displayed ratings, so that small changes look small


def chart(career: RatingCareer, zone: str) -> Figure | None:
    """Return the chart of the rating after each of the latest sessions, with the deviation as a
    band; None before there are two."""
    latest = [
        list(points)[-1]
        for _at, points in groupby(career.points, lambda rating_point: rating_point.at)
    ]
    shown = latest[-MOST_SESSIONS:]
    if len(shown) < 2:
        return None
    series = _series(shown)
    axis = charts.value_axis(
        [end for spread in series.spread if spread for end in spread], span=LEAST_SPAN
    )
    headings = [session_heading(rating_point.at, zone) for rating_point in shown]
    title = game_name(career.game) if career.game else _("All games")
    return Figure(
        f"rating-{career.game or 'all'}",
        title,
        _summary(career, shown),
        _("rating"),
        _("%(chart)s: choose an evening") % {"chart": title},
        charts.line_chart([series], headings, axis),
    )


def intervals(
    rows: Sequence[RatingRow],
) -> tuple[list[ScaleTick], list[tuple[RatingRow, Interval]]]:
    """Return the scale of the ratings, and the rows with their intervals on it."""
    scale, drawn = charts.intervals([(row.rating.shown, row.rating.deviation) for row in rows])
    return scale, list(zip(rows, drawn, strict=True))


def words(rating: Rating) -> str:
    """Return a rating with its deviation."""
    return f"{rating.shown} ± {rating.deviation}"


def _series(points: Sequence[RatingPoint]) -> Series:
    ratings = [point.rating for point in points]
    return Series(
        _("Rating"),
        [rating.shown for rating in ratings],
        [words(rating) for rating in ratings],
        [(rating.shown - rating.deviation, rating.shown + rating.deviation) for rating in ratings],
    )


def _summary(career: RatingCareer, shown: Sequence[RatingPoint]) -> str:
    count, values = len(career.points), [rating_point.rating.shown for rating_point in shown]
    now = ngettext(
        "%(rating)s after %(count)s match.", "%(rating)s after %(count)s matches.", count
    ) % {"rating": words(career.rating), "count": count}
    between = _("On the evenings shown, it was between %(least)s and %(most)s.")
    return f"{now} {between % {'least': min(values), 'most': max(values)}}"
