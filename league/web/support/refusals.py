"""Refusals of the forms of a page: one summary at its top, and the focus in the first bad field.

`base.html` and `table/frame.html` show the summary, so that a page cannot forget it. A view only
puts its forms into the context. A refusal without a form goes there as `refused`, with the id of
the field that it concerns as `refused_field`, if there is one.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django import forms

from league.errors import Fault, LeagueError


class Refusal(NamedTuple):
    """One message of the summary, with the id and the label of the field that it concerns."""

    message: str
    field: str = ""
    label: str = ""


def refusals_of_page(context: Mapping[Any, Any]) -> list[Refusal]:
    """Return the refusals of the forms in a context, those without a field first, and set the
    focus to the first bad field."""
    sent = [form for form in _forms(context.values()) if form.is_bound and form.errors]
    field = context.get("refused_field", "")
    refusals = list(_refusals_in(context.get("refused"), field))
    refusals += [refusal for form in sent for refusal in _refusals_of_form(form)]
    if refusals:
        _move_focus(context)
    return sorted(refusals, key=lambda refusal: bool(refusal.field))


def _refusals_of_form(form: forms.BaseForm) -> Iterator[Refusal]:
    for message in form.non_field_errors():
        yield Refusal(str(message))
    for bound in form:
        target = "" if bound.is_hidden else _id_of_control(bound)
        for message in bound.errors:
            yield Refusal(str(message), target, str(bound.label) if target else "")


def _id_of_control(bound: forms.BoundField) -> str:
    """Return the id of the field, or of the first of its boxes."""
    return bound.id_for_label or f"{bound.auto_id}_0"


def _move_focus(context: Mapping[Any, Any]) -> None:
    """Take the focus from all fields of the page, and give it to the first bad one."""
    is_free = not context.get("refused_field")
    for form in _forms(context.values()):
        for name, field in form.fields.items():
            is_bad = form.is_bound and name in form.errors and not field.widget.is_hidden
            field.widget.attrs["autofocus"] = is_free and is_bad
            is_free = is_free and not is_bad


def _forms(values: Iterable[Any]) -> Iterator[forms.BaseForm]:
    """Yield the forms among the values of a context, also from lists, rows and dictionaries, each
    once and in their order."""
    seen, waiting = set[int](), deque(values)
    while waiting:
        value = waiting.popleft()
        kind = type(value)  # isinstance would load the reader of a page, which is a lazy object
        if issubclass(kind, (list, tuple)):
            waiting.extendleft(reversed(value))
        elif issubclass(kind, dict):
            waiting.extendleft(reversed([*value.values()]))
        elif issubclass(kind, forms.BaseForm) and id(value) not in seen:
            seen.add(id(value))
            yield value


def _refusals_in(refused: Any, field: str) -> Iterator[Refusal]:
    """Yield the refusals of an error, a fault, a text, or several of them."""
    if isinstance(refused, Refusal):
        yield refused
    elif isinstance(refused, LeagueError):
        messages = [str(problem["message"]) for problem in refused.problems] or [refused.detail]
        yield from (Refusal(words, field) for words in messages)
    elif isinstance(refused, Fault):
        yield Refusal(refused.message, field)
    elif isinstance(refused, str) and refused:
        yield Refusal(refused, field)
    elif isinstance(refused, list):
        yield from (refusal for inner in refused for refusal in _refusals_in(inner, field))
