"""Schemes as they are written, read and refused."""

import json
from string import Formatter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from problems.catalogue import languages, translate
from problems.text import Text
from scoring.pure import origin, schemes
from scoring.pure.schemes import POINTS, Scheme, SchemeError, read
from scoring.pure.tiebreaks import TIEBREAKS
from tests.scoring.seasons import a_scheme

LISTS = {size: list(range(int(size), 0, -1)) for size in "2345678"}


def problems(raw):
    with pytest.raises(SchemeError) as error:
        read(raw)
    return [(problem.code, problem.path) for problem in error.value.problems]


def test_the_default_scheme_is_written_as_the_contract_says():
    assert json.dumps(Scheme().to_json()) == (
        '{"points": "place_fraction", "scale": 60, "aggregate": "sum", '
        '"tiebreaks": ["wins", "mini_table", "best_evening"]}'
    )


def test_only_what_differs_from_its_default_is_written_beside():
    json_scheme = Scheme(drop_worst=2, best_evenings=8).to_json()
    assert list(json_scheme) == [*Scheme().to_json(), "best_evenings", "drop_worst"]


@pytest.mark.parametrize(
    ("points", "key", "value"),
    [
        ("capped_margin", "cap", 100),
        (
            "place_points",
            "place_points",
            {
                "2": [2, 0],
                "3": [3, 1, 0],
                "4": [4, 2, 1, 0],
                "5": [5, 3, 2, 1, 0],
                "6": [6, 4, 3, 2, 1, 0],
                "7": [7, 5, 4, 3, 2, 1, 0],
                "8": [8, 6, 5, 4, 3, 2, 1, 0],
            },
        ),
    ],
)
def test_settings_required_by_the_points_get_stored_defaults(points, key, value):
    assert read({"points": points}).to_json()[key] == value


@given(st.randoms(use_true_random=False))
def test_a_scheme_survives_being_stored(rng):
    scheme = a_scheme(rng)
    json_scheme = json.loads(json.dumps(scheme.to_json()))
    assert read(json_scheme) == scheme
    assert hash(read(json_scheme)) == hash(scheme)
    assert read(json_scheme).to_json() == json_scheme


def test_names_left_out_take_their_default():
    assert read({}) == Scheme()


def test_zero_is_the_default_of_what_is_counted():
    counts = ("drop_worst", "minimum_evenings", "minimum_matches", "attendance")
    assert read(dict.fromkeys(counts, 0)) == Scheme()
    assert [getattr(Scheme(), name) for name in counts] == [0, 0, 0, 0]


def test_stored_schemes_name_a_minimum_of_matches_only_if_there_is_one():
    """Schemes stored before there was one equal those stored now, so none is adopted again."""
    assert list(Scheme().spelled_out()) == [
        "points",
        "scale",
        "aggregate",
        "tiebreaks",
        "place_points",
        "cap",
        "best_evenings",
        "drop_worst",
        "minimum_evenings",
        "attendance",
        "sit_out",
        "planned_evenings",
        "matches_per_evening",
    ]
    assert Scheme(minimum_matches=5).spelled_out()["minimum_matches"] == 5


def test_lists_for_more_than_eight_are_kept_as_they_are_given():
    for most in range(8, 13):
        lists = {str(size): list(range(size, 0, -1)) for size in range(2, most + 1)}
        raw = {"points": "place_points", "place_points": lists}
        assert read(raw).to_json()["place_points"] == lists


@pytest.mark.parametrize(
    ("key", "value", "default"),
    [("best_evenings", 3, None), ("drop_worst", 1, 0), ("sit_out", "win", "nothing")],
)
def test_a_mean_refuses_choices_about_sums(key, value, default):
    assert problems({"aggregate": "mean", key: value}) == [("not_with_mean", key)]
    assert read({"aggregate": "mean", key: default}) == Scheme(aggregate="mean")
    assert read({"aggregate": "sum", key: value}) == Scheme(**{key: value})


def test_a_mean_with_choices_about_sums_names_all_problems():
    raw = {"aggregate": "mean", "drop_worst": 1, "sit_out": "luck", "scale": 0}
    assert sorted(problems(raw)) == [
        ("not_a_choice", "sit_out"),
        ("not_with_mean", "drop_worst"),
        ("too_small", "scale"),
    ]


def test_null_stands_for_a_limit_that_is_not_set():
    limits = ("cap", "best_evenings", "planned_evenings", "matches_per_evening", "place_points")
    assert read(dict.fromkeys(limits)) == Scheme()


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        (None, "not_an_object", ""),
        ([], "not_an_object", ""),
        ({"colour": "red"}, "unknown_key", "colour"),
        ({"points": "luck"}, "not_a_choice", "points"),
        ({"points": ["raw"]}, "not_a_choice", "points"),
        ({"aggregate": "best"}, "not_a_choice", "aggregate"),
        ({"tiebreaks": "wins"}, "not_a_list", "tiebreaks"),
        ({"tiebreaks": None}, "not_a_list", "tiebreaks"),
        ({"tiebreaks": ["wins", "coin"]}, "not_a_choice", "tiebreaks.1"),
        ({"tiebreaks": [{}]}, "not_a_choice", "tiebreaks.0"),
        ({"tiebreaks": ["wins", "lots", "wins"]}, "twice", "tiebreaks.2"),
        ({"tiebreaks": ["wins"] * 10}, "too_long", "tiebreaks"),
        ({"scale": 0}, "too_small", "scale"),
        ({"scale": -1}, "too_small", "scale"),
        ({"scale": True}, "not_an_integer", "scale"),
        ({"scale": 1.5}, "not_an_integer", "scale"),
        ({"scale": float("nan")}, "not_an_integer", "scale"),
        ({"scale": "60"}, "not_an_integer", "scale"),
        ({"scale": None}, "not_an_integer", "scale"),
        ({"scale": 100_001}, "too_large", "scale"),
        ({"scale": 10**5000}, "too_large", "scale"),
        ({"points": "capped_margin", "cap": 0}, "too_small", "cap"),
        ({"cap": 100_001}, "too_large", "cap"),
        ({"best_evenings": 0}, "too_small", "best_evenings"),
        ({"best_evenings": 1001}, "too_large", "best_evenings"),
        ({"drop_worst": -1}, "too_small", "drop_worst"),
        ({"drop_worst": 1001}, "too_large", "drop_worst"),
        ({"minimum_evenings": -1}, "too_small", "minimum_evenings"),
        ({"minimum_evenings": 1001}, "too_large", "minimum_evenings"),
        ({"minimum_matches": -1}, "too_small", "minimum_matches"),
        ({"minimum_matches": 1001}, "too_large", "minimum_matches"),
        ({"attendance": -1}, "too_small", "attendance"),
        ({"attendance": 100_001}, "too_large", "attendance"),
        ({"planned_evenings": 0}, "too_small", "planned_evenings"),
        ({"planned_evenings": 1001}, "too_large", "planned_evenings"),
        ({"matches_per_evening": 0}, "too_small", "matches_per_evening"),
        ({"matches_per_evening": 1001}, "too_large", "matches_per_evening"),
        ({"place_points": []}, "not_an_object", "place_points"),
        ({"place_points": LISTS | {"13": []}}, "unknown_key", "place_points.13"),
        ({"place_points": LISTS | {"9": []}}, "wrong_length", "place_points.9"),
        ({"place_points": LISTS | {"10": [0] * 10}}, "missing_key", "place_points.9"),
        ({"place_points": LISTS | {"4": 4}}, "not_a_list", "place_points.4"),
        ({"place_points": LISTS | {"4": [3, 2, 1]}}, "wrong_length", "place_points.4"),
        ({"place_points": LISTS | {"4": [3, 2, 1, 2]}}, "rises", "place_points.4"),
        ({"place_points": LISTS | {"2": [1, True]}}, "not_an_integer", "place_points.2.1"),
        ({"place_points": LISTS | {"2": [100_001, 0]}}, "too_large", "place_points.2.0"),
        ({"place_points": LISTS | {"2": [0, -100_001]}}, "too_small", "place_points.2.1"),
        ({"place_points": {s: LISTS[s] for s in "234567"}}, "missing_key", "place_points.8"),
    ],
)
def test_refuses_what_is_not_as_expected(raw, code, path):
    assert problems(raw) == [(code, path)]


@pytest.mark.parametrize(
    "raw",
    [
        {"scale": 1},
        {"scale": 100_000, "cap": 100_000, "attendance": 100_000},
        {"cap": 1, "best_evenings": 1, "planned_evenings": 1, "matches_per_evening": 1},
        {"best_evenings": 1000, "drop_worst": 1000, "minimum_evenings": 1000},
        {"planned_evenings": 1000, "matches_per_evening": 1000, "minimum_matches": 1000},
        {"aggregate": "mean", "attendance": 1, "minimum_evenings": 1, "minimum_matches": 1},
        {"tiebreaks": []},
        {"tiebreaks": list(TIEBREAKS)},
        {"place_points": LISTS | {"2": [100_000, -100_000], "3": [1, 1, 1]}},
    ],
)
def test_accepts_the_limits_themselves(raw):
    assert read(raw).to_json() == Scheme().to_json() | raw


def test_names_all_problems_at_once():
    raw = {"scale": 0, "points": "luck", "tiebreaks": ["coin", "dice"], "x": 1}
    expected = {"scale", "points", "tiebreaks.0", "tiebreaks.1", "x"}
    assert {path for _, path in problems(raw)} == expected


def test_says_in_both_languages_what_was_expected():
    with pytest.raises(SchemeError) as error:
        read({"tiebreaks": ["wins", "wins"], "cap": 10**6})
    twice, large = error.value.problems
    assert twice.message() == "The tie-break “wins” appears twice. Keep one."
    assert large.message("fr") == "Indiquez 100000 ou moins, pas 1000000."
    assert str(error.value).startswith("tiebreaks.1: The tie-break")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
NEAR = st.dictionaries(
    st.sampled_from([*schemes.READERS, "x"]),
    JSON
    | st.sampled_from(list(POINTS))
    | st.lists(st.sampled_from(list(TIEBREAKS)) | JSON, max_size=9)
    | st.dictionaries(st.sampled_from([*LISTS, "9", "13"]), JSON | st.lists(st.integers() | JSON)),
)


@settings(max_examples=100)
@given(JSON | NEAR)
def test_whatever_comes_is_read_or_refused_in_words(raw):
    scheme, problem_list = None, []
    try:
        scheme = read(raw)
    except SchemeError as error:
        problem_list = error.problems
    assert (scheme is None) == bool(problem_list)
    assert scheme is None or read(scheme.to_json()) == scheme
    assert all(problem.message(language) for problem in problem_list for language in languages())


def texts():
    labels = [
        text for definition in (*POINTS.values(), *TIEBREAKS.values()) for text in definition[1:3]
    ]
    constants = [*vars(schemes).values(), *vars(origin).values()]
    return labels + [definition for definition in constants if isinstance(definition, Text)]


@pytest.mark.parametrize("code", POINTS)
def test_every_choice_is_known_by_its_code(code):
    assert POINTS[code].code == code


@pytest.mark.parametrize("code", TIEBREAKS)
def test_every_tie_break_is_known_by_its_code(code):
    assert TIEBREAKS[code].code == code


def test_every_text_has_its_own_code_and_words_in_every_language():
    assert len({text.code for text in texts()}) == len(texts()) == 32 + 4 + 13
    for text in texts():
        translations = [translate(text.en, language) for language in languages()]
        assert all(translations), text.code
        assert len({*translations}) == len(languages()), text.code
        assert len({frozenset(parameters(translation)) for translation in translations}) == 1, (
            text.code
        )


def parameters(template):
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_a_plan_has_evenings_and_matches():
    assert Scheme(planned_evenings=10, matches_per_evening=1).has_plan
    assert not Scheme(planned_evenings=10).has_plan
    assert not Scheme(matches_per_evening=1).has_plan


@pytest.mark.parametrize(
    ("columns", "problems"),
    [
        (["win_share", "evenings"], []),
        (["win_share", "win_share"], [("column_twice", "columns.1")]),
        (["wins"], [("not_a_choice", "columns.0")]),
        (["win_share", "evenings", "mean_score", "winning_run", "mean_points"], None),
    ],
)
def test_columns_are_different_statistics_that_are_not_shown_anyway(columns, problems):
    found_problems: list[tuple[str, str]] = []
    try:
        assert read({"columns": columns}).columns == tuple(columns)
    except SchemeError as error:
        found_problems = [(problem.code, problem.path) for problem in error.problems]
    assert found_problems == problems or (problems is None and found_problems)
