"""J24: which lines of a sheet can have been played."""

from random import Random

import pytest

from games.nain_jaune import feasibility
from tests.games.nain_jaune_notation import (
    check,
    problem_keys,
    sheet,
    some_story,
    started,
    with_banks,
)

REFUSED = [("no_story", "rounds.0", "J24")]
REFUSED_FOR_ALL = [("no_story_at_all", "rounds.0", "J24")]
NO_STORY_DEAD = [("no_dead_story", "rounds.0", "J24")]


def test_j24_a_line_that_can_have_been_played():
    verdict = check(sheet(-2, -7, 9, winner=2), chips=30)
    assert (verdict.rounds[0].scores, verdict.totals) == ((-2, -7, 9), (28, 23, 39))
    assert verdict.rounds[0].breakdown[2] == {"points": 9, "items": [], "bank": 39, "winner": True}


def test_j24_the_winner_need_not_be_known():
    verdict = check(sheet(-2, -7, 9), chips=30)
    assert verdict.rounds[0].breakdown[2] == {"points": 9, "items": [], "bank": 39}


def test_j24_e6_no_chip_comes_or_goes():
    verdict = check(sheet(-1, -1, -1, 4), players=4)
    assert problem_keys(verdict) == [("sum_of_scores", "rounds.0", "J24")]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"winner": 3}, ("not_a_seat", "rounds.0.winner", "J21")),
        ({"winner": -1}, ("not_a_seat", "rounds.0.winner", "J21")),
        ({"winner": False}, ("not_a_seat", "rounds.0.winner", "J21")),
        ({"winner": None}, ("no_dead_rounds", "rounds.0.winner", "J24")),
        ({"left": []}, ("unknown_key", "rounds.0.left", "J21")),
        ({"taken": {}}, ("unknown_key", "rounds.0.taken", "J21")),
        ({"scores": [-2, -7]}, ("wrong_length", "rounds.0.scores", "J21")),
        ({"scores": [-2, -7, 9.0]}, ("not_an_integer", "rounds.0.scores.2", "J21")),
        ({"boxes_after": None}, ("not_an_object", "rounds.0.boxes_after", "J21")),
        ({"boxes_after": {"QH": 0}}, ("unknown_key", "rounds.0.boxes_after.QH", "J21")),
        ({"boxes_after": {"QS": None}}, ("not_an_integer", "rounds.0.boxes_after.QS", "J21")),
        ({"boxes_after": {"QS": -3}}, ("too_small", "rounds.0.boxes_after.QS", "J21")),
    ],
)
def test_j21_only_what_is_known_stands_in_a_sheet(changed, problem):
    assert problem_keys(check({**sheet(-2, -7, 9), **changed})) == [problem]


def test_j21_a_sheet_needs_its_scores():
    assert problem_keys(check({"evidence": "sheet"})) == [("missing_key", "rounds.0.scores", "J21")]


@pytest.mark.parametrize("boxes", [{}, {"QS": 0}])
def test_j24_boxes_are_empty_after_a_won_round(boxes):
    assert check(sheet(-2, -7, 9, winner=2, boxes_after=boxes)).ok
    verdict = check(sheet(-2, -7, 9, winner=2, boxes_after={"QS": 3}), stall="dead")
    assert problem_keys(verdict)[0] == ("box_not_empty", "rounds.0.boxes_after.QS", "J24")
    verdict = check(sheet(-2, -7, 6, boxes_after={"QS": 3}))
    assert problem_keys(verdict) == [("box_not_empty", "rounds.0.boxes_after.QS", "J24")]


def test_j24_1_no_bank_is_below_zero():
    lost = sheet(-11, -7, 18, winner=2)
    problem = ("bank_below_zero", "rounds.0.scores.0", "J24")
    assert problem_keys(check(lost, chips=10)) == [problem]
    assert check(lost, chips=10, penalty="debt").ok


def test_j24_2_a_loser_pays_at_least_one_chip():
    assert check(sheet(-6, -6, 12, winner=2)).ok
    assert check(sheet(4, -3, -1, winner=2)).ok
    assert problem_keys(check(sheet(4, -2, -2, winner=2))) == REFUSED


def test_j24_2_boxes_bring_n_chips_each():
    assert check(sheet(9, -6, -3, winner=2)).ok
    assert problem_keys(check(sheet(10, -6, -4, winner=2))) == REFUSED
    assert problem_keys(check(sheet(9, -3, -6, winner=2))) == REFUSED


def test_j24_2_only_a_bank_of_zero_may_owe_more():
    assert check(sheet(-5, 9, -4, winner=2), chips=5).ok
    assert problem_keys(check(sheet(-5, 9, -4, winner=2), chips=5, penalty="debt")) == REFUSED
    assert problem_keys(check(sheet(-5, 9, -4, winner=2), chips=6)) == REFUSED


def test_j24_2_a_bank_of_zero_may_even_owe_the_nain_jaune():
    state = with_banks([5, 5, 50])
    assert feasibility.could_win(state, [-5, 9, -4], 2)
    assert not feasibility.could_win(state, [-5, 13, -8], 2)


def test_j24_2_boxes_hold_what_a_dead_round_left():
    dead = sheet(-2, -2, -2, winner=None, boxes_after={"JC": 3, "QS": 3})
    assert check(dead, sheet(0, -10, 16, winner=2), stall="dead").ok
    verdict = check(dead, sheet(0, -10, 10, winner=2), stall="dead")
    assert problem_keys(verdict) == [("sum_of_scores", "rounds.1", "J24")]


def test_j24_4_the_cards_left_are_limited():
    state = with_banks([90, 90, 90])
    assert feasibility.could_win(state, [-33, -28, 61], 2)
    assert not feasibility.could_win(state, [-34, -28, 62], 2)


def test_j24_5_a_hand_is_limited():
    assert check(sheet(-39, -6, 45, winner=2)).ok
    assert problem_keys(check(sheet(-40, -6, 46, winner=2))) == REFUSED


def test_j24_5_the_winner_has_laid_his_hand():
    state = with_banks([90, 90, 90], deal="simplified")
    assert feasibility.could_win(state, [-5 - 25, -5 - 25, 60], 2)
    assert not feasibility.could_win(state, [-5 - 25, -5 - 26, 61], 2)


def test_j24_6_a_dead_round():
    dead = sheet(-2, -2, -2, winner=None, boxes_after={"JC": 3, "QS": 3})
    verdict = check(dead, stall="dead")
    assert (verdict.ok, verdict.totals) == (True, (48, 48, 48))
    assert check({**dead, "evidence": "sheet"}, stall="dead").ok
    assert check({key: dead[key] for key in dead if key != "winner"}, stall="dead").ok


def test_j24_6_no_player_pays_in_a_dead_round():
    dead = sheet(-1, -3, -2, winner=None, boxes_after={"JC": 3, "QS": 3})
    assert problem_keys(check(dead, stall="dead")) == NO_STORY_DEAD
    dead = sheet(-8, 4, -2, winner=None, boxes_after={"JC": 3, "QS": 3})
    assert problem_keys(check(dead, stall="dead")) == NO_STORY_DEAD


def test_j24_6_the_boxes_of_low_cards_are_taken_unless_aside():
    dead = sheet(-2, -2, -2, winner=None, boxes_after={"7D": 3, "QS": 3})
    assert problem_keys(check(dead, stall="dead")) == NO_STORY_DEAD
    assert check(dead, stall="dead", deal="simplified").ok
    both = sheet(-2, -2, -2, winner=None, boxes_after={"7D": 3, "10D": 3})
    assert problem_keys(check(both, stall="dead", deal="simplified")) == NO_STORY_DEAD


def test_j24_6_a_box_holds_all_its_chips_or_none():
    dead = sheet(-2, -2, -2, winner=None, boxes_after={"JC": 2, "QS": 4})
    assert problem_keys(check(dead, stall="dead")) == [
        ("box_holds_other", "rounds.0.boxes_after.JC", "J24"),
        ("box_holds_other", "rounds.0.boxes_after.QS", "J24"),
    ]


def test_j24_6_chips_that_stay_must_be_stated():
    dead = sheet(-2, -2, -2, winner=None)
    assert problem_keys(check(dead, stall="dead")) == [("sum_of_scores", "rounds.0", "J24")]


def test_j24_6_a_line_without_winner_may_be_a_dead_round():
    line = sheet(3, -1, -1, -1)
    assert problem_keys(check(line, players=4)) == REFUSED_FOR_ALL
    assert check(line, players=4, stall="dead").ok
    assert problem_keys(check(sheet(2, 0, -1, -1), players=4, stall="dead")) == REFUSED_FOR_ALL


@pytest.mark.parametrize("house", [{}, {"stall": "dead", "flow": "table"}])
def test_j24_6_dead_only_where_rounds_can_die(house):
    verdict = check(sheet(-2, -2, -2, winner=None, boxes_after={"JC": 3, "QS": 3}), **house)
    assert problem_keys(verdict)[0] == ("no_dead_rounds", "rounds.0.winner", "J24")


def test_a_sheet_gets_all_its_problems():
    verdict = check(sheet(-51, True, 5.5, winner=7, boxes_after={"QS": -1}, taken={}))
    assert len(verdict.problems) == 5
    verdict = check(sheet(-51, -51, 5, winner=0, boxes_after={"QS": 1, "JC": 1}), stall="dead")
    assert len(verdict.problems) == 5


@pytest.mark.parametrize(
    ("scores", "wrong", "codes"),
    [
        ((-51, 20, 31), {"left": []}, ["unknown_key", "bank_below_zero"]),
        ((-51, 20, 31), {"winner": 9}, ["not_a_seat", "bank_below_zero"]),
        ((-51, 20, 31), {"winner": None}, ["no_dead_rounds", "bank_below_zero"]),
        ((-51, 20, 31), {"boxes_after": {"QS": -1}}, ["too_small", "bank_below_zero"]),
        ((-1, -1, 4), {"left": []}, ["unknown_key", "sum_of_scores"]),
        ((10, 10, -20), {"winner": 9}, ["not_a_seat", "no_story_at_all"]),
        ((-2, 10, -8), {"winner": 0, "left": []}, ["unknown_key", "no_story"]),
        ((-2, -7, 9), {"boxes_after": {"QS": 3, "QH": 3}}, ["unknown_key", "box_not_empty"]),
        ((-2, -7, 6), {"boxes_after": {"QH": 3}}, ["unknown_key"]),
        ((-2, -7), {"boxes_after": {"QS": 3}}, ["wrong_length", "box_not_empty"]),
    ],
)
def test_unreadable_parts_of_a_sheet_hide_no_other_problem(scores, wrong, codes):
    assert [code for code, _, _ in problem_keys(check(sheet(*scores, **wrong)))] == codes


def test_numbers_may_be_huge():
    assert not check(sheet(-(10**3000), 0, 10**3000)).ok
    assert not check(sheet(-(10**3000), 0, 10**3000), penalty="debt").ok
    assert not check(sheet(1, 1, 1, winner=0, boxes_after={"QS": 10**4000}), stall="dead").ok
    rich = check(sheet(-6, -6, 12), chips=10**100)
    assert rich.to_json("fr")["totals"][2] == 10**100 + 12


@pytest.mark.parametrize(
    ("players", "house", "scores"),
    [
        (8, {}, [-14, -15, -16, -13, -12, -11, -10, 91]),
        (8, {"deal": "simplified"}, [-14, -15, -16, -13, -12, -11, -10, 91]),
        (8, {}, [-6, -7, -8, -9, -10, -11, -12, 63]),
        (8, {"penalty": "debt"}, [-16, -7, -8, 2, 3, -11, 18, 19]),
        (8, {}, [2, 2, 2, 2, 2, 2, 2, -14]),
        (7, {"stall": "dead"}, [-5, -5, -5, 2, 3, 4, 6]),
    ],
)
def test_a_line_is_judged_at_once(players, house, scores):
    verdict = check(sheet(*scores), players=players, **house)
    assert all(problem.clause == "J24" for problem in verdict.problems)


def random_line(rng):
    """Return a random state and changes of the banks near what hands can hold.

    The banks and boxes of the state are random, too.
    """
    house = {
        "deal": rng.choice(["classic", "simplified"]),
        "penalty": rng.choice(["partial", "debt"]),
    }
    seats = rng.choice([2, 3, 3])
    banks = [rng.choice([rng.randint(0, 5), rng.randint(5, 60)]) for _ in range(seats)]
    boxes = [rng.choice([0, 0, 3, 6]) for _ in range(5)]
    state = with_banks(banks, boxes, stall="dead", **house)
    spread = rng.choice([(-45, 12), (-38, -24)])
    return state, [max(rng.randint(*spread), -rng.choice([bank, 60])) for bank in banks]


@pytest.mark.parametrize("seed", range(12))
def test_j24_the_search_finds_a_story_if_and_only_if_there_is_one(seed):
    state, scores = random_line(Random(seed))
    assert feasibility.could_win(state, scores, 0) == some_story(state, scores, 0)


@pytest.mark.long
def test_j24_the_search_agrees_with_every_hand_on_many_lines():
    rng = Random("lines")
    for _ in range(30):
        state, scores = random_line(rng)
        assert feasibility.could_win(state, scores, 1) == some_story(state, scores, 1)


def test_stakes_of_a_new_match():
    assert started(8).stakes == (8,) * 5


def test_j24_chips_instead_of_gains_are_named():
    verdict = check(sheet(28, 23, 39, winner=2), chips=30)
    assert problem_keys(verdict) == [("chips_not_gains", "rounds.0", "J24")]
    assert "-2, -7, 9" in verdict.problems[0].message("en")
    other = check(sheet(28, 23, 40, winner=2), chips=30)
    assert problem_keys(other) == [("sum_of_scores", "rounds.0", "J24")]
