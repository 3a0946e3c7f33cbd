"""The list of codes, the sources and the table of operations have the same codes."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings

import api.urls  # noqa: F401  # whose views define the bodies
from api.description import codes, docs, problems
from api.http import errors, fields
from games import GAMES

FOLDERS = ("api", "league", "scoring")
MADE = re.compile(
    r"\b(?:Fault|invalid|Unreadable|Text)\(\s*(?:\"(\w+)\"|\"(\w+)\" if .+? else \"(\w+)\")"
)
# made by the framework, or by the pure part in words of all records
ELSEWHERE = {
    "missing_key", "not_a_choice", "not_a_list", "not_an_integer", "not_an_object", "too_small",
    "too_long", "unknown_key", "wrong_length", "invalid", "conflict",
}  # fmt: skip


@cache
def in_sources():
    """Return the codes with which the sources make a fault."""
    listed = set()
    for folder in FOLDERS:
        for file in (Path(settings.BASE_DIR) / folder).rglob("*.py"):
            if "migrations" not in file.parts:
                listed |= {code for groups in MADE.findall(file.read_text()) for code in groups}
    return listed - {""}


def of_fields():
    """Return the codes of all fields of all bodies."""
    return set().union(*(problems.of_body(body()) for body in subclasses(fields.Input)))


def subclasses(kind):
    for subclass in kind.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def of_the_whole():
    return {problems.whole(status) for status in errors.KINDS} | problems.EVERY_REQUEST[400]


def of_operations():
    """Return the codes that the description gives some operation."""
    return {
        code
        for methods in docs.description()["paths"].values()
        for operation in methods.values()
        for listed in operation.get(problems.PROBLEM_EXTENSION, {}).values()
        for code in listed
    }


def test_every_code_of_an_operation_or_a_field_has_a_meaning():
    listed = of_operations() | of_fields() | of_the_whole() | problems.EVERY_REQUEST[422]
    assert listed - codes.CODES.keys() - problems.record_codes() == set()


def test_every_code_with_a_meaning_is_made_somewhere():
    made = in_sources() | of_fields() | of_the_whole() | ELSEWHERE
    assert codes.CODES.keys() - made == set()


def test_every_operation_in_the_table_of_codes_exists():
    operations = {
        operation["operationId"]
        for methods in docs.description()["paths"].values()
        for operation in methods.values()
    }
    assert problems.table().keys() - operations == set()


def test_the_codes_of_the_games_are_those_of_their_messages():
    by_game = codes.of_records()
    assert set(by_game) == {*GAMES, codes.RECORD}
    assert "score_of_finisher" in by_game["neurotrio"]
    assert "missing_key" in by_game[codes.RECORD]
    listed = [code for codes_of_game in by_game.values() for code in codes_of_game]
    assert len(listed) == len(set(listed)) > 100


def test_every_meaning_is_a_text():
    assert [code for code, meaning in problems.all_codes().items() if not meaning.strip()] == []
