"""Evenings of clubs that are under way, and those nearest to now."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from django.db.models import Q, QuerySet

from league.models import Club, Format, Match, Presence, Session
from league.operations.sessions import nights

LONGEST_SESSION = timedelta(hours=18)
SessionT = TypeVar("SessionT", bound=Any)  # it has `starts_at`


class RunningSession(NamedTuple):
    session: Session
    tables: int  # that play
    people: int  # who are here
    seasons: tuple[str, ...] = ()  # of the evenings of a league night


def under_way(clubs: Collection[Club], now: datetime) -> list[RunningSession]:
    """Return the evenings that have begun and are not over, the latest first, a league night once.
    An evening is over when it was closed, or when no player is present any more and no table plays;
    an evening without any action is not over. Tournaments have their own desk, but an arena is
    played on its evenings."""
    begun = Session.objects.filter(
        Q(season__tournament=None) | Q(season__tournament__format=Format.ARENA),
        season__club__in=clubs,
        cancelled_at=None,
        closed_at=None,
        starts_at__gt=now - LONGEST_SESSION,
        starts_at__lte=now,
    )
    sessions = list(begun.select_related("season__club"))
    stays = Presence.objects.valid().filter(session__in=sessions)
    matches = list(Match.objects.filter(session__in=sessions))
    present = Counter(stay.session_id for stay in stays if stay.until is None)
    playing = Counter(
        match.session_id for match in matches if not (match.ended or match.is_postponed)
    )
    used = {row.session_id for row in (*stays, *matches)}
    return _nights_together(
        RunningSession(session, playing[session.pk], present[session.pk])
        for session in sessions
        if playing[session.pk] or present[session.pk] or session.pk not in used
    )


def _nights_together(running: Iterable[RunningSession]) -> list[RunningSession]:
    """Return the evenings with one for each league night, which has the sums of its evenings."""
    by_session = {evening.session.pk: evening for evening in running}
    together = []
    for night in nights.grouped(evening.session for evening in by_session.values()):
        group = [by_session[session.pk] for session in reversed(night)]
        seasons = tuple(session.season.name for session in reversed(night))
        together.append(
            RunningSession(
                group[0].session,
                sum(evening.tables for evening in group),
                sum(evening.people for evening in group),
                seasons if len(night) > 1 else (),
            )
        )
    return together


def around_now(sessions: Sequence[SessionT], now: datetime, most: int) -> list[SessionT]:
    """Return the evenings nearest to now, in order of time, of evenings in that order: the next
    ones, and the latest that have begun, for which a third of the places is kept."""
    begin = next(
        (at for at, session in enumerate(sessions) if session.starts_at > now - LONGEST_SESSION),
        len(sessions),
    )
    begun, coming = sessions[:begin], sessions[begin:]
    next_ones = coming[: most - min(len(begun), most // 3)]
    return [*begun[max(0, begin - most + len(next_ones)) :], *next_ones]


def sessions_around_now(rows: "QuerySet[Session]", now: datetime, most: int) -> list[Session]:
    """Return the sessions nearest to now, like `around_now`, but read at most twice `most` rows."""
    begins = now - LONGEST_SESSION
    begun = rows.filter(starts_at__lte=begins).order_by("-starts_at", "-pk")[:most]
    coming = rows.filter(starts_at__gt=begins).order_by("starts_at", "pk")[:most]
    return around_now([*reversed(begun), *coming], now, most)
