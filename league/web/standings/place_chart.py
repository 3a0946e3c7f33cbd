"""The place of a player over a season as a chart."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from league.operations.standings import season_trends
from league.web.standings.shared import session_heading
from league.web.support import charts
from league.web.support.charts import Figure, Series
from scoring import standings_queries
from scoring.models import Table
from scoring.pure.facts import PlayerId

MOST_ROWS = 200  # of a table that is counted again for each session


def chart(table: Table, player: int, only: Collection[int] | None = None) -> Figure | None:
    """Return the chart of a player's place after each session, or each of `only`; None before there
    are two, and for long tables."""
    view = standings_queries.read_page(table, 0, MOST_ROWS)
    if view.after:
        return None
    places = season_trends.trends_of(view, only).places_of(PlayerId(player))
    sessions = [session for session, _place in places]
    values = [place for _session, place in places]
    reached = [place for place in values if place is not None]
    if len(places) < 2 or not reached:
        return None
    zone = table.season.club.timezone
    series = Series(_("Place"), values, ["" if each is None else str(each) for each in values])
    best = values.index(min(reached))
    summary = _("Place %(now)s. The best was place %(best)s, after the evening of %(day)s.") % {
        "now": reached[-1],
        "best": values[best],
        "day": session_heading(sessions[best].starts_at, zone).full,
    }
    return Figure(
        "places",
        _("Place over time"),
        summary,
        _("place"),
        _("choose an evening"),
        charts.line_chart(
            [series],
            [session_heading(session.starts_at, zone) for session in sessions],
            charts.place_axis(max(reached)),
        ),
    )
