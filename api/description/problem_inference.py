"""Infers the problem codes of a handler from its source and from the functions it calls.

So the description names the codes of every operation without a list that could become outdated.
What inference cannot see (a callable passed as data) is found by tests, which compare each answer
of the suite with the description.
"""

import ast
import inspect
import textwrap
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from rest_framework import serializers

from api.http import fields
from api.http.errors import CODES
from league.errors import Conflict
from problems.text import Text

OURS = ("api.", "league.")
# what they find wrong is described where SchemeError is caught
PURE = ("scoring.", "games.shape", "problems.")
JUDGES = {("games.record", "check"), ("games.record", "start")}  # all that a game may say
STATUS = {"invalid": 422, "Fault": 422, "Invalid": 422, "Unreadable": 400, "Conflict": 409}
BARE = {"Invalid": "invalid", "Conflict": "conflict"}  # raised with a sentence only
NEVER = {
    "invalid",
    "datetime",
    "date",
    "make_aware",
    "overflow",
    "max_string_length",
}  # ours differ
CodesByStatus = dict[int, set[str]]


@cache
def codes(handler: Callable[..., Any], view: type) -> tuple[CodesByStatus, bool]:
    """Return the codes by status, and whether a game judges the body."""
    codes_by_status: CodesByStatus = defaultdict(set)
    judged = False
    visited, waiting = set[Any](), deque[Any]([inspect.unwrap(handler)])
    while waiting:
        function = waiting.popleft()
        if function in visited:
            continue
        visited.add(function)
        if (function.__module__, function.__name__) in JUDGES:
            judged = True
            continue
        tree = _tree(function)
        names = {**function.__globals__, "self": view}
        for status, code in raised(tree, names):
            codes_by_status[409 if _makes_conflict(function) else status].add(code)
        reads_scheme = function.__module__.startswith(PURE) or _mentions(tree, "SchemeError")
        followed = OURS + PURE if reads_scheme else OURS
        for other in _mentioned(tree, names):
            is_judge = (other.__module__, other.__name__) in JUDGES
            if is_judge or other.__module__.startswith(followed):
                waiting.append(other)
    return dict(codes_by_status), judged


def raised(tree: ast.AST, names: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield the codes in the calls of this piece of source."""
    inside = {
        id(inner)
        for call in _calls(tree)
        if _name(call) == "Conflict"
        for inner in ast.walk(call)
        if inner is not call
    }
    # a module without any other error class can only report conflicts
    others = {"Invalid", "invalid", "raise_faults"}
    conflicts = "Conflict" in names and not others & names.keys()
    for call in _calls(tree):
        name = _name(call)
        if name in {"refuse", "problem"} and call.args:
            text = _object(call.args[0], names)
            if isinstance(text, Text):
                yield 422, text.code
        elif name in BARE and len(call.args) == 1:
            yield STATUS[name], BARE[name]
        elif name in {"invalid", "Fault", "Unreadable"} and call.args:
            status = 409 if id(call) in inside or (conflicts and name == "Fault") else STATUS[name]
            for code in _strings(call.args[0]):
                yield status, code


def of_shape(body: fields.Input) -> set[str]:
    """Return the codes for what can be wrong with a body of these fields."""
    codes = {"not_an_object", "unknown_key"}
    for field in body.fields.values():
        codes |= set(_of_field(field))
    return codes


def _of_field(field: Any) -> Iterator[str]:
    yield from _of_itself(field)
    yield from _of_inside(field)


def _of_inside(field: Any) -> Iterator[str]:
    """Yield the codes of the entries of a list or the keys of an object."""
    if isinstance(field, fields.Input):
        yield from of_shape(field)
    elif isinstance(field, serializers.ListField):
        yield from set(_of_itself(field.child)) - {"missing_key"}
        yield from _of_inside(field.child)


def _of_itself(field: Any) -> Iterator[str]:
    bounds = {"max_length", "min_length", "max_value", "min_value"}
    can = {
        "required": field.required,
        "null": not field.allow_null,
        "blank": not getattr(field, "allow_blank", True),
        "empty": not getattr(field, "allow_empty", True),
        **{bound: getattr(field, bound, None) is not None for bound in bounds},
    }
    for code in field.error_messages:
        if can.get(code, type(field).__module__.startswith("api.") and code not in NEVER):
            yield CODES.get(code, code)


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def _strings(node: ast.expr) -> Iterator[str]:
    """Yield a code, or both codes of `"a" if … else "b"`."""
    match node:
        case ast.Constant(str(code)):
            yield code
        case ast.IfExp(body=one, orelse=other):
            yield from (*_strings(one), *_strings(other))


def _mentioned(tree: ast.AST, names: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the functions that this piece of source names, also those in a table of functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            thing = inspect.unwrap(_object(node, names))
            listed = thing.values() if isinstance(thing, Mapping) else [thing]
            whole = (inspect.unwrap(_maker(maker)) for maker in listed if callable(maker))
            yield from (maker for maker in whole if isinstance(maker, FunctionType))


def _maker(thing: Any) -> Any:
    """Return the constructor of a class of conflicts, which writes its problems, in its place."""
    is_conflict = isinstance(thing, type) and issubclass(thing, Conflict)
    return thing.__init__ if is_conflict else thing


def _makes_conflict(function: FunctionType) -> bool:
    owner = function.__globals__.get(function.__qualname__.partition(".")[0])
    return isinstance(owner, type) and _maker(owner) is function


def _mentions(tree: ast.AST, name: str) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(tree))


def _object(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """Return the object that a name refers to in the module; None if it exists only at run time."""
    match node:
        case ast.Name(name):
            return names.get(name)
        case ast.Attribute(value, name):
            holder = _object(value, names)
            return getattr(holder, name, None) if isinstance(holder, ModuleType | type) else None
    return None


@cache
def _tree(function: FunctionType) -> ast.AST:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):  # a lambda that is a piece of a longer line
        return ast.Module([], [])
