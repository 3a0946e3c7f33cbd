"""Z11-Z14: the match, its options, and records of any shape."""

import json
import tracemalloc
from random import Random

import pytest

from games import GAMES, record
from games.base import Bots, Evidence
from games.njet import messages, options
from problems.text import Text
from tests.games.njet_notation import CAST, HOUSE, check, final, match, play, problem_keys, sheet

NJET = GAMES["njet"]
EIGHT = [sheet(10, 10, 8, 8)] * 8


def test_z11_the_match_ends_after_eight_rounds():
    verdict = check(*EIGHT)
    assert (verdict.over, verdict.totals) == (True, (80, 80, 64, 64))
    assert not check(*EIGHT[1:]).over


def test_z11_the_number_of_rounds_is_a_house_rule():
    assert check(*EIGHT[:1], rounds=1).over
    assert not check(*EIGHT, rounds=9).over


@pytest.mark.parametrize("more", [sheet(10, 10, 8, 8), {"evidence": "nonsense"}, None])
def test_z11_a_round_after_the_end_is_a_problem_at_that_round(more):
    verdict = check(*EIGHT, more)
    assert problem_keys(verdict) == [("njet_match_over", "rounds.8", "Z11")]
    assert verdict.totals == (80, 80, 64, 64)


def test_z11_equal_totals_share_a_place():
    rounds = [sheet(36, 32, 32, 36), sheet(33, 33, 21, 21), sheet(19, 15, 27, 4)]
    verdict = check(*rounds[:2])
    assert (verdict.totals, verdict.places) == ((69, 65, 53, 57), (1, 2, 4, 3))
    assert check(sheet(14, 14, 22, 22)).places == (3, 3, 1, 1)


def test_z14_left_out_options_take_their_default():
    state, _ = record.start("njet", {}, 4)
    assert NJET.write_options(state) == {
        "rounds": 8,
        "discards": [0, 1, 2],
        "super_none": False,
        "super_suit": "printed",
        "must_trump": True,
        "equal_ones": "first",
        "lone_double": "starter",
    }


@pytest.mark.parametrize(
    "rules",
    [
        HOUSE,
        {"rounds": 1},
        {"rounds": 10**30},
        {"discards": [2]},
        {"discards": [5, 0, 10**30]},
        {"discards": [*range(1000)]},
    ],
)
def test_z14_house_rules_are_kept(rules):
    state, problems = record.start("njet", rules, 3)
    assert problems == []
    round_ = NJET.write_options(state)
    assert round_ == round_ | rules
    again, _ = record.start("njet", round_, 3)
    assert again == state


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ({"rounds": 0}, ("too_small", "options.rounds", "Z14")),
        ({"rounds": True}, ("not_an_integer", "options.rounds", "Z14")),
        ({"rounds": 8.0}, ("not_an_integer", "options.rounds", "Z14")),
        ({"rounds": None}, ("not_an_integer", "options.rounds", "Z14")),
        ({"discards": []}, ("no_discards", "options.discards", "Z14")),
        ({"discards": 2}, ("not_a_list", "options.discards", "Z14")),
        ({"discards": [0, 1, 0]}, ("discards_twice", "options.discards.2", "Z14")),
        ({"discards": [0, -1]}, ("too_small", "options.discards.1", "Z14")),
        ({"discards": [0, True]}, ("not_an_integer", "options.discards.1", "Z14")),
        ({"discards": [0, [1]]}, ("not_an_integer", "options.discards.1", "Z14")),
        ({"discards": [0, 1.0]}, ("not_an_integer", "options.discards.1", "Z14")),
        ({"super_none": 1}, ("not_a_flag", "options.super_none", "Z14")),
        ({"super_none": "true"}, ("not_a_flag", "options.super_none", "Z14")),
        ({"must_trump": None}, ("not_a_flag", "options.must_trump", "Z14")),
        ({"super_suit": "both"}, ("not_a_choice", "options.super_suit", "Z14")),
        ({"super_suit": ["trump"]}, ("not_a_choice", "options.super_suit", "Z14")),
        ({"equal_ones": "second"}, ("not_a_choice", "options.equal_ones", "Z14")),
        ({"lone_double": True}, ("not_a_choice", "options.lone_double", "Z14")),
        ({"joker": 1}, ("unknown_key", "options.joker", "Z14")),
    ],
)
def test_z14_other_options_are_problems(rules, problem):
    assert problem_keys(check(sheet(10, 10, 8, 8), **rules)) == [problem]


def test_z14_options_are_an_object():
    broken = match(*EIGHT) | {"options": [1]}
    assert problem_keys(record.check(broken)) == [("not_an_object", "options", "Z14")]


def test_z14_the_number_of_reported_problems_is_limited():
    _, problems = options.start({"discards": [None] * 1000}, 4)
    assert len(problems) == 50


@pytest.mark.parametrize(
    ("round_", "problem"),
    [
        (None, ("not_an_object", "rounds.0", "Z13")),
        ([], ("not_an_object", "rounds.0", "Z13")),
        ({}, ("missing_key", "rounds.0.evidence", "Z13")),
        ({"evidence": "Sheet"}, ("not_a_choice", "rounds.0.evidence", "Z13")),
        ({"evidence": None}, ("not_a_choice", "rounds.0.evidence", "Z13")),
        ({"evidence": ["sheet"]}, ("not_a_choice", "rounds.0.evidence", "Z13")),
    ],
)
def test_z13_a_round_says_what_it_is(round_, problem):
    assert problem_keys(check(round_)) == [problem]


def test_z13_missing_keys_are_problems():
    missing = {path for _, path, _ in problem_keys(check({"evidence": "final"}))}
    assert missing == {f"rounds.0.{key}" for key in ("rules", "teams", "tricks", "ones")}
    missing = {path for _, path, _ in problem_keys(check({"evidence": "transcript"}))}
    assert missing == {f"rounds.0.{key}" for key in ("hands", "njet_first", "moves")}


def test_z13_the_evidence_of_a_match_is_its_weakest():
    strong = final("0 0 R B 3", "01 23", (6, 4), (5, 3))
    assert check(strong, sheet(10, 10, 8, 8)).evidence is Evidence.SHEET


# bots and what they write


HOUSES = [
    {},
    HOUSE,
    {"discards": [2], "rounds": 2},
    {"discards": [0, 50], "rounds": 3},
    {"discards": [9, 3, 10], "rounds": 4},
    {"super_suit": "trump"},
    {"must_trump": False, "super_none": True},
]


@pytest.mark.parametrize("house", HOUSES, ids=json.dumps)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
@pytest.mark.parametrize("bots", ["random", "sensible"])
def test_matches_of_bots_pass_the_check(house, players, evidence, bots):
    played = play(Random(players), CAST[:players], evidence, options=house, bots=bots)
    verdict = record.check(played)
    assert (verdict.ok, verdict.over) == (True, True)
    assert len(played["rounds"]) == house.get("rounds", 8)


def test_the_same_seed_plays_the_same_match():
    one, same, other = (play(Random(seed), CAST, "transcript") for seed in (1, 1, 2))
    assert one == same != other


def test_a_round_that_cannot_be_played_is_not_begun():
    state, _ = record.start("njet", {"discards": [13, 11]}, 4)
    with pytest.raises(ValueError, match="put 11 cards aside: a hand has only 10"):
        NJET.play_round(state, Random(1), Evidence.SHEET, bots=[Bots.SENSIBLE] * 8)


def test_z4_the_first_njet_moves_on_by_one_each_round():
    played = play(Random(1), CAST[:3], "transcript")
    assert [round_["njet_first"] for round_ in played["rounds"]] == [0, 1, 2, 0, 1, 2, 0, 1]


def test_a_breakdown_is_ready_for_json():
    played = play(Random(1), CAST[:3], "transcript")
    for round_ in record.check(played).rounds:
        assert json.loads(json.dumps(list(round_.breakdown))) == list(round_.breakdown)
        assert tuple(seat["points"] for seat in round_.breakdown) == round_.scores


def test_messages_name_the_players():
    actual = record.check(match(final("2 0 R B 3", "01 23", (6, 4), (5, 3)))).problems
    assert actual[0].message().startswith("Zoé is the start player")
    assert actual[0].message("fr").startswith("Zoé est le premier joueur")


# odd values


ODD: list[object] = [
    None,
    True,
    -1,
    0,
    10**40,
    0.5,
    "",
    "R1",
    "none",
    [],
    [[]],
    [0, 0],
    {},
    {"do": "card"},
]


def places(value, path=()):
    """Yield the path to every value inside a record."""
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value)
    for step, child in children:
        if isinstance(child, dict | list):
            yield from places(child, (*path, step))
        else:
            yield (*path, step)


def changed(record_, path, odd):
    copy = json.loads(json.dumps(record_))
    inside = copy
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = odd
    return copy


@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
def test_any_value_anywhere_gets_a_verdict(evidence):
    whole = play(Random(2), CAST[:3], evidence, options={"rounds": 1})
    rng = Random(evidence)
    ways = [path for path in places(whole) if path]
    for path in rng.sample(ways, min(len(ways), 60)):
        for odd in ODD:
            actual = record.check(changed(whole, path, odd)).to_json("fr")
            assert json.loads(json.dumps(actual)) == actual


@pytest.mark.timeout(5)
@pytest.mark.parametrize("evidence", ["sheet", "final", "transcript"])
def test_huge_lists_are_refused_at_once(evidence):
    whole = play(Random(2), CAST, evidence, options={"rounds": 1})
    for key in whole["rounds"][0]:
        huge = changed(whole, ("rounds", 0, key), [[0] * 10] * 50_000)
        assert len(record.check(huge).problems) <= 50


@pytest.mark.timeout(5)
def test_a_huge_row_of_discards_is_bearable():
    whole = play(Random(2), CAST, "transcript", options={"discards": [2], "rounds": 1})
    huge = changed(whole, ("options", "discards"), [*range(100_000)])
    tracemalloc.start()
    verdict = record.check(huge)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert problem_keys(verdict)[0][0] == "other_phase"
    assert peak < 50_000_000, "a set of one cell for each cell would be 600 MB"


def test_every_message_has_a_clause():
    texts = [text for text in vars(messages).values() if isinstance(text, Text)]
    assert all(text.clause.startswith("Z") for text in texts)
