"""The sessions and scores of a club, read-only, with one query each."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from django.db.models import Count, Exists, OuterRef

from league.models import Club, Session
from league.operations.standings.achievements import ClubSession, Scores
from scoring.models import Result


def sessions(club: Club) -> list[ClubSession]:
    """Return the sessions with results in order of time; their matches are not counted."""
    results = Result.objects.live().filter(session=OuterRef("pk"))
    played = Session.objects.filter(Exists(results), season__club=club)
    rows = played.order_by("starts_at", "pk").values_list("pk", "season_id", "starts_at")
    return [ClubSession(*row) for row in rows]


def counted_sessions(club: Club, since: datetime) -> list[ClubSession]:
    """Return the sessions with results from a time on, in order of time, with their finished
    matches."""
    results = Result.objects.live().filter(season__club=club, session__starts_at__gte=since)
    rows = (
        results.order_by("session__starts_at", "session_id")
        .values_list("session_id", "season_id", "session__starts_at")
        .annotate(matches=Count("match_id", distinct=True))
    )
    return [ClubSession(*row) for row in rows]


def scores(club: Club, games: Collection[str]) -> Scores:
    """Return how often each score was reached in these games, by game."""
    rows = Result.objects.live().filter(season__club=club, game__in=games).order_by()
    counts: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for game, score, count in rows.values_list("game", "score").annotate(count=Count("pk")):
        counts[game][score] = count
    return counts
