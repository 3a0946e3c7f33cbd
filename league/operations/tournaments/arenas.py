"""The evenings of an arena. It only reads: sessions.queue_play seats their players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from league.models import Match, Presence, Session, Tournament
from league.operations.matches import match_results


@dataclass(frozen=True)
class ArenaEvening:
    """An evening with the numbers of players who are here, and of tables that play or have
    ended."""

    session: Session
    here: int
    playing: int
    ended: int


def evenings(arena: Tournament) -> list[ArenaEvening]:
    """Return the evenings that take place, in order of time."""
    sessions = list(_sessions(arena))
    stays = Presence.objects.current().filter(session__in=sessions)
    here = Counter(stays.values_list("session", flat=True))
    tables = Counter(
        (match.session_id, match.ended) for match in Match.objects.filter(session__in=sessions)
    )
    return [
        ArenaEvening(row, here[row.pk], tables[row.pk, False], tables[row.pk, True])
        for row in sessions
    ]


def current_evening(arena: Tournament, now: datetime) -> Session | None:
    """Return the evening that has begun last; before the first one, the first."""
    sessions = list(_sessions(arena))
    begun = [session for session in sessions if session.starts_at <= now]
    return begun[-1] if begun else next(iter(sessions), None)


def running_matches(arena: Tournament) -> Sequence[Match]:
    """Return the matches that are being played, with their seats and players."""
    rows = Match.objects.filter(session__in=_sessions(arena), over=False, stopped_at=None)
    ordered = match_results.with_relations(rows).order_by("table_number", "pk")
    return list(ordered.prefetch_related("seats__player"))


def _sessions(arena: Tournament) -> "QuerySet[Session]":
    return arena.season.sessions.filter(cancelled_at=None).order_by("starts_at", "pk")
