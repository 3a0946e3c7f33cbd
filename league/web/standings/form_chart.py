"""The latest matches of a player as a chart: a bar is higher the more opponents were beaten."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import game_name
from league.operations.standings.careers import PlayedMatch
from league.web.standings.shared import session_heading
from league.web.support import charts
from league.web.support.charts import Axis, Figure

LATEST = 30
AXIS = Axis(-5, 100, [0, 50, 100])  # a last place has a low bar, too


def form_figure(results: Sequence[PlayedMatch], zone: str) -> Figure:
    """Return the chart of the latest of these matches."""
    latest = results[-LATEST:]
    return Figure(
        "form",
        _("Form"),
        _summary(latest),
        _("opponents beaten (%)"),
        _("Form: choose a match"),
        charts.value_bars(
            [100 * point.beaten for point in latest],
            [point.place == 1 for point in latest],
            [session_heading(point.at, zone) for point in latest],
            [_entries(point) for point in latest],
            AXIS,
        ),
    )


def _entries(match: PlayedMatch) -> list[tuple[str, str]]:
    return [
        (game_name(match.game), f"{match.place}/{match.players}"),
        (_("Opponents beaten"), _("%(n)s%%") % {"n": round(100 * match.beaten)}),
    ]


def _summary(latest: Sequence[PlayedMatch]) -> str:
    return ngettext(
        "In the last match: %(wins)s won, %(share)s%% of opponents beaten.",
        "In the last %(count)s matches: %(wins)s won, %(share)s%% of opponents beaten.",
        len(latest),
    ) % {
        "count": len(latest),
        "wins": sum(point.place == 1 for point in latest),
        "share": round(100 * sum(point.beaten for point in latest) / len(latest)),
    }
