"""A strict JSON parser: it refuses with 400 what the standard or a later step would not accept."""

import math
from collections.abc import Iterator, Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ParseError
from rest_framework.parsers import BaseParser

from problems import reader

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
    """A ParseError that keeps its code, so that the answer can name it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(ErrorDetail(message, code))


def decode(body: bytes) -> Any:
    try:
        value = reader.parse(body.decode(), parse_float=_finite)
    except RecursionError:
        raise _too_deep() from None
    except reader.SameKey:
        raise Unreadable("duplicate_key", _("An object has the same key twice.")) from None
    except ValueError:  # not UTF-8, not JSON, or a number of thousands of digits
        raise Unreadable("not_json", _("The body is not valid JSON in UTF-8.")) from None
    _inspect(value, texts=b"\\u" in body)  # UTF-8 and JSON refuse both unless escaped
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _inspect(value: Any, *, texts: bool) -> None:
    """Check depth and texts level by level, so that depth costs no stack; texts only where that is
    needed."""
    level = [value]
    for _depth in range(MAX_DEPTH + 1):
        if texts:
            for text in _texts(level):
                _check_text(text)
        level = [
            inner
            for item in level
            if type(item) is dict or type(item) is list
            for inner in (item.values() if type(item) is dict else item)
        ]
        if not level:
            return
    raise _too_deep()


def _texts(level: list[Any]) -> Iterator[str]:
    for item in level:
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            yield from item


def _check_text(text: str) -> None:
    if "\0" in text:
        raise Unreadable("bad_text", _("Text must not contain the character U+0000."))
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Unreadable("bad_text", _("The text contains half of a surrogate pair.")) from None


def _too_deep() -> Unreadable:
    return Unreadable("too_deep", _("The body is nested too deeply."))
