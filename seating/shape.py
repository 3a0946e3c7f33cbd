"""Readers of what requests and plans have beyond any JSON: lists, numbers and names with bounds."""

from __future__ import annotations

from problems import messages as shared
from problems import reader
from problems.reader import LONGEST_NAME, Spot, is_name, printable
from seating import messages


def entries(raw: object, at: Spot, *, least: int = 0, most: int) -> list[object]:
    """Return the entries of a list; an empty list if it is none or has too few or too many."""
    listed = reader.entries(raw, at)
    if listed is None or least <= len(listed) <= most:
        return listed or []
    at.refuse(messages.WRONG_LENGTH, found=len(listed), least=least, most=most)
    return []


def integer(raw: object, at: Spot, *, least: int, most: int) -> int | None:
    """Return a whole number; true, "3" and 3.0 are none."""
    if type(raw) is int and least <= raw <= most:
        return raw
    at.refuse(messages.NOT_WITHIN, least=least, most=most, found=at.describe(raw))
    return None


def name(raw: object, at: Spot) -> str | None:
    if isinstance(raw, str) and is_name(raw):
        return raw
    at.refuse(shared.NOT_A_NAME, most=LONGEST_NAME, found=at.describe(raw))
    return None


def names(raw: object, at: Spot, *, least: int = 0, most: int) -> list[str]:
    """Return a list of names, each once."""
    unique_names: dict[str, None] = {}
    for index, entry in enumerate(entries(raw, at, least=least, most=most)):
        text = name(entry, at / index)
        if text in unique_names:
            (at / index).refuse(messages.TWICE, found=printable(text))
        elif text is not None:
            unique_names[text] = None
    return list(unique_names)
