"""The figures of a real database, a real folder and a real broker."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import redis
from celery import current_app
from django.core.cache import cache
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games import guard, record
from league.models import Job, OutgoingState, Webhook
from league.server.watching.health import measures
from league.server.watching.health.measured_values import (
    Broker,
    Drill,
    Files,
    Mailing,
    Upload,
    Waiting,
    Webhooks,
)
from scoring.tasks import SWEPT_AT
from tests import make, services
from tests.outgoing import add_mail, deliveries
from tests.outside_games import installed, write_game

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def test_a_new_server_has_empty_queues():
    assert measures.mail(NOW) == Mailing()
    assert measures.webhooks(NOW) == Webhooks()
    assert measures.jobs() == Waiting()
    assert measures.stalest_standings(NOW) is None


def test_mails_are_counted_by_what_became_of_them(settings):
    settings.EMAIL_URL = "smtp://127.0.0.1:9"
    soon, late = NOW + MINUTE, NOW - MINUTE
    add_mail(created_at=NOW - 9 * MINUTE, next_attempt_at=late)
    add_mail(created_at=NOW - 8 * MINUTE, next_attempt_at=soon, answer="450 later")
    add_mail(created_at=NOW - 7 * MINUTE, next_attempt_at=soon, answer="450 later")
    add_mail(state=OutgoingState.DELIVERED, ended_at=NOW - 3 * MINUTE, answer="250")
    add_mail(state=OutgoingState.FAILED, ended_at=NOW - timedelta(hours=23))
    add_mail(state=OutgoingState.FAILED, ended_at=NOW - timedelta(hours=25))
    assert measures.mail(NOW) == Mailing(
        is_configured=True,
        waiting=Waiting(3, NOW - 9 * MINUTE),
        failing=Waiting(2, NOW - 8 * MINUTE),
        overdue_since=late,
        last_sent_at=NOW - 3 * MINUTE,
        given_up=1,
    )


def test_webhooks_that_are_due_and_those_that_fail_are_counted():
    webhook = make.webhook(make.club())
    event = webhook.club.events.create(code="evt_1", type="test", data={})
    times = {"created_at": NOW - 5 * MINUTE, "next_attempt_at": NOW - 4 * MINUTE}
    event.deliveries.create(channel="webhook", webhook=webhook, **times)
    Webhook.objects.update(failing_since=NOW - measures.FAILING)
    waiting = Waiting(1, NOW - 5 * MINUTE)
    assert measures.webhooks(NOW) == Webhooks(waiting, NOW - 4 * MINUTE, failing=1)
    deliveries().update(next_attempt_at=NOW + MINUTE)
    Webhook.objects.update(failing_since=NOW - measures.FAILING + MINUTE)
    assert measures.webhooks(NOW) == Webhooks(waiting)


def test_only_a_job_that_has_not_begun_waits():
    for state in ("waiting", "running", "done"):
        Job.objects.create(kind="load_demo", state=state)
    oldest = Job.objects.get(state="waiting").created_at
    assert measures.jobs() == Waiting(1, oldest)


def test_standings_that_are_behind_are_named():
    match = make.match(options={"target": 20})
    make.played(match, [22, 5, 2])
    stale = measures.stalest_standings(timezone.now() + MINUTE)
    assert stale.season == match.session.season.name
    assert timezone.now() - stale.since < MINUTE


def test_the_worker_shows_itself_by_its_sweep():
    cache.delete(SWEPT_AT)
    assert measures.worker().swept_at is None
    cache.set(SWEPT_AT, NOW.isoformat())
    assert measures.worker().swept_at == NOW
    cache.delete(SWEPT_AT)


def test_a_cache_that_does_not_answer_is_a_figure(settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "league.operations.support.shared_cache.SharedCache",
            "LOCATION": "redis://127.0.0.1:9/0",
        }
    }
    assert not measures.worker().cache_answers


def test_back_ups_their_drill_and_the_disk_are_seen(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    before = measures.files(NOW)
    assert (before.backups, before.newest_at, before.drill) == (0, None, None)
    settings.BACKUP_DIR.mkdir()
    for day in (24, 26, 25):
        (settings.BACKUP_DIR / f"manche-2026-11-{day}-030000.manche-backup").touch()
    report = {"file": "a", "at": "2026-11-26T03:10:00+00:00", "ok": False, "error": "cut"}
    (settings.BACKUP_DIR / "last-drill.json").write_text(json.dumps(report))
    files = measures.files(NOW)
    assert (files.backups, files.newest_at) == (3, datetime(2026, 11, 26, 3, tzinfo=UTC))
    assert files.drill == Drill("a", datetime(2026, 11, 26, 3, 10, tzinfo=UTC), ok=False)
    assert 0 < files.disks[0].free < files.disks[0].total
    (settings.BACKUP_DIR / "last-drill.json").write_text("{")
    assert measures.files(NOW).drill is None


def test_the_last_upload_is_measured_if_a_store_is_configured(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    assert measures.files(NOW).upload is None
    settings.BACKUP_S3_URL = "https://s3.example.org/bucket"
    assert measures.files(NOW).upload == Upload()
    report = {"ok": False, "error": "403", "stored_at": "2026-11-25T03:20:00+00:00"}
    (tmp_path / "last-upload.json").write_text(json.dumps(report))
    files = measures.files(NOW)
    assert files.upload == Upload(datetime(2026, 11, 25, 3, 20, tzinfo=UTC), "403")
    assert Files.from_json(files.to_json()) == files
    stored_before = {name: value for name, value in files.to_json().items() if name != "upload"}
    assert Files.from_json(stored_before).upload is None


def test_without_a_folder_there_are_no_back_ups_but_a_disk(settings):
    settings.BACKUP_DIR = None
    files = measures.files(NOW)
    assert (files.folder, len(files.disks)) == ("", 1)


def test_a_folder_that_cannot_be_read_has_no_back_ups(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "file" / "backups"
    (tmp_path / "file").touch()
    assert measures.files(NOW).backups == 0
    (tmp_path / "file").unlink()
    settings.BACKUP_DIR = tmp_path / ("n" * 300)
    files = measures.files(NOW)
    assert (files.backups, len(files.disks)) == (0, 1)


def test_a_disk_with_both_folders_is_listed_once(tmp_path):
    assert len(measures.disks([tmp_path / "not" / "there", tmp_path])) == 1


def test_versions_and_migrations_of_program_and_database():
    seen = measures.versions()
    assert (seen.due, seen.unknown) == (0, 0)
    assert seen.database == {"postgresql": "PostgreSQL", "sqlite": "SQLite"}[connection.vendor]
    assert seen.database_version[0].isdigit()
    recorder = MigrationRecorder(connection)
    (latest,) = MigrationLoader(connection).graph.leaf_nodes("api")
    for key in [latest, *MigrationLoader(None).get_migration(*latest).replaces]:
        recorder.record_unapplied(*key)
    recorder.record_applied("league", "9999_of_a_newer_manche")
    recorder.record_applied("account", "9999_of_a_library")
    seen = measures.versions()
    assert (seen.due > 0, seen.unknown) == (True, 1)


def test_in_one_process_there_is_no_broker(settings):
    settings.EMBEDDED = True
    assert measures.broker() is None


def test_a_broker_that_does_not_answer_is_a_figure(settings):
    settings.EMBEDDED, settings.REDIS_URL = False, "redis://127.0.0.1:9/0"
    assert measures.broker() == Broker(answers=False)


@pytest.mark.services
def test_tasks_in_a_queue_are_counted_with_the_age_of_the_oldest(settings):
    prefix = "manche-health-test:"
    settings.EMBEDDED, settings.REDIS_URL, settings.REDIS_PREFIX = False, services.REDIS, prefix
    client = redis.Redis.from_url(services.REDIS)
    before = timezone.now()
    try:
        with current_app.connection_for_write(
            services.REDIS, transport_options={"global_keyprefix": prefix}
        ) as broker:
            for _number in range(3):
                current_app.send_task("league.mail_send", connection=broker)
                sent = timezone.now()
        queues = measures.broker().queues
        assert queues["mail"].number == 3
        assert before <= queues["mail"].since <= sent
        assert queues["jobs"] == Waiting()
        client.lset(f"{prefix}mail", -1, "no task")
        assert measures.broker().queues["mail"] == Waiting(3)
    finally:
        client.delete(*client.keys(f"{prefix}*"))
        client.close()


def test_the_failure_of_a_game_is_known_to_other_processes(tmp_path):
    code = """
        from games.contract import SheetGame

        class Toy(SheetGame):
            contract, slug, name = 1, "toy", "Toy"
            seats, scores = range(2, 5), range(0, 10)

            def is_over(self, match):
                raise ZeroDivisionError("by nothing")
    """
    other = write_game(tmp_path, "old", code.replace("= 1,", "= 7,").replace('"toy"', '"old"'))
    with installed(write_game(tmp_path, "toy", code), other):
        assert measures.outside_games().failed == ()
        verdict = record.check(record.write("toy", {}, ["Ada", "Bob"], [make.sheet(1, 2)]))
        assert [problem.code for problem in verdict.problems] == ["game_failed"]
        guard._failures.clear()  # as in another process
        seen = measures.outside_games()
    assert seen.installed == ("Toy",)
    assert [fault.game for fault in seen.refused] == ["old old-for-manche 1.0"]
    assert [fault.game for fault in seen.failed] == ["toy"]
    assert "by nothing" in seen.failed[0].reason.say("en")
