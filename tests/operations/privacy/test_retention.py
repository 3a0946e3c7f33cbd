"""What has been kept for its time is deleted; what is younger or still open stays."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session as BrowserSession
from django.utils import timezone

from database.batches import delete_in_batches
from league import tasks
from league.models import (
    Event,
    Invitation,
    Job,
    JobFile,
    JobState,
    OutgoingState,
    Player,
    Role,
    Session,
    SignUp,
    TableCode,
    Token,
)
from league.operations.matches import table_codes
from league.operations.people import invitations, tokens
from league.operations.privacy import retention
from league.operations.seasons import seasons
from league.operations.signups import sheets, sign_ups
from league.operations.support import jobs
from league.operations.webhooks import outbox
from tests import make
from tests.outgoing import add_mail, deliveries, mails

pytestmark = pytest.mark.django_db
NOW = timezone.now()
DAY = timedelta(days=1)


def purge():
    retention.purge_expired(NOW)


def ago(kind, days=0):
    """Return the time at which something ended that has been kept for its time, and more days."""
    return NOW - retention.period(kind) - timedelta(days=days)


def test_each_kind_has_a_time_and_is_deleted():
    assert set(retention.PURGES) | {"idempotency_keys"} == set(settings.RETENTION_DAYS)
    tasks_of_beat = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {tasks.purge_expired.name, "api.purge_keys"} <= tasks_of_beat


def test_sign_ins_are_deleted_in_time_and_live_ones_stay():
    user = make.user()
    lives = {"live": DAY, "ended": -DAY}
    for key, life in lives.items():
        BrowserSession.objects.create(session_key=key, session_data="", expire_date=NOW + life)
    for key, last_seen in [
        ("live", ago("sign_ins", 1)),
        ("ended", ago("sign_ins", 1)),
        ("gone", ago("sign_ins", -1)),
    ]:
        UserSession.objects.create(
            user=user, session_key=key, ip="192.0.2.1", user_agent="Browser", last_seen_at=last_seen
        )
    purge()
    assert {row.session_key for row in BrowserSession.objects.all()} == {"live"}
    assert {row.session_key for row in UserSession.objects.all()} == {"live", "gone"}


def test_invitations_are_deleted_once_they_have_ended():
    club = make.club()
    rows = {
        name: invitations.create(club, by=make.user(), role=Role.PLAYER)
        for name in ["open", "expired", "just expired", "declined", "just declined"]
    }
    old, young = ago("invitations", 1), ago("invitations", -1)
    changes = {
        "expired": {"expires_at": old},
        "just expired": {"expires_at": young},
        "declined": {"state": "declined", "answered_at": old},
        "just declined": {"state": "declined", "answered_at": young, "expires_at": old},
    }
    for name, fields in changes.items():
        Invitation.objects.filter(pk=rows[name].pk).update(**fields)
    purge()
    left = {name for name, row in rows.items() if Invitation.objects.filter(pk=row.pk).exists()}
    assert left == {"open", "just expired", "just declined"}


def test_tokens_are_deleted_once_they_have_ended_and_endless_ones_stay():
    match = make.match()
    table_codes.renew(match, by=make.user())
    Token.objects.update(expires_at=ago("tokens", 1))
    endless, revoked, just_revoked = (tokens.issue(make.user())[0] for _ in range(3))
    Token.objects.filter(pk=revoked.pk).update(revoked_at=ago("tokens", 1))
    Token.objects.filter(pk=just_revoked.pk).update(revoked_at=ago("tokens", -1))
    purge()
    assert set(Token.objects.all()) == {endless, just_revoked}
    assert not TableCode.objects.exists()


def test_mails_are_deleted_in_time_and_unsent_ones_stay():
    for state, ended_at in [
        (OutgoingState.PENDING, None),
        (OutgoingState.DELIVERED, ago("mail", -1)),
        (OutgoingState.DELIVERED, ago("mail", 1)),
        (OutgoingState.FAILED, ago("mail", 1)),
    ]:
        add_mail(
            subject=str(mails().count()),
            state=state,
            ended_at=ended_at,
            created_at=ago("mail", 2),
        )
    purge()
    assert sorted(mails().values_list("subject", flat=True)) == ["0", "1"]


def test_events_are_deleted_in_time_and_those_under_way_stay():
    webhook = make.webhook(make.club())
    under_way, old, young = (
        outbox.publish(webhook.club_id, "player.created", {"name": name}) for name in "abc"
    )
    Event.objects.exclude(pk=young.pk).update(created_at=ago("webhooks", 2))
    ended = deliveries().filter(event__in=[old, young])
    ended.update(state="failed", next_attempt_at=None)
    purge()
    assert set(Event.objects.all()) == {under_way, young}


def test_old_jobs_lose_their_files_first_and_open_jobs_keep_theirs():
    states = {
        "open": (JobState.RUNNING, ago("jobs", 1)),
        "old": (JobState.DONE, ago("jobs", 1)),
        "without file": (JobState.FAILED, ago("job_files", 1)),
        "with file": (JobState.DONE, ago("job_files", -1)),
    }
    for name, (state, finished_at) in states.items():
        job = Job.objects.create(kind="export_club", state=state, finished_at=finished_at)
        jobs.store_file(job, JobFile.Role.OUTPUT, [b"PK"], name=name)
        Job.objects.filter(pk=job.pk).update(arguments={"name": name})
    purge()
    assert {row.arguments["name"] for row in Job.objects.all()} == set(states) - {"old"}
    assert {row.name for row in JobFile.objects.all()} == {"open", "with file"}


def test_sign_ups_are_deleted_after_the_last_evening():
    club = make.club()
    season = make.season(club)
    (ada,) = make.players(club, ["Ada"])
    old, cup, younger = ago("sign_ups", 1), make.tournament(club, here=0), ago("sign_ups", -1)
    sessions = [seasons.open_session(season, starts_at=at) for at in (old, younger)]
    sheets_of_club = [
        *(sheets.open_sheet(session, by=None) for session in sessions),
        sheets.open_sheet(cup, by=None),
    ]
    for sheet in sheets_of_club:
        sign_ups.record_answer(sheet, ada.pk, "yes", by=None, as_organiser=True)
    Session.objects.filter(season=cup.season).update(starts_at=old)
    second_day = seasons.open_session(cup.season, starts_at=younger)
    purge()
    assert list(SignUp.objects.order_by("pk").values_list("sheet", flat=True)) == [
        sheet.pk for sheet in sheets_of_club[1:]
    ]
    second_day.delete()
    purge()
    assert [row.sheet for row in SignUp.objects.all()] == [sheets_of_club[1]]


def test_a_kind_that_fails_does_not_keep_the_others_from_being_deleted(monkeypatch):
    def fail(before):
        raise RuntimeError("no such table")

    monkeypatch.setitem(retention.PURGES, "sign_ins", fail)
    add_mail(state=OutgoingState.DELIVERED, ended_at=ago("mail", 1))
    with pytest.raises(ExceptionGroup, match="some kinds"):
        purge()
    assert not mails().exists()


def test_rows_are_deleted_in_batches_and_only_those_that_match():
    club = make.club()
    make.players(club, [f"Player {number}" for number in range(5)])
    make.players(club, ["Zoé"])
    delete_in_batches(Player.objects.filter(name__startswith="Player"), size=2)
    assert [player.name for player in Player.objects.all()] == ["Zoé"]
