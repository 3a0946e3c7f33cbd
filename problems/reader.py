"""Reads untrusted JSON into typed values, with a problem for everything that is not as expected.

A reader returns None for what it cannot read, and has then written a problem.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple, NoReturn, Self

from problems import messages
from problems.problem import Problem, problem
from problems.text import Param, Text, visible

MOST_PROBLEMS = 50  # per document; a longer list does not help
MOST_UNKNOWN_KEYS = 10  # reported of one object
MOST_SHOWN = 40  # characters of a wrong value that a message repeats
MOST_NUMBER_BITS = 64  # of a number that a message repeats
LONGEST_NAME = 200


class Spot(NamedTuple):
    """A place in a document; all spots of a document add problems to the same list.

    It words problems for people who write JSON by hand; subclasses have other words.
    """

    path: str
    clause: str | None
    problems: list[Problem]

    def __truediv__(self, step: str | int) -> Self:
        path = f"{self.path}.{step}" if self.path else str(step)
        return type(self)(path, self.clause, self.problems)

    def refuse(self, text: Text, /, **params: Param) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem(text, self.path, self.clause, **params))

    def describe(self, raw: object) -> Param:
        """Return a wrong value as a message repeats it: short, and without its contents."""
        if isinstance(raw, str):
            return f'"{printable(raw)}"'
        if raw is None or isinstance(raw, (int, float)):
            return shown_number(raw)
        return "{…}" if isinstance(raw, Mapping) else "[…]"

    def entry(self, key: str) -> Param:
        """Return the name of an entry of an object."""
        return key

    def alternatives(self, choices: Collection[str]) -> Param:
        return ", ".join(choices)


def load(data: bytes, at: Spot) -> object:
    """Return a JSON value; None also if it cannot be read, which is a problem then."""
    try:
        return parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        at.refuse(messages.NOT_UTF8, byte=error.start + 1)
    except json.JSONDecodeError as error:
        at.refuse(messages.NOT_JSON, line=error.lineno, column=error.colno)
    except RecursionError:
        at.refuse(messages.TOO_DEEP)
    except NotANumber as error:
        at.refuse(messages.NOT_A_NUMBER, found=str(error))
    except SameKey as error:
        at.refuse(messages.SAME_KEY, key=printable(str(error)))
    except ValueError:  # Python's own limit on the digits of a number
        at.refuse(messages.NUMBER_TOO_LONG)
    return None


def parse(text: str, parse_float: Callable[[str], float] | None = None) -> object:
    """Return the JSON value. Raise RecursionError, or a ValueError such as those below."""
    return json.loads(
        text,
        parse_constant=_refuse_constant,
        parse_float=parse_float,
        object_pairs_hook=_unique_entries,
    )


class NotANumber(ValueError):
    """NaN or infinity, which Python's reader would accept."""


class SameKey(ValueError):
    """A key that occurs twice in an object; Python's reader would drop the first value."""


def fields(
    raw: object, at: Spot, *, required: Collection[str] = (), optional: Collection[str] = ()
) -> dict[str, object]:
    """Return the known entries of an object; missing and unknown ones are problems."""
    if not isinstance(raw, dict):
        at.refuse(messages.NOT_AN_OBJECT, found=at.describe(raw))
        return {}
    has, number = raw.__contains__, len(raw)
    if all(map(has, required)) and number == len(required) + sum(map(has, optional)):
        return raw
    allowed = [*required, *optional]
    for key in [key for key in raw if key not in allowed][:MOST_UNKNOWN_KEYS]:
        name = printable(str(key))
        (at / name).refuse(messages.UNKNOWN_KEY, key=name, expected=", ".join(allowed))
    for key in required:
        if key not in raw:
            (at / key).refuse(messages.MISSING_KEY, key=key, what=at.entry(key))
    return {key: raw[key] for key in allowed if key in raw}


def entries(
    raw: object, at: Spot, *, count: int | None = None, most: int | None = None
) -> list[object] | None:
    """Return a list of exactly `count` or of at most `most` entries, which may be anything."""
    if not isinstance(raw, list):
        at.refuse(messages.NOT_A_LIST, found=at.describe(raw))
        return None
    if count is not None and len(raw) != count:
        at.refuse(messages.WRONG_LENGTH, found=len(raw), expected=count)
        return None
    if most is not None and len(raw) > most:
        at.refuse(messages.TOO_LONG, found=len(raw), most=most)
        return None
    return raw


def choice(raw: object, at: Spot, choices: Collection[str]) -> str | None:
    if isinstance(raw, str) and raw in choices:
        return raw
    at.refuse(messages.NOT_A_CHOICE, expected=at.alternatives(choices), found=at.describe(raw))
    return None


def is_name(raw: object) -> bool:
    """Return whether this is a name that can be written in UTF-8, without half of a surrogate
    pair."""
    if not isinstance(raw, str) or len(raw) > LONGEST_NAME or not raw.strip():
        return False
    return raw.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in raw)


def printable(text: str) -> str:
    """Return the text, shortened, without halves of surrogate pairs, which UTF-8 cannot hold."""
    short = visible(text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…")
    return short.encode("utf-8", "backslashreplace").decode("utf-8")


def shown_number(raw: float | None) -> str:
    """Return a number, true, false or null as JSON has it; dots for a very long number."""
    if raw is None or isinstance(raw, bool):
        return json.dumps(raw)
    return "…" if isinstance(raw, int) and raw.bit_length() > MOST_NUMBER_BITS else repr(raw)


def _unique_entries(pairs: list[tuple[str, object]]) -> dict[str, object]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        often = Counter(key for key, _ in pairs)
        raise SameKey(often.most_common(1)[0][0])
    return unique


def _refuse_constant(constant: str) -> NoReturn:
    raise NotANumber(constant)
