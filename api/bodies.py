"""Reading a request body: bounded, before any lock is taken, whatever its headers promise.

A body that is too large is read on for a while and thrown away. An answer sent while the client is
still writing would be lost with the connection.
"""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from gunicorn.http.errors import ParseException
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError

LIMIT = 1024 * 1024
DRAIN = 16 * LIMIT
CHUNK = 64 * 1024


class TooLarge(APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE

    def __init__(self) -> None:
        super().__init__(_("A body has at most 1 MiB (1048576 bytes)."))


def load(request: HttpRequest) -> APIException | None:
    """Put the whole body into `request.body`. What is wrong with it is returned, not raised: who
    may not call at all should hear that first."""
    declared = _declared(request)
    try:
        body, complete = _read(request, declared)
    except (OSError, ParseException):  # the client went away, or sent chunks that are none
        _settle(request, b"")
        return ParseError(_("The body ended early."))
    _settle(request, body)
    request.META["CONTENT_LENGTH"] = str(len(body))
    if not complete:
        return TooLarge()
    if declared is not None and len(body) < declared:
        return ParseError(_("The body ended early."))
    return None


def _settle(request: HttpRequest, body: bytes) -> None:
    """Nobody reads the stream again."""
    request._body = body
    request._read_started = True  # type: ignore[attr-defined]


def _declared(request: HttpRequest) -> int | None:
    try:
        return int(request.META.get("CONTENT_LENGTH") or "")
    except ValueError:
        return None


def _read(request: HttpRequest, declared: int | None) -> tuple[bytes, bool]:
    stream: Any = request
    if declared is None:  # sent in chunks: only a server that marks their end can be read
        if not request.META.get("wsgi.input_terminated"):
            return b"", True
        stream = request.META["wsgi.input"]
    body = b"".join(_chunks(stream, LIMIT + 1))
    if len(body) <= LIMIT:
        return body, True
    for _chunk in _chunks(stream, DRAIN):
        pass
    return b"", False


def _chunks(stream: Any, most: int) -> Any:
    while most > 0 and (chunk := stream.read(min(CHUNK, most))):
        most -= len(chunk)
        yield chunk
