"""Webhooks by the API: what is checked, what is shown, and a way through all of it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from league.models import Event, EventType, Webhook
from league.operations.webhooks import sender, webhooks
from league.operations.webhooks.outbound import CallOutcome
from tests import make
from tests.api.caller import caller, problem_codes
from tests.outgoing import answer_call, deliveries
from tests.receiver import receiving

HOOK = {"url": "https://league.example/hook", "events": ["match.finished"]}


@pytest.fixture
def path(world):
    return f"clubs/{world.club.slug}/webhooks/"


@pytest.fixture
def made(alice, path):
    return alice.post(path, HOOK).json()


@pytest.fixture
def one(path, made):
    return f"{path}{made['id']}/"


def test_a_webhook_is_made_with_a_secret_that_is_not_shown_again(world, alice, path):
    answer = alice.post(path, {**HOOK, "description": " The \n display "})
    assert answer.status_code == 201
    content = answer.json()
    assert content["secret"].startswith("whsec_")
    assert (content["description"], content["created_by"], content["enabled"]) == (
        "The display",
        "Alice",
        True,
    )
    row = alice.get(answer["Location"])
    assert row["ETag"] == answer["ETag"]
    assert {**row.json(), "secret": content["secret"]} == content
    assert alice.get(path).json()["results"] == [row.json()]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"url": "http://league.example/"}, ("not_https", "url")),
        ({"url": "https://127.0.0.1/"}, ("private_address", "url")),
        ({"url": "https://2130706433/"}, ("private_address", "url")),
        ({"url": "https://user:word@league.example/"}, ("bad_url", "url")),
        ({"url": "https://league.example:22/"}, ("bad_port", "url")),
        ({"url": "https://a.example/" + "x" * 500}, ("bad_url", "url")),
        ({"url": "https://<script>/"}, ("bad_url", "url")),
        ({"url": 5}, ("not_text", "url")),
        ({"events": []}, ("bad_events", "events")),
        ({"events": ["match.created"] * 2}, ("bad_events", "events")),
        ({"events": ["match.lost"]}, ("not_a_choice", "events.0")),
        ({"events": ["webhook.test"]}, ("not_a_choice", "events.0")),
        ({"events": "match.created"}, ("not_a_list", "events")),
        ({"description": "x" * 101}, ("too_long", "description")),
        ({"secret": "whsec_mine"}, ("unknown_key", "secret")),
    ],
)
def test_a_webhook_that_is_not_possible(alice, path, made, one, changes, problem):
    answer = alice.post(path, HOOK | changes)
    assert answer.status_code == 422
    assert problem_codes(answer) == [problem]
    again = alice.patch(one, changes)
    assert (again.status_code, problem_codes(again)) == (422, [problem])
    assert Webhook.objects.count() == 1
    assert alice.get(one).json()["url"] == HOOK["url"]


def test_a_club_has_at_most_ten(alice, path):
    for _ in range(webhooks.MOST_WEBHOOKS):
        assert alice.post(path, HOOK).status_code == 201
    assert problem_codes(alice.post(path, HOOK)) == [("too_many", "")]
    first = alice.get(path).json()["results"][0]["id"]
    assert alice.send("DELETE", f"{path}{first}/").status_code == 204
    assert alice.post(path, HOOK).status_code == 201


def test_the_same_key_makes_one(alice, path):
    first, again = (alice.post(path, HOOK, Idempotency_Key="once") for _ in range(2))
    assert again.json() == {**first.json(), "secret": None}
    assert Webhook.objects.count() == 1


def test_it_is_changed_switched_off_and_on(alice, one):
    tag = alice.get(one)["ETag"]
    changed = alice.patch(one, {"events": ["player.created"]}, If_Match=tag)
    assert (changed.status_code, changed.json()["events"]) == (200, ["player.created"])
    assert alice.patch(one, {"enabled": False}, If_Match=tag).status_code == 412
    off = alice.patch(one, {"enabled": False}, If_Match=changed["ETag"]).json()
    assert (off["enabled"], off["disabled_because"]) == (False, "person")
    assert off["disabled_at"]
    on = alice.patch(one, {"enabled": True}).json()
    assert (on["enabled"], on["disabled_because"], on["disabled_at"]) == (True, None, None)
    assert problem_codes(alice.patch(one, {"enabled": "yes"})) == [("not_a_flag", "enabled")]


def test_it_is_removed_once(alice, path, one):
    tag = alice.get(one)["ETag"]
    alice.patch(one, {"description": "x"})
    assert alice.send("DELETE", one, If_Match=tag).status_code == 412
    assert alice.send("DELETE", one).status_code == 204
    for method in ("GET", "DELETE"):
        assert alice.send(method, one).status_code == 404
    for way in ("test/", "rotate/", "deliveries/"):
        method = "GET" if way == "deliveries/" else "POST"
        assert alice.send(method, one + way).status_code == 404
    assert alice.get(path).json()["results"] == []


def test_a_new_secret(alice, one, made):
    answer = alice.post(one + "rotate/", {})
    assert answer.status_code == 200
    assert answer.json()["secret"] != made["secret"]
    row = Webhook.objects.get()
    assert row.keys(timezone.now()) == [answer.json()["secret"], made["secret"]]


def test_webhooks_of_another_club_are_404(world, alice, path):
    charlie = caller(world.stranger)
    other = f"clubs/{world.stranger.memberships.get().club.slug}/webhooks/"
    theirs = charlie.post(other, HOOK).json()["id"]
    delivery = charlie.post(f"{other}{theirs}/test/", {}).json()["id"]
    for address in (f"{path}{theirs}/", f"{path}{theirs}/deliveries/{delivery}/"):
        assert alice.get(address).status_code == 404
    mine = alice.post(path, HOOK).json()["id"]
    assert alice.get(f"{path}{mine}/deliveries/{delivery}/").status_code == 404
    assert alice.post(f"{path}{mine}/deliveries/{delivery}/replay/", {}).status_code == 404


def test_from_the_test_button_to_the_log(world, alice, path, settings):
    settings.WEBHOOKS_ALLOW_PRIVATE = True
    with receiving((500, {}, b"<b>not yet</b>"), 204) as receiver:
        made = alice.post(path, {**HOOK, "url": receiver.url}).json()
        one = f"{path}{made['id']}/"
        sent = alice.post(one + "test/", {})
        assert (sent.status_code, sent.json()["state"]) == (202, "pending")
        delivery = f"{one}deliveries/{sent.json()['id']}/"
        busy = alice.post(delivery + "replay/", {})
        assert busy.status_code == 409, "it is on its way"
        sender.send_due()
        deliveries().update(next_attempt_at=timezone.now())
        sender.send_due()
        content = alice.get(delivery).json()
        assert [
            (attempt["number"], attempt["status"], attempt["response"])
            for attempt in content["log"]
        ] == [
            (1, 500, "<b>not yet</b>"),
            (2, 204, ""),
        ]
        assert (content["state"], content["next_attempt_at"], content["attempts"]) == (
            "delivered",
            None,
            2,
        )
        assert content["body"].encode() == receiver.requests[0][1]
        assert content["event"]["id"] == receiver.ids[0]
        assert receiver.verified(made["secret"])["type"] == "webhook.test"
        again = alice.post(delivery + "replay/", {})
        assert (again.status_code, again.json()["event"]) == (202, content["event"])
        sender.send_due()
        assert len(set(receiver.ids)) == 1
        assert len(receiver.ids) == 3


def test_deliveries_are_listed_by_state(alice, one):
    for _ in range(3):
        alice.post(one + "test/", {})
    answer_call(deliveries().first(), CallOutcome(200))
    every = alice.get(one + "deliveries/?limit=2").json()
    assert len(every["results"]) == 2
    assert len(alice.get(every["next"].partition("/api/v1/")[2]).json()["results"]) == 1
    states = {
        state: len(alice.get(f"{one}deliveries/?state={state}").json()["results"])
        for state in ("pending", "delivered", "failed")
    }
    assert states == {"pending": 2, "delivered": 1, "failed": 0}
    wrong = alice.get(one + "deliveries/?state=lost")
    assert problem_codes(wrong) == [("bad_filter", "state")]


def test_everything_since_a_time_is_sent_again(world, alice, path, made):
    every = alice.post(path, {**HOOK, "events": EventType.values}).json()["id"]
    world.club.refresh_from_db()
    make.players(world.club, ["Emil", "Fatou"])
    deliveries().filter(state="pending").update(
        state="delivered", next_attempt_at=None, ended_at=timezone.now()
    )
    Event.objects.filter(data__player__name="Emil").update(
        created_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    since = (timezone.now() - timedelta(hours=1)).isoformat()
    answer = alice.post(f"{path}{every}/replay/", {"since": since})
    assert (answer.status_code, answer.json()) == (202, {"deliveries": 1})
    assert alice.post(f"{path}{every}/replay/", {"since": since}).json() == {"deliveries": 0}
    wrong = alice.post(f"{path}{every}/replay/", {"since": "yesterday"})
    assert problem_codes(wrong) == [("not_a_time", "since")]


@pytest.mark.parametrize("way", ["test/", "replay/", "deliveries/{delivery}/replay/"])
def test_a_disabled_webhook_sends_no_delivery(alice, one, way):
    delivery = alice.post(one + "test/", {}).json()["id"]
    alice.patch(one, {"enabled": False})
    body = {"since": "2026-01-01T00:00:00Z"} if way == "replay/" else {}
    assert alice.post(one + way.format(delivery=delivery), body).status_code == 409
    assert deliveries().count() == 1
