"""Webhooks at the desk: added, tested, read, replayed, switched off, removed."""

import re
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.models import Event, Role, Webhook
from league.operations.webhooks import addresses, outbound, outbox, webhooks
from league.operations.webhooks.outbound import CallOutcome
from tests import make
from tests.outgoing import answer_call, claim_call, deliveries
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
LOST = CallOutcome(None, error="no_connection")


@pytest.fixture
def club(client):
    sign_in(client, make.user())
    return make.club()


@pytest.fixture
def every(club):
    return f"/en/desk/clubs/{club.slug}/webhooks/"


@pytest.fixture
def webhook(club):
    return make.webhook(club, description="Display")


@pytest.fixture
def one(every, webhook):
    return f"{every}{webhook.pk}/"


def form(**changes):
    fields = {"url": "https://league.example/hook", "events": ["match.finished"], "known": "0"}
    fields["format"] = "events"
    return fields | changes


def press(client, one, button, **more):
    return client.post(f"{one}do/", {"do": button, **more}, follow=True)


def text(answer):
    return answer.content.decode()


def test_a_webhook_is_added_and_its_secret_is_shown_on_demand(client, every):
    answer = client.post(every, form(description="Display"))
    webhook = Webhook.objects.get()
    assert answer.url == f"{every}{webhook.pk}/"
    assert (webhook.events, webhook.created_by) == (["match.finished"], make.user())
    assert webhook.secret not in text(client.get(answer.url))
    assert webhook.secret in text(press(client, answer.url, "secret"))
    assert client.get(f"{answer.url}do/").url == answer.url


def test_the_same_form_sent_twice_adds_one(client, every):
    assert client.post(every, form()).status_code == 302
    again = client.post(every, form())
    assert again.status_code == 422
    assert "since you opened this page" in text(again)
    assert Webhook.objects.count() == 1
    count = re.search(r'name="known" value="(\d+)"', text(again))[1]
    assert client.post(every, form(known=count)).status_code == 302


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"url": "http://league.example/"}, "must begin with https://"),
        ({"url": "https://127.0.0.1/"}, "private network"),
        ({"url": "https://user:word@a.example/"}, "Enter an address"),
        ({"url": "https://a.example:22/"}, "The port must be"),
        ({"url": ""}, "required"),
        ({"events": []}, "required"),
        ({"events": ["match.lost"]}, "not one of the available choices"),
    ],
)
def test_errors_are_shown_in_the_form(client, every, one, changes, words):
    for address in (every, one):
        answer = client.post(address, form(known="1", **changes))
        assert answer.status_code == 422
        assert words in text(answer)
    assert Webhook.objects.get().url == "https://league.example/hook"


def test_every_tick_of_a_refused_form_stays(client, every):
    chosen = ["match.finished", "session.created", "player.created"]
    answer = client.post(every, form(url="ftp://league.example", events=chosen))
    ticked = re.findall(r'value="([a-z._]+)"[^>]* checked', text(answer))
    assert sorted(ticked) == sorted(chosen)


def test_typed_text_is_escaped(client, every, club):
    webhook = make.webhook(club, description="<script>alert(1)</script> 🎲")
    answer_call(outbox.send_test(webhook), CallOutcome(500, b"<script>no</script>"))
    for address in (every, f"{every}{webhook.pk}/"):
        content = text(client.get(address))
        assert "&lt;script&gt;" in content
        assert "<script>" not in content


def test_settings_are_changed(client, one, webhook):
    assert client.post(one, form(description="New")).status_code == 302
    webhook.refresh_from_db()
    assert (webhook.description, webhook.events) == ("New", ["match.finished"])


def test_the_test_button_and_the_log(client, one, webhook):
    assert "being sent" in text(press(client, one, "test"))
    delivery = deliveries().get()
    answer_call(claim_call(), LOST)
    content = text(client.get(one))
    assert "webhook.test" in content
    assert "No server answers at this address." in content
    assert "no delivery has succeeded since" in content
    assert "next attempt" in content
    assert f"deliveries/{delivery.pk}/replay/" not in content, "it is on its way"
    deliveries().update(next_attempt_at=timezone.now())
    answer_call(claim_call(), CallOutcome(204))
    content = text(client.get(one))
    assert "2 attempts" in content
    assert "<b>204</b>" in content
    assert f"deliveries/{delivery.pk}/replay/" in content


def test_every_error_has_words(client, one, webhook):
    codes = set(re.findall(r'Refused\(\s*"(\w+)"', sources())) | {"bad_answer"}
    assert set(webhooks.ERRORS) == codes


def sources():
    return "".join(Path(module.__file__).read_text() for module in (addresses, outbound))


def test_a_message_is_sent_again_once(client, one, webhook):
    first = outbox.send_test(webhook)
    answer_call(first, CallOutcome(204))
    for _ in range(2):
        answer = client.post(f"{one}deliveries/{first.pk}/replay/", follow=True)
        assert answer.status_code == 200
    assert deliveries().filter(state="pending").count() == 1
    assert "already being sent" in text(answer)
    other = make.webhook(make.club(make.user("c@example.org"), "Les Autres"))
    foreign = outbox.send_test(other)
    assert client.post(f"{one}deliveries/{foreign.pk}/replay/").status_code == 404


def test_everything_since_a_moment_of_the_clubs_clock_is_sent_again(client, one, webhook):
    now = timezone.now().replace(second=0, microsecond=0)
    webhook.club.refresh_from_db()
    make.players(webhook.club, ["Ada", "Bruno"])
    deliveries().update(state="delivered", next_attempt_at=None)
    for name, minutes in (("Ada", 91), ("Bruno", 45)):
        when = now - timedelta(minutes=minutes)
        Event.objects.filter(data__player__name=name).update(created_at=when)
    local = (now - timedelta(minutes=90)).astimezone(zone(webhook.club))
    answer = press(client, one, "replay", since=local.strftime("%Y-%m-%dT%H:%M"))
    assert "1 message is being sent." in text(answer)
    assert deliveries().get(state="pending").event.data["player"]["name"] == "Bruno"
    wrong = press(client, one, "replay", since="yesterday")
    assert wrong.status_code == 422
    assert "Enter a valid date/time." in text(wrong)


def zone(club):
    return ZoneInfo(club.timezone)


def test_off_and_on_again(client, one, webhook):
    press(client, one, "off")
    webhook.refresh_from_db()
    assert not webhook.enabled
    content = text(client.get(one))
    assert "disabled by an admin" in content
    assert 'value="test"' not in content
    assert "enable it first" in text(press(client, one, "test"))
    refused = press(client, one, "replay", since="2026-11-01T20:00")
    assert refused.status_code == 422
    assert "enable it first" in text(refused)
    press(client, one, "on")
    webhook.refresh_from_db()
    assert webhook.enabled


def test_a_new_secret(client, one, webhook):
    old = webhook.secret
    press(client, one, "rotate")
    webhook.refresh_from_db()
    assert webhook.keys(timezone.now()) == [webhook.secret, old]


def test_it_is_removed(client, every, one, webhook):
    assert "has been removed" in text(press(client, one, "remove"))
    assert client.get(one).status_code == 404
    assert press(client, one, "remove").status_code == 404
    assert "No webhook yet." in text(client.get(every))


def test_a_button_that_is_none(client, one, webhook):
    assert press(client, one, "explode").status_code == 422


def test_a_long_log_has_pages(client, one, webhook, django_assert_max_num_queries):
    for _ in range(32):
        outbox.send_test(webhook)
    with django_assert_max_num_queries(10):
        first = text(client.get(one))
    assert first.count("webhook.test</code>") == 30
    older = re.search(r'href="(\?before=\d+)"', first)[1]
    assert text(client.get(one + older)).count("webhook.test</code>") == 2
    assert "No messages." in text(client.get(f"{one}?state=failed"))
    assert client.get(f"{one}?state=x&before=x").status_code == 200


def test_the_club_page_leads_there_for_owners_only(client, club, every):
    assert every in text(client.get(f"/en/desk/clubs/{club.slug}/"))
    sign_in(client, make.member(club, Role.ORGANISER, "olga@example.org"))
    assert every not in text(client.get(f"/en/desk/clubs/{club.slug}/"))
