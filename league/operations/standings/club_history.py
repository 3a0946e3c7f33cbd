"""What a club has played: its sessions and its scores. It only reads, with one query each."""

from collections import defaultdict
from datetime import datetime

from django.db.models import Count

from league.models import Club
from league.operations.standings.achievements import ClubSession, Scores
from scoring.models import Result


def sessions(club: Club, since: datetime | None = None) -> list[ClubSession]:
    """Return the sessions with results in order of time; `matches` is how many were finished."""
    results = Result.objects.live().filter(season__club=club)
    if since is not None:
        results = results.filter(session__starts_at__gte=since)
    rows = (
        results.order_by("session__starts_at", "session_id")
        .values_list("session_id", "season_id", "session__starts_at")
        .annotate(matches=Count("match_id", distinct=True))
    )
    return [ClubSession(*row) for row in rows]


def scores(club: Club) -> Scores:
    """Return how often each score was reached, by game."""
    rows = Result.objects.live().filter(season__club=club).order_by()
    counts: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for game, score, count in rows.values_list("game", "score").annotate(count=Count("pk")):
        counts[game][score] = count
    return counts
