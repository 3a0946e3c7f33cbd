"""The envelope of a match record, reading JSON, and matches played by bots."""

import json
from random import Random

import pytest

from games import GAMES, base, record
from games.base import Evidence, Seat, places
from problems.problem import Problem
from tests.games.notation import check, match, play, problem_keys, sheet

GOOD = match(sheet(12, 3))
DEEP: list[object] = []
for _ in range(50_000):
    DEEP = [DEEP]

ODD: list[object] = [
    None,
    True,
    0,
    -1,
    1.0,
    float("inf"),
    10**5000,
    "",
    "\ud800",
    "x" * 10**6,
    [],
    [[]],
    [None] * 10**6,
    DEEP,
    {},
    {"a": {"b": []}},
    {str(key): key for key in range(10**5)},
]


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_no_value_is_too_odd_for_a_verdict(odd):
    assert not record.check(odd).ok
    for key in GOOD:
        verdict = record.check(GOOD | {key: odd})
        assert verdict.ok == (not verdict.problems)
        json.dumps(verdict.to_json(), ensure_ascii=False).encode()


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("evidence", list(Evidence))
def test_no_round_is_too_odd_for_a_verdict(evidence, odd):
    keys = ("scores", "finisher", "first", "hands", "stock", "moves", "groupings")
    for value in (odd, [odd, odd]):
        verdict = check(dict.fromkeys(keys, value) | {"evidence": str(evidence)})
        assert not verdict.ok
        assert len(verdict.problems) <= 50


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("record", 2, ("wrong_version", "record", "N30")),
        ("record", True, ("wrong_version", "record", "N30")),
        ("record", 1.0, ("wrong_version", "record", "N30")),
        ("game", "chess", ("not_a_choice", "game", "")),
        ("game", ["neurotrio"], ("not_a_choice", "game", "")),
        ("options", None, ("not_an_object", "options", "N31")),
        ("players", "Ada", ("not_a_list", "players", "N30")),
        ("players", ["Ada", ""], ("not_a_name", "players.1", "N30")),
        ("players", ["Ada", "  "], ("not_a_name", "players.1", "N30")),
        ("players", ["Ada", 3], ("not_a_name", "players.1", "N30")),
        ("players", ["\ud83d", "Bob"], ("not_a_name", "players.0", "N30")),
        ("players", ["x" * 201, "Bob"], ("not_a_name", "players.0", "N30")),
        ("rounds", [], ("no_rounds", "rounds", "N30")),
        ("rounds", {}, ("not_a_list", "rounds", "N30")),
        ("rounds", [None], ("not_an_object", "rounds.0", "N30")),
        ("date", "today", ("unknown_key", "date", "")),
    ],
)
def test_each_part_of_the_envelope_is_read_exactly(key, value, problem):
    assert problem_keys(record.check(GOOD | {key: value})) == [problem]


@pytest.mark.parametrize("key", GOOD)
def test_each_part_of_the_envelope_is_required(key):
    left = {name: value for name, value in GOOD.items() if name != key}
    assert [(code, path) for code, path, _ in problem_keys(record.check(left))] == [
        ("missing_key", key)
    ]


def test_all_problems_of_the_envelope_come_at_once():
    broken = {"record": 0, "game": "neurotrio", "options": {"joker": 1}, "players": ["A", 3]}
    paths = [path for _, path, _ in problem_keys(record.check(broken | {"rounds": [], "x": 1}))]
    assert paths == ["x", "record", "players.1", "rounds", "options.joker"]


def test_equal_names_are_allowed():
    assert record.check(GOOD | {"players": ["Ada", "Ada"]}).ok


def test_a_verdict_in_json_has_the_keys_of_the_contract():
    actual = record.check(GOOD).to_json()
    assert actual == {
        "ok": True,
        "game": "neurotrio",
        "evidence": "sheet",
        "rounds": [
            {
                "ok": True,
                "evidence": "sheet",
                "scores": [12, 3],
                "breakdown": [{"points": 12, "finisher": True}, {"points": 3, "finisher": False}],
            }
        ],
        "totals": [12, 3],
        "over": False,
        "places": [1, 2],
        "problems": [],
        "notices": [],
    }


def test_a_problem_in_json_speaks_the_readers_language():
    actual = check(sheet(12, 13)).to_json("fr")["problems"][0]
    assert actual.keys() == {"code", "path", "message", "clause"}
    assert actual["message"].startswith("Seul celui qui a fini")


def test_an_unknown_language_falls_back_to_english():
    problem = check(sheet(12, 13)).problems[0]
    assert problem.message("it") == problem.message("en") == problem.message()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "not_json"),
        (b'{"record": 1', "not_json"),
        (b"[NaN]", "not_a_number"),
        (b"[-Infinity]", "not_a_number"),
        (b"[" * 100_000, "too_deep"),
        (b"1" * 5000, "number_too_long"),
        (b'{"record": 1, "game": "njet", "record": 1}', "same_key"),
        (b'[{"a": [{"\\ud800": 1, "\\ud800": 2}]}]', "same_key"),
        (b'["\xff"]', "not_utf8"),
        (b"null", "not_an_object"),
    ],
)
def test_text_that_is_no_record_gets_a_verdict(text, code):
    verdict = record.check_text(text)
    assert problem_keys(verdict) == [(code, "", "")]


def test_text_may_begin_with_a_byte_order_mark():
    assert record.check_text(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()).ok


def test_a_match_is_started_with_its_house_rules():
    state, problems = record.start("neurotrio", {"target": 20}, 3)
    assert (state.totals, state.over, problems) == ((0, 0, 0), False, [])


@pytest.mark.parametrize(
    ("slug", "options", "players", "path"),
    [("chess", {}, 2, "game"), ("neurotrio", {}, 5, "players"), ("neurotrio", [], 2, "options")],
)
def test_a_match_that_cannot_be_started_says_why(slug, options, players, path):
    state, problems = record.start(slug, options, players)
    assert (state, [problem.path for problem in problems]) == (None, [path])


@pytest.mark.parametrize("evidence", list(Evidence))
@pytest.mark.parametrize("bots", ["random", "sensible"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_matches_of_bots_are_accepted(players, bots, evidence):
    names = ["Ada", "Bob", "Zoé", "Dov"][:players]
    played = record.play("neurotrio", Random(7), names, evidence, bots=bots)
    verdict = record.check(json.loads(json.dumps(played)))
    assert (verdict.ok, verdict.over, verdict.evidence) == (True, True, evidence)


def test_the_same_seed_plays_the_same_match():
    one, same, other = (
        record.play("neurotrio", Random(seed), ["Ada", "Bob"], "transcript") for seed in (1, 1, 2)
    )
    assert one == same != other


def test_bots_keep_to_house_rules():
    played = play(Random(1), ["A", "B"], "final", options={"target": 5})
    assert played["options"]["target"] == 5
    assert len(played["rounds"]) == 1


def test_bots_do_not_play_a_match_that_cannot_be_started():
    with pytest.raises(ValueError, match="This game is for 2 to 4"):
        record.play("neurotrio", Random(1), ["Ada"], "sheet")


def test_places_are_shared_on_ties():
    assert places([52, 50, 50, 8]) == (1, 2, 2, 4)


def test_problems_are_values():
    one, same = (check(sheet(12, 13)).problems[0] for _ in range(2))
    assert one == same
    assert isinstance(one, Problem)
    assert one.at("rounds.7").path == "rounds.7"
    assert Seat(1) == 1


def test_a_match_of_far_too_many_rounds_is_refused_at_once():
    rounds = [{"evidence": "sheet", "scores": [0, 0]}] * 1001
    raw = record.write("neurotrio", {"target": 10**9}, ["Ada", "Bob"], rounds)
    assert [actual.path for actual in record.check(raw).problems] == ["rounds"]
    assert record.check({**raw, "rounds": rounds[:1000]}).ok


def test_new_matches_of_one_game_differ_from_its_records():
    assert base.usual_options(GAMES["nain_jaune"]) == {"short_ante": "pay_what_is_left"}
    assert base.usual_options(GAMES["njet"]) == {}
