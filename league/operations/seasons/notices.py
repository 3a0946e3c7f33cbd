"""Notices about stored data that may be a mistake: two evenings of a season at the same time, an
evening outside the days of its season, a player at two running tables."""

from datetime import timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from league.models import Match, Seat, Session
from league.models.matches import POSTPONED
from league.operations.support import wording

SAME_TIME = timedelta(hours=2)  # between the starts of two evenings that overlap
SAME_EVENING = timedelta(hours=24)  # between the starts of evenings whose tables may both run


class Notice(NamedTuple):
    """A notice about stored data: code, path into the input, words."""

    code: str
    path: str
    message: str

    def to_json(self) -> dict[str, str]:
        return self._asdict()


def of_session(session: Session) -> list[Notice]:
    """Return the notices about the time of an evening that takes place."""
    if session.cancelled_at is not None:
        return []
    return [*_same_time(session), *_outside_season(session)]


def of_match(match: Match) -> list[Notice]:
    """Return a notice for each player who sits at another running table too, also of another
    evening or tournament of the club."""
    session = match.session
    running = Match.objects.filter(
        over=False,
        stopped_at=None,
        session__season__club=session.season.club_id,
        session__closed_at=None,
        session__starts_at__gt=session.starts_at - SAME_EVENING,
        session__starts_at__lt=session.starts_at + SAME_EVENING,
    ).exclude(pk=match.pk)
    running = running.exclude(POSTPONED)
    players = [seat.player_id for seat in match.seats.all()]
    seats = Seat.objects.filter(match__in=running, player__in=players)
    words = _("%(name)s also sits at table %(table)s.")
    return [
        Notice(
            "at_other_table",
            f"players.{players.index(seat.player_id)}",
            words % {"name": seat.player.name, "table": seat.match.table},
        )
        for seat in seats.select_related("player", "match").order_by("pk")
    ]


def _same_time(session: Session) -> list[Notice]:
    others = Session.objects.filter(
        season=session.season_id,
        cancelled_at=None,
        starts_at__gt=session.starts_at - SAME_TIME,
        starts_at__lt=session.starts_at + SAME_TIME,
    )
    other = others.exclude(pk=session.pk).order_by("starts_at").first()
    if other is None:
        return []
    at = wording.date(other.starts_at.astimezone(_zone(session)), "j F Y, H:i")
    words = _("Another evening of this season starts at nearly the same time: %(at)s.")
    return [Notice("same_time", "starts_at", words % {"at": at})]


def _outside_season(session: Session) -> list[Notice]:
    day, season = session.starts_at.astimezone(_zone(session)).date(), session.season
    values = {"name": season.name, "evening": wording.date(day, "j F Y")}
    if season.ends_on is not None and day > season.ends_on:
        words = _("The evening on %(evening)s is after the last day of %(name)s, %(day)s.")
        values["day"] = wording.date(season.ends_on, "j F Y")
        return [Notice("after_season", "starts_at", words % values)]
    if day < season.starts_on:
        words = _("The evening on %(evening)s is before the first day of %(name)s, %(day)s.")
        values["day"] = wording.date(season.starts_on, "j F Y")
        return [Notice("before_season", "starts_at", words % values)]
    return []


def _zone(session: Session) -> ZoneInfo:
    return ZoneInfo(session.season.club.timezone)
