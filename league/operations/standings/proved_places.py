"""Proved facts about the race of a running season: players certain of a place, able to win, or
unable to move up."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from league.models import Season
from league.models.tournaments import PUBLISHED_STATES
from league.operations.standings.season_trends import SeasonTrends
from league.operations.standings.standings import as_displayed
from scoring import standings_queries
from scoring.pure import ranges
from scoring.pure.facts import PlayerId
from scoring.pure.ranges import PlaceRange, RaceStatus, RemainingPlay


@dataclass(frozen=True)
class ProvedPlaces:
    """The places that players can still reach, and their race status, by player. `rounds_left` is
    of a tournament; None if the plan comes from the scheme."""

    ranges: Mapping[PlayerId, PlaceRange]
    statuses: Mapping[PlayerId, RaceStatus]
    rounds_left: int | None = None


def proved_places(trends: SeasonTrends, now: datetime) -> ProvedPlaces | None:
    """Return the proved places for a view of all players and sessions; None if the season has no
    plan or the plan is over. Computed from results that the page has read, plus queries for the
    number of players without a match and the finished rounds of a tournament."""
    plan = _plan_of_scheme(trends, now)
    rounds_left = _rounds_left(trends.view.table.season) if plan is None else None
    if rounds_left:
        plan = ranges.remaining_rounds(trends.scheme, rounds_left)
    if plan is None or plan.is_over:
        return None
    newcomers = standings_queries.count_newcomers(as_displayed(trends.view.table))
    places = {PlayerId(row.player_id): row.place for row in trends.view.rows}
    reachable = ranges.places_after(plan, trends.history, newcomers)
    return ProvedPlaces(reachable, ranges.race_statuses(places, reachable), rounds_left)


def _plan_of_scheme(trends: SeasonTrends, now: datetime) -> RemainingPlay | None:
    if not trends.scheme.has_plan:
        return None
    last = trends.played[-1].starts_at if trends.played else None
    return ranges.remaining_play(
        trends.history,
        trends.scheme,
        evening_over=last is not None and standings_queries.is_over(last, now),
    )


def _rounds_left(season: Season) -> int | None:
    """Return how many planned rounds of a running tournament are not played to the end, its final
    among them; None for other seasons, or if more rounds exist than are planned."""
    tournament = season.tournament_or_none
    if tournament is None or not tournament.sittings_planned or tournament.closed_at:
        return None
    planned = tournament.sittings_planned + bool(tournament.finalists)
    unfinished = Q(tables__match=None) | Q(
        tables__match__over=False, tables__match__called_off_at=None
    )
    rounds = tournament.sittings.annotate(unfinished=Count("tables", filter=unfinished))
    counts = rounds.values_list("state", "unfinished")
    complete = sum(state in PUBLISHED_STATES and not unfinished for state, unfinished in counts)
    return planned - complete if len(counts) <= planned else None
