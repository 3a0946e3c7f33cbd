"""N28-N35: the end of a match, options, and how rounds are written."""

import pytest

from games import GAMES, record
from games.base import Evidence
from tests.games import notation
from tests.games.notation import check, final, match, problem_keys, sheet, transcript

OVER = [sheet(13, 8, finisher=0)] * 3 + [sheet(12, 8, finisher=0)]


def test_n28_the_match_ends_with_the_round_that_reaches_the_target():
    verdict = check(*OVER)
    assert (verdict.totals, verdict.over) == ((51, 32), True)
    assert not check(*OVER[:3]).over


def test_n28_the_target_itself_is_enough():
    assert check(sheet(13, 8), target=13).over
    assert not check(sheet(13, 8), target=14).over


def test_n28_several_players_may_reach_the_target_in_one_round():
    verdict = check(sheet(11, 11, 13), players=3, target=11)
    assert (verdict.over, verdict.places) == (True, (2, 2, 1))


@pytest.mark.parametrize("more", [sheet(12, 3), {"evidence": "nonsense"}, None])
def test_n28_a_round_after_the_end_is_a_problem_at_that_round(more):
    verdict = check(*OVER, more)
    assert problem_keys(verdict) == [("round_after_end", "rounds.4", "N28")]
    assert verdict.totals == (51, 32)


def test_n29_equal_totals_share_a_place():
    verdict = check(sheet(12, 10, 10, 8, finisher=0), players=4)
    assert verdict.places == (1, 2, 2, 4)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"winner": 0}, ("unknown_key", "rounds.0.winner", "N30")),
        ({"moves": []}, ("unknown_key", "rounds.0.moves", "N30")),
        ({"hands": []}, ("unknown_key", "rounds.0.hands", "N30")),
        ({"evidence": "Sheet"}, ("not_a_choice", "rounds.0.evidence", "N30")),
        ({"evidence": None}, ("not_a_choice", "rounds.0.evidence", "N30")),
        ({"evidence": []}, ("not_a_choice", "rounds.0.evidence", "N30")),
        ({"scores": None}, ("not_a_list", "rounds.0.scores", "N30")),
        ({"scores": [3]}, ("wrong_length", "rounds.0.scores", "N30")),
        ({"scores": [True, 3]}, ("not_an_integer", "rounds.0.scores.0", "N30")),
        ({"scores": ["3", 3]}, ("not_an_integer", "rounds.0.scores.0", "N30")),
        ({"scores": [3, 3.0]}, ("not_an_integer", "rounds.0.scores.1", "N30")),
        ({"finisher": -1}, ("not_a_seat", "rounds.0.finisher", "N30")),
        ({"finisher": 2}, ("not_a_seat", "rounds.0.finisher", "N30")),
        ({"finisher": True}, ("not_a_seat", "rounds.0.finisher", "N30")),
        ({"finisher": "0"}, ("not_a_seat", "rounds.0.finisher", "N30")),
    ],
)
def test_n30_a_sheet_holds_what_a_sheet_holds(changed, problem):
    assert problem_keys(check(sheet(12, 3) | changed)) == [problem]


def test_n30_missing_keys_are_problems():
    assert problem_keys(check({})) == [("missing_key", "rounds.0.evidence", "N30")]
    missing = problem_keys(check({"evidence": "sheet"}))
    assert missing == [("missing_key", "rounds.0.scores", "N30")]
    missing = {path for _, path, _ in problem_keys(check({"evidence": "final"}))}
    assert missing == {"rounds.0.hands", "rounds.0.finisher"}
    missing = {path for _, path, _ in problem_keys(check({"evidence": "transcript"}))}
    assert missing == {f"rounds.0.{key}" for key in ("first", "hands", "stock", "moves")}


def test_n30_card_codes_are_exact():
    played = final("", "")
    played["hands"][1][3] = "2eb"
    assert problem_keys(check(played)) == [("unknown_card", "rounds.0.hands.1.3", "N1")]


def test_n31_left_out_options_take_their_default():
    state, _ = record.start("neurotrio", {}, 3)
    assert GAMES["neurotrio"].write_options(state) == {
        "target": 50,
        "minimums": [12, 12, 12],
        "duo_trio": "each",
        "distinct": "hand",
    }


@pytest.mark.parametrize(
    "rules",
    [
        {"target": 1},
        {"target": 10**30},
        {"minimums": [0, 99]},
        {"duo_trio": "once"},
        {"distinct": "groups"},
    ],
)
def test_n31_house_rules_are_kept(rules):
    state, problems = record.start("neurotrio", rules, 2)
    assert problems == []
    round_ = GAMES["neurotrio"].write_options(state)
    assert round_ == round_ | rules


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ({"target": 0}, ("too_small", "options.target", "N31")),
        ({"target": "50"}, ("not_an_integer", "options.target", "N31")),
        ({"target": None}, ("not_an_integer", "options.target", "N31")),
        ({"minimums": [12]}, ("wrong_length", "options.minimums", "N31")),
        ({"minimums": 12}, ("not_a_list", "options.minimums", "N31")),
        ({"minimums": [12, -1]}, ("too_small", "options.minimums.1", "N31")),
        ({"minimums": [12, 12.0]}, ("not_an_integer", "options.minimums.1", "N31")),
        ({"duo_trio": "both"}, ("not_a_choice", "options.duo_trio", "N31")),
        ({"distinct": ["hand"]}, ("not_a_choice", "options.distinct", "N31")),
        ({"joker": 1}, ("unknown_key", "options.joker", "N31")),
    ],
)
def test_n31_impossible_house_rules_are_refused(rules, problem):
    assert problem_keys(check(sheet(12, 3), **rules)) == [problem]


@pytest.mark.parametrize(
    ("scores", "players"),
    [([22, 11, 11, 0], 4), ([11, 4], 2), ([0, 0], 2), ([11, 11], 2), ([16, 11, 5], 3)],
)
def test_n32_every_line_that_can_occur_is_accepted(scores, players):
    assert check(sheet(*scores), players=players, minimums=[11] * players).ok


@pytest.mark.parametrize(
    ("scores", "problems"),
    [
        ([17, 3], [("score_of_finisher", "rounds.0.scores.0", "N27")]),
        ([12, 13], [("two_finishers", "rounds.0.scores", "N27")]),
        ([3, -1], [("score_of_other", "rounds.0.scores.1", "N27")]),
        ([3, 10**40], [("score_of_finisher", "rounds.0.scores.1", "N27")]),
        (
            [12, 17, -1],
            [
                ("two_finishers", "rounds.0.scores", "N27"),
                ("score_of_finisher", "rounds.0.scores.1", "N27"),
                ("score_of_other", "rounds.0.scores.2", "N27"),
            ],
        ),
    ],
)
def test_n32_a_line_that_cannot_occur_is_refused(scores, problems):
    players = len(scores)
    assert problem_keys(check(sheet(*scores), players=players, minimums=[11] * players)) == problems


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"winner": 0}, ("unknown_key", "rounds.0.winner", "N30")),
        ({"finisher": 2}, ("not_a_seat", "rounds.0.finisher", "N30")),
    ],
)
def test_n32_what_cannot_be_read_in_a_sheet_hides_no_other_problem(wrong, problem):
    impossible = ("score_of_other", "rounds.0.scores.1", "N27")
    assert problem_keys(check(sheet(12, -1, **wrong))) == [problem, impossible]


def test_n32_a_named_finisher_must_fit():
    named = check(sheet(4, 13, finisher=0), minimums=[11, 11])
    assert [path for _, path, _ in problem_keys(named)] == [
        "rounds.0.scores.0",
        "rounds.0.scores.1",
    ]
    assert [code for code, _, _ in problem_keys(named)] == ["score_of_finisher", "score_of_other"]


def test_n32_only_the_seat_that_does_not_fit_is_refused():
    refused = problem_keys(check(sheet(13, 17, finisher=0)))
    assert refused == [("score_of_other", "rounds.0.scores.1", "N27")]


def test_n32_the_finisher_must_reach_his_minimum():
    low = [("finisher_below_minimum", "rounds.0.scores.0", "N12")]
    assert problem_keys(check(sheet(12, 4), minimums=[13, 11])) == low
    assert check(sheet(12, 4), minimums=[12, 99]).ok


@pytest.mark.parametrize(("minimum", "ok"), [(17, True), (18, False)])
def test_n32_on_a_sheet_22_stands_for_17(minimum, ok):
    assert check(sheet(22, 4), minimums=[minimum, 12]).ok is ok


@pytest.mark.parametrize(("minimum", "ok"), [(11, True), (12, False)])
def test_n32_eleven_finishes_only_with_minimum_eleven(minimum, ok):
    assert check(sheet(11, 4, finisher=0), minimums=[minimum, 12]).ok is ok


def test_n32_a_sheet_tells_who_finished_as_far_as_it_is_known():
    breakdown = check(sheet(13, 4)).rounds[0].breakdown
    assert breakdown == ({"points": 13, "finisher": True}, {"points": 4, "finisher": False})
    open_question = check(sheet(11, 4), minimums=[11, 11]).rounds[0].breakdown
    assert open_question == ({"points": 11}, {"points": 4, "finisher": False})


def test_n33_a_final_is_scored_from_its_cards():
    verdict = check(final(notation.GRAAL, "", finisher=0))
    assert verdict.rounds[0].scores[0] == 22
    assert verdict.rounds[0].breakdown[0]["points"] == 22


@pytest.mark.parametrize(
    ("played", "problem"),
    [
        (final("", "", finisher=0), ("hand_size", "rounds.0.hands.0", "N33")),
        (final(notation.GRAAL, ""), ("hand_size", "rounds.0.hands.0", "N33")),
        (final("", ""), None),
        (final(notation.GRAAL, "", finisher=3), ("not_a_seat", "rounds.0.finisher", "N30")),
        (final(notation.GRAAL, "", "", finisher=0), ("wrong_length", "rounds.0.hands", "N30")),
        (
            final("1CN 1CV 1CB 2EN 2EV 2EB 3RN 3RV 3RB 1EN 2CN", "", finisher=0),
            ("cannot_finish", "rounds.0.hands.0", "N11"),
        ),
        (
            final(notation.BARE, "", finisher=0),
            ("finisher_below_minimum", "rounds.0.hands.0", "N12"),
        ),
        (final("", "") | {"hands": None}, ("not_a_list", "rounds.0.hands", "N30")),
        (final("", "") | {"first": 0}, ("unknown_key", "rounds.0.first", "N30")),
    ],
)
def test_n33_a_final_keeps_the_rules_of_hands_and_finish(played, problem):
    assert problem_keys(check(played)) == ([problem] if problem else [])


def test_n33_a_third_copy_in_the_hands_is_refused():
    played = final("", "")
    played["hands"] = [["1CN", "1CN", *played["hands"][0][2:]], ["1CN", *played["hands"][1][1:]]]
    assert problem_keys(check(played)) == [("card_too_often", "rounds.0.hands", "N1")]


def test_n33_all_problems_are_reported_together():
    played = final(notation.BARE, "", "", finisher=0, scores=[11, True, 3])
    played["hands"][1].pop()
    codes = {code for code, _, _ in problem_keys(check(played, players=3))}
    assert codes == {"finisher_below_minimum", "hand_size", "not_an_integer"}


def test_n33_a_wrong_stated_score_is_reported_per_seat():
    verdict = check(final(notation.GRAAL, "", finisher=0, scores=[17, 99]))
    paths = [
        ("wrong_score", "rounds.0.scores.0", "N30"),
        ("wrong_score", "rounds.0.scores.1", "N30"),
    ]
    assert problem_keys(verdict) == paths
    assert verdict.problems[0].message() == "Ada scores 22 in this round, not 17."


def test_n33_a_hand_of_a_million_cards_is_one_problem():
    played = final("", "") | {"hands": [["2EB"] * 10**6, ["2EB"] * 10]}
    assert ("too_long", "rounds.0.hands.0", "N30") in problem_keys(check(played))


FINISH = {
    "hands": (notation.GRAAL.rsplit(" ", 1)[0], ""),
    "stock": notation.GRAAL.rsplit(" ", 1)[1],
}


def finished(played="0 draw, 0 finish", **more):
    return transcript(played, *FINISH["hands"], stock=FINISH["stock"], **more)


def test_n34_a_transcript_is_replayed():
    verdict = check(finished())
    assert verdict.ok
    assert verdict.rounds[0].scores[0] == 22


@pytest.mark.parametrize(
    ("played", "problem"),
    [
        ("", ("round_not_ended", "rounds.0.moves", "N34")),
        ("0 draw", ("round_not_ended", "rounds.0.moves", "N34")),
        ("0 draw, 0 finish, 1 draw", ("move_after_end", "rounds.0.moves.2", "N34")),
        ("0 draw 3RB, 0 finish", ("not_the_top_card", "rounds.0.moves.0", "N34")),
        ("0 draw, 1 finish, 9 nonsense", ("not_your_turn", "rounds.0.moves.1", "N4")),
    ],
)
def test_n34_the_moves_are_whole_and_stop_at_the_first_illegal_one(played, problem):
    assert problem_keys(check(finished(played))) == [problem]


@pytest.mark.parametrize(
    "move",
    [
        None,
        [],
        "draw",
        {},
        {"seat": 0},
        {"do": "draw"},
        {"seat": 0, "do": ["draw"]},
        {"seat": 0, "do": "Draw"},
        {"seat": True, "do": "draw"},
        {"seat": 0.0, "do": "draw"},
        {"seat": -2, "do": "draw"},
        {"seat": 0, "do": "draw", "card": None},
        {"seat": 0, "do": "draw", "card": {"2EB": 1}},
        {"seat": 0, "do": "draw", "points": 0},
        {"seat": 0, "do": "discard"},
        {"seat": 0, "do": "discard", "card": "2EX"},
        {"seat": 0, "do": "pang", "claims": None},
        {"seat": 0, "do": "pang", "claims": [0, "1"]},
        {"seat": 0, "do": "finish", "card": "2EB"},
        {"seat": 0, "do": "reshuffle", "stock": []},
        {"do": "reshuffle", "stock": [["2EB"]]},
        {"do": "reshuffle", "stock": ["2EB"] * 55},
        {"do": "reshuffle"},
        {"do": "exhausted", "seat": 0},
    ],
)
def test_n34_a_move_is_written_exactly(move):
    played = finished("") | {"moves": [move]}
    assert [path for _, path, _ in problem_keys(check(played))] == ["rounds.0.moves.0"]


def test_n34_problems_of_the_deal_come_before_the_moves():
    played = finished(first=7, scores=[1, None]) | {"moves": [None]}
    paths = {path for _, path, _ in problem_keys(check(played))}
    assert paths == {"rounds.0.first", "rounds.0.scores.1"}


def test_n34_moves_are_a_list():
    played = finished() | {"moves": {}}
    assert problem_keys(check(played)) == [("not_a_list", "rounds.0.moves", "N30")]


def test_n34_an_unknown_card_in_the_stock_has_its_own_path():
    played = finished()
    played["stock"][3] = 7
    assert problem_keys(check(played)) == [("unknown_card", "rounds.0.stock.3", "N1")]


GROUPING = {"duos": [["1CN", "1CN"]], "trios": [["1CV", "1CV", "1CB"]]}
FULL = GROUPING | {"trios": [*GROUPING["trios"], ["1EN", "1EV", "1EB"], ["1RN", "1RV", "1RB"]]}
NOTHING: dict[str, object] = {"duos": [], "trios": []}


@pytest.mark.parametrize("groupings", [[FULL, None], [None, None], [FULL, NOTHING]])
def test_n35_groupings_are_announced_per_seat(groupings):
    assert check(finished(groupings=groupings)).ok
    assert check(final(notation.GRAAL, "", finisher=0, groupings=groupings)).ok


@pytest.mark.parametrize(
    ("grouping", "problem"),
    [
        ([], ("not_an_object", "", "N35")),
        ({"duos": []}, ("missing_key", ".trios", "N35")),
        ({"trios": []}, ("missing_key", ".duos", "N35")),
        (NOTHING | {"rest": []}, ("unknown_key", ".rest", "N35")),
        (NOTHING | {"duos": [["1CN"]]}, ("wrong_length", ".duos.0", "N35")),
        (NOTHING | {"duos": [None] * 6}, ("too_long", ".duos", "N35")),
        (NOTHING | {"trios": [["1CN", "1CN", 3]]}, ("unknown_card", ".trios.0.2", "N1")),
        (NOTHING | {"trios": [["1CN", "1CN", "1CN"]]}, ("not_a_trio", ".trios.0", "N15")),
        (NOTHING | {"trios": None}, ("not_a_list", ".trios", "N35")),
        (NOTHING | {"duos": [["1RN", "1RN"]]}, ("grouped_not_held", "", "N35")),
    ],
)
def test_n35_a_grouping_is_written_exactly_and_uses_the_players_cards(grouping, problem):
    code, place, clause = problem
    expected = [(code, f"rounds.0.groupings.1{place}", clause)]
    assert problem_keys(check(finished(groupings=[None, grouping]))) == expected


@pytest.mark.parametrize(
    ("groupings", "problem"),
    [
        (None, ("not_a_list", "rounds.0.groupings", "N35")),
        ([None], ("wrong_length", "rounds.0.groupings", "N35")),
        ([NOTHING, None], ("grouping_of_finisher", "rounds.0.groupings.0", "N16")),
    ],
)
def test_n35_groupings_are_one_per_seat(groupings, problem):
    assert problem_keys(check(finished(groupings=groupings))) == [problem]


def test_n35_a_panged_card_can_be_grouped():
    hand = "1CN 1CN 1CV 1CV 1CB 1EN 1EV 1EB 1RN 1RV"
    played = transcript(
        "0 draw, 0 discard 1RB, 1 pang, 1 finish",
        "1RB 2CN 2CV 2CB 2EN 2EV 2EB 2RN 2RV 2RB",
        hand,
        groupings=[None, FULL],
    )
    assert check(played).rounds[0].scores[1] == 22


def test_evidence_of_the_match_is_that_of_its_weakest_round():
    mixed = [finished(), final("", ""), sheet(3, 4)]
    assert check(*mixed[:2], target=99).evidence is Evidence.FINAL
    assert check(*mixed, target=99).evidence is Evidence.SHEET


def test_checking_stops_at_the_first_round_that_is_not_ok():
    verdict = check(sheet(12, 3), sheet(17, 3), sheet(99, 99))
    assert [played.ok for played in verdict.rounds] == [True, False]
    assert (verdict.totals, verdict.places) == ((12, 3), (1, 2))
    assert verdict.rounds[1].to_json()["scores"] is None


def test_a_played_match_is_written_with_all_its_house_rules():
    assert record.write("neurotrio", {}, ["Ada", "Bob"], [sheet(12, 3)]) == match(sheet(12, 3))
