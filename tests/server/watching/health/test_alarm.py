"""The alarm: when it is raised, to whom, once, and when it is over."""

import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connections
from django.utils import timezone

from league.models import HealthCheck, User, Webhook
from league.operations.mail import sender
from league.server.watching.health import alarm, records
from league.server.watching.health.measured_values import Certificate
from scoring.tasks import SWEPT_AT
from tests import make
from tests.outgoing import mails
from tests.receiver import receiving
from tests.smtp_server import smtp_server

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def now():
    return timezone.now().replace(microsecond=0)


@pytest.fixture
def server(settings, tmp_path, now):
    """A server whose worker lives and whose newest backup lies in this folder, with two owners."""
    settings.EMBEDDED, settings.BACKUP_DIR = True, tmp_path
    settings.CERTIFICATE_ADDRESS = settings.ALARM_WEBHOOK_URL = ""
    cache.set(SWEPT_AT, (now + timedelta(days=1)).isoformat())
    for email, language in (("olga@example.org", ""), ("zoe@example.org", "fr")):
        owner = make.user(email)
        User.objects.filter(pk=owner.pk).update(is_operator=True, language=language)
    make.user("bob@example.org")
    (tmp_path / f"manche-{now:%Y-%m-%d-%H%M%S}.manche-backup").touch()
    drill(tmp_path, now, ok=True)
    yield tmp_path
    cache.delete(SWEPT_AT)


@pytest.fixture
def mailbox(settings):
    with smtp_server() as (mailbox, port):
        settings.EMAIL_URL = f"smtp://127.0.0.1:{port}"
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.BASE_URL = "https://league.example"
        yield mailbox


@pytest.fixture
def watch(now, server, mailbox):
    """Return a function that watches so many minutes later, and returns the mails that came."""

    def watch_at(minutes):
        mailbox.messages.clear()
        alarm.watch(now + minutes * MINUTE)
        sender.send_due()
        return sorted(mailbox.messages, key=lambda message: message["To"])

    return watch_at


def drill(folder, now, *, ok):
    """Leave what a drill leaves beside the backups."""
    report = {"file": "a", "at": now.isoformat(), "ok": ok}
    (folder / "last-drill.json").write_text(json.dumps(report))


def words_of(message):
    return message.get_body(("plain",)).get_content()


def unused_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def test_owners_get_a_mail_after_ten_minutes_and_one_at_the_end(watch, server, now):
    drill(server, now, ok=False)
    assert watch(0) == watch(9) == []
    first, second = watch(10)
    assert (first["To"], second["To"]) == ("olga@example.org", "zoe@example.org")
    assert first["Subject"].startswith("Restore drill: Restoring the newest backup failed")
    assert "last-drill.json shows what failed" in words_of(first)
    assert "https://league.example/en/desk/server/health/" in words_of(first)
    assert "https://league.example/fr/desk/server/health/" in words_of(second)
    assert watch(11) == watch(60) == []
    drill(server, now, ok=True)
    assert [message["To"] for message in watch(61)] == ["olga@example.org", "zoe@example.org"]
    assert watch(62) == watch(90) == []


def test_the_last_mail_says_that_all_is_over_and_what_is_amber(watch, server, now):
    drill(server, now, ok=False)
    watch(0)
    watch(10)
    make.webhook(make.club())
    Webhook.objects.update(failing_since=now - timedelta(hours=2))
    drill(server, now, ok=True)
    message = watch(11)[0]
    assert message["Subject"] == "Your Manche server is working normally again"
    assert "Webhooks: 1 webhook has not accepted a message" in words_of(message)


def test_red_begins_anew_after_a_green_moment(watch, server, now):
    drill(server, now, ok=False)
    watch(0)
    drill(server, now, ok=True)
    assert watch(5) == []
    drill(server, now, ok=False)
    assert watch(6) == watch(15) == []
    assert len(watch(16)) == 2


def test_amber_sends_no_alarm(watch, now):
    make.webhook(make.club())
    Webhook.objects.update(failing_since=now - timedelta(hours=2))
    assert watch(0) == watch(20) == []
    row = HealthCheck.objects.get(slug="webhooks")
    assert (row.colour, row.since, row.announced_at) == ("amber", now, None)


def test_a_check_that_turns_red_during_an_alarm_has_a_mail_of_its_own(watch, server, now):
    drill(server, now, ok=False)
    webhook = make.webhook(make.club())
    watch(0)
    watch(10)
    event = webhook.club.events.create(code="evt_1", type="test", data={})
    event.deliveries.create(channel="webhook", webhook=webhook, next_attempt_at=now)
    assert watch(30) == []
    first = watch(40)[0]
    assert first["Subject"].startswith("Webhooks: ")
    assert "Restore drill" not in words_of(first)
    drill(server, now, ok=True)
    assert watch(41) == [], "webhooks are still red"
    event.delete()
    assert len(watch(42)) == 2


def test_two_checks_that_are_red_share_a_mail(watch, server, now, settings):
    drill(server, now, ok=False)
    settings.CERTIFICATE_ADDRESS = f"127.0.0.1:{unused_port()}"
    watch(0)
    first = watch(10)[0]
    assert first["Subject"].startswith("Restore drill: ")
    assert first["Subject"].endswith("And 1 more.")
    assert "HTTPS certificate: " in words_of(first)


def test_a_check_that_no_longer_applies_ends_its_alarm(watch, settings):
    settings.CERTIFICATE_ADDRESS = f"127.0.0.1:{unused_port()}"
    watch(0)
    assert watch(10)[0]["Subject"].startswith("HTTPS certificate: ")
    settings.CERTIFICATE_ADDRESS = ""
    assert watch(11)[0]["Subject"] == "Your Manche server is working normally again"
    assert not HealthCheck.objects.filter(slug="certificate").exists()


def test_an_outdated_judgement_is_ignored(watch, server, now):
    watch(5)
    drill(server, now, ok=False)
    watch(4)
    assert HealthCheck.objects.get(slug="drill").colour == "green"


@pytest.mark.django_db(transaction=True)
def test_watches_at_once_send_one_alarm(watch, server, now):
    drill(server, now, ok=False)
    watch(0)
    start = threading.Barrier(4)

    def at_once(number):
        start.wait()
        try:
            return alarm.watch(now + 10 * MINUTE + number * timedelta(milliseconds=1))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as watches:
        news = list(watches.map(at_once, range(4)))
    assert sorted(map(bool, news)) == [False, False, False, True]
    assert mails().count() == 2


def test_an_alarm_is_pushed_and_logged_without_mail(server, now, settings, caplog):
    settings.EMAIL_URL, settings.BASE_URL = "", "https://league.example"
    drill(server, now, ok=False)
    with receiving(500, 200) as receiver:
        settings.ALARM_WEBHOOK_URL = receiver.url
        alarm.watch(now)
        assert receiver.requests == []
        alarm.watch(now + 10 * MINUTE)
        assert len(receiver.requests) == 2, "the first one failed"
        alarm.watch(now + 11 * MINUTE)
        drill(server, now, ok=True)
        alarm.watch(now + 12 * MINUTE)
    (_first, (headers, body), (_headers, end)) = receiver.requests
    assert headers["content-type"] == "text/plain; charset=utf-8"
    assert body.decode().startswith("Restore drill: Restoring the newest backup failed")
    assert body.decode().endswith("https://league.example/en/desk/server/health/")
    assert end.decode().startswith("Your Manche server is working normally again")
    assert not mails().exists()
    levels = [record.levelname for record in caplog.records if record.name == alarm.__name__]
    assert levels == ["ERROR", "WARNING"]


def test_a_push_that_never_arrives_is_logged(server, now, settings, caplog):
    drill(server, now, ok=False)
    with receiving(500) as receiver:
        settings.ALARM_WEBHOOK_URL = receiver.url
        alarm.watch(now)
        alarm.watch(now + 10 * MINUTE)
    assert len(receiver.requests) == alarm.PUSH_ATTEMPTS
    assert "did not reach ALARM_WEBHOOK_URL: 500" in caplog.text


def test_a_certificate_is_looked_at_every_ten_minutes_and_an_error_each_time(settings, now):
    settings.CERTIFICATE_ADDRESS = f"127.0.0.1:{unused_port()}"
    for minute in (0, 1):
        alarm.look_at_certificate(now + minute * MINUTE)
        assert records.stored_certificate().measured_at == now + minute * MINUTE
    seen = Certificate(settings.CERTIFICATE_ADDRESS, now, now, now + timedelta(days=90))
    records.store(records.CERTIFICATE, seen)
    alarm.look_at_certificate(now + 10 * MINUTE - timedelta(seconds=1))
    assert records.stored_certificate() == seen
    alarm.look_at_certificate(now + 10 * MINUTE)
    assert records.stored_certificate().measured_at == now + 10 * MINUTE


def test_the_worker_stores_what_it_alone_sees(server, now, settings):
    alarm.measure_files(now)
    assert records.stored_files() is None, "in one process nothing is stored"
    settings.EMBEDDED = False
    alarm.measure_files(now)
    files = records.stored_files()
    assert (files.backups, files.newest_at, files.drill.ok) == (1, now, True)
