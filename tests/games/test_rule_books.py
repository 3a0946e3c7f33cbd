"""The rules that people read: complete, the same in all languages, and about the engine we have."""

import re
from pathlib import Path
from typing import Any, cast

import pytest

import games
from games import GAMES, rule_book
from games.base import rule_book_for, usual_rules
from games.clauses import find_clause
from games.house_rules import Choice, Flag
from games.rule_book import Block, ListedValue, Span
from games.rule_text import rules_text
from problems.catalogue import languages
from problems.text import Words

ROOT = Path(games.__file__).parent
CLAUSE_IN_CODE = re.compile(r'"([A-Z][0-9]+)"')
BOOKS = [(game, language) for game in GAMES for language in languages()]


def book_of(game, language="en"):
    return rule_book_for(GAMES[game], language)


def pictures(book):
    return [
        (clause.number, block.picture)
        for clause in book.clauses
        for block in clause.blocks
        if block.picture
    ]


def outline(book):
    return {
        "clauses": [[clause.number for clause in section.clauses] for section in book.sections],
        "examples": [example.number for example in book.examples],
        "blocks": [[block.kind for block in clause.blocks] for clause in book.clauses],
        "rules": [
            (rule.name, [choice.value for choice in rule.choices]) for rule in book.house_rules
        ],
        "pictures": pictures(book),
    }


def mentions(book):
    """Return the clauses and house rules that each clause names, as a set."""
    return {
        clause.number: {
            span.text
            for block in clause.blocks
            for span in block.spans
            if span.kind in ("clause", "rule")
        }
        for clause in book.clauses
    }


def figures(example):
    """Return long numbers and the codes of an example, which are the same in every language."""
    texts = "".join(span.text for block in example.blocks for span in block.spans)
    return {*re.findall(r"[0-9]{2,}[A-Z]?|[0-9][A-Z]{1,2}\b|\b[A-Z][0-9]+", texts)}


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_each_language_has_the_same_clauses_house_rules_and_pictures(game, language):
    book = book_of(game, language)
    assert (book.language, outline(book)) == (language, outline(book_of(game)))
    assert mentions(book) == mentions(book_of(game))
    assert [figures(example) for example in book.examples] == [
        figures(example) for example in book_of(game).examples
    ]
    assert len(book.examples) in range(10, 13)


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_clauses_are_numbered_without_gaps_and_titled_once(game, language):
    clauses = book_of(game, language).clauses
    letter = clauses[0].number[0]
    numbers = sorted(int(clause.number.removeprefix(letter)) for clause in clauses)
    assert numbers == list(range(1, len(clauses) + 1))
    assert len({clause.title for clause in clauses}) == len(clauses)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_the_engine_names_is_in_the_rules(game):
    code = "".join(file.read_text() for file in (ROOT / game).glob("*.py"))
    letter = GAMES[game].general_clause[0]
    named = {number for number in CLAUSE_IN_CODE.findall(code) if number[0] == letter}
    assert named - {"R9"} <= {clause.number for clause in book_of(game).clauses}
    assert len(named) > 5


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_is_described_with_all_its_values(game):
    usual = usual_rules(GAMES[game])
    book = book_of(game)
    rules = book.house_rules
    assert [rule.name for rule in rules] == [rule.name for rule in GAMES[game].house_rules]
    assert {rule.name for rule in rules} == set(usual)
    assert all(any(span.kind == "clause" for span in rule.spans) for rule in rules)
    for rule in rules:
        _none, problems = GAMES[game].start({rule.name: "?"}, GAMES[game].seats[0])
        if isinstance(usual[rule.name], str):
            expected = re.findall(r"“?(\w+)”?", problems[0].message().split("Found")[0])
            values = [choice.value for choice in rule.choices]
            assert {*values} == {*expected} - {"Choose", "or"}, rule.name


def test_languages_without_rules_have_the_english_ones():
    assert book_of("njet", "nl") is book_of("njet", "nl")
    assert book_of("njet", "nl") == book_of("njet")


def test_games_without_rules_have_no_book():
    assert rule_book_for(cast(Any, object()), "en") is None
    assert rules_text(cast(Any, object()), "en") is None


def test_a_clause_is_found_in_its_game_or_in_the_only_game_that_has_it(monkeypatch):
    assert find_clause("N17", "fr", "neurotrio").clause.title == "Cartes différentes"
    assert find_clause("T8", "en").game == "triominos"
    assert find_clause("T8", "en", "").game == "triominos"
    assert find_clause("T8", "en", "njet") is None
    assert find_clause("X1", "en") is None
    monkeypatch.setattr(GAMES["njet"], "rule_book", GAMES["triominos"].rule_book)
    assert find_clause("T8", "en") is None
    monkeypatch.delattr(GAMES["njet"], "rule_book")
    assert find_clause("T8", "en").game == "triominos"


RULES = """# Coin: the rules

Throw a
coin.

## Play
- **C1 Throw.** Whoever throws *heads* by C1 or `count: twice` gets
  as many points; X9 is no clause.
  1. `heads`
     first
  > [coin] The coin
  > of C1.
- **E1** An example.

## House rules
> [house_rules]

## Record
- **C2 General.** `count` is a key.

## Invariants
1. None.
"""


COUNT = Choice(
    "count",
    Words("How often"),
    "once",
    {"once": Words("once"), "twice": Words("two times")},
    help=Words("See C1."),
)
EDGE = Flag("edge", Words("Edges"), default=True)
HOUSE = (COUNT, EDGE)


def test_texts_are_read_by_sections_clauses_and_house_rules():
    book = rule_book.parse(RULES, "en", HOUSE)
    play, house, record = book.sections
    (example,) = play.examples
    assert (example.number, example.title) == ("E1", "Example 1")
    assert example.blocks == (Block("paragraph", (Span("text", "An example."),)),)
    assert book.clause("E1") == example
    assert (book.title, book.intro) == ("Coin: the rules", (Span("text", "Throw a coin."),))
    assert [section.is_for_programs for section in book.sections] == [False, False, True]
    assert play.clauses[0].title == "Throw"
    assert play.clauses[0].blocks == (
        Block(
            "paragraph",
            (
                Span("text", "Whoever throws "),
                Span("em", "heads"),
                Span("text", " by "),
                Span("clause", "C1"),
                Span("text", " or "),
                Span("rule", "count: twice"),
                Span("text", " gets as many points; X9 is no clause."),
            ),
        ),
        Block("item", (Span("code", "heads"), Span("text", " first"))),
        Block(
            "picture",
            (Span("text", "The coin of "), Span("clause", "C1"), Span("text", ".")),
            "coin",
        ),
    )
    count, edge = house.house_rules
    assert count.choices[1] == ListedValue("twice", "two times")
    assert count.spans == (Span("text", "See "), Span("clause", "C1"), Span("text", "."))
    assert (edge.choices, edge.spans) == ((), ())
    assert record.clauses[0].blocks[0].spans[0] == Span("code", "count")
    assert book.clause("C3") is None


def test_values_of_house_rules_have_words():
    book = rule_book.parse(RULES, "fr", HOUSE)
    count, edge = book.house_rules
    assert book.rule_label("count") == "How often"
    assert book.rule_label("count: twice") == "How often\u00a0: two times"
    assert book.rule_label("edge: false") == "Edges\u00a0: non"
    assert [count.value_label(value, "fr") for value in ("once", 7, [0, 1])] == [
        "once",
        "7",
        "0, 1",
    ]
    assert edge.value_label(True, "fr") == "oui"


def test_house_rules_without_a_place_in_the_text_come_last():
    text = RULES.replace("> [house_rules]", "")
    *sections, last = rule_book.parse(text, "fr", HOUSE).sections
    assert [section.is_for_programs for section in sections] == [False, False]
    assert (last.title, [rule.name for rule in last.house_rules]) == (
        "Règles de la maison",
        ["count", "edge"],
    )
    assert rule_book.parse(RULES, "en").house_rules == []


def test_a_game_without_a_text_has_house_rules_at_most():
    book = rule_book.without_text("Coin", "de", HOUSE)
    assert (book.title, book.clauses, len(book.house_rules)) == ("Coin", [], 2)
    assert "nur diese Hausregeln" in book.plain(book.intro)
    nothing = rule_book.without_text("Coin", "en", ())
    assert nothing.sections == ()
    assert "no house rules" in nothing.plain(nothing.intro)


def test_text_is_laid_out_for_a_terminal():
    text = rules_text(GAMES["njet"], "en")
    assert "Z12  Another house\n    At some tables all four of these hold: “A round may" in text
    assert "discards  Numbers of cards to put aside\n" in text
    assert "    - starter: for a start player who plays alone\n" in text
    assert "Usual: 0, 1, 2." in text
    assert "[board]" not in text
    assert rules_text(GAMES["triominos"], "de", "t12").startswith(
        "T12  Bänkchen leer\n    Das erste"
    )
    assert rules_text(GAMES["triominos"], "de", "T99") is None
