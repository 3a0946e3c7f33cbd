"""The page that says whether the server is well, to its owner alone."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from league.models import HealthCheck, User
from league.server.watching.health import alarm
from scoring.tasks import SWEPT_AT
from tests import make
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
PAGE = "/en/desk/server/health/"


@pytest.fixture
def owner(client):
    user = make.user()
    User.objects.filter(pk=user.pk).update(is_operator=True)
    return sign_in(client, user)


@pytest.fixture
def living_worker():
    cache.set(SWEPT_AT, timezone.now().isoformat())
    yield
    cache.delete(SWEPT_AT)


def section(page, slug):
    """Return the words of one check."""
    item = re.search(
        rf'<li class="health-check raised (\w+)" id="{slug}">(.*?)</li>', page, re.DOTALL
    )
    return item[1], " ".join(re.sub(r"<.*?>", " ", item[2]).split())


def test_the_page_says_what_is_so_and_what_to_do(client, owner, living_worker, settings):
    settings.BACKUP_DIR = None
    alarm.watch()
    page = client.get(PAGE).content.decode()
    assert section(page, "worker")[0] == "green"
    colour, words = section(page, "backup")
    assert colour == "amber"
    assert words.startswith("Backups This server does not make backups itself. What to do Set")
    assert re.search(r"Check soon since \d", words)
    assert "What to do" not in section(page, "mail")[1]
    assert section(page, "watch")[0] == "green"


def test_the_worst_comes_first_and_is_summed_up(client, owner, living_worker, settings):
    settings.BACKUP_DIR = None
    webhook = make.webhook(make.club())
    event = webhook.club.events.create(code="evt_1", type="test", data={})
    event.deliveries.create(
        channel="webhook", webhook=webhook, next_attempt_at=timezone.now() - timedelta(hours=1)
    )
    page = client.get(PAGE).content.decode()
    colours = re.findall(r'class="health-check raised (\w+)"', page)
    assert colours == sorted(colours, key=["red", "amber", "green"].index)
    assert colours[0] == "red"
    assert '<p class="health-sum raised red"' in page
    assert f"{colours.count('green')} checks are green." in page


def test_without_mail_and_push_the_page_warns_that_alerts_are_off(client, owner, settings):
    settings.EMAIL_URL = settings.ALARM_WEBHOOK_URL = ""
    assert "Nobody is alerted" in client.get(PAGE).content.decode()
    settings.ALARM_WEBHOOK_URL = "https://ntfy.example/secret"
    page = client.get(PAGE).content.decode()
    assert "Nobody is alerted" not in page
    assert "secret" not in page


def test_a_watch_that_stands_still_shows(client, owner):
    HealthCheck.objects.create(
        slug="worker",
        since=timezone.now(),
        judged_at=timezone.now() - timedelta(hours=3),
    )
    colour, words = section(client.get(PAGE).content.decode(), "watch")
    assert colour != "green"
    assert "last checked 3 hours ago" in words


def test_the_piece_is_sent_again_only_after_a_watch(client, owner):
    first = client.get(f"{PAGE}live/")
    again = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert first.status_code == 200
    alarm.watch()
    assert client.get(f"{PAGE}live/", **again).status_code == 200


def test_the_page_never_calls_the_address_of_the_certificate(client, owner, settings):
    settings.CERTIFICATE_ADDRESS = "127.0.0.1:9"
    page = client.get(PAGE).content.decode()
    assert section(page, "certificate")[1].startswith("HTTPS certificate 127.0.0.1:9 has not been")
