"""The bell, the choices, devices, and the link that stops mails."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Outgoing, Player, PushSubscription, Role, Visibility
from league.operations.messages import choices, events, unsubscribe_links
from league.operations.seasons import seasons
from tests import make
from tests.api.playing import BROWSER
from tests.web.desk import sign_in

pytestmark = pytest.mark.django_db
LIST, CHOICES = "/en/account/messages/", "/en/account/messages/settings/"
DEVICE = {"endpoint": "https://push.example/1", **BROWSER}
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture
def ada(client):
    user = make.user("ada@example.org")
    sign_in(client, user)
    return user


@pytest.fixture
def seat(ada):
    """Return a match at which Ada is told that she sits."""
    club = make.club()
    people = make.players(club)
    Player.objects.filter(pk=people[0].pk).update(account=ada)
    Player.objects.filter(pk=people[1].pk).update(visibility=Visibility.HIDDEN)
    make.member(club, Role.PLAYER, ada.email)
    match = make.match(make.session(make.season(club)), people[:3], table=4)
    events.seated([match], by=None)
    return match


def test_the_bell_counts_what_was_not_read(client, seat):
    page = client.get(LIST)
    assert 'class="bell-count">1<' in page.text
    assert "You sit at table 4" in page.text
    assert "Bruno" in page.text  # members read full names
    message = seat.session.season.club.messages.get()
    answer = client.get(f"{LIST}{message.pk}/")
    assert answer["Location"] == f"/en/matches/{seat.pk}/"
    assert "bell-count" not in client.get(LIST).text


def test_all_is_marked_as_read(client, seat):
    client.post(f"{LIST}read/")
    assert "bell-count" not in client.get("/en/desk/").text


def test_an_outdated_message_redirects_to_the_list(client, seat):
    message = seat.session.season.club.messages.get()
    seat.called_off_at = timezone.now()
    seat.save()
    assert client.get(f"{LIST}{message.pk}/")["Location"] == LIST


def test_strangers_have_no_bell(client):
    assert "bell" not in client.get("/en/").text


def form(**changes):
    values = {f"{kind}-mail": "never" for kind in choices.KINDS}
    hours = {"digest_hour": "18", "silent_from": "", "silent_until": "", "timezone": ""}
    return {**values, **hours, **changes}


def test_choices_are_stored(client, ada):
    sent = form(
        **{"seated-push": "on", "seated-mail": "now", "silent_from": "22", "silent_until": "7"}
    )
    assert client.post(CHOICES, sent).status_code == 302
    settings = choices.settings_of(ada)
    assert (settings.silent_from, settings.silent_until) == (22, 7)
    assert choices.choice(settings, "seated").to_json() == {
        "bell": False,
        "mail": "now",
        "push": True,
    }


def test_wrong_choices_are_shown_where_they_stand(client, ada):
    page = client.post(CHOICES, form(timezone="Mars", silent_from="22"))
    assert page.status_code == 422
    assert "id_timezone_error" in page.text
    assert "id_silent_until_error" in page.text


def test_a_device_is_added_tried_and_removed(client, ada):
    assert client.post(f"{LIST}devices/", DEVICE, headers={"User-Agent": PHONE}).status_code == 302
    device = PushSubscription.objects.get()
    assert "Firefox, Android" in client.get(CHOICES).text
    client.post(f"{LIST}devices/{device.pk}/test/")
    assert Outgoing.objects.get().subscription == device
    client.post(f"{LIST}devices/{device.pk}/remove/")
    assert not PushSubscription.objects.exists()


def test_a_private_address_is_refused_in_words(client, ada):
    client.post(f"{LIST}devices/", {**DEVICE, "endpoint": "https://10.0.0.1/x"})
    assert "not the address of a push service" in client.get(CHOICES).text
    assert not PushSubscription.objects.exists()


def test_a_link_stops_one_kind_with_one_click_and_without_signing_in(client, settings):
    ada = make.user("ada@example.org")
    link = unsubscribe_links.for_user(ada.pk, "session_changed", "en")
    assert "An evening is moved" in client.get(link).text
    assert choices.choice(choices.settings_of(ada), "session_changed").mail == "now"
    answer = client.post(link, {"List-Unsubscribe": "One-Click"})  # RFC 8058: no redirect
    assert answer.status_code == 200
    assert choices.choice(choices.settings_of(ada), "session_changed").mail == "never"
    assert choices.choice(choices.settings_of(ada), "session_changed").push
    assert choices.choice(choices.settings_of(ada), "place_free").mail == "now"
    assert client.get("/en/messages/stop/forged:token/").status_code == 404


def test_the_worker_covers_all_pages_and_fetches_none(client):
    answer = client.get("/push-worker.js")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert "fetch" not in answer.text
    assert client.get("/en/account/messages/app.webmanifest").json()["scope"] == "/"


def test_a_page_of_messages_costs_the_same_for_many(client, seat, django_assert_max_num_queries):
    session = seat.session
    people = [row.player for row in seat.seats.all()]
    for _number in range(12):
        events.seated([make.match(session, people)], by=None)
    later = seasons.open_session(session.season, starts_at=timezone.now() + timedelta(days=2))
    seasons.update_session(later, place="Café")
    with django_assert_max_num_queries(12):
        client.get(LIST)
