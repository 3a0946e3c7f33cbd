"""Belote as a package from outside: partners, final evidence, and all that it describes."""

from random import Random
from typing import Any

import pytest

from games import GAMES, guard, record
from games.__main__ import main
from games.base import Evidence, levels_of, paper_for
from games.drawing import Colour
from tests.outside_games import EXAMPLES, installed

NAMES = ["Ada", "Bob", "Zoé", "Dov"]
HEARTS = [f"{rank}H" for rank in ("A", "10", "K", "Q", "J", "9", "8", "7")]
CLUBS = [code.replace("H", "C") for code in HEARTS]
MADE: dict[str, Any] = {  # 62 points of trump, 30 of clubs, and the last trick
    "evidence": "final",
    "trump": "H",
    "taker": 0,
    "taken": [*HEARTS, *CLUBS],
    "last": 2,
    "belote": 0,
}


@pytest.fixture
def belote():
    with installed(EXAMPLES):
        yield GAMES["simple_belote"]


def match(*rounds, **options):
    return record.write("simple_belote", options, NAMES, rounds)


def refusals(raw):
    assert guard.failures() == []
    return [(problem.code, problem.path, problem.clause) for problem in record.check(raw).problems]


def test_final_cards_give_the_scores_of_both_sides(belote):
    verdict = record.check(match(MADE))
    assert verdict.problems == ()
    assert verdict.rounds[0].scores == (122, 60, 122, 60)
    lines: Any = verdict.rounds[0].breakdown
    mine, theirs, *_ = lines
    assert [(item["code"], item["points"]) for item in mine["items"]] == [
        ("cards", 92),
        ("last", 10),
        ("belote", 20),
    ]
    assert (mine["members"], theirs["members"]) == ([0, 2], [1, 3])
    assert verdict.places == (1, 3, 1, 3)


def test_a_taker_without_enough_points_gets_none(belote):
    few = {**MADE, "taken": CLUBS, "last": 1}
    assert record.check(match(few)).rounds[0].scores == (20, 162, 20, 162)
    all_tricks = {**few, "taken": []}
    assert record.check(match(all_tricks)).rounds[0].scores == (20, 252, 20, 252)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"taken": HEARTS[:6]}, ("not_whole_tricks", "rounds.0.taken", "B1")),
        ({"taken": [], "last": 0}, ("last_without_trick", "rounds.0.last", "B3")),
        ({"taken": ["AX", *HEARTS[:7]]}, ("not_a_card", "rounds.0.taken.0", "B1")),
        ({"taken": ["AH", "AH", "KH", "QH"]}, ("too_many_copies", "rounds.0.taken.1", "B1")),
        ({"taken": "AH"}, ("not_a_list", "rounds.0.taken", "B1")),
        ({"trump": "X"}, ("not_a_choice", "rounds.0.trump", "B1")),
        ({"taker": 4}, ("not_a_seat", "rounds.0.taker", "B1")),
        ({"taker": None}, ("not_a_seat", "rounds.0.taker", "B1")),
        ({"deal": 1}, ("unknown_key", "rounds.0.deal", "B1")),
        ({"scores": [121, 60, 122, 60]}, ("wrong_score", "rounds.0.scores.0", "B1")),
        ({"scores": [1]}, ("wrong_length", "rounds.0.scores", "B1")),
    ],
)
def test_a_refusal_has_path_and_clause(change, expected, belote):
    assert refusals(match({**MADE, **change})) == [expected]


def test_a_missing_entry_is_named_by_its_label(belote):
    raw = {key: value for key, value in MADE.items() if key != "taker"}
    (problem,) = record.check(match(raw)).problems
    assert (problem.path, problem.message()) == ("rounds.0.taker", "Missing: Taker.")
    assert problem.message("fr") == "Il manque\u00a0: Preneur."


def test_a_house_rule_turns_belote_off(belote):
    assert refusals(match(MADE, belote=False)) == [("no_belote", "rounds.0.belote", "B6")]
    assert record.check(match({**MADE, "belote": None}, belote=False)).ok


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([90, 72, 90, 71], [("partners_share", "rounds.0.scores.3", "B1")]),
        ([90, 73, 90, 73], [("impossible_sum", "rounds.0.scores", "B3")]),
        ([200, 52, 200, 52], [("loser_of_capot", "rounds.0.scores.1", "B5")]),
        ([252, 20, 252, 20], []),
    ],
)
def test_partners_share_the_scores_of_a_sheet(scores, expected, belote):
    assert refusals(match({"evidence": "sheet", "scores": scores})) == expected


def test_refusals_are_said_in_three_languages(belote):
    (problem,) = record.check(match({"evidence": "sheet", "scores": [90, 72, 90, 71]})).problems
    assert problem.message() == "Dov has the points of the partner: enter 72, not 71."
    assert problem.message("fr") == "Dov a les points de son partenaire\u00a0: indiquez 72, pas 71."
    assert problem.message("de") == (
        "Dov hat dieselben Punkte wie der Partner: Geben Sie 72 ein, nicht 71."
    )


@pytest.mark.parametrize("evidence", ["sheet", "final"])
def test_bots_play_it(evidence, belote, capsys, tmp_path):
    options = ["--matches", "5", "--evidence", evidence]
    assert main(["play", "simple_belote", "--players", "4", *options]) == 0
    (tmp_path / "played.ndjson").write_text(capsys.readouterr().out)
    assert main(["check", "--ndjson", str(tmp_path / "played.ndjson")]) == 0


def test_it_describes_itself(belote):
    assert levels_of(belote) == [Evidence.SHEET, Evidence.FINAL]
    assert belote.sides == {4: ((0, 2), (1, 3))}
    options = {"target": 501, "belote": True}
    words = belote.progress(options, [122, 60, 122, 60], [[122, 60, 122, 60]])
    assert words is not None
    assert words.say("fr") == "379 points à faire"
    trump, mine, theirs = belote.drawing(options, MADE, 4)
    assert [tile.text for tile in trump.tiles] == ["♥"]
    assert mine.tiles[4].text.say("fr") == "V♥"
    assert mine.tiles[4].name.say("de") == "Herz Bube"
    assert mine.tiles[4].colour is Colour.RED
    assert (len(mine.tiles), list(theirs.seats)) == (16, [1, 3])
    assert belote.drawing(options, {"evidence": "sheet", "scores": [90, 72] * 2}, 4) == ()
    paper = paper_for(belote, options, 4)
    assert [hint.say("en") for hint in paper.hints] == [
        "Partners, by their seats: 1+3 – 2+4.",
        "Played to 501 points.",
    ]
    assert [boxes.label.say("de") for boxes in paper.lines[0]] == [
        "Trumpf",
        "Spielmacher",
        "Belote",
    ]
    assert guard.failures() == []


def test_random_rounds_have_the_points_of_a_round(belote):
    for seed in range(50):
        played = record.play("simple_belote", Random(seed), NAMES, "final")
        for round_ in record.check(played).rounds:
            assert sum(round_.scores) / 2 in {162, 182, 252, 272}
