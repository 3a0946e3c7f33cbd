"""A form that is sent twice creates one thing; another form with the same values creates
another."""

import secrets
import threading
import time
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse, HttpResponseRedirect
from django.test import RequestFactory

from league.models import (
    Club,
    Dispute,
    Invitation,
    Ladder,
    Match,
    Player,
    Season,
    Session,
    Tournament,
)
from league.operations.sessions.session_log import check_in
from league.web.support.double_submissions import once
from scoring.models import Draw
from tests import make
from tests.web.ladders.test_ladders import NEW as NEW_LADDER
from tests.web.people.test_desk import table_form
from tests.web.tournaments.test_tournaments import NEW as NEW_TOURNAMENT

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
SEASON = {
    "name": "2027",
    "starts_on": "2027-01-01",
    "games": ["neurotrio"],
    "confirmation": "nobody",
    "confirm_after_hours": "0",
    "correction_policy": "free",
}


class Page:
    """The mask of the page whose forms a test sends; the cache outlives a test."""

    mask = ""


@pytest.fixture(autouse=True)
def page():
    Page.mask = secrets.token_hex(8)


def send(client, path, form):
    body = urlencode({**form, "csrfmiddlewaretoken": Page.mask}, doseq=True)
    return client.post(path, body, content_type=FORM)


def places():
    club = make.club()
    session = make.session(make.season(club))
    people = make.players(club)
    divided = {f"player-{person.pk}": n // 2 + 1 for n, person in enumerate(people)}
    evening = {"starts_at": "2026-10-02T20:30", "place": "Back room"}
    free = make.players(club, ["Eve", "Farid"])
    check_in(session, [player.pk for player in free], by=None)
    finished = make.played(make.match(session, people, options={"target": 1}), [22, 5, 5, 5])
    return {
        "club": ("/en/desk/", {"name": "Zed", "timezone": "Europe/Paris", "language": "fr"}, Club),
        "player": (
            f"/en/desk/clubs/{club.slug}/players/",
            {"name": "Zoé", "visibility": "full"},
            Player,
        ),
        "paste": (
            f"/en/desk/clubs/{club.slug}/players/paste/",
            {"do": "add", "text": "Zoé\nDov"},
            Player,
        ),
        "walk-in": (
            f"/en/desk/sessions/{session.pk}/here/",
            {"do": "new", "name": "Zoé"},
            Player,
        ),
        "season": (f"/en/desk/clubs/{club.slug}/seasons/", SEASON, Season),
        "evening": (f"/en/desk/seasons/{session.season_id}/", evening, Session),
        "evening now": (f"/en/desk/seasons/{session.season_id}/start/", {}, Session),
        "table": (
            f"/en/desk/sessions/{session.pk}/table/",
            table_form(people[:3]),
            Match,
        ),
        "tournament": (f"/en/desk/clubs/{club.slug}/tournaments/", NEW_TOURNAMENT, Tournament),
        "ladder": (f"/en/desk/clubs/{club.slug}/ladders/", NEW_LADDER | divided, Ladder),
        "seating": (
            f"/en/desk/sessions/{session.pk}/seat/",
            {
                "do": "confirm",
                "game_drawn": "neurotrio",
                "table": ",".join(str(player.pk) for player in free),
            },
            Match,
        ),
        "dispute": (
            f"/en/desk/matches/{finished.pk}/result/",
            {"do": "dispute", "player": "", "reason": "It was 5"},
            Dispute,
        ),
        "invitation": (
            f"/en/desk/clubs/{club.slug}/members/",
            {"role": "scorer", "player": ""},
            Invitation,
        ),
    }


@pytest.mark.parametrize(
    "what",
    [
        "club",
        "player",
        "paste",
        "walk-in",
        "season",
        "evening",
        "evening now",
        "table",
        "tournament",
        "ladder",
        "seating",
        "dispute",
        "invitation",
    ],
)
def test_the_same_form_twice_makes_one(client, alice, what):
    path, form, model = places()[what]
    before = model.objects.count()
    first, second = send(client, path, form), send(client, path, form)
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]
    assert model.objects.count() == before + 1


def test_lots_are_drawn_once(client, alice):
    season = make.season(make.club(), scheme={"tiebreaks": ["lots"]})
    people = make.players(season.club)
    make.played(make.match(make.session(season), people, options={"target": 1}), [22, 5, 5, 5])
    form = {"player": [person.pk for person in people[1:]]}
    answers = [send(client, f"/en/desk/seasons/{season.pk}/lots/", form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert Draw.objects.count() == 1


def test_the_form_of_another_page_makes_another(client, alice):
    path, form, _ = places()["player"]
    send(client, path, form)
    Page.mask = "another"
    send(client, path, {**form, "is_another": "on"})
    assert Player.objects.filter(name="Zoé").count() == 2


def test_the_same_form_of_another_user_is_processed(client, alice):
    path, form, _ = places()["club"]
    send(client, path, form)
    client.force_login(make.user("bob@example.org"))
    send(client, path, form)
    assert Club.objects.filter(name="Zed").count() == 2


def test_a_refused_form_may_be_sent_again(client, alice):
    path, form, _ = places()["season"]
    other = Season.objects.get()
    Season.objects.update(name=form["name"])
    assert send(client, path, form).status_code == 422
    Season.objects.filter(pk=other.pk).update(name="2025")
    assert send(client, path, form).status_code == 302


class Slow:
    """A slow view that counts its calls."""

    def __init__(self, seconds=0.0, answer=lambda times: HttpResponseRedirect(f"/{times}/")):
        self.times, self.seconds, self.answer = 0, seconds, answer

    def __call__(self, request):
        self.times += 1
        time.sleep(self.seconds)
        return self.answer(self.times)


def answer_of(view, request):
    return once(view)(request)


@pytest.fixture
def request_of():
    """Return a function that makes requests of the same person."""
    person = make.user()

    def made(path="/x/", words="a=1"):
        body = f"{words}&csrfmiddlewaretoken={Page.mask}"
        request = RequestFactory().post(path, body, content_type=FORM)
        request.user = person
        return request

    return made


def test_two_at_once_are_led_to_the_same_place(request_of):
    view, addresses = Slow(0.4), []
    requests = [request_of(), request_of()]
    threads = [
        threading.Thread(target=lambda one=one: addresses.append(answer_of(view, one).url))
        for one in requests
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (view.times, addresses) == (1, ["/1/", "/1/"])


def test_a_form_that_caused_an_error_may_be_sent_again(request_of):
    def fail_first(times):
        if times == 1:
            raise ValueError("no")
        return HttpResponseRedirect(f"/{times}/")

    view = Slow(answer=fail_first)
    with pytest.raises(ValueError, match="no"):
        once(view)(request_of())
    assert answer_of(view, request_of()).url == "/2/"


def test_a_page_that_is_no_redirect_is_made_each_time(request_of):
    view = Slow(answer=lambda times: HttpResponse(str(times)))
    assert [answer_of(view, request_of()).content for _ in range(2)] == [b"1", b"2"]


def test_other_addresses_and_words_are_other_forms(request_of):
    view = Slow()
    sent = [request_of(), request_of("/y/"), request_of(words="a=2"), request_of("/x/?a=1")]
    assert [answer_of(view, request).url for request in sent] == ["/1/", "/2/", "/3/", "/4/"]


def test_without_a_cache_each_form_is_a_first_one(request_of, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "league.operations.support.shared_cache.SharedCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": {"socket_connect_timeout": 0.2},
        }
    }
    view = Slow()
    assert [answer_of(view, request_of()).url for _ in range(2)] == ["/1/", "/2/"]
