"""The place of a player over a season as a chart."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from league.operations.standings import standings
from league.web.standings.shared import session_heading
from league.web.support import charts
from league.web.support.charts import Figure, Series
from scoring import fact_queries, standings_queries
from scoring.models import Table
from scoring.pure import schemes
from scoring.pure.facts import PlayerId
from scoring.pure.place_history import places_after_sessions

MOST_SESSIONS = 60
MOST_RESULTS = 25_000  # more are not read for one page


def chart(table: Table, player: int, only: Collection[int] | None = None) -> Figure | None:
    """Return the chart of a player's place after each session, or each of `only`; None before there
    are two, and for very large seasons."""
    displayed = standings.as_displayed(table)
    if standings_queries.has_more_results_than(displayed, MOST_RESULTS):
        return None
    history = fact_queries.season_facts(displayed).only(only)
    scheme = schemes.read(displayed.scheme)
    places = places_after_sessions(history, scheme, PlayerId(player))[-MOST_SESSIONS:]
    values = [place for _session, place in places]
    reached = [place for place in values if place is not None]
    if len(places) < 2 or not reached:
        return None
    zone = table.season.club.timezone
    starts = dict(table.season.sessions.values_list("pk", "starts_at"))
    headings = [session_heading(starts[session], zone) for session, _place in places]
    series = Series(_("Place"), values, ["" if value is None else str(value) for value in values])
    best = values.index(min(reached))
    summary = _("Place %(now)s. The best was place %(best)s, after the evening of %(day)s.") % {
        "now": reached[-1],
        "best": values[best],
        "day": headings[best].full,
    }
    title = _("Place over time")
    return Figure(
        "places",
        title,
        summary,
        _("place"),
        _("%(chart)s: choose an evening") % {"chart": title},
        charts.line_chart([series], headings, charts.place_axis(max(reached))),
    )
