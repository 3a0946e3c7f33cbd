"""Browsers get the answer of a form at an address of its own: Back and Reload send nothing."""

import pytest
from django.core.cache import cache
from django.test import Client

from league.models import Player
from tests import make
from tests.web.desk import entry, scores, sign_in

pytestmark = pytest.mark.django_db
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def round_page(alice):
    return entry(make.match(), 1)


def test_a_refusal_is_shown_by_its_address_as_often_as_it_is_opened(client, round_page):
    direct = client.post(round_page, scores(14, "17", 6))
    answer = client.post(round_page, scores(14, "17", 6), headers=BROWSER)
    assert (answer.status_code, direct.status_code) == (303, 422)
    assert answer["Location"].startswith(f"{round_page}?shown=")
    for _ in range(2):
        shown = client.get(answer.url, headers=BROWSER)
        assert shown.status_code == 422
        assert 'value="17"' in shown.text
        assert (
            shown.headers["Content-Security-Policy"] == (direct.headers["Content-Security-Policy"])
        )
        assert {"private", "no-store"} <= set(shown.headers["Cache-Control"].split(", "))


def test_the_form_of_a_shown_answer_is_sent_to_the_address_of_the_form(client, round_page):
    shown = client.post(round_page, scores(14, "17", 6), headers=BROWSER)["Location"]
    again = client.post(shown, scores(14, "18", 6), headers=BROWSER)
    assert again.url.count("shown=") == 1
    assert client.post(again["Location"], scores(14, 5, 6), headers=BROWSER)["Location"].startswith(
        "/en/matches/"
    )


def test_a_question_keeps_the_query_of_its_address(client, alice):
    club = make.club(alice)
    one, other = make.players(club, ["Ada", "Adda"])
    page = f"/en/desk/players/{one.pk}/merge/?into={other.pk}"
    answer = client.post(page, {"into": "x"}, headers=BROWSER)
    assert answer["Location"].startswith(f"{page}&shown=")


def test_only_the_browser_that_sent_the_form_sees_its_answer(client, alice, round_page):
    address = client.post(round_page, scores(14, "17", 6), headers=BROWSER).url
    other = Client()
    other.force_login(alice)
    assert other.get(address, headers=BROWSER)["Location"] == round_page
    client.logout()
    assert client.get(address, headers=BROWSER)["Location"] == round_page


def test_a_stored_answer_is_unreadable_without_its_address(client, round_page):
    cache.clear()
    client.post(round_page, scores(14, "17 by Zoé", 6), headers=BROWSER)
    entries = cache._cache.items()  # type: ignore[attr-defined]
    (answer,) = [value for key, value in entries if ":shown:" in key]
    assert b"evidence" not in answer
    assert b"browser" not in answer


@pytest.mark.parametrize("key", ["x", "é", "A" * 43 + "=", "%00"])
def test_an_answer_that_is_not_kept_any_more_leads_to_the_page(client, round_page, key):
    assert client.get(f"{round_page}?shown={key}", headers=BROWSER).url == round_page


def test_without_a_cache_the_answer_comes_directly(client, round_page, monkeypatch):
    store = cache.set

    def fail(key, *rest, **options):
        if key.startswith("shown:"):
            raise OSError
        store(key, *rest, **options)

    monkeypatch.setattr(cache, "set", fail)
    assert client.post(round_page, scores(14, "17", 6), headers=BROWSER).status_code == 422


def test_redirects_and_the_form_of_an_ended_session_work_as_before(client, alice):
    club = make.club(alice)
    page = f"/en/desk/clubs/{club.slug}/players/"
    stored = client.post(page, {"name": "Zoé", "visibility": "full"}, headers=BROWSER)
    assert (stored.status_code, "shown=" in stored.url) == (302, False)
    client.logout()
    answer = client.post(page, {"name": "Yves"}, headers=BROWSER)
    shown = client.get(answer.url, headers=BROWSER)
    assert (answer.status_code, shown.status_code) == (303, 403)
    assert 'name="unsent"' in shown.text
    sign_in(client, alice)
    assert Player.objects.filter(club=club, name="Yves").count() == 0
