"""The registry of codes against the sources: nothing is raised that is not listed, and nothing is
listed that is not raised."""

import ast
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from api.description import codes, problem_inference
from api.http import errors, fields, resource
from games import GAMES
from problems.text import Text
from tests.api.addresses import views

FOLDERS = ("api", "league", "scoring")
PURE = {  # what the pure part says of a scheme, in words of all records
    "missing_key", "not_a_choice", "not_a_list", "not_an_integer", "not_an_object", "too_small",
    "too_long", "unknown_key", "wrong_length",
}  # fmt: skip

LISTED = {"bad_cursor", "bad_filter", "bad_limit", "bad_ordering"}
PAGES = {
    "bad_cursor", "bad_limit", "not_a_choice", "not_with_pages", "not_with_since",
    "unknown_session",
}  # fmt: skip
LOTS = {"no_lots", "not_an_object", "not_tied", "unknown_game", "unknown_league"}


def sources():
    for folder in FOLDERS:
        for file in (Path(settings.BASE_DIR) / folder).rglob("*.py"):
            if "migrations" not in file.parts:
                yield file


@cache
def in_sources():
    """Return every code that stands in a call, and every text of the pure part with which something
    is refused."""
    inferred = {}
    for file in sources():
        tree = ast.parse(file.read_text())
        inferred.update(dict.fromkeys(notices(tree), file.name))
        for _status, code in problem_inference.raised(tree, texts(tree)):
            inferred.setdefault(code, file.name)
    return inferred


def notices(tree):
    """Return the codes of the notices that accompany a stored round."""
    return [
        texts(tree)[node.args[-1].id].code
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Problem"
        and isinstance(node.args[-1], ast.Name)
    ]


def texts(tree):
    """Return the messages that a module makes itself, by their names."""
    return {
        node.targets[0].id: Text(ast.literal_eval(node.value.args[0]), "")
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and getattr(node.value.func, "id", "") == "Text"
        and node.value.args
        and isinstance(node.targets[0], ast.Name)
    }


def of_fields():
    """Return the codes of all fields of all bodies."""
    return set().union(*(problem_inference.of_shape(body()) for body in subclasses(fields.Input)))


def subclasses(kind):
    for subclass in kind.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def of_the_whole():
    return {kind.replace("-", "_") for kind, _title in errors.KINDS.values()} | {"parse_error"}


def test_every_code_that_is_raised_is_registered():
    raised = in_sources()
    assert {code: file for code, file in raised.items() if code not in codes.CODES} == {}
    assert of_fields() | of_the_whole() <= codes.CODES.keys()


def test_every_registered_code_is_raised():
    assert set(codes.CODES) - in_sources().keys() - of_fields() - of_the_whole() - PURE == set()


def test_the_codes_of_the_games_are_those_of_their_messages():
    inferred = codes.of_records()
    assert set(inferred) == {*GAMES, codes.RECORD}
    assert "score_of_finisher" in inferred["neurotrio"]
    assert "missing_key" in inferred[codes.RECORD]
    listed = [code for codes_of_view in inferred.values() for code in codes_of_view]
    assert len(listed) == len(set(listed)) > 100


def test_every_code_has_a_meaning():
    every = [codes.CODES, *codes.of_records().values()]
    assert [
        code for meanings in every for code, meaning in meanings.items() if not meaning.strip()
    ] == []


@pytest.mark.parametrize(
    ("name", "method", "expected"),
    [
        ("clubs", "get", {422: LISTED}),
        ("club", "get", {}),
        ("standings", "get", {409: {"version_gone"}, 422: PAGES}),
        ("draws", "post", {400: {"empty_body"}, 422: LOTS}),
    ],
)
def test_a_handler_has_the_codes_of_all_that_it_calls(name, method, expected):
    view = dict(views())[name].view_class
    inferred, judged = problem_inference.codes(getattr(view, method), view)
    assert inferred == expected
    assert not judged


def test_endpoints_judged_by_a_game_document_all_of_its_codes():
    view = dict(views())["rounds"].view_class
    inferred, judged = problem_inference.codes(view.post, view)
    assert judged
    assert inferred[409] == {
        "not_the_next_round",
        "already_submitted",
        "differs",
        "match_stopped",
        "game_not_installed",
    }


def test_both_codes_of_a_choice_are_seen():
    tree = ast.parse(
        'Fault("a" if x else "b", path, words)\nConflict(w, [Fault("c", "", w)])\nConflict(w)'
    )
    assert set(problem_inference.raised(tree, vars(resource))) == {
        (422, "a"),
        (422, "b"),
        (409, "c"),
        (409, "conflict"),
    }
