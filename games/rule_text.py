"""The rules of a game as plain text, for the command line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from games.base import Game, rule_book_for, usual_rules
from problems.text import Words

if TYPE_CHECKING:
    from games.rule_book import Block, Clause, ListedRule, RuleBook

WIDTH, INDENT = 88, "    "
USUAL = Words("Usual: {value}.")


def rules_text(game: Game[Any], language: str, number: str = "") -> str | None:
    """Return all rules, or one clause; None if there is none of this number."""
    book = rule_book_for(game, language)
    if book is None:
        return None
    if not number:
        return "\n".join(_lines(book, usual_rules(game)))
    clause = book.clause(number.upper())
    return clause and "\n".join(_clause(book, clause))


def _lines(book: RuleBook, usual: Mapping[str, object]) -> Iterator[str]:
    yield from (book.title, "=" * len(book.title), "", *_wrap(book.plain(book.intro), ""))
    for section in book.sections:
        yield from ("", section.title, "-" * len(section.title))
        for clause in section.clauses:
            yield from _clause(book, clause)
        for example in section.examples:
            yield from _clause(book, example)
        for rule in section.house_rules:
            yield from _house_rule(book, rule, usual)


def _clause(book: RuleBook, clause: Clause) -> Iterator[str]:
    yield f"{clause.number}  {clause.title}"
    for block in clause.blocks:
        if block.kind != "picture":
            yield from _block(book, block)


def _block(book: RuleBook, block: Block) -> list[str]:
    return _wrap(book.plain(block.spans), "- " if block.kind == "item" else "")


def _house_rule(book: RuleBook, rule: ListedRule, usual: Mapping[str, object]) -> Iterator[str]:
    value = rule.value_label(usual[rule.name], book.language)
    usual_words = USUAL._replace(params={"value": value}).say(book.language)
    yield f"{rule.name}  {rule.title}"
    yield from _wrap(f"{book.plain(rule.spans)} {usual_words}", "")
    for choice in rule.choices:
        yield from _wrap(f"{choice.value}: {choice.label}", "- ")


def _wrap(text: str, mark: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=INDENT + mark,
        subsequent_indent=INDENT + " " * len(mark),
        break_on_hyphens=False,
    )
