"""Reads untrusted JSON and collects a problem for everything that is not as expected."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import NamedTuple, NoReturn

from seating import messages
from seating.messages import Problem, Text

MOST_SHOWN = 40  # characters of a wrong value that a message repeats
MOST_PROBLEMS = 50  # problems; more would help nobody
LONGEST_NAME = 200
MOST_NUMBER_BITS = 64  # bits


class Spot(NamedTuple):
    """A place in the document; its problems go into a list that all spots of a document share."""

    path: str
    problems: list[Problem]

    def __truediv__(self, step: str | int) -> Spot:
        return Spot(f"{self.path}.{step}" if self.path else str(step), self.problems)

    def refuse(self, text: Text, /, **params: str | int) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(self.path, params, text))


def load(data: bytes) -> tuple[object, Problem | None]:
    """Return the JSON value, or the problem that prevents reading it."""
    try:
        text = data.decode("utf-8-sig")
        return json.loads(
            text, parse_constant=_reject_constant, object_pairs_hook=_unique_entries
        ), None
    except UnicodeDecodeError as error:
        return None, Problem("", {"byte": error.start + 1}, messages.NOT_UTF8)
    except json.JSONDecodeError as error:
        params = {"line": error.lineno, "column": error.colno}
        return None, Problem("", params, messages.NOT_JSON)
    except RecursionError:
        return None, Problem("", {}, messages.TOO_DEEP)
    except _NotANumber as error:
        return None, Problem("", {"found": str(error)}, messages.NOT_A_NUMBER)
    except _SameKey as error:
        return None, Problem("", {"key": printable(str(error))}, messages.SAME_KEY)
    except ValueError:  # Python's own limit on the digits of a number
        return None, Problem("", {}, messages.NUMBER_TOO_LONG)


def fields(
    raw: object, at: Spot, *, required: Collection[str], optional: Collection[str] = ()
) -> dict[str, object]:
    """Return the known entries of an object; missing and unknown ones are problems."""
    if not isinstance(raw, dict):
        at.refuse(messages.NOT_AN_OBJECT, found=describe(raw))
        return {}
    known_keys = [*required, *optional]
    for key in raw:
        if key not in known_keys:
            name = printable(str(key))
            (at / name).refuse(messages.UNKNOWN_KEY, key=name, expected=", ".join(known_keys))
    for key in required:
        if key not in raw:
            (at / key).refuse(messages.MISSING_KEY, key=key)
    return {key: raw[key] for key in known_keys if key in raw}


def entries(raw: object, at: Spot, *, least: int = 0, most: int) -> list[object]:
    """Return the entries of a list; an empty list if it is none or has too few or too many."""
    if not isinstance(raw, list):
        at.refuse(messages.NOT_A_LIST, found=describe(raw))
        return []
    if not least <= len(raw) <= most:
        at.refuse(messages.WRONG_LENGTH, found=len(raw), least=least, most=most)
        return []
    return raw


def integer(raw: object, at: Spot, *, least: int, most: int) -> int | None:
    """Return a whole number; true, "3" and 3.0 are none."""
    if type(raw) is int and least <= raw <= most:
        return raw
    at.refuse(messages.NOT_WITHIN, least=least, most=most, found=describe(raw))
    return None


def choice(raw: object, at: Spot, choices: Collection[str]) -> str | None:
    if isinstance(raw, str) and raw in choices:
        return str(raw)
    at.refuse(messages.NOT_A_CHOICE, expected=", ".join(choices), found=describe(raw))
    return None


def name(raw: object, at: Spot) -> str | None:
    """Return a name; half a surrogate pair is refused, because it cannot be written in UTF-8."""
    if isinstance(raw, str) and len(raw) <= LONGEST_NAME and raw.strip() and _is_encodable(raw):
        return raw
    at.refuse(messages.NOT_A_NAME, most=LONGEST_NAME, found=describe(raw))
    return None


def _is_encodable(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def names(raw: object, at: Spot, *, least: int = 0, most: int) -> list[str]:
    """Return a list of names, each once."""
    unique_names: dict[str, None] = {}
    for index, each in enumerate(entries(raw, at, least=least, most=most)):
        text = name(each, at / index)
        if text in unique_names:
            (at / index).refuse(messages.TWICE, found=printable(text))
        elif text is not None:
            unique_names[text] = None
    return list(unique_names)


def describe(raw: object) -> str:
    """Return a wrong value as a message repeats it: short, and without its contents."""
    if isinstance(raw, str):
        return f'"{printable(raw)}"'
    if isinstance(raw, bool) or raw is None:
        return {True: "true", False: "false", None: "null"}[raw]
    if isinstance(raw, int):
        return str(raw) if raw.bit_length() <= MOST_NUMBER_BITS else "…"
    if isinstance(raw, float):
        return repr(raw)
    return "{…}" if isinstance(raw, Mapping) else "[…]"


def printable(text: str) -> str:
    """Return a text cut to a readable length, without halves of surrogate pairs."""
    short = text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
    return short.encode("utf-8", "backslashreplace").decode("utf-8")


class _NotANumber(ValueError):
    """NaN and infinity, which Python's reader accepts."""


class _SameKey(ValueError):
    """A key that is twice in an object, of which Python's reader would drop the first."""


def _unique_entries(pairs: list[tuple[str, object]]) -> dict[str, object]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        keys: set[str] = set()
        raise _SameKey(next(key for key, _ in pairs if key in keys or keys.add(key)))  # type: ignore[func-returns-value]
    return unique


def _reject_constant(constant: str) -> NoReturn:
    raise _NotANumber(constant)
