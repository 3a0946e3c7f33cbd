"""The search ignores accents and capitals, and never finds names that are not public."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from league.models import Club, Visibility
from league.names import MOST_LETTERS, search_words
from league.operations.people import clubs
from league.operations.seasons import seasons
from league.operations.support import name_search
from tests import make
from tests.made_once import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _reset_search_limit():
    cache.clear()


@pytest.fixture
@made_once
def club():
    club = make.club(name="Les Échoués de Sète")
    make.session(make.season(club, name="Été 2026"), day=9, place="Café des Œillets")
    clubs.add_player(club, name="Élise Moreau")
    clubs.add_player(club, name="Łukasz Dąbrowski")
    clubs.add_player(club, name="Quitterie d’Orval", visibility=Visibility.INITIAL)
    clubs.add_player(club, name="Odile Chabrol", visibility=Visibility.HIDDEN)
    return club


def search_results(client, question, path="/en/search/"):
    """Return the names that a search leads to."""
    answer = client.get(path, {"q": question})
    assert answer.status_code == 200
    text = answer.content.decode()
    part = text[text.index('class="found"') : text.index("</main>")]
    return [name.strip() for name in re.findall(r"<a[^>]*>(?:<i[^>]*></i>)?([^<]*)</a>", part)]


@pytest.mark.parametrize("question", ["town", "HALL", "to ha", "sete", "ss", "_b", "50%", "ÉTÉ"])
def test_the_database_filter_keeps_every_match(question):
    owner = make.user()
    for name in ["TOWN Hall", "Sète", "Straße", "town_hall", "a_b", "50% Off", "Halle"]:
        make.club(owner, name)
    words, everything = search_words(question), Club.objects.order_by("pk")
    filtered = everything.filter(name_search.has_in_name(*words))
    assert name_search.search(words, filtered, str) == name_search.search(words, everything, str)
    assert filtered.count() < 7


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("elise", "Élise Moreau"),
        ("ÉLISE", "Élise Moreau"),
        ("Mor el", "Élise Moreau"),
        ("lukasz dabr", "Łukasz Dąbrowski"),
        ("quitterie", "Quitterie d."),
        ("echoues", "Les Échoués de Sète"),
        ("ete", "Été 2026"),
        ("oeillets", "9 October 2026, 20:30"),
        ("9 october", "9 October 2026, 20:30"),
        ("2026-10-09", "9 October 2026, 20:30"),
        ("octob oeillets", "9 October 2026, 20:30"),
    ],
)
def test_visible_names_can_be_searched(client, club, question, name):
    assert search_results(client, question) == [name]
    if name != club.name:
        assert search_results(client, question, f"/en/clubs/{club.slug}/search/") == [name]


@pytest.mark.parametrize("question", ["orval", "odile", "chabrol", "d'orval", "player", "lise"])
def test_hidden_names_cannot_be_searched(client, club, question):
    assert search_results(client, question) == []
    assert search_results(client, question, f"/en/clubs/{club.slug}/search/") == []
    text = client.get("/en/search/", {"q": question}).content.decode()
    assert "No results" in text


def test_members_find_full_names_in_their_own_club_and_nowhere_else(client, club):
    client.force_login(make.user())
    assert search_results(client, "chabrol", f"/en/clubs/{club.slug}/search/") == ["Odile Chabrol"]
    assert search_results(client, "chabrol") == []
    other = make.club(make.user("bob@example.org"), name="Elsewhere")
    clubs.add_player(other, name="Zita Zweig", visibility=Visibility.HIDDEN)
    assert search_results(client, "zita", f"/en/clubs/{other.slug}/search/") == []


def test_a_club_searches_only_itself(client, club):
    other = make.club(name="Elsewhere")
    clubs.add_player(other, name="Élise Petit")
    assert search_results(client, "elise") == ["Élise Moreau", "Élise Petit"]
    assert search_results(client, "elise", f"/en/clubs/{other.slug}/search/") == ["Élise Petit"]


@pytest.mark.parametrize("question", ["", " ", "’", "%", "_", "-", "x" * 5000, "\x00", "é" * 200])
def test_odd_queries_have_no_results(client, club, question):
    assert search_results(client, question) == []


def test_a_question_is_read_up_to_a_length_and_shown_escaped(client, club):
    text = client.get("/en/search/", {"q": "<b>" + "x" * 100}).content.decode()
    assert "&lt;b&gt;" + "x" * (MOST_LETTERS - 3) + "”" in text
    assert "<b>x" not in text


def test_a_search_sets_no_cookie_and_asks_as_often_for_many_as_for_few(
    client, club, django_assert_num_queries
):
    with django_assert_num_queries(4):
        assert not client.get("/en/search/", {"q": "e"}).cookies
    make.players(club, [f"Eve {number}" for number in range(30)])
    with django_assert_num_queries(4):
        assert len(search_results(client, "eve")) == name_search.MOST_RESULTS


def test_the_club_page_shows_people_and_evenings_but_no_hidden_name(client, club):
    text = client.get(f"/en/clubs/{club.slug}/").content.decode()
    assert "Élise Moreau" in text
    assert "Quitterie d." in text
    assert "Odile" not in text
    assert "4 players" in text
    assert "Latest evening" in text
    assert "Next evening" not in text


def test_the_next_evening_comes_first(client, club):
    season = club.seasons.get()
    for days in (9, 2, 5):
        at = timezone.now() + timedelta(days=days)
        seasons.open_session(season, starts_at=at, place=f"D{days}")
    text = client.get(f"/en/clubs/{club.slug}/").content.decode()
    assert "Next evening" in text
    assert "D2" in text[text.index("Next evening") : text.index("Latest evening")]
    assert "Café des Œillets" in text[text.index("Latest evening") :]


def test_frequent_searches_are_limited_per_address(client, club, monkeypatch):
    monkeypatch.setattr("league.web.site.search.MOST_SEARCHES", 2)
    assert [search_results(client, "elise") for _ in range(2)] == [["Élise Moreau"]] * 2
    refused = client.get("/en/search/", {"q": "elise"})
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert "Wait a minute" in refused.content.decode()
    assert "Moreau" not in refused.content.decode()
    assert client.get("/en/search/").status_code == 200
    assert client.get("/en/search/", {"q": "elise"}, REMOTE_ADDR="192.0.2.7").status_code == 200
