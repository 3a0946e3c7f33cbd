"""J21-J23: what may stand in a round, and which final hands are possible."""

import pytest

from tests.games.nain_jaune_notation import (
    DEAD,
    E4,
    check,
    check_e7,
    e7,
    final,
    problem_keys,
    sheet,
)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"moves": []}, ("unknown_key", "rounds.0.moves")),
        ({"winner": 2}, ("unknown_key", "rounds.0.winner")),
        ({"evidence": "Final"}, ("not_a_choice", "rounds.0.evidence")),
        ({"scores": [-2, -7]}, ("wrong_length", "rounds.0.scores")),
        ({"scores": [-2, -7, True]}, ("not_an_integer", "rounds.0.scores.2")),
        ({"scores": [-2, -7, 8]}, ("wrong_score", "rounds.0.scores.2")),
        ({"scores": None}, ("not_a_list", "rounds.0.scores")),
        ({"left": None}, ("not_a_list", "rounds.0.left")),
        ({"left": [[], []]}, ("wrong_length", "rounds.0.left")),
        ({"left": [["QS"], [], None]}, ("not_a_list", "rounds.0.left.2")),
        ({"left": [["QS"], [], ["2S"] * 19]}, ("too_long", "rounds.0.left.2")),
        ({"taken": []}, ("not_an_object", "rounds.0.taken")),
        ({"taken": {**E4["taken"], "QH": 1}}, ("unknown_key", "rounds.0.taken.QH")),
        ({"taken": {**E4["taken"], "7D": 3}}, ("not_a_seat", "rounds.0.taken.7D")),
        ({"taken": {**E4["taken"], "7D": -1}}, ("not_a_seat", "rounds.0.taken.7D")),
        ({"taken": {**E4["taken"], "7D": False}}, ("not_a_seat", "rounds.0.taken.7D")),
    ],
)
def test_j21_only_what_is_known_stands_in_a_final(changed, problem):
    verdict = check({**E4, **changed})
    assert [(fault.code, fault.path) for fault in verdict.problems] == [problem]


@pytest.mark.parametrize("key", ["left", "taken"])
def test_j21_what_a_final_needs(key):
    verdict = check({name: value for name, value in E4.items() if name != key})
    assert problem_keys(verdict) == [("missing_key", f"rounds.0.{key}", "J21")]


@pytest.mark.parametrize("key", ["hands", "moves"])
def test_j21_what_a_transcript_needs(key):
    verdict = check_e7()
    assert verdict.ok
    round_ = {name: value for name, value in e7().items() if name != key}
    verdict = check(round_, players=8, deal="simplified")
    assert problem_keys(verdict) == [("missing_key", f"rounds.0.{key}", "J21")]


def test_j22_the_moves_of_a_transcript_are_a_list():
    verdict = check({**e7(), "moves": "0 AH"}, players=8, deal="simplified")
    assert problem_keys(verdict) == [("not_a_list", "rounds.0.moves", "J21")]


def test_j21_all_boxes_are_named():
    taken = {box: seat for box, seat in E4["taken"].items() if box != "KD"}
    assert problem_keys(check({**E4, "taken": taken})) == [
        ("missing_key", "rounds.0.taken.KD", "J21")
    ]


@pytest.mark.parametrize("raw", [None, [], 1, "final", True])
def test_j21_a_round_is_an_object(raw):
    assert problem_keys(check(raw)) == [("not_an_object", "rounds.0", "J21")]


def test_j21_every_round_names_its_evidence():
    assert problem_keys(check({})) == [("missing_key", "rounds.0.evidence", "J21")]


def test_j23_only_one_hand_is_empty():
    two = final("QS 4H", "", "", taken="7D=0 JC=0 10D=1 KD=1")
    assert problem_keys(check(two)) == [("empty_hands", "rounds.0.left", "J23")]


@pytest.mark.parametrize(
    "house", [{}, {"stall": "dead", "flow": "table"}, {"flow": "table", "deal": "simplified"}]
)
def test_j23_a_hand_is_empty_where_no_round_is_dead(house):
    dead = final("QS KH", "KS", "QD", "JS", taken="7D=0 10D=1 KD=1 JC=2")
    assert problem_keys(check(dead, players=4, **house)) == [
        ("no_empty_hand", "rounds.0.left", "J23")
    ]


def test_j23_a_dead_round_leaves_honours_only():
    assert check(DEAD, stall="dead").ok
    low = final("QS KH", "KS 3H", "QD", taken="7D=0 10D=1 KD=1 JC=2")
    assert problem_keys(check(low, stall="dead")) == [
        ("low_card_in_dead_round", "rounds.0.left.1", "J23")
    ]


def test_j23_rounds_may_die_at_the_table_with_cards_aside():
    dead = {**DEAD, "aside": ["3H"]}
    assert check(dead, stall="dead", flow="table", deal="simplified").ok


def test_j23_a_box_is_taken_if_and_only_if_its_card_was_laid():
    nobody = final("QS 4H", "KD 9C KS", "", taken="7D=0 10D=1")
    assert problem_keys(check(nobody)) == [("box_taken_by_nobody", "rounds.0.taken.JC", "J23")]
    left = final("QS 4H", "KD 9C KS", "", taken="7D=0 JC=0 10D=1 KD=1")
    assert problem_keys(check(left)) == [("box_card_not_laid", "rounds.0.taken.KD", "J23")]


def test_j23_the_card_of_an_untaken_box_may_lie_aside():
    aside = {**E4, "left": [["4H"], ["KD", "9C", "KS"], []], "aside": ["QS"]}
    assert check(aside, deal="simplified").ok
    taken = {**aside, "taken": {**E4["taken"], "QS": 0}}
    assert problem_keys(check(taken, deal="simplified")) == [
        ("box_card_not_laid", "rounds.0.taken.QS", "J23")
    ]


def test_j23_no_card_is_both_left_and_aside():
    verdict = check({**E4, "aside": ["QS"]}, deal="simplified")
    assert problem_keys(verdict) == [("card_twice", "rounds.0", "J2")]


@pytest.mark.parametrize(("cards", "is_ok"), [(4, True), (5, False)])
def test_j23_no_player_had_more_cards_than_the_largest_hand(cards, is_ok):
    left = ["QH", "JH", "", "2S 3S 4S 5S 6S"[: 3 * cards - 1], "JS", "KH", "QC", "QD"]
    verdict = check(final(*left, taken="7D=3 10D=3 JC=3 QS=0 KD=0"), players=8)
    problem = [("too_many_cards", "rounds.0.left.3", "J23")]
    assert problem_keys(verdict) == ([] if is_ok else problem)


def test_a_final_gets_all_its_problems():
    bad = final("QS 4H", "KD 9C KS", "JS", taken="KD=1")
    assert len(check(bad).problems) == 5


def test_huge_lists_are_answered_at_once():
    many = ["QS"] * 1_000_000
    assert not check(final("QS 4H", "KD 9C KS", "") | {"left": [many, [], []]}).ok
    assert not check(e7(moves=many), players=8, deal="simplified").ok
    assert not check(e7(hands=many), players=8, deal="simplified").ok
    assert not check(sheet(*range(100_000))).ok


def test_problems_of_a_round_are_bounded():
    left = [["x"] * 18, ["y"] * 18, ["z"] * 18]
    assert len(check({**E4, "left": left}).problems) == 50
