"""The form of the rows of an archive: fields that parse a value or add to the faults. Pure
functions."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, TypeAlias

from django.db import models
from django.utils.translation import gettext as _

from games import GAMES
from league.errors import Fault

Field: TypeAlias = Callable[[Any, str, list[Fault]], Any]  # value, path, faults → value read

DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
YEARS = range(1970, 3000)
MOST_UNKNOWN, SHOWN = 10, 60
MOST_GAMES = 100
MOST_DEPTH = 32


def parse_object(value: Any, fields: Mapping[str, Field], path: str, faults: list[Fault]) -> Any:
    """Return an object with these keys and no others."""
    if not isinstance(value, dict):
        return _wrong(faults, "not_an_object", path, _("Send an object."))
    for key in [key for key in value if key not in fields][:MOST_UNKNOWN]:
        shortened = key[:SHOWN].encode(errors="replace").decode()
        _wrong(faults, "unknown_key", f"{path}.{shortened}", _("Unknown key."))
    result = {}
    for key, field in fields.items():
        if key in value:
            result[key] = field(value[key], f"{path}.{key}", faults)
        else:
            _wrong(faults, "missing_key", f"{path}.{key}", _("This key is missing."))
    return result


def object_field(fields: Mapping[str, Field], later: Mapping[str, Any] | None = None) -> Field:
    """Return a field for an object; `later` are defaults of keys that older archives lack."""

    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if isinstance(value, dict):
            value = {**(later or {}), **value}
        return parse_object(value, fields, path, faults)

    return read


def model_fields(model: type[models.Model], names: Iterable[str]) -> dict[str, Field]:
    """Return the fields of an archive for texts, choices, flags, days and small numbers of a
    model."""
    return {name: _of_model(model._meta.get_field(name)) for name in names}


def model_defaults(model: type[models.Model], names: Iterable[str]) -> dict[str, Any]:
    """Return the defaults of fields of a model."""
    chosen = {*names}
    return {
        field.name: field.get_default()
        for field in model._meta.concrete_fields
        if field.name in chosen
    }


def _of_model(field: Any) -> Field:
    if field.choices:
        return choice_field(*(value for value, _label in field.choices))
    if isinstance(field, models.PositiveSmallIntegerField):
        number = integer_field(0, 2**15 - 1)
        return optional_field(number) if field.null else number
    if isinstance(field, models.DateField):
        return optional_field(date_field) if field.null else date_field
    return boolean_field if isinstance(field, models.BooleanField) else text_field(field.max_length)


def list_field(field: Field, most: int, least: int = 0) -> Field:
    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if not isinstance(value, list):
            return _wrong(faults, "not_a_list", path, _("Send a list."))
        if not least <= len(value) <= most:
            message = _("Give %(least)s to %(most)s entries.")
            return _wrong(faults, "bad_length", path, message % {"least": least, "most": most})
        return [field(entry, f"{path}.{index}", faults) for index, entry in enumerate(value)]

    return read


def optional_field(field: Field) -> Field:
    return lambda value, path, faults: None if value is None else field(value, path, faults)


def text_field(most: int) -> Field:
    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if not isinstance(value, str):
            return _wrong(faults, "not_text", path, _("Enter text."))
        if len(value) > most:
            message = _("Use at most %(most)s characters.") % {"most": most}
            return _wrong(faults, "too_long", path, message)
        if not is_storable(value):
            message = _("The text must not contain U+0000 or lone surrogates.")
            return _wrong(faults, "bad_text", path, message)
        return value

    return read


def integer_field(least: int, most: int) -> Field:
    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if type(value) is not int or not least <= value <= most:
            message = _("Enter a whole number from %(least)s to %(most)s.")
            return _wrong(faults, "bad_number", path, message % {"least": least, "most": most})
        return value

    return read


def choice_field(*choices: str) -> Field:
    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if value not in choices:
            message = _("Choose one of: %(known)s.") % {"known": ", ".join(choices)}
            return _wrong(faults, "not_a_choice", path, message)
        return value

    return read


def game_field(value: Any, path: str, faults: list[Fault]) -> Any:
    """Return the slug of an installed game: without its rules, its rounds cannot be judged."""
    if isinstance(value, str) and value in GAMES:
        return value
    message = _(
        "The game “%(game)s” is not installed on this server: install it, then import the archive "
        "again."
    )
    return _wrong(faults, "game_not_installed", path, message % {"game": str(value)[:SHOWN]})


def boolean_field(value: Any, path: str, faults: list[Fault]) -> Any:
    if type(value) is not bool:
        return _wrong(faults, "not_a_flag", path, _("Send true or false."))
    return value


def time_field(value: Any, path: str, faults: list[Fault]) -> Any:
    """Return a time in UTC, such as 2026-10-01T18:30:00Z."""
    try:
        if isinstance(value, str) and MOMENT.fullmatch(value):
            parsed = datetime.fromisoformat(value).astimezone(UTC)
            if parsed.year in YEARS:
                return parsed
    except ValueError:
        pass
    message = _("Enter a time such as 2026-10-01T18:30:00Z.")
    return _wrong(faults, "not_a_time", path, message)


def date_field(value: Any, path: str, faults: list[Fault]) -> Any:
    try:
        if isinstance(value, str) and DAY.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    return _wrong(faults, "not_a_date", path, _("Enter a date such as 2026-09-01."))


def any_field(value: Any, path: str, faults: list[Fault]) -> Any:
    """Return the value as it is: the engines and the schemes check it."""
    return value


def is_too_deep(value: Any) -> bool:
    """Return whether a value is nested too deeply; level by level, since recursion could
    overflow."""
    level = [value]
    for _step in range(MOST_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def is_storable(text: str) -> bool:
    """Return whether databases and JSON accept the text: no U+0000 and no half surrogate pairs."""
    return "\0" not in text and (text.isascii() or not re.search("[\ud800-\udfff]", text))


def _wrong(faults: list[Fault], code: str, path: str, message: str) -> None:
    faults.append(Fault(code, path.lstrip("."), message))
