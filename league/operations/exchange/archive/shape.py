"""What a row of an archive must look like: fields that read a value or add to the faults. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any, TypeAlias

from django.utils.translation import gettext as _

from league.errors import Fault

Field: TypeAlias = Callable[[Any, str, list[Fault]], Any]  # value, path, faults → value read

DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
YEARS = range(1970, 3000)
MOST_UNKNOWN, SHOWN = 10, 60
MOST_DEPTH = 32


def row(value: Any, fields: Mapping[str, Field], path: str, faults: list[Fault]) -> Any:
    """An object with these keys and no others."""
    if not isinstance(value, dict):
        return _wrong(faults, "not_an_object", path, _("An object is expected."))
    for key in [key for key in value if key not in fields][:MOST_UNKNOWN]:
        shown = key[:SHOWN].encode(errors="replace").decode()
        _wrong(faults, "unknown_key", f"{path}.{shown}", _("This key is not known here."))
    found = {}
    for key, field in fields.items():
        if key in value:
            found[key] = field(value[key], f"{path}.{key}", faults)
        else:
            _wrong(faults, "missing_key", f"{path}.{key}", _("This key is missing."))
    return found


def thing(fields: Mapping[str, Field], later: Mapping[str, Any] | None = None) -> Field:
    """`later` are keys that older archives do not have yet, with what they stand for."""

    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if isinstance(value, dict):
            value = {**(later or {}), **value}
        return row(value, fields, path, faults)

    return read


def several(field: Field, most: int, least: int = 0) -> Field:
    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if not isinstance(value, list):
            return _wrong(faults, "not_a_list", path, _("A list is expected."))
        if not least <= len(value) <= most:
            message = _("From %(least)s to %(most)s entries are expected.")
            return _wrong(faults, "bad_length", path, message % {"least": least, "most": most})
        return [field(each, f"{path}.{index}", faults) for index, each in enumerate(value)]

    return read


def optional(field: Field) -> Field:
    return lambda value, path, faults: None if value is None else field(value, path, faults)


def text(most: int) -> Field:
    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if not isinstance(value, str):
            return _wrong(faults, "not_text", path, _("Text is expected."))
        if len(value) > most:
            message = _("At most %(most)s characters are expected.") % {"most": most}
            return _wrong(faults, "too_long", path, message)
        if not storable(value):
            message = _("Text without U+0000 and halves of surrogate pairs is expected.")
            return _wrong(faults, "bad_text", path, message)
        return value

    return read


def integer(least: int, most: int) -> Field:
    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if type(value) is not int or not least <= value <= most:
            message = _("A whole number from %(least)s to %(most)s is expected.")
            return _wrong(faults, "bad_number", path, message % {"least": least, "most": most})
        return value

    return read


def choice(*known: str) -> Field:
    def read(value: Any, path: str, faults: list[Fault]) -> Any:
        if value not in known:
            message = _("One of these is expected: %(known)s.") % {"known": ", ".join(known)}
            return _wrong(faults, "not_a_choice", path, message)
        return value

    return read


def flag(value: Any, path: str, faults: list[Fault]) -> Any:
    if type(value) is not bool:
        return _wrong(faults, "not_a_flag", path, _("True or false is expected."))
    return value


def moment(value: Any, path: str, faults: list[Fault]) -> Any:
    """UTC, as 2026-10-01T18:30:00Z"""
    try:
        if isinstance(value, str) and MOMENT.fullmatch(value):
            found = datetime.fromisoformat(value).astimezone(UTC)
            if found.year in YEARS:
                return found
    except ValueError:
        pass
    message = _("A time such as 2026-10-01T18:30:00Z is expected.")
    return _wrong(faults, "not_a_time", path, message)


def day(value: Any, path: str, faults: list[Fault]) -> Any:
    try:
        if isinstance(value, str) and DAY.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    return _wrong(faults, "not_a_date", path, _("A date such as 2026-09-01 is expected."))


def free(value: Any, path: str, faults: list[Fault]) -> Any:
    """Looked at by those who know it: the engines, the schemes."""
    return value


def too_deep(value: Any) -> bool:
    """Level by level, since what is too deep must not be looked into by recursion."""
    level = [value]
    for _step in range(MOST_DEPTH):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def storable(text: str) -> bool:
    """Databases take no U+0000, and nobody half of a surrogate pair."""
    return "\0" not in text and (text.isascii() or not re.search("[\ud800-\udfff]", text))


def _wrong(faults: list[Fault], code: str, path: str, message: str) -> None:
    faults.append(Fault(code, path.lstrip("."), message))
