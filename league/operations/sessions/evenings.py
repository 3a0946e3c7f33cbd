"""Evenings of clubs that are under way."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from league.models import Club, Match, Presence, Session

LONGEST_EVENING = timedelta(hours=18)


class EveningUnderWay(NamedTuple):
    session: Session
    tables: int  # that play
    people: int  # who are here


def under_way(clubs: Collection[Club], now: datetime) -> list[EveningUnderWay]:
    """Return the evenings that have begun and are not over, the latest first. An evening is over
    when nobody is here any more and no table plays; one at which nothing has happened yet is not.
    Tournaments have a desk of their own."""
    begun = Session.objects.filter(
        season__club__in=clubs,
        season__tournament=None,
        cancelled_at=None,
        starts_at__gt=now - LONGEST_EVENING,
        starts_at__lte=now,
    )
    sessions = list(begun.select_related("season__club"))
    stays = Presence.objects.valid().filter(session__in=sessions)
    matches = list(Match.objects.filter(session__in=sessions))
    present = Counter(stay.session_id for stay in stays if stay.until is None)
    playing = Counter(
        match.session_id for match in matches if not (match.ended or match.is_postponed)
    )
    used = {each.session_id for each in (*stays, *matches)}
    return [
        EveningUnderWay(session, playing[session.pk], present[session.pk])
        for session in sessions
        if playing[session.pk] or present[session.pk] or session.pk not in used
    ]
