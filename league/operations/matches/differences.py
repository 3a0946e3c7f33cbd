"""Differences between two versions of a round, key by key."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

MOST = 50  # a transcript may differ in every move


@dataclass(frozen=True)
class Difference:
    """A key whose values differ; `before` or `after` is None where the key is missing."""

    path: str
    before: Any
    after: Any


def between(before: Any, after: Any) -> list[Difference]:
    """Return the first differences between two values."""
    return list(islice(_walk(before, after, ""), MOST))


def _walk(before: Any, after: Any, path: str) -> Iterator[Difference]:
    """Yield the differences; lists of one length are compared item by item, others as a whole."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before | after:
            yield from _walk(before.get(key), after.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _walk(old, new, f"{path}.{index}".lstrip("."))
    elif type(before) is not type(after) or before != after:
        yield Difference(path, before, after)
