"""The calculator of a game from outside: the points of a round by the fields that it describes.

As the other calculators, it needs no database.
"""

import re

import pytest

from games import guard
from tests.games.test_belote import HEARTS, MADE
from tests.outside_games import EXAMPLES, installed, write_game
from tests.web.games.test_calculators import ask, links, piece, wrong

END = {
    "number-of-players": 4,
    "field-trump": "H",
    "field-taker": 0,
    "field-last": 2,
    "field-belote": 0,
    "belote": "on",
    **{f"field-taken.{code}": "yes" for code in MADE["taken"]},
}
EACH = """
    from games.contract import Choice, Flag, Number, Outcome, SheetGame
    from games.fields import Cards, EachPlayer, Player
    from problems.text import Words

    class Toy(SheetGame):
        contract, slug, name = 1, "toy", "T<i>oy"
        seats, scores = range(2, 5), range(-50, 51)
        options = (Number("last", Words("Last"), 3, least=1, most=9),)
        fields = (
            EachPlayer(Number("left", Words("Cards <b>left"), 0, least=0, most=9)),
            EachPlayer(Flag("shown", Words("Shown"), False)),
            Cards("beans", Words("Beans"), {"a": Words("A"), "b": Words("B")}, copies=3),
            Player("first", Words("First"), or_nobody=True),
        )

        def is_over(self, match):
            return False

        def final(self, match, values, at):
            scores = [-left - 10 * shown for left, shown in zip(values["left"], values["shown"])]
            if values["first"] is not None:
                scores[values["first"]] += len(values["beans"])
            return Outcome(tuple(scores), [{"points": points} for points in scores])
"""
THREE = {"number-of-players": 3, "field-first": 1, "field-left-0": 0, "field-left-1": 2}


@pytest.fixture(autouse=True)
def packages(tmp_path):
    with installed(EXAMPLES, write_game(tmp_path, "toy", EACH)):
        yield
        assert guard.failures() == []


def test_games_with_fields_are_in_the_list(client):
    listed = client.get("/en/calculators/").text
    assert "/en/calculators/simple_belote/" in listed
    assert "T&lt;i&gt;oy" in listed
    assert "/ascenseur/" not in listed, "its rounds have only scores"
    assert ask(client, "ascenseur").status_code == 404


def test_the_cards_give_the_points_of_a_round(client):
    answer = piece(client, "simple_belote", **END)
    assert answer.startswith("122 · 60 · 122 · 60 Trump")
    assert "last trick B3 +10" in answer
    assert "dix de der" in piece(client, "simple_belote", "fr", **END)


def test_a_house_rule_that_is_not_ticked_is_off(client):
    without = {key: value for key, value in END.items() if key != "belote"}
    refused = wrong(client, "simple_belote", "field-belote", **without)
    assert "by the house rules belote does not count" in refused
    assert wrong(client, "simple_belote", "field-belote", **END) == ""


def test_refusals_are_beside_their_fields(client):
    cards = {key: value for key, value in END.items() if key != f"field-taken.{HEARTS[0]}"}
    assert "whole tricks" in wrong(client, "simple_belote", "field-taken", **cards)
    answer = wrong(client, "simple_belote", "target", **END, target="many")
    assert answer == "Enter a whole number."


def test_empty_fields_are_named(client):
    answer = piece(client, "toy", **THREE)
    assert answer == "Not filled in yet: Cards <b>left"
    answer = piece(client, "toy", **THREE, **{"field-left-2": 1, "field-shown-0": "yes"})
    assert answer.startswith("−10 · −2 · −1 Player A")
    beans = piece(client, "toy", **THREE, **{"field-left-2": 1, "field-beans": "A, b A"})
    assert beans.startswith("0 · 1 · −1")


def test_the_number_of_players_is_chosen(client):
    page = ask(client, "toy", **THREE).content.decode()
    assert re.findall(r'name="field-left-(\d)"', page) == ["0", "1", "2"]
    wild = ask(client, "toy", **{**THREE, "number-of-players": "99"}).content.decode()
    assert re.findall(r'name="field-left-(\d)"', wild) == ["0", "1", "2", "3"]


def test_an_empty_page_offers_a_round_of_bots(client):
    page = ask(client, "simple_belote").content.decode()
    example = next(link for link in links(page) if link)
    assert re.match(r"\d+ · \d+ · \d+ · \d+ Trump", piece(client, "simple_belote", **example))
    assert "Enter how the round ended." in piece(client, "toy"), "it has no bots"
