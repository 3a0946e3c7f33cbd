"""Reading untrusted JSON into typed values, with a problem for everything that is not as expected.

A reader returns None for what it cannot read, and has then written a problem.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TypeGuard, overload

from games import messages
from games.levels import Evidence, Seat
from problems import messages as shared
from problems import reader
from problems.reader import choice, entries, printable, shown_number
from problems.text import NOTHING, OR, Listing, Param, Text, Words, quoted

EVIDENCE = {level.value: level for level in Evidence}


class Spot(reader.Spot):
    """A place in the record, with words for people who fill in forms."""

    __slots__ = ()

    def refuse(self, text: Text, /, **params: Param) -> None:
        super().refuse(messages.OF_RECORDS.get(text.code, text), **params)

    def describe(self, raw: object) -> Param:
        return describe(raw)

    def entry(self, key: str) -> Words:
        return entry(key)

    def alternatives(self, choices: Collection[str]) -> Listing:
        return Listing([*map(quoted, choices)], OR)


def integer(
    raw: object, at: Spot, *, least: int | None = None, most: int | None = None
) -> int | None:
    """Return a whole number; true, "3" and 3.0 are none."""
    if type(raw) is not int:
        if is_blank(raw):
            at.refuse(messages.NUMBER_MISSING, what=_number_at(at.path))
        else:
            at.refuse(messages.NOT_AN_INTEGER, found=describe(raw))
        return None
    if least is not None and raw < least:
        at.refuse(messages.TOO_SMALL, least=least, found=describe(raw))
        return None
    if most is not None and raw > most:
        at.refuse(messages.TOO_LARGE, most=most, found=describe(raw))
        return None
    return raw


def seat(raw: object, at: Spot, players: int) -> Seat | None:
    if type(raw) is int and 0 <= raw < players:
        return Seat(raw)
    at.refuse(messages.NOT_A_SEAT, last=players - 1, found=describe(raw))
    return None


def integers(
    raw: object, at: Spot, *, count: int, least: int | None = None
) -> tuple[int, ...] | None:
    listed = entries(raw, at, count=count)
    if listed is None:
        return None
    if is_plain(listed, count) and (least is None or min(listed) >= least):
        return tuple(listed)
    read = [integer(value, at / index, least=least) for index, value in enumerate(listed)]
    good = tuple(value for value in read if value is not None)
    return good if len(good) == count else None


def is_plain(raw: object, count: int) -> TypeGuard[list[int]]:
    """Return whether this is a list of this many whole numbers, the usual case, quickly."""
    return isinstance(raw, list) and [*map(type, raw)] == [int] * count


def evidence(raw: object, at: Spot, levels: Collection[Evidence]) -> Evidence | None:
    """Return which of these levels of evidence a round says it brings."""
    value = raw.get("evidence") if isinstance(raw, dict) else None
    if isinstance(value, str) and value in levels:
        return EVIDENCE[value]
    if not isinstance(raw, dict):
        at.refuse(shared.NOT_AN_OBJECT, found=describe(raw))
    elif "evidence" in raw:
        choice(raw["evidence"], at / "evidence", levels)
    else:
        (at / "evidence").refuse(messages.MISSING_KEY, what=entry("evidence"))
    return None


def flag(given: Mapping[str, object], key: str, at: Spot, *, default: bool) -> bool:
    """Return a house rule that is true or false; false if it is neither."""
    value = given.get(key, default)
    if not isinstance(value, bool):
        (at / key).refuse(shared.NOT_A_FLAG, found=describe(value))
    return value is True


def options_to_json(options: Mapping[str, object]) -> dict[str, object]:
    """Return house rules as a record has them."""
    return {
        key: value.value if isinstance(value, StrEnum)
        else list(value) if isinstance(value, tuple) else value
        for key, value in options.items()
    }  # fmt: skip


def compare_scores(stated: tuple[int, ...], due_scores: tuple[int, ...], at: Spot) -> None:
    """Report every stated score that is not the one that the evidence gives."""
    for index, (value, due) in enumerate(zip(stated, due_scores, strict=True)):
        if value != due:
            (at / index).refuse(
                messages.WRONG_SCORE, seat=index, found=describe(value), expected=due
            )


@overload
def describe(raw: int) -> str: ...
@overload
def describe(raw: object) -> str | Words: ...
def describe(raw: object) -> str | Words:
    """Return a wrong value as a message repeats it: short, and without looking into it."""
    if is_blank(raw):
        return NOTHING
    if isinstance(raw, str):
        return quoted(printable(raw))
    if isinstance(raw, (int, float)):
        return shown_number(raw)
    return messages.AN_OBJECT if isinstance(raw, Mapping) else messages.A_LIST


def is_blank(raw: object) -> bool:
    """Return whether a field was left empty."""
    return raw is None or (isinstance(raw, str) and not raw.strip())


def entry(key: str) -> Words:
    """Return what people call an entry of the record."""
    return messages.ENTRIES.get(key) or quoted(printable(key))


def _number_at(path: str) -> Words:
    steps = path.split(".")
    return next((words for key, words in messages.NUMBERS.items() if key in steps), messages.NUMBER)


def assignment(text: str) -> tuple[str, object]:
    """Return a house rule of a command line: target=40, duo_trio=once, minimums=[11,12]."""
    import json  # here, so that importing a game stays quick

    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
