"""What is proved about the race of a running season: who is certain of a place, who can still win,
who cannot go up."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from league.operations.standings.season_trends import SeasonTrends
from league.operations.standings.standings import as_displayed
from scoring import standings_queries
from scoring.pure import ranges
from scoring.pure.facts import PlayerId
from scoring.pure.ranges import PlaceRange, RaceStatus


@dataclass(frozen=True)
class ProvedPlaces:
    """The places that players can still reach, and what follows, by player."""

    ranges: Mapping[PlayerId, PlaceRange]
    statuses: Mapping[PlayerId, RaceStatus]


def proved_places(trends: SeasonTrends, now: datetime) -> ProvedPlaces | None:
    """Return what is proved about the rows of a view of all players and sessions; None where the
    season has no plan, or nothing of it is left. It is computed from results that the page has
    read, and asks only how many players have not played yet."""
    last = trends.played[-1].starts_at if trends.played else None
    plan = ranges.remaining_play(
        trends.history,
        trends.scheme,
        evening_over=last is not None and standings_queries.is_over(last, now),
    )
    if plan is None or plan.is_over:
        return None
    newcomers = standings_queries.count_newcomers(as_displayed(trends.view.table))
    places = {PlayerId(row.player_id): row.place for row in trends.view.rows}
    reachable = ranges.places_after(plan, trends.history, newcomers)
    return ProvedPlaces(reachable, ranges.race_statuses(places, reachable))
