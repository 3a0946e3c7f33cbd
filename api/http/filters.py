"""Query parameters that filter a list. A malformed one is refused, since ignoring it would return
everything."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Q
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from api.http.fields import DATE, MAX_ID
from league.operations.support.name_search import has_in_name, of_player

MAX_TEXT = 100
Json = dict[str, Any]


@dataclass(frozen=True)
class Filter:
    """A filter of a list. `read` parses the text or raises ValueError; then the error says
    `expected`."""

    words: str
    expected: Any  # text, translated when it is said
    read: Callable[[str], Any]
    where: Callable[[Any], Q]
    schema: Json = field(default_factory=lambda: {"type": "string"})


def in_name() -> Filter:
    words = "Only rows whose name contains this text. Ignores case and accents."
    return _of_text(words, has_in_name)


def in_name_of_player() -> Filter:
    return _of_text(
        "Only players whose name contains this text, or in whose name or nickname each of its "
        "words begins a word. Ignores case and accents.",
        of_player,
    )


def _of_text(words: str, where: Callable[[str], Q]) -> Filter:
    expected = format_lazy(_("Enter at most {most} characters."), most=MAX_TEXT)
    return Filter(words, expected, _text, where)


def one_of(column: str, values: Iterable[str]) -> Filter:
    choices = tuple(values)
    return Filter(
        f"Only rows with this {column}.",
        _among(choices),
        lambda text: choices[choices.index(text)],
        lambda value: Q(**{column: value}),
        {"type": "string", "enum": list(choices)},
    )


def yes_no(words: str, where: Callable[[], Q]) -> Filter:
    """Return a filter by a condition. `where` is called for each request, as it may depend on the
    time."""
    return Filter(
        words,
        _among(("true", "false")),
        lambda text: ("false", "true").index(text),
        lambda yes: where() if yes else ~where(),
        {"type": "boolean"},
    )


def day(words: str, lookup: str) -> Filter:
    """Return a filter by date, in the active time zone."""
    return Filter(
        words,
        _("Enter a date such as 2026-09-01."),
        _date,
        lambda value: Q(**{lookup: value}),
        {"type": "string", "format": "date"},
    )


def id_of(words: str, column: str) -> Filter:
    return Filter(
        words,
        _("Enter a whole number."),
        _id,
        lambda value: Q(**{column: value}),
        {"type": "integer"},
    )


def _among(choices: Iterable[str]) -> Any:
    return format_lazy(_("Choose one of: {expected}."), expected=", ".join(choices))


def _text(text: str) -> str:
    if len(text) > MAX_TEXT or "\0" in text:
        raise ValueError
    return text


def _date(text: str) -> date:
    if not DATE.fullmatch(text):
        raise ValueError
    return date.fromisoformat(text)


def _id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= MAX_ID):
        raise ValueError
    return int(text)
