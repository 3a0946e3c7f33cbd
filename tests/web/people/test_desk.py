"""Clubs, seasons, sessions and tables by the forms of the desk."""

import pytest

from games import GAMES
from games.neurotrio.score import LABELS
from league.models import Club, Match, Player, Season, Session
from league.operations.matches import submissions
from league.web.games import PAGES
from league.web.games.pages import GamePages
from tests import make
from tests.web.desk import entry, scores

pytestmark = pytest.mark.django_db


def test_a_club_is_created_and_owned(client, alice):
    form = {"name": "Étoile", "timezone": "Europe/Paris", "language": "fr"}
    answer = client.post("/en/desk/", form)
    assert answer.url == "/en/desk/clubs/etoile/"
    assert Club.objects.get().memberships.get().user == alice


def test_a_refused_form_keeps_what_was_typed(client, alice):
    club = make.club()
    form = {"name": "Ada", "email": "not an address", "visibility": "full"}
    answer = client.post(f"/en/desk/clubs/{club.slug}/players/", form)
    assert answer.status_code == 422
    assert "not an address" in answer.content.decode()
    assert not Player.objects.exists()


def test_a_similar_name_is_asked_about_once(client, alice):
    club = make.club()
    make.players(club, ["Ada Lovelace"])
    address, form = f"/en/desk/clubs/{club.slug}/players/", {"name": "Ada Lovelase"}
    form |= {"email": "", "visibility": "full"}
    answer = client.post(address, form)
    assert answer.status_code == 422
    assert "Ada Lovelase looks like Ada Lovelace: is it the same person?" in answer.text
    assert "This is another person" in answer.text
    assert club.players.count() == 1
    assert client.post(address, {**form, "is_another": "on"}).status_code == 302
    assert club.players.count() == 2


def test_two_who_change_a_player_at_once_keep_what_the_other_has_changed(client, alice):
    (ada,) = make.players(make.club(), ["Ada"])
    path = f"/en/desk/players/{ada.pk}/"
    opened = {"name": "Ada", "email": "", "visibility": "full"}
    before = {f"initial-{name}": value for name, value in opened.items()}
    assert 'type="hidden" name="initial-visibility" value="full"' in client.get(path).text
    client.post(path, {**opened, **before, "visibility": "hidden"})
    client.post(path, {**opened, **before, "name": "Ada Lovelace"})
    ada.refresh_from_db()
    assert (ada.name, ada.visibility) == ("Ada Lovelace", "hidden")


def test_a_refused_name_of_a_player_is_not_in_the_heading(client, alice):
    (ada,) = make.players(make.club(), ["Ada"])
    form = {"name": "Bruno", "email": "not an address", "visibility": "full"}
    answer = client.post(f"/en/desk/players/{ada.pk}/", form)
    assert answer.status_code == 422
    assert "<h1>Ada</h1>" in answer.text
    assert 'value="Bruno"' in answer.text


def test_a_season_name_used_twice_is_said_in_the_form(client, alice):
    club = make.club()
    make.season(club, "2026")
    form = {"name": "2026", "starts_on": "2026-09-01", "games": ["neurotrio"]}
    form |= {"confirmation": "nobody", "confirm_after_hours": "0"}
    form |= {"correction_policy": "free"}
    answer = client.post(f"/en/desk/clubs/{club.slug}/seasons/", form)
    assert "already has a season with this name" in answer.content.decode()
    assert Season.objects.count() == 1


def test_an_evening_is_opened_in_the_clubs_own_time(client, alice):
    season = make.season(make.club())
    form = {"starts_at": "2026-10-02T20:30", "place": "Back room"}
    client.post(f"/en/desk/seasons/{season.pk}/", form)
    assert Session.objects.get().starts_at.isoformat() == "2026-10-02T18:30:00+00:00"


def table_form(players, **more):
    seats = {f"seat-{number}": player.pk for number, player in enumerate(players)}
    rules = {"target": 50, "minimums": 12, "duo_trio": "each", "distinct": "hand"}
    return {
        "game": "neurotrio",
        **seats,
        **{f"neurotrio-{name}": value for name, value in rules.items()},
        **more,
    }


def test_a_table_is_set_in_playing_order(client, alice):
    session = make.session(make.season(make.club()))
    ada, bruno, chloe, _ = make.players(session.season.club)
    answer = client.post(f"/en/desk/sessions/{session.pk}/table/", table_form([chloe, ada, bruno]))
    match = Match.objects.get()
    assert answer.url == f"/en/desk/sessions/{match.session_id}/"
    assert [seat.player.name for seat in match.seats.all()] == ["Chloé", "Ada", "Bruno"]


def test_house_rules_of_the_form_travel_with_the_match(client, alice):
    session = make.session(make.season(make.club()))
    form = table_form(make.players(session.season.club)[:2], **{"neurotrio-minimums": 14})
    client.post(f"/en/desk/sessions/{session.pk}/table/", form)
    assert Match.objects.get().options["minimums"] == [14, 14]


def test_each_player_may_need_another_number_of_points_to_finish(client, alice):
    """Seat 2 is empty, so the player of seat 3 plays second."""
    session = make.session(make.season(make.club()))
    ada, bruno, chloe, _ = make.players(session.season.club)
    fields = {"minimums": 13, "minimums_0": 11, "minimums_1": 14, "minimums_2": 12}
    form = table_form([ada], **{f"neurotrio-{name}": field for name, field in fields.items()})
    form |= {"seat-2": bruno.pk, "seat-3": chloe.pk}
    client.post(f"/en/desk/sessions/{session.pk}/table/", form)
    assert Match.objects.get().options["minimums"] == [11, 12, 13]


@pytest.mark.parametrize("names", [["Ada"], []])
def test_too_few_players_are_refused_in_the_form(client, alice, names):
    session = make.session(make.season(make.club()))
    form = table_form(make.players(session.season.club, names))
    answer = client.post(f"/en/desk/sessions/{session.pk}/table/", form)
    assert "2 to 4 players" in answer.content.decode()
    assert not Match.objects.exists()


def test_every_game_has_its_pages():
    assert set(PAGES) == set(GAMES)


@pytest.fixture
def sheet_only(monkeypatch):
    """Make Neurotrio a game without pages of its own."""
    monkeypatch.setitem(PAGES, "neurotrio", GamePages(labels=LABELS))


def test_a_game_without_pages_of_its_own_is_entered_by_score_sheet(client, alice, sheet_only):
    match = make.match()
    assert client.get(entry(match, 1)).status_code == 200
    assert client.post(entry(match, 1), scores(14, 5, 6)).status_code == 302
    assert match.submissions.get().scores == [14, 5, 6]
    assert client.post(entry(match, 2), scores(14, "x", 6)).status_code == 422


def test_a_game_without_pages_of_its_own_still_explains_its_points(client, alice, sheet_only):
    match = make.match()
    hands = {
        "evidence": "final",
        "hands": [
            ["1CN", "1CV", "1EN", "1EB", "1RV", "2CN", "2EV", "2RB", "3CB", "3EN"],
            ["2CB", "3CB", "2RV", "2RN", "2RV", "2RN", "2EN", "2EB", "3RB", "1RV"],
            ["1EV", "2EB", "3EV", "3RN", "3EB", "3RB", "1CV", "1EB", "1RN", "1RN"],
        ],
        "finisher": None,
    }
    submissions.submit(match.pk, hands, by=None)
    assert "different cards" in client.get(f"/en/matches/{match.pk}/").content.decode()
    assert "only the scores are kept" in client.get(entry(match, 1)).content.decode()


def test_a_table_may_be_set_by_the_usual_rules_alone(client, alice, sheet_only):
    session = make.session(make.season(make.club()))
    client.post(
        f"/en/desk/sessions/{session.pk}/table/", table_form(make.players(session.season.club))
    )
    assert Match.objects.get().options["minimums"] == [12] * 4
