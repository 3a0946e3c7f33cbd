"""N14-N27: groupings, bonuses and what they add up to, with the examples E1 to E6."""

import pytest

from games.neurotrio import cards, score
from games.neurotrio.options import Distinct, DuoTrio
from tests.games import notation
from tests.games.notation import check, final, problem_keys, sheet
from tests.games.states import options_of

DEFAULT = options_of("neurotrio")
ONCE = options_of("neurotrio", duo_trio=DuoTrio.ONCE)
GROUPS = options_of("neurotrio", distinct=Distinct.GROUPS)


def best(card_codes, *, finisher=False, options=DEFAULT):
    return score.best(card_codes.split(), finisher, options)


def points(cards, **how):
    return best(cards, **how).points


def earned(cards, **how):
    """Return the points of the best grouping by item."""
    return {item["code"]: item["points"] for item in best(cards, **how).items}


def announce(hand, duos, trios, **more):
    """Return the verdict on a round in which seat 0 announces this grouping."""
    grouping = {"duos": [d.split() for d in duos], "trios": [t.split() for t in trios]}
    return check(final(hand, "", groupings=[grouping, None], **more), minimums=[11, 11])


EXAMPLES = {
    "E1": (notation.GRAAL, True, DEFAULT, 22),
    "E2": ("2CN 2CN 1CN 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB", True, DEFAULT, 16),
    "E3": (notation.BARE, True, DEFAULT, 11),
    "E4": ("1CN 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB 2CN", False, DEFAULT, 11),
    "E5": ("1CN 1CV 1EN 1EB 1RV 2CN 2EV 2RB 3CB 3EN", False, DEFAULT, 3),
    "E5 groups": ("1CN 1CV 1EN 1EB 1RV 2CN 2EV 2RB 3CB 3EN", False, GROUPS, 0),
    "E6": ("2EB 2EB 2EV 1CN 1CN 3RN 3RN 1RV 1RV 3CB", False, DEFAULT, 2),
}


@pytest.mark.parametrize(
    ("cards", "finisher", "options", "expected"), EXAMPLES.values(), ids=EXAMPLES
)
def test_examples_of_the_rules(cards, finisher, options, expected):
    assert points(cards, finisher=finisher, options=options) == expected


def test_e1_item_by_item():
    assert earned(notation.GRAAL, finisher=True) == {
        "trios": 6,
        "distinct": 2,
        "three_trios": 2,
        "duo_trio": 1,
        "duo_two_trios": 1,
        "finish": 5,
        "graal": 5,
    }


def test_e2_item_by_item():
    cards = "2CN 2CN 1CN 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB"
    expected = {"trios": 6, "distinct": 3, "three_trios": 2, "finish": 5}
    assert earned(cards, finisher=True) == expected


def test_e7_three_trios_without_a_duo_cannot_finish():
    assert best("1CN 1CV 1CB 2EN 2EV 2EB 3RN 3RV 3RB 1EN 2CN", finisher=True) is None


def test_n14_there_are_27_lines_of_three_types():
    assert len(cards.LINES) == 27
    assert {cards.number_of_types(line.types) for line in cards.LINES} == {3}


def test_n15_there_are_seven_trios_on_each_line():
    assert len(cards.TRIOS) == 189
    assert {len(line.trios) for line in cards.LINES} == {7}


@pytest.mark.parametrize("trio", ["1CN 1CV 1CB", "1CN 1CN 1CV", "1CN 2CN 3CN", "2EB 2EB 2RB"])
def test_n15_a_trio_earns_two_points(trio):
    assert earned(trio) == {"trios": 2}


@pytest.mark.parametrize("three", ["1CN 1EV 1RB", "1CN 1CN 2EN", "1CN 1CV 1EN", "1CN 1CV 2CN"])
def test_n15_three_cards_off_a_line_are_no_trio(three):
    assert earned(three) == {}
    refused = announce(f"{three} 2RV 3RV 3EV 2EV 3EB 2CB 3CB", [], [three])
    assert problem_keys(refused) == [("not_a_trio", "rounds.0.groupings.0.trios.0", "N15")]


def test_n15_two_different_cards_are_no_duo():
    refused = announce("1CN 1CV 1EN 1EB 1RV 2CN 2EV 2RB 3CB 3EN", ["1CN 1CV"], [])
    assert problem_keys(refused) == [("not_a_duo", "rounds.0.groupings.0.duos.0", "N15")]


def test_n16_the_pair_inside_a_trio_is_no_duo():
    scored = best("2EB 2EB 2EV")
    assert (scored.grouping.duos, len(scored.grouping.trios)) == ((), 1)


def test_n16_no_card_is_used_twice():
    refused = announce("2EB 2EB 2EV 1CN 1CN 3RN 3RN 1RV 1RV 3CB", ["2EB 2EB"], ["2EB 2EB 2EV"])
    assert problem_keys(refused) == [("grouped_not_held", "rounds.0.groupings.0", "N35")]


def test_n16_a_finisher_has_one_duo_and_three_trios():
    trios = ["1CV 1CV 1CB", "1EN 1EV 1EB"]
    refused = announce(notation.GRAAL, ["1CN 1CN"], trios, finisher=0)
    assert problem_keys(refused) == [("grouping_of_finisher", "rounds.0.groupings.0", "N16")]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("1CN 1EV 1RB 2CV 2EB 2RN 3CB", 0),
        ("1CN 1EV 1RB 2CV 2EB 2RN 3CB 3EN", 1),
        ("1CN 1EV 1RB 2CV 2EB 2RN 3CB 3EN 3RV", 2),
        ("1CN 1EV 1RB 2CV 2EB 2RN 3CB 3EN 3RV 1CV", 3),
        ("1CN 1EV 1RB 2CV 2EB 2RN 3CB 3EN 3RV 1CV 1EN", 3),
    ],
)
def test_n17_different_cards_earn_by_their_number(cards, expected):
    assert earned(cards).get("distinct", 0) == expected


def test_n17_with_distinct_groups_only_grouped_cards_count():
    cards = "1CN 1CV 1CB 1EN 1EV 1EB 2RN 2RN 3CV 3RB"
    assert earned(cards)["distinct"] == 2
    assert "distinct" not in earned(cards, options=GROUPS)


def test_n17_with_distinct_groups_the_grouping_with_more_different_cards_is_the_best():
    cards = "2CV 3EB 2CN 2CB 3EV 2RN 2RN 3EN 3EV 1RN"
    assert best(cards).grouping.trios[2].cards == ("3EN", "3EV", "3EV")
    chosen = best(cards, options=GROUPS)
    assert chosen.grouping.trios[2].cards == ("3EN", "3EV", "3EB")
    assert earned(cards, options=GROUPS) == {"trios": 6, "distinct": 1}


def test_n18_two_trios_on_a_line_earn_two():
    assert earned("1CN 1CN 1CV 1CV 1CB 1CB")["trio_pairs"] == 2
    assert "trio_pairs" not in earned("1CN 1CV 1CB 1EN 1EV 1EB")


def test_n19_three_trios_with_one_attribute_in_common_earn_two():
    assert earned("1CN 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB")["three_trios"] == 2
    assert "three_trios" not in earned("1CN 1CV 1CB 1EN 1EV 1EB 2RN 2RV 2RB")


def grouped(duos, *trios, options=DEFAULT):
    """Return the points of exactly this grouping by item."""
    chosen = tuple(cards.TRIOS[cards.deck_part(trio.split())] for trio in trios)
    grouping = score.Grouping(tuple(map(cards.Card, duos.split())), chosen)
    scored = score.score(grouping.pile, grouping, finisher=False, options=options)
    return {item["code"]: item["points"] for item in scored.items}


@pytest.mark.parametrize(("options", "expected"), [(DEFAULT, 2), (ONCE, 1)])
def test_n20_each_duo_on_the_line_of_a_trio_earns_one(options, expected):
    actual = grouped("1CN 1EN", "1CV 1CV 1CB", "1EV 1EV 1EB", options=options)
    assert actual["duo_trio"] == expected


def test_n20_a_single_duo_earns_the_same_with_once():
    assert grouped("1CN", "1CV 1CV 1CB", options=ONCE)["duo_trio"] == 1


def test_n20_a_duo_off_the_line_earns_no_points():
    assert "duo_trio" not in earned("2CN 2CN 1EN 1EV 1EB")


def test_n21_a_duo_and_two_trios_with_one_attribute_earn_one_only_once():
    assert earned("1RN 1RN 1CN 1CV 1CB 1EN 1EV 1EB")["duo_two_trios"] == 1
    assert "duo_two_trios" not in earned("2RN 2RN 1CN 1CV 1CB 1EN 1EV 1EB")


def test_n22_two_duos_and_a_trio_with_one_attribute_earn_one():
    assert grouped("1RN 1EV", "1CN 1CV 1CB")["two_duos_trio"] == 1
    assert "two_duos_trio" not in grouped("1RN 2EV", "1CN 1CV 1CB")


def test_n22_counts_only_once():
    assert grouped("1RN 1EV 1RB", "1CN 1CV 1CB")["two_duos_trio"] == 1


def test_n23_what_two_of_three_groups_share_is_not_in_common():
    assert "duo_two_trios" not in earned("1RN 1RN 1CN 1CV 1CB 2EN 2EV 2EB")


def test_n24_only_the_finisher_gets_five():
    assert earned(notation.BARE, finisher=True)["finish"] == 5
    assert "finish" not in earned(notation.BARE.rsplit(" ", 1)[0])


def test_n25_seventeen_points_earn_the_graal():
    scored = best(notation.GRAAL, finisher=True)
    assert (scored.natural, scored.points) == (17, 22)


def test_n25_sixteen_points_do_not():
    assert "graal" not in earned(EXAMPLES["E2"][0], finisher=True)


TWO_WAYS = "1CN 1CN 1CV 1CV 1CB 1EN 1EV 1EB 2RN 3RN"


def test_n26_the_best_grouping_counts_where_none_is_announced():
    verdict = check(final(TWO_WAYS, ""))
    assert verdict.rounds[0].scores[0] == points(TWO_WAYS)
    assert verdict.notices == ()


def test_n26_an_announced_grouping_counts_and_a_better_one_is_a_notice():
    verdict = announce(TWO_WAYS, ["1CN 1CN"], [])
    assert verdict.ok
    assert verdict.rounds[0].scores[0] == 1
    notices = [(notice.code, notice.path, notice.clause) for notice in verdict.notices]
    assert notices == [("better_grouping", "rounds.0.groupings.0", "N26")]


def test_n26_the_best_grouping_announced_is_no_notice():
    verdict = announce(notation.BARE, ["3CV 3CV"], BARE_TRIOS, finisher=0)
    assert (verdict.ok, verdict.notices) == (True, ())


BARE_TRIOS = ["3CN 3CN 2CN", "3EV 3EV 2EV", "3RB 3RB 2RB"]
SEVENTEEN = "1CN 1CN 1CV 1CV 1CB 1CB 2CN 2CN 2CV 2CV 2CB"
FOURTEEN = {
    "duos": [["2CN", "2CN"]],
    "trios": [["1CN", "1CN", "1CV"], ["1CV", "2CV", "2CV"], ["1CB", "1CB", "2CB"]],
}


@pytest.mark.parametrize(("minimum", "problems"), [(14, 0), (15, 1)])
def test_n26_an_announced_finish_must_itself_reach_the_minimum(minimum, problems):
    played = final(SEVENTEEN, "", finisher=0, groupings=[FOURTEEN, None])
    expected = [("finisher_below_minimum", "rounds.0.groupings.0", "N12")]
    assert problem_keys(check(played, minimums=[minimum, 11])) == expected * problems


def test_n26_a_lower_announced_finish_counts_with_a_notice():
    played = final(SEVENTEEN, "", finisher=0, groupings=[FOURTEEN, None])
    verdict = check(played)
    assert verdict.rounds[0].scores[0] == 14
    assert verdict.notices[0].params["best"] == 22


@pytest.mark.parametrize("value", [11, 12, 13, 14, 15, 16, 22])
def test_n27_a_finisher_can_have(value):
    assert check(sheet(value, 0, finisher=0), minimums=[11, 11]).ok


@pytest.mark.parametrize("value", [-1, 0, 10, 17, 18, 19, 20, 21, 23])
def test_n27_a_finisher_cannot_have(value):
    verdict = check(sheet(value, 0, finisher=0), minimums=[0, 0])
    assert problem_keys(verdict) == [("score_of_finisher", "rounds.0.scores.0", "N27")]


@pytest.mark.parametrize("value", range(12))
def test_n27_other_players_can_have(value):
    assert check(sheet(value, 0, finisher=None)).ok


@pytest.mark.parametrize("value", [-1, 12, 22])
def test_n27_other_players_cannot_have(value):
    verdict = check(sheet(value, 0, finisher=None))
    assert problem_keys(verdict) == [("score_of_other", "rounds.0.scores.0", "N27")]


@pytest.mark.parametrize(
    ("value", "ok"), [(0, True), (1, False), (2, True), (10, True), (11, False)]
)
def test_n27_with_distinct_groups_one_and_eleven_do_not_occur(value, ok):
    assert check(sheet(value, 0, finisher=None), distinct="groups").ok is ok


def test_best_takes_any_number_of_cards():
    cards = notation.GRAAL.split()
    scored = [best(" ".join(cards[:count])) for count in range(12)]
    assert [grouping.points for grouping in scored][:4] == [0, 0, 0, 2]


@pytest.mark.parametrize("cards", [["2eb"], ["2EB"] * 3, notation.DECK[:12]])
def test_best_refuses_what_is_no_hand_of_one_deck(cards):
    with pytest.raises(ValueError, match="one deck"):
        score.best(cards, False, DEFAULT)


def test_a_scored_hand_explains_itself():
    actual = best("2EB 2EB 2EV 1CN").to_json()
    assert actual["grouping"] == {"duos": [], "trios": [["2EV", "2EB", "2EB"]], "rest": ["1CN"]}
    assert actual["items"] == [{"code": "trios", "clause": "N15", "count": 1, "points": 2}]


def test_every_item_has_a_label_in_both_languages():
    assert score.LABELS.keys() == score.CLAUSES.keys()
