"""Versions of what pages show."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Session
from league.operations.seasons import seasons
from league.operations.signups import sheets
from league.operations.support import versions
from tests import make

pytestmark = pytest.mark.django_db


def minute_of(session: Session) -> str:
    """Return the part of the version of an evening that changes with the minute."""
    version = versions.evening(session.pk)
    assert version is not None
    return version.split(".")[1]


def test_the_version_of_an_evening_changes_every_minute_while_people_can_sign_up():
    session = seasons.open_session(
        make.season(make.club()), starts_at=timezone.now() + timedelta(hours=1)
    )
    assert minute_of(session) == "None"
    sheets.open_sheet(session, by=None)
    before = timezone.now().minute
    assert before <= int(minute_of(session)) <= timezone.now().minute or before == 59
    seasons.update_session(session, starts_at=timezone.now() - timedelta(minutes=1))
    assert minute_of(session) == "None"
