"""Arrivals, withdrawals and substitutes at the desk of a tournament."""

import re
from typing import Any

import pytest

from league.models import Entrant, EntrantState, Player
from league.operations.tournaments import entrants
from league.operations.tournaments.entrants import EntryData
from tests import make
from tests.web.markup import one_line
from tests.web.tournaments.desk import WILD, come, page, path, states

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("typed", "name"), [("zoe", "Zoé"), ("ZO", "Zoé")])
def test_a_player_of_the_club_arrives_by_name(client, tournament, typed, name):
    make.players(tournament.season.club, ["Zoé"])
    assert come(client, tournament, typed).status_code == 302
    assert states(tournament)[name] == EntrantState.HERE


@pytest.mark.parametrize(
    ("typed", "words", "status"),
    [
        ("player", "Several players", 200),
        ("Nobody", "The club has no player called", 200),
        ("", "Enter a name.", 422),
    ],
)
def test_an_unknown_name_checks_in_no_player_and_stays_typed(
    client, tournament, typed, words, status
):
    answer = come(client, tournament, typed)
    assert answer.status_code == status
    assert words in answer.text
    assert f'name="name" value="{typed}"' in one_line(answer.text)


def test_a_new_player_walks_in_once(client, tournament):
    assert come(client, tournament, "Zoé", do="new").status_code == 302
    assert states(tournament)["Zoé"] == EntrantState.HERE
    assert "Zoé is already" in come(client, tournament, "zoé", do="new").text
    assert Player.objects.filter(name__iexact="zoé").count() == 1


def test_a_double_click_checks_in_once(client, tournament):
    (zoe,) = make.players(tournament.season.club, ["Zoé"])
    for _ in range(2):
        assert client.post(path(tournament, "here/"), {"player": zoe.pk}).status_code == 302
    assert Entrant.objects.filter(player=zoe).count() == 1


def test_names_are_shown_as_they_are_written(client, tournament):
    come(client, tournament, WILD, do="new")
    zoe = Player.objects.get(name=WILD)
    for rest in ("", "seeding/", f"entrants/{zoe.pk}/", "draw/"):
        text = page(client, tournament, rest)
        assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; 🎲" in page(client, tournament)


def test_expected_player_is_entered_but_not_here(client, tournament):
    more = make.players(tournament.season.club, ["Eva", "Finn"])
    client.post(path(tournament, "enter/"), {"player": [player.pk for player in more]})
    assert states(tournament)["Eva"] == EntrantState.ENTERED
    assert "2 still to come" in re.sub(r"</?b>", "", page(client, tournament))
    assert "Eva is entered but not checked in." in page(client, tournament)


def test_a_crowd_that_is_awaited_is_one_line(client, tournament):
    more = make.players(tournament.season.club, [f"Late {number}" for number in range(5)])
    entrants.enter(tournament, [EntryData(player.pk) for player in more], by=None)
    text = page(client, tournament)
    assert "5 entrants are not checked in." in text
    assert "Late 0 is entered" not in text


def test_dropped_out_player_comes_back_from_the_list(client, tournament):
    one = tournament.entrants.select_related("player").first()
    client.post(path(tournament, "gone/"), {"player": one.player_id})
    assert states(tournament)[one.player.name] == EntrantState.GONE
    assert "never played" in page(client, tournament)
    client.post(path(tournament, "here/"), {"player": one.player_id})
    assert states(tournament)[one.player.name] == EntrantState.HERE


def test_player_awaited_at_a_table_cannot_simply_drop_out(client, tournament):
    table = make.published(tournament).tables.first()
    answer = client.post(path(tournament, "gone/"), {"player": table.players[0]}, follow=True)
    assert answer.redirect_chain[-1][0] == path(tournament, f"entrants/{table.players[0]}/")
    assert "which has not started" in answer.text
    assert "is expected at table 1 of round 1" in answer.text
    assert tournament.entrants.filter(state=EntrantState.GONE).count() == 0


@pytest.mark.parametrize("how", ["list", "new"])
def test_a_substitute_takes_the_seat(client, tournament, how):
    table = make.published(tournament).tables.first()
    old = table.players[0]
    wish: dict[str, Any] = {"do": "new", "name": "Zoé"}
    if how == "list":
        (zoe,) = make.players(tournament.season.club, ["Zoé"])
        wish = {"do": "substitute", "player": zoe.pk}
    assert client.post(path(tournament, f"entrants/{old}/"), wish).status_code == 302
    table.refresh_from_db()
    assert table.players[0] == Player.objects.get(name="Zoé").pk
    assert "replaced by Zoé" in page(client, tournament)


def test_a_substitute_without_a_name_is_refused(client, tournament):
    one = tournament.entrants.first()
    wish = {"do": "substitute", "player": "", "name": " "}
    answer = client.post(path(tournament, f"entrants/{one.player_id}/"), wish)
    assert answer.status_code == 422
    assert "Enter a name." in answer.text


def test_an_entry_is_taken_out_before_the_first_seat(client, tournament):
    one, other = tournament.entrants.order_by("pk")[:2]
    address = path(tournament, f"entrants/{one.player_id}/")
    assert client.post(address, {"do": "take_out"}).status_code == 302
    assert client.get(address).status_code == 404
    make.published(tournament)
    again = client.post(path(tournament, f"entrants/{other.player_id}/"), {"do": "take_out"})
    assert again.status_code == 409
    assert "has already been seated" in again.text


def test_the_others_are_checked_in_at_once_and_that_is_undone(client, tournament):
    late = make.players(tournament.season.club, ["Zoé", "Yann", "Xavier"])
    entrants.enter(tournament, [EntryData(player.pk) for player in late], by=None)
    assert "8 here: check in the other 3" in one_line(client.get(path(tournament)).text)
    client.post(path(tournament, "here/"), {"do": "expected"})
    assert tournament.entrants.filter(state=EntrantState.HERE).count() == 11
    assert "Undo check-in of 3 players" in one_line(client.get(path(tournament)).text)
    players = [player.pk for player in late]
    client.post(path(tournament, "here/"), {"do": "undo", "player": players})
    assert tournament.entrants.filter(state=EntrantState.ENTERED).count() == 3
    assert "Undo check-in" not in client.get(path(tournament)).text
