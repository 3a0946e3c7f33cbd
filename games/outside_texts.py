"""Reads the rules that a package has beside its game, and refuses those that cannot be used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from games import rule_book
from games.house_rules import HouseRule
from games.rule_book import RuleBook
from problems.catalogue import SOURCE, languages
from problems.reader import printable
from problems.text import Words, visible

MOST_BYTES = 200_000  # the longest text of our own games has 25,000

UNREADABLE = Words("{file} cannot be read: {error}.")
NOT_UTF8 = Words("{file} is not written in UTF-8.")
TOO_LONG = Words("{file} is longer than {most} bytes.")
NO_TITLE = Words("{file} does not begin with a title, such as “# Farkle: the rules”.")
NO_CLAUSES = Words("{file} has no clauses, such as “- **F1 Dice.** Six dice are rolled.”")
SAME_NUMBER = Words("{file} has several clauses {number}.")


class Texts(NamedTuple):
    """The rules by language, and the files that cannot be used, with the reason."""

    books: dict[str, RuleBook]
    faults: tuple[Words, ...]

    def book(self, language: str) -> RuleBook | None:
        return self.books.get(language) or self.books.get(SOURCE)


NO_TEXTS = Texts({}, ())


class _Unusable(Exception):
    def __init__(self, reason: Words, **params: str | int) -> None:
        super().__init__()
        self.reason = reason._replace(params=params)


def read(game_file: str, rules: Sequence[HouseRule]) -> Texts:
    """Return the texts beside this module."""
    books, faults = {}, []
    for language in languages():
        file = Path(game_file).with_name(rule_book.file_name(language))
        try:
            book = _read(file, language, rules)
        except _Unusable as unusable:
            faults.append(unusable.reason)
        else:
            if book:
                books[language] = book
    return Texts(books, tuple(faults))


def _read(file: Path, language: str, rules: Sequence[HouseRule]) -> RuleBook | None:
    """Return the rules in this file; None without a file. Raise _Unusable."""
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _Unusable(UNREADABLE, file=file.name, error=str(error.strerror)) from error
    if len(content) > MOST_BYTES:
        raise _Unusable(TOO_LONG, file=file.name, most=MOST_BYTES)
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise _Unusable(NOT_UTF8, file=file.name) from error
    book = rule_book.parse("\n".join(map(visible, text.split("\n"))), language, rules)
    _check(book, text, file.name)
    return book


def _check(book: RuleBook, text: str, file: str) -> None:
    if not text.startswith("# ") or not book.title:
        raise _Unusable(NO_TITLE, file=file)
    if not book.clauses:
        raise _Unusable(NO_CLAUSES, file=file)
    number, times = Counter(clause.number for clause in book.clauses).most_common(1)[0]
    if times > 1:
        raise _Unusable(SAME_NUMBER, file=file, number=printable(number))
