"""The pages of leagues: opened by an organiser, read by the public."""

import pytest
from django.test import Client

from league.models import League
from scoring import projection
from scoring.models import Table
from tests import make

pytestmark = pytest.mark.django_db


def refresh():
    for table in Table.every.all():
        projection.refresh(table.pk)


@pytest.fixture
def season():
    club = make.club()
    season = make.season(club, games=["neurotrio", "njet"])
    ada, bruno, chloe = make.players(club, ["Ada", "Bruno", "Chloé"])
    match = make.match(make.session(season), [ada, bruno, chloe])
    make.played(match, [22, 5, 0], [16, 8, 11], [12, 11, 3])
    return season


@pytest.fixture
def alice(season):
    client = Client()
    client.force_login(make.user())
    return client


def text(response):
    assert response.status_code == 200
    return response.content.decode()


def test_an_organiser_opens_a_league_that_the_public_reads(season, alice):
    form = {
        "name": "Beginners",
        "member_rule": "listed",
        "place_rule": "table",
        "players": " bruno \n",
    }
    response = alice.post(f"/en/desk/seasons/{season.pk}/leagues/", form)
    league = League.objects.get()
    assert response["Location"] == f"/en/desk/leagues/{league.pk}/"
    refresh()
    page = text(Client().get(f"/en/leagues/{league.pk}/"))
    assert "<h1>Beginners</h1>" in page
    assert "Bruno" in page
    assert "Ada" not in page
    assert f'href="/en/leagues/{league.pk}/"' in text(Client().get(f"/en/seasons/{season.pk}/"))


@pytest.mark.parametrize("part", ["", "table/", "comparison/", "players/{ada}/"])
@pytest.mark.parametrize("game", ["", "neurotrio/"])
def test_every_page_of_a_season_exists_for_its_leagues(season, game, part):
    league = make.league(season, "Everyone")
    refresh()
    part = part.format(ada=season.club.players.get(name="Ada").pk)
    page = text(Client().get(f"/en/leagues/{league.pk}/{game}{part}"))
    assert part == "comparison/" or "Ada" in page


def test_members_of_a_private_club_alone_read_its_leagues(season, alice):
    league = make.league(season, "Everyone")
    season.club.visibility = "members"
    season.club.save()
    assert Client().get(f"/en/leagues/{league.pk}/").status_code == 404
    assert alice.get(f"/en/leagues/{league.pk}/").status_code == 200


def test_a_refused_league_keeps_what_was_typed(season, alice):
    form = {"name": "Beginners", "member_rule": "listed", "starts_on": "2026-10-01"}
    form["place_rule"] = "table"
    response = alice.post(f"/en/desk/seasons/{season.pk}/leagues/", form)
    assert response.status_code == 422
    page = response.content.decode()
    assert "Choose at least one player." in page
    assert 'value="Beginners"' in page
    assert 'value="2026-10-01"' in page
    assert not League.objects.exists()


def test_settings_change_only_what_was_changed(season, alice):
    bruno = season.club.players.get(name="Bruno").pk
    league = make.league(season, "Beginners", member_rule="listed", players=[bruno])
    address = f"/en/desk/leagues/{league.pk}/"
    page = text(alice.get(address))
    assert 'value="Beginners"' in page
    form = {
        "name": "Newcomers",
        "initial-name": "Beginners",
        "member_rule": "listed",
        "initial-member_rule": "listed",
        "place_rule": "table",
        "initial-place_rule": "table",
        "players": "Bruno",
        "initial-players": "Bruno",
    }
    assert alice.post(address, form).status_code == 302
    league.refresh_from_db()
    assert league.name == "Newcomers"
    assert list(league.members.values_list("player", flat=True)) == [bruno]


def test_names_of_members_are_players_of_the_club(season, alice):
    make.players(season.club, ["Ada"])
    form = {"name": "B", "member_rule": "listed", "place_rule": "table"}
    address = f"/en/desk/seasons/{season.pk}/leagues/"
    refused = alice.post(address, {**form, "players": "Ada\nZoé <script>"}).content.decode()
    assert "The club has no player named “Zoé &lt;script&gt;”." in refused
    assert "The club has 2 players named “Ada”. Write the name as often." in refused
    assert alice.post(address, {**form, "players": "Ada\nADA\nBruno"}).status_code == 302
    assert League.objects.get().members.count() == 3


def test_a_scheme_is_tried_then_adopted_for_the_league_alone(season, alice):
    league = make.league(season, "Raw points")
    refresh()
    address = f"/en/desk/leagues/{league.pk}/scheme/"
    form = {"points": "raw", "aggregate": "sum", "scale": "60", "tiebreak-1": "wins"}
    tried = alice.post(address, {**form, "do": "preview"})
    seen = tried.context["fingerprint"]
    assert alice.post(address, {**form, "do": "adopt", "seen": seen}).status_code == 302
    refresh()
    assert "50" in text(Client().get(f"/en/leagues/{league.pk}/table/"))
    assert season.schemes.filter(league=None).count() == 1
    assert league.schemes.count() == 2


def test_lots_break_a_tie_of_the_league(season, alice):
    scheme = {"points": "raw", "tiebreaks": ["lots"]}
    league = make.league(season, "Lots", scheme=scheme, games=["njet"])
    match = make.match(season.sessions.get(), list(season.club.players.all()[:2]))
    assert "No shared places." in text(alice.get(f"/en/desk/leagues/{league.pk}/lots/"))
    make.played(match, [22, 5], [5, 22], [22, 5], [5, 22])
    assert "Shared places" in text(alice.get(f"/en/desk/leagues/{league.pk}/lots/"))
    assert "Shared places" in text(alice.get(f"/en/desk/leagues/{league.pk}/lots/njet/"))
    assert alice.get(f"/en/desk/leagues/{league.pk}/lots/neurotrio/").status_code == 404


def test_a_league_is_deleted_after_a_question(season, alice):
    league = make.league(season, "Mistake")
    address = f"/en/desk/leagues/{league.pk}/delete/"
    assert "Results and the standings of the season stay." in text(alice.get(address))
    assert alice.post(address)["Location"] == f"/en/desk/seasons/{season.pk}/leagues/"
    assert not League.objects.exists()
    assert Client().get(f"/en/leagues/{league.pk}/").status_code == 404
