"""Lists of evenings keep the nearest: what comes next, and what was last."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from league.models import Session
from league.operations.calendars import calendar_sessions as calendar
from league.operations.sessions.current_sessions import around_now
from tests import make


@dataclass(frozen=True)
class Evening:
    starts_at: datetime


@pytest.mark.parametrize(
    ("begun", "coming", "expected"),
    [
        (0, 20, range(10)),
        (20, 0, range(10, 20)),
        (20, 20, range(17, 27)),  # three that were, seven that come
        (2, 20, range(10)),
        (20, 4, range(14, 24)),
        (3, 4, range(7)),
        (0, 0, range(0)),
    ],
)
def test_nearest_evenings_are_kept(begun, coming, expected):
    now = timezone.now()
    days = [*range(-begun, 0), *range(1, coming + 1)]
    evenings = [Evening(now + timedelta(days=day)) for day in days]
    assert around_now(evenings, now, 10) == evenings[expected.start : expected.stop]


def test_evening_that_began_some_hours_ago_is_the_next():
    now = timezone.now()
    tonight = Evening(now - timedelta(hours=3))
    later = [Evening(now + timedelta(days=day)) for day in range(1, 20)]
    assert around_now([tonight, *later], now, 2) == [tonight, later[0]]


@pytest.mark.django_db
def test_calendars_and_the_season_page_keep_what_comes_next(client):
    season = make.season(make.club())
    now = timezone.now()
    Session.objects.bulk_create(
        Session(season=season, starts_at=now + timedelta(days=day)) for day in range(-250, 250)
    )
    member = make.user()
    for evenings in (
        calendar.sessions_of_season(season),
        calendar.sessions_of_club(season.club),
        calendar.sessions_of_user(member),
    ):
        days = [(entry.session.starts_at - now).days for entry in evenings]
        assert days == list(range(133, -67, -1))
    page = client.get(f"/en/seasons/{season.pk}/")
    days = [(session.starts_at - now).days for session, _matches in page.context["sessions"]]
    assert days == list(range(39, -21, -1))
