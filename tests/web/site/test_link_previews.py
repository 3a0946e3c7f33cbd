"""What others show of a shared link: words, picture and facts, which hide what the page hides."""

import json
import re
from html import unescape
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from league.models import Club, Player, Visibility
from league.operations.paper import link_cards
from league.operations.people import club_settings, clubs
from league.web.site import help_texts
from league.web.site import link_cards as link_pictures
from league.web.support import drawing_limit
from scoring import projection
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(settings) -> Club:
    """Return a club with a finished match in which Bruno is hidden and Chloé shows an initial."""
    settings.BASE_URL = "https://league.example"
    club = make.club(name="Les <Ardoises> & Co")
    ada, bruno, chloe = make.players(club, ["Ada Lovelace", "Bruno Vidal", "Chloé Martin"])
    clubs.update_player(bruno, visibility=Visibility.HIDDEN)
    clubs.update_player(chloe, visibility=Visibility.INITIAL)
    session = make.session(make.season(club, games=["neurotrio"]))
    make.played(make.match(session, [ada, bruno, chloe], options={"target": 20}), [22, 7, 5])
    for table in session.season.tables.all():
        projection.refresh(table.pk)
    return club


def pages(club: Club) -> dict[str, str]:
    season = club.seasons.get()
    match = season.sessions.get().matches.get()
    hidden = club.players.get(visibility=Visibility.HIDDEN)
    return {
        "club": f"/en/clubs/{club.slug}/",
        "season": f"/en/seasons/{season.pk}/",
        "awards": f"/en/seasons/{season.pk}/awards/",
        "session": f"/en/sessions/{season.sessions.get().pk}/",
        "match": f"/en/matches/{match.pk}/",
        "player": f"/en/players/{hidden.pk}/",
    }


def head(client: Client, path: str) -> dict[str, str]:
    """Return the properties of the page that others read."""
    text = client.get(path).content.decode()
    properties = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', text)
    links = re.findall(r'<link rel="(canonical)" href="([^"]+)"', text)
    return {name: unescape(value) for name, value in [*properties, *links]}


@pytest.mark.parametrize("kind", ["club", "season", "awards", "session", "match", "player"])
def test_a_link_has_title_description_and_picture(client, club, kind):
    path = pages(club)[kind]
    seen = head(client, path)
    assert seen["canonical"] == seen["og:url"] == f"https://league.example{path}"
    assert seen["description"] == seen["og:description"] != ""
    assert "Les <Ardoises> & Co" in seen["og:title"]
    assert seen["og:image"] == f"https://league.example{path}card.png"
    picture = client.get(f"{path}card.png")
    with Image.open(BytesIO(picture.content)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    assert picture.headers["Content-Type"] == "image/png"


def test_pictures_are_drawn_for_a_network_a_limited_number_of_times(client, club, monkeypatch):
    monkeypatch.setattr(drawing_limit, "MOST_DRAWN", 2)
    link_pictures.clear()
    cards = [f"{path}card.png" for path in pages(club).values()][:3]
    assert [client.get(card).status_code for card in cards] == [200, 200, 429]
    refused = client.get(cards[2])
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert [client.get(card).status_code for card in cards[:2]] == [200, 200], "drawn before"
    assert client.get(cards[2], REMOTE_ADDR="10.1.1.1").status_code == 200


def test_members_share_what_strangers_may_read(client, club):
    client.force_login(make.user())
    for path in pages(club).values():
        text = client.get(path).content.decode()
        shared = text[: text.index("<body>")].split("og:type")[1]
        assert "Bruno" not in shared
        assert "Martin" not in shared


def test_pictures_have_the_names_of_the_public(club):
    season = club.seasons.get()
    match = season.sessions.get().matches.get()
    cards = [
        link_cards.club_card(club),
        link_cards.season_card(season),
        link_cards.match_card(match),
        link_cards.awards_card(season),
        link_cards.session_card(match.session),
        *map(link_cards.player_card, Player.objects.all()),
    ]
    words = "".join(f"{card.title} {[row.name for row in card.rows]}" for card in cards)
    assert cards[2].title == "Ada Lovelace wins"
    assert [(row.name, row.note) for row in cards[4].rows] == [("Ada Lovelace", "Neurotrio")]
    assert "Ada Lovelace" in words
    assert "Chloé M." in words
    assert not {"Bruno", "Vidal", "Martin"} & set(re.findall(r"\w+", words))
    assert [row.points for row in cards[2].rows] == ["22", "7", "5"]


def test_seats_that_are_not_published_are_in_no_picture(client):
    club = make.club()
    sitting = make.published(make.tournament(club, here=make.players(club)))
    match = sitting.tables.order_by("pk").first().match
    type(sitting).objects.update(public_at=None)
    match.refresh_from_db()
    assert link_cards.match_card(match).rows == []


def test_a_picture_is_drawn_again_when_something_has_changed(client, club):
    path = f"{pages(club)['season']}card.png"
    first = client.get(path)
    tag = {"if-none-match": first["ETag"]}
    assert client.get(path, headers=tag).status_code == 304
    club_settings.update(club, main_colour="#8f2851")
    again = client.get(path, headers=tag)
    assert again.status_code == 200
    assert again.content != first.content
    assert client.get("/en/seasons/999/card.png").status_code == 404


def test_search_engines_learn_of_a_tournament(client, settings):
    settings.BASE_URL = "https://league.example"
    club = make.club(name="</script><b>")
    tournament = make.tournament(club, here=make.players(club))
    text = client.get(f"/en/tournaments/{tournament.pk}/").content.decode()
    (facts,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.S)
    event = json.loads(facts)
    assert event["@type"] == "SportsEvent"
    assert event["organizer"]["name"] == "</script><b>"
    assert "</script><b>" not in text


def test_robots_find_clubs_seasons_and_tournaments_in_each_language(client, club):
    robots = client.get("/robots.txt").content.decode()
    assert "Disallow: /fr/desk/" in robots
    assert "Sitemap: https://league.example/sitemap.xml" in robots
    index = client.get("/sitemap.xml").content.decode()
    addresses = [
        address
        for section in re.findall(r"<loc>http://testserver(/[^<]+)</loc>", index)
        for address in re.findall(r"<loc>([^<]+)</loc>", client.get(section).content.decode())
    ]
    season = club.seasons.get().pk
    assert f"http://testserver/fr/seasons/{season}/" in addresses
    assert not [address for address in addresses if "players" in address or "matches" in address]


def test_robots_find_the_help_in_each_language(client):
    sitemap = client.get("/sitemap-help.xml").content.decode()
    addresses = re.findall(r"<loc>http://testserver([^<]+)</loc>", sitemap)
    languages = ["en", "fr", "de"]
    paths = ["", *(f"{subject}/" for subject in help_texts.SUBJECTS)]
    expected = [f"/{language}/help/{path}" for language in languages for path in paths]
    assert sorted(addresses) == sorted(expected)
    for language in languages:
        link = f'hreflang="{language}" href="http://testserver/{language}/help/people/"'
        assert sitemap.count(link) == len(languages)
    assert {client.get(address).status_code for address in addresses} == {200}
