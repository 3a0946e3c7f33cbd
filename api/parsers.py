"""JSON as its standard has it, and nothing that would only fail further in: 400 for the rest."""

import json
import math
from collections.abc import Iterable, Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ParseError
from rest_framework.parsers import BaseParser

MAX_DEPTH = 32


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return decode(stream.read())


class Unreadable(ParseError):
    """Keeps its code, so that the answer can name it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(ErrorDetail(message, code))


def decode(body: bytes) -> Any:
    try:
        value = json.loads(
            body.decode(),
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # not UTF-8, not JSON, or a number of thousands of digits
        raise Unreadable("not_json", _("The body is not valid JSON in UTF-8.")) from None
    _inspect(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unreadable("duplicate_key", _("An object names the same key twice."))
    return found


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _inspect(value: Any) -> None:
    """Level by level, so that depth costs no stack."""
    level = [value]
    for _depth in range(MAX_DEPTH + 1):
        if not level:
            return
        level = [inner for item in level for inner in _inside(item)]
    raise _too_deep()


def _inside(item: Any) -> Iterable[Any]:
    if isinstance(item, str):
        _check_text(item)
    elif isinstance(item, list):
        return item
    elif isinstance(item, dict):
        return [*item, *item.values()]
    return ()


def _check_text(text: str) -> None:
    if "\0" in text:
        raise Unreadable("bad_text", _("Text must not contain the character U+0000."))
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Unreadable("bad_text", _("Text contains half of a surrogate pair.")) from None


def _too_deep() -> Unreadable:
    return Unreadable("too_deep", _("The body is nested too deeply."))
