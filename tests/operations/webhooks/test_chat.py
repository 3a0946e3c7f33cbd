"""Messages for chats: accepted by the services, readable, and silent about hidden people."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import Invalid
from league.models import Club, EventType, Player, Visibility, Webhook
from league.operations.people import club_settings
from league.operations.seasons import seasons
from league.operations.signups import sheets, sign_ups
from league.operations.webhooks import chat, chat_words, outbox, sender, webhooks
from league.operations.webhooks.chat import ChatText
from tests import chat_services, make
from tests.operations.webhooks.test_events import a_table, an_evening
from tests.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db
CHATS = ["discord", "slack", "telegram"]


@pytest.fixture(autouse=True)
def _own_network(settings):
    settings.WEBHOOKS_ALLOW_PRIVATE = True


def club_that_speaks(language: str) -> Club:
    club = make.club()
    club_settings.update(club, language=language)
    return club


def chat_webhook(club: Club, receiver: Receiver, chat_format: str) -> Webhook:
    path = "/bot1:ABC/sendMessage?chat_id=-100123" if chat_format == "telegram" else ""
    webhook = make.webhook(club, receiver.url + path, format=chat_format)
    club.refresh_from_db()
    return webhook


def words(receiver: Receiver) -> list[str]:
    messages = [json.loads(body) for _headers, body in receiver.requests]
    return [message.get("content") or message["text"] for message in messages]


@pytest.mark.parametrize("chat_format", CHATS)
def test_the_services_accept_every_message_of_an_evening(chat_format):
    club = make.club(name="Les *Ardoises* <!here> @everyone 🎲")
    with receiving(chat_services.SERVICES[chat_format]) as receiver:
        webhook = chat_webhook(club, receiver, chat_format)
        an_evening(club)
        outbox.send_test(webhook)
        sender.send_due()
    states = set(webhook.deliveries.values_list("state", flat=True))
    types = set(webhook.deliveries.values_list("event__type", flat=True))
    assert (states, len(receiver.requests) > 8) == ({"delivered"}, True)
    assert {"round.submitted", "match.finished", "webhook.test"} <= types
    assert all("webhook-signature" not in headers for headers, _body in receiver.requests)


def test_telegram_gets_the_chat_in_the_body():
    with receiving(chat_services.telegram) as receiver:
        webhook = chat_webhook(make.club(), receiver, "telegram")
        outbox.send_test(webhook)
        sender.send_due()
    assert receiver.paths == ["/hook/bot1:ABC/sendMessage"]
    assert json.loads(receiver.requests[0][1])["chat_id"] == "-100123"


def test_words_are_those_of_the_club_and_names_those_of_the_public(settings):
    settings.BASE_URL = "https://league.example"
    club = club_that_speaks("fr")
    with receiving(200) as receiver:
        chat_webhook(club, receiver, "slack")
        match = a_table(club)
        Player.objects.filter(name="Bruno").update(visibility=Visibility.HIDDEN)
        sender.send_due()
    hidden = Player.objects.get(name="Bruno")
    (about_match,) = [text for text in words(receiver) if f"/fr/matches/{match.pk}/" in text]
    assert "Ada" in about_match
    assert f"Joueur {hidden.pk}" in about_match
    assert "Bruno" not in "".join(words(receiver))


def test_a_moved_evening_has_both_times():
    club = club_that_speaks("en")
    session = make.session(make.season(club))
    with receiving(200) as receiver:
        chat_webhook(club, receiver, "slack")
        session.season.club.refresh_from_db()
        before = session.starts_at
        seasons.update_session(session, starts_at=before.replace(day=9), place="Hall")
        sender.send_due()
    (text,) = words(receiver)
    assert text.startswith("Evening moved: ")
    assert " (Hall) instead of " in text


@pytest.mark.parametrize(
    ("chat_format", "sent"),
    [
        ("discord", "\\*A\\* \\<@1\\> & @all"),
        ("slack", "*A* &lt;@\u200b1&gt; &amp; @\u200ball"),
        ("telegram", "*A* <@\u200b1> & @\u200ball"),
    ],
)
def test_marks_and_mentions_have_no_effect(chat_format, sent):
    url = "https://chat.example/bot1:ABC/sendMessage?chat_id=1"
    body = json.loads(chat.request(chat_format, url, ChatText("*A* <@1> & @all")).body)
    assert (body.get("content") or body["text"]) == sent


@pytest.mark.parametrize(
    ("chat_format", "most"), [("discord", 2000), ("slack", 4000), ("telegram", 4096)]
)
def test_a_long_message_is_cut_between_characters_and_keeps_its_link(chat_format, most):
    link = "https://league.example/en/matches/1/"
    url = "https://chat.example/bot1:ABC/sendMessage?chat_id=1"
    call = chat.request(chat_format, url, ChatText("🎲" * 5000, link))
    assert chat_services.SERVICES[chat_format](call.body)[0] < 300
    body = json.loads(call.body)
    text = body.get("content") or body["text"]
    assert text.endswith(f"🎲…\n{link}")
    assert len(text) > most / 2 - 30


@pytest.mark.parametrize(
    ("url", "chat_format", "code", "path"),
    [
        ("https://discord.com/api/webhooks/1/x", "events", "wrong_format", "format"),
        ("https://hooks.slack.com/services/x", "discord", "wrong_format", "format"),
        ("https://api.telegram.org/bot1:A/sendMessage", "telegram", "bad_url", "url"),
        ("https://api.telegram.org/bot1:A/getMe?chat_id=1", "telegram", "bad_url", "url"),
        ("https://chat.example/hook", "teams", "not_a_choice", "format"),
    ],
)
def test_an_address_that_the_service_would_refuse(url, chat_format, code, path):
    webhook = make.webhook(make.club())
    with pytest.raises(Invalid) as refused:
        webhooks.update(webhook, url=url, format=chat_format)
    assert [(problem["code"], problem["path"]) for problem in refused.value.problems] == [
        (code, path)
    ]


@pytest.mark.parametrize(("chat_format", "state"), [("discord", "failed"), ("events", "pending")])
def test_a_chat_that_was_removed_is_called_once(chat_format, state):
    with receiving(404) as receiver:
        webhook = chat_webhook(make.club(), receiver, chat_format)
        delivery = outbox.send_test(webhook)
        sender.send_due()
    delivery.refresh_from_db()
    webhook.refresh_from_db()
    assert (delivery.state, webhook.enabled) == (state, chat_format == "events")


@pytest.mark.parametrize(
    ("visibility", "answer", "start"),
    [
        (Visibility.FULL, "yes", "Ada is coming: "),
        (Visibility.FULL, "maybe", "Ada may come: "),
        (Visibility.FULL, "no", "Ada cannot come: "),
        (Visibility.HIDDEN, "yes", "Someone is coming: "),
    ],
)
def test_a_chat_message_names_the_player_by_their_visibility(settings, visibility, answer, start):
    settings.BASE_URL = "https://league.example"
    club = club_that_speaks("en")
    (player,) = make.players(club, ["Ada"])
    Player.objects.update(visibility=visibility)
    session = make.session(make.season(club))
    session.starts_at = timezone.now() + timedelta(days=7)
    session.save()
    with receiving(chat_services.slack) as receiver:
        chat_webhook(club, receiver, "slack")
        sheets.open_sheet(session, by=None)
        sign_ups.record_answer(sheets.find(session), player.pk, answer, by=None)
        sender.send_due()
    (text,) = words(receiver)
    assert text.startswith(start)
    assert text.endswith(f"/en/sessions/{session.pk}/")


def test_standings_of_a_league_are_named_and_lead_there(settings):
    settings.BASE_URL = "https://manche.example"
    league = make.league(make.season(make.club()), "Débutants")
    standings = {"season": league.season_id, "league": league.pk, "game": "njet", "version": 1}
    text = chat_words.text_of(league.season.club, "standings.updated", {"standings": standings})
    assert text.words.endswith("Débutants · Njet!")
    assert text.link.endswith(f"/leagues/{league.pk}/")


def test_each_event_has_an_example():
    examples = chat_words.samples(club_that_speaks("en"))
    assert examples.keys() == {*EventType.values, "webhook.test"}
    assert examples["match.finished"] == (
        "Neurotrio, final result: 1. Ada 52 · 2. Bruno 31 · 3. Chloé 17"
    )
    assert examples["session.moved"] == (
        "Evening moved: Friday 9 October 2026, 20:30 instead of Friday 2 October 2026, 20:30"
    )
