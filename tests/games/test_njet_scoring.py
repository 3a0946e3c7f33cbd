"""Z10, Z15, Z16: points, finals and what a sheet can show, with the examples E9 to E11."""

from itertools import product

import pytest

from games.njet import options, score, sheet
from games.njet.cards import HAND_SIZE
from tests.games import njet_notation as notation
from tests.games.njet_notation import board, check, final, problem_keys, teams

FINAL = ("0 0 R B 3", "01 23", (6, 4), (5, 3))
ANY = {"lone_double": "any"}


def scores(*rounds, **how):
    verdict = check(*rounds, **how)
    assert verdict.ok, problem_keys(verdict)
    return verdict.rounds[0].scores


def line(*points, players=4, house=None, **facts):
    """Return what is wrong with a sheet, or []."""
    return problem_keys(check(notation.sheet(*points, **facts), players=players, **(house or {})))


def is_possible(*points, **how):
    return line(*points, **how) == []


# points


def test_e9_two_pairs():
    assert scores(final(*FINAL)) == (33, 33, 21, 21)


def test_e10_a_start_player_alone():
    alone = final("1 1 R B 2", "1 02", (5, 6), (4, 3))
    assert scores(alone, players=3) == (18, 36, 18)


def test_z10_a_lone_opponent_is_not_doubled():
    pair = final("0 0 R B 1", "01 2", (6, 6), (4, 4))
    assert scores(pair, players=3) == (10, 10, 10)
    assert scores(pair, players=3, **ANY) == (10, 10, 20)


def test_z10_a_pair_is_never_doubled():
    alone = final("2 0 R B 1", "2 01", (6, 6), (4, 4))
    assert scores(alone, players=3, **ANY) == scores(alone, players=3) == (10, 10, 20)


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_z10_the_value_multiplies(value):
    assert scores(final(f"0 0 R B {value}", *FINAL[1:]))[::2] == (11 * value, 7 * value)


def test_z10_the_breakdown_tells_how_the_points_came_about():
    alone = final("1 1 R B 2", "1 02", (5, 6), (4, 3))
    seat = check(alone, players=3).rounds[0].breakdown[1]
    assert seat == {
        "points": 36,
        "items": [
            {"code": "tricks", "clause": "Z10", "count": 5, "points": 10},
            {"code": "ones", "clause": "Z10", "count": 4, "points": 8},
            {"code": "alone", "clause": "Z10", "count": 1, "points": 18},
        ],
        "team": 0,
        "members": [1],
        "alone": True,
        "tricks": 5,
        "ones": 4,
        "start": True,
        "rules": board("1 1 R B 2"),
    }


def test_every_item_has_a_clause_and_a_label():
    assert score.LABELS.keys() == score.CLAUSES.keys()


# finals


@pytest.mark.parametrize(
    ("tricks", "ones"),
    [((10, 0), (8, 0)), ((0, 10), (0, 8)), ((2, 8), (8, 0)), ((1, 9), (4, 4)), ((1, 9), (0, 8))],
)
def test_z16_what_two_teams_can_take(tricks, ones):
    assert check(final("0 0 R B 1", "01 23", tricks, ones)).ok


@pytest.mark.parametrize(
    ("rules", "tricks", "ones", "problem"),
    [
        ("0 0 R B 3", (6, 5), (5, 3), ("sum_of_tricks", "rounds.0.tricks", "Z16")),
        ("0 0 R B 3", (6, 3), (5, 3), ("sum_of_tricks", "rounds.0.tricks", "Z16")),
        ("0 1 R B 3", (6, 4), (5, 3), ("sum_of_tricks", "rounds.0.tricks", "Z16")),
        ("0 0 R B 3", (6, 4), (5, 2), ("sum_of_ones", "rounds.0.ones", "Z16")),
        ("0 0 R B 3", (6, 4), (5, 4), ("sum_of_ones", "rounds.0.ones", "Z16")),
        ("0 1 R B 3", (5, 4), (1, 2), ("sum_of_ones", "rounds.0.ones", "Z16")),
        ("0 2 R B 3", (5, 3), (6, 3), ("sum_of_ones", "rounds.0.ones", "Z16")),
        ("0 0 R B 3", (10, 0), (7, 1), ("ones_without_tricks", "rounds.0.ones.1", "Z16")),
        ("0 0 R B 3", (1, 9), (5, 3), ("ones_without_tricks", "rounds.0.ones.0", "Z16")),
    ],
)
def test_z16_what_two_teams_cannot_take(rules, tricks, ones, problem):
    assert problem_keys(check(final(rules, "01 23", tricks, ones))) == [problem]


@pytest.mark.parametrize(
    ("ones", "is_ok"), [((2, 2), True), ((0, 5), True), ((2, 1), False), ((8, 0), True)]
)
def test_z16_as_many_ones_as_cards_can_have_been_put_aside(ones, is_ok):
    assert check(final("0 1 R B 1", "01 23", (5, 4), ones)).ok is is_ok


@pytest.mark.parametrize(("ones", "is_ok"), [((3, 3), True), ((4, 4), False), ((0, 0), False)])
def test_z16_three_players_have_three_cards_in_a_trick(ones, is_ok):
    assert check(final("0 0 R B 1", "0 12", (1, 11), (ones[0], 8 - ones[0])), players=3).ok is (
        ones[0] <= 3
    )
    assert check(final("0 2 R B 1", "0 12", (1, 9), ones), players=3).ok is (is_ok and ones[0] <= 3)


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("rules", {}, None),
        ("rules", None, ("not_an_object", "rounds.0.rules", "Z13")),
        ("rules", board("4 0 R B 3"), ("not_a_cell", "rounds.0.rules.first", "Z3")),
        ("rules", board("0 3 R B 3"), ("not_a_cell", "rounds.0.rules.discard", "Z3")),
        ("rules", board("0 0 none B 3"), ("not_a_cell", "rounds.0.rules.trump", "Z3")),
        ("rules", board("0 0 R none 3"), ("not_a_cell", "rounds.0.rules.super", "Z3")),
        ("rules", board("0 0 R B 5"), ("not_a_cell", "rounds.0.rules.value", "Z3")),
        ("rules", board("0 0 R B 3") | {"value": True}, None),
        ("rules", board("0 0 R B 3") | {"value": "3"}, None),
        ("rules", board("0 0 R B 3") | {"value": 3.0}, None),
        ("rules", board("0 0 R B 3") | {"trump": ["R"]}, None),
        ("rules", board("0 0 R B 3") | {"winner": 1}, None),
        ("tricks", [6], ("wrong_length", "rounds.0.tricks", "Z13")),
        ("tricks", [6, 4, 0], ("wrong_length", "rounds.0.tricks", "Z13")),
        ("tricks", [11, -1], ("too_small", "rounds.0.tricks.1", "Z13")),
        ("tricks", [6, "4"], ("not_an_integer", "rounds.0.tricks.1", "Z13")),
        ("tricks", None, ("not_a_list", "rounds.0.tricks", "Z13")),
        ("ones", [9, -1], ("too_small", "rounds.0.ones.1", "Z13")),
        ("ones", [True, 7], ("not_an_integer", "rounds.0.ones.0", "Z13")),
        ("scores", [33, 33, 21, 20], ("wrong_score", "rounds.0.scores.3", "Z10")),
        ("scores", [33, 33, 21], ("wrong_length", "rounds.0.scores", "Z13")),
        ("scores", None, ("not_a_list", "rounds.0.scores", "Z13")),
        ("hands", [], ("unknown_key", "rounds.0.hands", "Z13")),
        ("moves", [], ("unknown_key", "rounds.0.moves", "Z13")),
    ],
)
def test_z16_a_final_holds_what_a_final_holds(key, value, problem):
    actual = problem_keys(check(final(*FINAL) | {key: value}))
    assert actual
    assert problem is None or actual == [problem]


@pytest.mark.parametrize("key", ["rules", "teams", "tricks", "ones"])
def test_z16_missing_keys_are_problems(key):
    short = {name: value for name, value in final(*FINAL).items() if name != key}
    assert problem_keys(check(short)) == [("missing_key", f"rounds.0.{key}", "Z13")]


def test_z16_all_problems_are_reported():
    broken = final("0 0 R B 5", "01 22", (6, 5, 1), (5, -3), scores=[1])
    assert {path for _, path, _ in problem_keys(check(broken))} == {
        "rounds.0.rules.value",
        "rounds.0.teams",
        "rounds.0.tricks",
        "rounds.0.ones.1",
        "rounds.0.scores",
    }


@pytest.mark.parametrize(
    ("sides", "problem"),
    [
        (None, ("not_a_list", "rounds.0.teams", "Z13")),
        ([[0, 1, 2, 3]], ("wrong_length", "rounds.0.teams", "Z13")),
        ([[0, 1], 2], ("not_a_list", "rounds.0.teams.1", "Z13")),
        ([[0, 1], [2, 4]], ("not_a_seat", "rounds.0.teams.1.1", "Z13")),
        ([[0, 1], [2, True]], ("not_a_seat", "rounds.0.teams.1.1", "Z13")),
        ([[0, 1], [2, 2]], ("teams_not_all", "rounds.0.teams", "Z5")),
        ([[0, 1], [1, 2]], ("teams_not_all", "rounds.0.teams", "Z5")),
        ([[0, 1], [2]], ("teams_not_all", "rounds.0.teams", "Z5")),
        ([[0], [1, 2, 3]], ("team_sizes", "rounds.0.teams", "Z5")),
        ([[], [0, 1, 2, 3]], ("team_sizes", "rounds.0.teams", "Z5")),
        ([[2, 3], [0, 1]], ("start_not_in_first_team", "rounds.0.teams.0", "Z16")),
        ([[0, 1], [0] * 9], ("too_long", "rounds.0.teams.1", "Z13")),
    ],
)
def test_z5_z16_teams_share_out_all_seats(sides, problem):
    assert problem_keys(check(final(*FINAL) | {"teams": sides})) == [problem]


@pytest.mark.parametrize("sides", ["01 23", "10 32", "02 13", "30 21"])
def test_z13_seats_inside_a_team_come_in_any_order(sides):
    assert check(final("0 0 R B 3", sides, *FINAL[2:])).ok


@pytest.mark.parametrize(("sides", "is_ok"), [("0 12", True), ("01 2", True), ("1 02", False)])
def test_z16_three_players_make_a_pair_and_a_lone_one(sides, is_ok):
    played = final("0 0 R B 3", sides, (6, 6), (5, 3))
    assert check(played, players=3).ok is is_ok


def test_z16_an_empty_opposing_team_is_refused():
    played = final("0 0 R B 3", "012 ", (12, 0), (8, 0)) | {"teams": [[0, 1, 2], []]}
    assert problem_keys(check(played, players=3)) == [("team_sizes", "rounds.0.teams", "Z5")]


def test_z6_a_discard_that_no_hand_can_spare_makes_a_final_impossible():
    played = final("0 11 R B 1", "01 23", (0, 0), (0, 0))
    actual = problem_keys(check(played, discards=[11]))
    assert actual == [("discard_too_big", "rounds.0.rules.discard", "Z6")]


def test_z6_all_cards_put_aside_leave_no_tricks_and_no_points():
    assert scores(final("0 10 R B 4", "01 23", (0, 0), (0, 0)), discards=[10]) == (0,) * 4
    actual = problem_keys(check(final("0 10 R B 4", "01 23", (0, 0), (1, 0)), discards=[10]))
    assert actual == [("ones_without_tricks", "rounds.0.ones.0", "Z16")]


# sheets


def test_e11_what_a_sheet_can_show():
    assert is_possible(7, 7, 11, 11)
    assert line(7, 7, 12, 12) == [("no_such_scores", "rounds.0", "Z15")]


@pytest.mark.parametrize(
    ("points", "players", "code"),
    [
        ((7, 8, 11, 12), 4, "no_two_sides"),
        ((7, 7, 7, 11), 4, "no_two_sides"),
        ((7, 8, 9), 3, "no_two_sides"),
        ((7, 7, 12, 12), 4, "no_such_scores"),
        ((-1, -1, 19, 19), 4, "no_such_scores"),
        ((0, 0, 0, 0), 4, "no_such_scores"),
        ((1, 1, 100), 3, "no_such_scores"),
    ],
)
def test_z15_impossible_lines(points, players, code):
    assert line(*points, players=players) == [(code, "rounds.0", "Z15")]


@pytest.mark.parametrize(
    ("points", "facts", "is_ok"),
    [
        # the value
        ((14, 14, 22, 22), {}, True),
        ((14, 14, 22, 22), {"rules": {"value": 2}}, True),
        ((14, 14, 22, 22), {"rules": {"value": 1}}, False),
        # the number of cards put aside
        ((7, 7, 11, 11), {"rules": {"discard": 0}}, True),
        ((7, 7, 11, 11), {"rules": {"discard": 1}}, False),
        ((7, 7, 10, 10), {"rules": {"discard": 1}}, True),
        ((7, 7, 10, 10), {"rules": {"discard": 0}}, False),
        ((4, 4, 4, 4), {"rules": {"discard": 2}}, True),
        ((4, 4, 4, 4), {"rules": {"discard": 1}}, False),
        # what does not matter for the points
        ((7, 7, 11, 11), {"rules": {"trump": "R", "super": "R", "first": 3}}, True),
        ((7, 7, 11, 11), {"rules": {}}, True),
        # the teams
        ((7, 7, 11, 11), {"teams": teams("01 23")}, True),
        ((7, 7, 11, 11), {"teams": teams("32 10"), "rules": {"first": 2}}, True),
        ((9, 9, 9, 9), {"teams": teams("02 13")}, True),
    ],
)
def test_z15_what_is_known_narrows_the_possibilities(points, facts, is_ok):
    assert is_possible(*points, **facts) is is_ok


def test_z15_known_teams_have_equal_scores():
    actual = line(7, 7, 11, 11, teams=teams("02 13"))
    assert actual == [("team_scores_differ", "rounds.0", "Z15")]


def test_z15_known_rules_and_teams_agree_with_each_other():
    actual = line(7, 7, 11, 11, teams=teams("01 23"), rules={"first": 3})
    assert actual == [("start_not_in_first_team", "rounds.0.teams.0", "Z16")]


@pytest.mark.parametrize(
    ("points", "facts", "house", "is_ok"),
    [
        # seat 0 alone: 2 × 9 and 11 for each of the pair
        ((18, 11, 11), {}, {}, True),
        ((18, 11, 11), {"rules": {"first": 0}}, {}, True),
        ((18, 11, 11), {"teams": [[0], [1, 2]]}, {}, True),
        # as the opponent of a pair he would have had 18 of 29
        ((18, 11, 11), {"rules": {"first": 1}}, {}, False),
        ((18, 11, 11), {"teams": [[1, 2], [0]]}, {}, False),
        ((18, 11, 11), {"teams": [[1, 2], [0]]}, ANY, True),
        ((18, 11, 11), {"rules": {"first": 1}}, ANY, True),
        # not doubled, 9 of 20
        ((9, 11, 11), {}, {}, True),
        ((9, 11, 11), {"rules": {"first": 0}}, {}, False),
        ((9, 11, 11), {"teams": [[1, 2], [0]], "rules": {"first": 2}}, {}, True),
        ((9, 11, 11), {}, ANY, False),
        # all equal: anybody may be the lone one
        ((10, 10, 10), {}, {}, True),
        ((10, 10, 10), {"rules": {"first": 1}}, {}, True),
        ((10, 10, 10), {"rules": {"discard": 0}}, {}, True),
        ((10, 10, 10), {"rules": {"discard": 0}}, ANY, False),
    ],
)
def test_z15_three_players(points, facts, house, is_ok):
    assert is_possible(*points, players=3, house=house, **facts) is is_ok


def test_z15_a_super_none_is_known_only_with_the_house_rule():
    facts = {"rules": {"super": "none"}}
    assert is_possible(7, 7, 11, 11, house={"super_none": True}, **facts)
    assert line(7, 7, 11, 11, **facts) == [("not_a_cell", "rounds.0.rules.super", "Z3")]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"rules": []}, ("not_an_object", "rounds.0.rules", "Z13")),
        ({"rules": {"dealer": 1}}, ("unknown_key", "rounds.0.rules.dealer", "Z13")),
        ({"rules": {"value": None}}, ("not_a_cell", "rounds.0.rules.value", "Z3")),
        ({"teams": None}, ("not_a_list", "rounds.0.teams", "Z13")),
        ({"tricks": [5, 5]}, ("unknown_key", "rounds.0.tricks", "Z13")),
        ({"scores": [7, 7, 11]}, ("wrong_length", "rounds.0.scores", "Z13")),
        ({"scores": [7, 7, 11, 11.0]}, ("not_an_integer", "rounds.0.scores.3", "Z13")),
        ({"scores": [7, 7, 11, True]}, ("not_an_integer", "rounds.0.scores.3", "Z13")),
    ],
)
def test_z13_a_sheet_holds_what_a_sheet_holds(changed, problem):
    assert problem_keys(check(notation.sheet(7, 7, 11, 11) | changed)) == [problem]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"dealer": 0}, "unknown_key"),
        ({"rules": {"value": 5}}, "not_a_cell"),
        ({"teams": [[0, 1], [2]]}, "teams_not_all"),
        ({"rules": {"first": 2}, "teams": [[0, 1], [2, 3]]}, "start_not_in_first_team"),
    ],
)
def test_z15_what_cannot_be_read_in_a_sheet_hides_no_other_problem(wrong, code):
    codes = [problem for problem, _, _ in line(7, 7, 12, 12, **wrong)]
    assert codes == [code, "no_such_scores"]


def test_z13_a_sheet_has_scores():
    assert problem_keys(check({"evidence": "sheet"})) == [("missing_key", "rounds.0.scores", "Z13")]


def test_z6_a_sheet_of_a_round_that_cannot_be_played():
    actual = line(0, 0, 0, 0, house={"discards": [11]})
    assert actual == [("discard_too_big", "rounds.0", "Z6")]
    actual = line(7, 7, 11, 11, house={"discards": [0, 11]}, rules={"discard": 11})
    assert actual == [("discard_too_big", "rounds.0", "Z6")]
    assert is_possible(7, 7, 11, 11, house={"discards": [11, 0]})


def test_z15_the_breakdown_lists_facts_common_to_all_stories():
    facts = check(notation.sheet(9, 11, 11), players=3).rounds[0].breakdown
    assert facts[0] == {
        "points": 9,
        "items": [],
        "value": 1,
        "members": [0],
        "alone": True,
        "team": 1,
    }
    unknown = check(notation.sheet(12, 12, 24, 24)).rounds[0].breakdown
    assert unknown[0] == {"points": 12, "items": [], "members": [0, 1], "alone": False}
    all_alike = check(notation.sheet(9, 9, 9, 9)).rounds[0].breakdown
    assert all_alike[0] == {"points": 9, "items": [], "value": 1}


@pytest.mark.parametrize(
    ("players", "discard", "sums"),
    [
        (4, 0, {18}),
        (4, 1, {*range(13, 18)}),
        (4, 2, {*range(8, 17)}),
        (3, 0, {20}),
        (3, 1, {*range(16, 20)}),
        (3, 2, {*range(12, 19)}),
        (4, 9, {*range(1, 6)}),
        (4, 10, {0}),
        (3, 12, {0}),
    ],
)
def test_z15_tricks_and_ones_together(players, discard, sums):
    assert {sum(share) for share in sheet.shares(players, discard)} == sums


@pytest.mark.parametrize(("players", "discard"), [(4, 0), (4, 1), (4, 7), (3, 0), (3, 2), (3, 8)])
def test_z15_every_split_occurs_while_the_tricks_hold_all_ones(players, discard):
    tricks = HAND_SIZE[players] - discard
    fewest = 8 - min(8, players * discard)
    sums = range(tricks + fewest, tricks + 9)
    every = {(mine, total - mine) for total in sums for mine in range(total + 1)}
    assert sheet.shares(players, discard) == every


SIDES = {
    4: ["01 23", "02 13", "03 12", "12 03", "13 02", "23 01"],
    3: ["0 12", "1 02", "2 01", "01 2", "02 1", "12 0"],
}


def lines_of_finals(match):
    """Yield the score lines of all finals there are, with the board and the teams of each."""
    players, discards = match.players, match.options.discards
    for discard, value, side in product(discards, (1, 2, 3, 4), SIDES[players]):
        due = HAND_SIZE[players] - discard
        mine, yours = teams(side)
        sides = (tuple(mine), tuple(yours))
        for tricks, one, other in product(range(due + 1), range(9), range(9)):
            fits = one <= players * tricks and other <= players * (due - tricks)
            if fits and 8 - min(8, players * discard) <= one + other <= 8:
                taken = score.TeamTricks(sides, (tricks, due - tricks), (one, other))
                points = score.points(taken, value, match.options)
                yield score.by_seat(sides, points), (discard, value, sides)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    "discards",
    [(0,), (10,), *(pytest.param(group, marks=pytest.mark.long) for group in [(0, 1, 2), (8, 9)])],
)
@pytest.mark.parametrize("house", [{}, ANY])
def test_z15_sheets_show_just_what_finals_can_give(players, discards, house):
    match, _ = options.start({"discards": list(discards), **house}, players)
    stories = {}
    for points, story in lines_of_finals(match):
        stories.setdefault(points, set()).add(story)
    most = max(max(points) for points in stories) + 2
    mirrored = (
        [(0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 0, 1)] if players == 4 else [(0, 1, 1), (1, 0, 1)]
    )
    for pair, order in product(product(range(most), repeat=2), mirrored):
        points = tuple(pair[side] for side in order)
        proved = sheet._stories(match, points, {}, None)
        actual = {(discard, s.value, s.teams) for s in proved for discard in s.discards}
        assert actual == stories.get(points, set())
