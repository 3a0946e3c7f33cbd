"""What the sensible bot sees, how strong it is, and the command line."""

import json
from random import Random

import pytest

from games.__main__ import main
from games.base import Bots
from games.njet import bot, options, rules
from tests.games.njet_notation import after, aside, board, opening, table, trick


def sensible(state):
    return bot.choose(state, Random(1), [Bots.SENSIBLE] * 8)


def answer(led, hand, *, partner=2, others=("", ""), **how):
    """Return what seat 1 plays on the card that seat 0 led."""
    state = table(led, hand, *others, partner=partner, **how)
    return sensible(after(state, trick(0, led))).card


def test_it_covers_what_is_worst_for_its_hand():
    hand = "R1 R1 R5 R6 R7 R8 R9 K9 B9 G9"
    move = sensible(opening(hand, "", "", ""))
    assert (move.row, move.cell) != ("trump", "R")
    assert (move.row, move.cell) != ("super", "R")


def test_it_keeps_a_number_of_cards_that_hands_can_spare():
    state = opening("", "", "", "", discards=[11, 3])
    for seed in range(30):
        move = bot.choose(state, Random(seed), [Bots.RANDOM] * 8)
        assert (move.row, move.cell) != ("discard", 3)


def test_it_puts_aside_what_is_weakest():
    state = table("R1 R2 B1 K2 G9", "", "", "", rules="0 2 R B 1")
    assert sorted(sensible(state).cards) == ["G9", "K2"]


def test_it_puts_aside_for_whoever_has_not_yet():
    state = after(table("R1 R2", "K2 K9", "", "", rules="0 1 R B 1"), [aside(0, "R1")])
    assert sensible(state).seat == 1


def test_it_leads_an_unbeatable_card():
    assert sensible(table("B1 B1 K3 G9", "R2", "R3", "R4")).card == "B1"
    assert sensible(table("K3 G9", "G2", "G3", "G4")).card in ("K3", "G9")


def test_it_leads_low_when_everything_can_be_beaten():
    assert sensible(table("K1 K3 K8", "R2", "R3", "K9")).card == "K3"


def test_it_takes_as_cheaply_as_it_is_safe():
    assert answer("G5", "G6 G8 G9", others=("K2", "K3")) == "G6"
    assert answer("G5", "G6 G8 G9", others=("G7", "K3")) == "G8"


def test_it_tries_when_no_card_is_safe():
    assert answer("G5", "G6 G8", others=("G9", "K3")) == "G6"


def test_it_keeps_its_good_cards_when_it_cannot_take():
    assert answer("B1", "R2 K9 K2", others=("", ""), must_trump=False) == "K2"


def test_it_gives_a_1_to_its_partner():
    assert answer("G9", "G1 G2", partner=1, others=("K2", "K3")) == "G1"
    assert answer("G5", "G1 G2", partner=1, others=("G8", "K3")) == "G2"
    assert answer("G9", "G3 G2", partner=1, others=("K2", "K3")) == "G2"


def test_it_does_not_think_about_its_only_card():
    assert answer("G9", "K9 G2") == "G2"


def test_it_plays_alone_with_a_very_good_hand():
    trumps = "R1 R1 R3 R4 R5 R6 R7 R8 R9"
    state = rules.Choosing(
        options.start({}, 3)[0],
        opening(f"{trumps} K9 G9 B9", "", "").hands,
        rules.Rules(**board("0 0 R B 1")),
    )
    assert sensible(state).partner is None
    weak = state._replace(hands=state.hands[::-1])
    assert sensible(weak).partner in (1, 2)


# the command line


def printed_lines(capsysbinary):
    return capsysbinary.readouterr().out.decode()


def test_the_calculator_prints_the_points_of_both_teams(capsysbinary):
    args = ["--value", "3", "--tricks", "6", "4", "--ones", "5", "3"]
    assert main(["score", "njet", *args]) == 0
    printed = printed_lines(capsysbinary)
    assert "Seats 0, 1:\n  18  tricks × value (6, Z10)\n  15  1s in the tricks" in printed
    assert "33  points each" in printed
    assert "21  points each" in printed


def test_the_calculator_knows_lone_players_and_french(capsysbinary):
    args = ["--players", "3", "--teams", "1", "0,2", "--value", "2", "--language", "fr"]
    assert main(["score", "njet", *args, "--tricks", "5", "6", "--ones", "4", "3"]) == 0
    printed = printed_lines(capsysbinary)
    assert "Place 1\u00a0:" in printed
    assert "18  seul\u00a0: doublé (1, Z10)\n  36  points chacun" in printed


def test_the_calculator_takes_house_rules_and_prints_json(capsysbinary):
    args = ["--players", "3", "--value", "1", "--option", "lone_double=any", "--json"]
    assert main(["score", "njet", *args, "--tricks", "6", "6", "--ones", "4", "4"]) == 0
    assert [seat["points"] for seat in json.loads(printed_lines(capsysbinary))] == [10, 10, 20]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--tricks", "6", "4", "--ones", "5", "4"], "1s of both teams: 9. Required: 8."),
        (["--tricks", "6", "4", "--ones", "5", "3", "--discard", "1"], "Required: 9"),
        (["--tricks", "6", "5", "--ones", "5", "3"], "both teams: 11. Possible: 8–10"),
        (["--tricks", "6", "5", "--ones", "5", "3", "--discard", "-1"], "choose 0, 1 or 2"),
        (
            ["--tricks", "6", "4", "--ones", "5", "3", "--teams", "0,1", "2"],
            "Missing: the fourth player",
        ),
        (["--tricks", "6", "4", "--ones", "5", "3", "--teams", "0,1", "x"], "not 0,1 x"),
        (["--tricks", "6", "4", "--ones", "5", "3", "--option", "joker=1"], "joker"),
    ],
)
def test_the_calculator_says_what_is_wrong(args, expected, capsys):
    assert main(["score", "njet", "--value", "3", *args]) == 1
    assert expected in capsys.readouterr().err


def test_the_command_line_says_that_no_hand_can_spare_so_many_cards(capsys):
    assert main(["play", "njet", "--option", "discards=[11]"]) == 2
    assert "put 11 cards aside" in capsys.readouterr().err
