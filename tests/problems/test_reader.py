"""Untrusted JSON, in the words for people who write it by hand."""

import json

import pytest

from problems import reader
from problems.problem import problem
from problems.reader import MOST_PROBLEMS, Spot
from problems.text import Text


def read(data):
    at = Spot("", None, [])
    return reader.load(data, at), [fault.code for fault in at.problems]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff", "not_utf8"),
        (b"{", "not_json"),
        (b"[NaN]", "not_a_number"),
        (b'{"a": 1, "a": 2}', "same_key"),
        (b"[" * 100_000, "too_deep"),
        (b"1" * 5000, "number_too_long"),
    ],
)
def test_unreadable_json_is_one_problem(data, code):
    assert read(data) == (None, [code])


def test_readable_json_is_returned():
    assert read(b'\xef\xbb\xbf{"a": [1.5, null]}') == ({"a": [1.5, None]}, [])


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("x" * 50, f'"{"x" * 39}…"'),
        ("a\x00b\ud800", '"a\\u0000b\\ud800"'),
        (None, "null"),
        (True, "true"),
        (10**30, "…"),
        (1.5, "1.5"),
        ([1], "[…]"),
        ({}, "{…}"),
    ],
)
def test_a_wrong_value_is_repeated_shortly(raw, words):
    assert Spot("", None, []).describe(raw) == words


def test_an_object_without_rules_has_problems_without_clauses():
    at = Spot("table", None, [])
    assert reader.fields({"a": 1, "c": 2}, at, required=["a", "b"]) == {"a": 1}
    assert reader.choice(3, at / "a", ["x", "y"]) is None
    assert [fault.to_json() for fault in at.problems] == [
        {
            "code": "unknown_key",
            "path": "table.c",
            "message": "Unknown entry “c”. Possible entries: a, b.",
        },
        {"code": "missing_key", "path": "table.b", "message": "Missing: “b”."},
        {
            "code": "not_a_choice",
            "path": "table.a",
            "message": "Choose one of x, y. Found: 3.",
        },
    ]


def test_problems_beyond_the_limit_are_not_kept():
    at = Spot("", None, [])
    for index in range(MOST_PROBLEMS + 9):
        reader.entries(index, at / index)
    assert len(at.problems) == MOST_PROBLEMS


def test_the_clause_of_a_text_comes_first():
    own = problem(Text("a", "A.", "N1"), "x", "N2")
    assert json.dumps(own.to_json()) == (
        '{"code": "a", "path": "x", "message": "A.", "clause": "N1"}'
    )
