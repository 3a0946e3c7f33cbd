"""Pointers into the body of a request (RFC 6901), beside the paths of its problems."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.permissions import SAFE_METHODS

Problems = Sequence[Mapping[str, Any]]
ROUND = re.compile(r"rounds\.(\d+)(?:\.|$)")  # in the path of a verdict on a match


def add_pointers(problems: Problems, context: Mapping[str, Any]) -> Problems:
    """Return the problems of a request, each with the `pointer` to what it is about, if that stands
    in the JSON body. Context: the view and the request, as the framework hands them on."""
    request, view = context["request"], context["view"]
    body = _json_body(request)
    if body is None:
        return problems
    number = _sent_round(view)
    pointers = [
        None if each["path"] in request.GET else _pointer(each["path"], body, number)
        for each in problems
    ]
    return [
        dict(each) if pointer is None else {**each, "pointer": pointer}
        for each, pointer in zip(problems, pointers, strict=True)
    ]


def _json_body(request: Any) -> Any:
    """Return the object or list that was sent; None if there is none that can be read."""
    if request.method in SAFE_METHODS:
        return None
    body = getattr(request, "_full_data", None)
    return body if isinstance(body, dict | list) and request.body else None


def _sent_round(view: Any) -> int | None:
    """Return the number of the submitted round, 0 for a new round, None for any other body."""
    return view.kwargs.get("number", 0) if view.body_is_round else None


def _pointer(path: str, body: Any, sent_round: int | None) -> str | None:
    """Return the pointer for a path, None if it leads elsewhere.

    >>> _pointer("rounds.2.moves.17", {"moves": []}, 0)
    '/moves/17'
    >>> _pointer("a.b.c", {"a.b": {}}, None)
    '/a.b/c'
    """
    if sent_round is not None and (in_round := ROUND.match(path)):
        if sent_round not in {0, int(in_round[1]) + 1}:
            return None  # a correction breaks a later round
        path = path[in_round.end() :]
    pointer, here, steps = "", body, path.split(".") if path else []
    while steps:
        step, taken = _step(here, steps)
        pointer += "/" + step.replace("~", "~0").replace("/", "~1")
        steps = steps[taken:]
        here = _inside(here, step)
        if here is None and len(steps) > 1:
            return None
    return pointer


def _step(here: Any, steps: list[str]) -> tuple[str, int]:
    """Return the next key, and how many parts of the path it is: a key may contain dots."""
    if isinstance(here, dict):
        for length in range(len(steps), 0, -1):
            if ".".join(steps[:length]) in here:
                return ".".join(steps[:length]), length
    return steps[0], 1


def _inside(here: Any, step: str) -> Any:
    if isinstance(here, dict):
        return here.get(step)
    if isinstance(here, list) and step.isdecimal() and int(step) < len(here):
        return here[int(step)]
    return None
