"""Whatever is sent: a request, or problems with code, place and what was expected."""

import json
import math
import random
from string import Formatter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from problems.catalogue import languages, translate
from problems.text import Text
from seating import check, generate, messages, plan, request
from tests.seating.build import plan_of, read

GOOD = {
    "seating": 1,
    "players": ["a", "b", "c", "d"],
    "table_sizes": {"min": 4, "max": 4, "preferred": [4]},
}
DEEP = json.loads("[" * 500 + "]" * 500)


def problems(**changed):
    raw = {key: value for key, value in {**GOOD, **changed}.items() if value is not ...}
    parsed, problem_list = request.read(raw)
    assert (parsed is None) == bool(problem_list)
    return [(problem.code, problem.path) for problem in problem_list]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"seating": 2}, ("wrong_version", "seating")),
        ({"seating": True}, ("wrong_version", "seating")),
        ({"players": ...}, ("missing_key", "players")),
        ({"colour": 1}, ("unknown_key", "colour")),
        ({"players": [f"p{n}" for n in range(100_000)]}, ("wrong_length", "players")),
        ({"players": []}, ("wrong_length", "players")),
        ({"players": ["a", "b", "a"]}, ("twice", "players.2")),
        ({"players": ["a", 7]}, ("not_a_name", "players.1")),
        ({"players": ["a", "\ud800"]}, ("not_a_name", "players.1")),
        ({"players": ["a", DEEP]}, ("not_a_name", "players.1")),
        ({"players": "abcd"}, ("not_a_list", "players")),
        ({"table_sizes": {"min": 5, "max": 4}}, ("sizes_reversed", "table_sizes.max")),
        ({"table_sizes": {"min": 1, "max": 4}}, ("not_within", "table_sizes.min")),
        ({"table_sizes": {"min": 2, "max": 13}}, ("not_within", "table_sizes.max")),
        ({"table_sizes": {"min": 2}}, ("missing_key", "table_sizes.max")),
        ({"table_sizes": [3, 4]}, ("not_an_object", "table_sizes")),
        (
            {"table_sizes": {"min": 3, "max": 4, "preferred": [5]}},
            ("not_within", "table_sizes.preferred.0"),
        ),
        ({"rounds": 0}, ("not_within", "rounds")),
        ({"rounds": 101}, ("not_within", "rounds")),
        ({"rounds": 3.0}, ("not_within", "rounds")),
        ({"rounds": 2, "mode": "arena"}, ("one_round", "rounds")),
        ({"mode": "chaos"}, ("not_a_choice", "mode")),
        ({"rules": ["fun"]}, ("not_a_choice", "rules.0")),
        ({"rules": [["sit_out"]]}, ("not_a_choice", "rules.0")),
        ({"rules": ["sit_out", "sit_out"]}, ("twice", "rules.1")),
        ({"rules": ["rank_distance"]}, ("needed_by_rule", "ranking")),
        ({"mode": "swiss"}, ("needed_by_mode", "ranking")),
        ({"mode": "script"}, ("needed_by_mode", "script")),
        ({"mode": "king"}, ("needed_by_mode", "results")),
        ({"playing": [["a"]]}, ("unknown_key", "playing")),
        ({"mode": "script", "script": [[[0, 0]]]}, ("twice", "script.0.0.1")),
        ({"mode": "script", "script": [], "rounds": 1}, ("wrong_length", "script")),
        ({"mode": "script", "script": [[["a"]]]}, ("not_within", "script.0.0.0")),
        ({"forbidden": [["a"]]}, ("wrong_length", "forbidden.0")),
        ({"forbidden": [["a", "a"]]}, ("twice", "forbidden.0.1")),
        ({"forbidden": [["a", "z"]]}, ("unknown_player", "forbidden.0.1")),
        ({"forbidden": [["a", None]]}, ("not_a_name", "forbidden.0.1")),
        ({"fixed": {"z": 1}}, ("unknown_player", "fixed.z")),
        ({"fixed": {"a": -1}}, ("not_within", "fixed.a")),
        ({"fixed": [1]}, ("not_an_object", "fixed")),
        ({"step_free": {"players": ["a"]}}, ("missing_key", "step_free.tables")),
        ({"step_free": {"players": ["a"], "tables": [-1]}}, ("not_within", "step_free.tables.0")),
        ({"levels": {"a": "high"}}, ("not_within", "levels.a")),
        ({"history": [["a"]]}, ("not_a_list", "history.0.0")),
        ({"history": [[["a", 3]]]}, ("not_a_name", "history.0.0.1")),
        ({"history": [[["a"], ["a"]]]}, ("twice", "history.0.1.0")),
        ({"history": [{"tables": [["a"]], "sit_out": ["a"]}]}, ("twice", "history.0.sit_out.0")),
        ({"history": [{"out": []}]}, ("unknown_key", "history.0.out")),
        ({"history": [[]] * 1001}, ("wrong_length", "history")),
        ({"history": [[[str(n) for n in range(13)]]]}, ("wrong_length", "history.0.0")),
        ({"ranking": ["z"]}, ("unknown_player", "ranking.0")),
        ({"mode": "king", "results": [["a"], ["a"]]}, ("twice", "results.1")),
        ({"partners": {}}, ("missing_key", "partners.rounds")),
        (
            {"partners": {"rounds": 8, "history": [["a", "z"]]}},
            ("unknown_player", "partners.history.0.1"),
        ),
        ({"seed": "x"}, ("not_within", "seed")),
        ({"seed": 2**64}, ("not_within", "seed")),
        ({"seconds": math.nan}, ("not_seconds", "seconds")),
        ({"seconds": math.inf}, ("not_seconds", "seconds")),
        ({"seconds": -1}, ("not_seconds", "seconds")),
        ({"seconds": True}, ("not_seconds", "seconds")),
        ({"seconds": 10**400}, ("not_seconds", "seconds")),
    ],
)  # fmt: skip
def test_an_error_is_reported_with_its_place(changed, expected):
    assert expected in problems(**changed)


def test_the_smallest_request_has_usual_values():
    parsed = read(GOOD)
    assert (parsed.rounds, parsed.mode, parsed.seed, parsed.seconds) == (1, "social", 0, 5)
    assert [*parsed.rules] == [
        "forbidden_pair", "preferred_size", "sit_out", "consecutive_repeat", "repeat_pair",
        "third_meeting", "repeat_table_size", "seat_spread",
    ]  # fmt: skip


@pytest.mark.parametrize("raw", [None, 3, "x", [], [GOOD], DEEP, {}, {"seating": 1}])
def test_a_value_that_is_not_a_request_is_refused(raw):
    parsed, problem_list = request.read(raw)
    assert parsed is None
    assert problem_list


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from("abcdz")
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from([*"abcd", "tables", "players", "rounds"]), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=400)
@given(st.dictionaries(st.sampled_from(request.OPTIONAL), VALUES, max_size=3))
def test_no_input_causes_a_traceback(changed):
    parsed, problem_list = request.read({**GOOD, **changed})
    assert (parsed is None) == bool(problem_list)
    for problem in problem_list:
        assert problem.message("en")
        assert problem.message("fr")


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(["rounds", "cost", "status", "bound", "x"]), VALUES))
def test_no_plan_is_a_traceback_either(raw):
    parsed, problem_list = plan.read(raw)
    assert (parsed is None) == bool(problem_list)
    if parsed is not None:
        check.check(read(GOOD), parsed)


@pytest.mark.parametrize("seed", range(150))
def test_one_wrong_value_anywhere_is_refused_or_still_drawn(seed):
    """A value of a whole request is replaced by something else."""
    rng = random.Random(seed)
    raw = json.loads(json.dumps({**generate.generate(8, seed), "seconds": 0.01}))
    _replace_value(raw, rng)
    parsed, problem_list = request.read(raw)
    assert (parsed is None) == bool(problem_list)
    if parsed is not None:
        assert check.check(parsed, plan_of(parsed)).ok


def _replace_value(node, rng):
    keys = [*node] if isinstance(node, dict) else [*range(len(node))]
    key = rng.choice(keys)
    if isinstance(node[key], list | dict) and node[key] and rng.random() < 0.6:
        return _replace_value(node[key], rng)
    node[key] = rng.choice([None, -1, 0, 3, 10**30, "p1", "", [], {}, [["p1"]], 0.5, True])


def parameters(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_all_words_exist_in_every_language():
    texts = [value for value in vars(messages).values() if isinstance(value, Text)]
    assert len({text.code for text in texts}) == len(texts) > 15
    for text in texts:
        templates = [translate(text.en, language) for language in languages()]
        assert len({*templates}) == len(languages())
        assert len({frozenset(parameters(template)) for template in templates}) == 1
        assert "'" not in "".join(templates[1:])
