"""Watches real requests, and says which of some named functions call which others."""

import inspect
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import CodeType, FrameType
from typing import Any, NamedTuple

from celery import Task
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.template.base import Template

CALL, COMMIT, QUEUE = "-->", "-. after the commit .->", "-. queue .->"
NOBODY = ""  # runs what was registered for the commit; the arrow comes from where that was done


class Arrow(NamedTuple):
    """An arrow between two names, which are dotted, or paths of templates. Its `kind` tells a call
    from what is registered for the commit and from what is sent to Celery."""

    source: str
    kind: str
    target: str


class Recorder:
    """The arrows between the named functions and templates, each drawn from the nearest named one
    on the stack: what lies between them has no name on the page."""

    def __init__(self, names: Collection[str]) -> None:
        self.arrows: set[Arrow] = set()
        self.reached: set[str] = set()
        self._templates = {name for name in names if name.endswith(".html")}
        functions = {name: function_of(name) for name in names if name not in self._templates}
        self._names = {code_of(function): name for name, function in functions.items()}
        self._tasks = {
            function.name: name for name, function in functions.items() if is_task(function)
        }
        self._stack: list[str | None] = []

    @contextmanager
    def recording(self) -> Iterator[None]:
        self._stack = []
        before = sys.getprofile()
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(before)

    def _profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            self._enter(frame)
        elif event == "return" and self._stack:
            self._stack.pop()

    def _enter(self, frame: FrameType) -> None:
        code, name = frame.f_code, None
        if code is RENDER:
            template = frame.f_locals["self"].name
            name = template if template in self._templates else None
        elif code is ON_COMMIT:
            function = frame.f_locals["func"]
            self._draw(COMMIT, self._names.get(code_of(getattr(function, "func", function))))
        elif code is AFTER_COMMIT:
            name = NOBODY
        elif code is APPLY_ASYNC:
            self._draw(QUEUE, self._tasks.get(frame.f_locals["self"].name))
        else:
            name = self._names.get(code)
        self._draw(CALL, name)
        self._stack.append(name)

    def _draw(self, kind: str, target: str | None) -> None:
        if target is None or target == NOBODY:
            return
        self.reached.add(target)
        source = next((name for name in reversed(self._stack) if name is not None), None)
        if source not in {None, NOBODY, target}:
            self.arrows.add(Arrow(str(source), kind, target))


def function_of(name: str) -> Any:
    """Return what a dotted name stands for. Raises LookupError where there is nothing."""
    parts = name.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            value: Any = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(value, part):
                raise LookupError(f"{name}: no {part}")
            value = getattr(value, part)
        return value
    raise LookupError(f"{name}: no such module")


def is_task(function: Any) -> bool:
    return isinstance(function, Task)


def code_of(function: Any) -> CodeType | None:
    """Return the code that runs when it is called, without its decorators."""
    plain: Callable[..., Any] = function.run if is_task(function) else function
    code: CodeType | None = getattr(inspect.unwrap(plain), "__code__", None)
    return code


RENDER = Template.render.__code__
AFTER_COMMIT = BaseDatabaseWrapper.run_and_clear_commit_hooks.__code__
ON_COMMIT = transaction.on_commit.__code__
APPLY_ASYNC = Task.apply_async.__code__
