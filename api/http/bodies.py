"""Reading a request body: bounded, before any lock is taken, regardless of its headers.

The rest of a body that is too large is read for a while and discarded: an answer sent while the
client is still writing would be lost with the connection.
"""

import hashlib
from typing import IO, Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError

LIMIT = 1024 * 1024
DRAIN = 16 * LIMIT
CHUNK = 64 * 1024


class TooLarge(APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE

    def __init__(self, message: str = "") -> None:
        super().__init__(message or _("A body may have at most 1 MiB (1048576 bytes)."))


def load(request: HttpRequest, limit: int = LIMIT) -> APIException | None:
    """Put the whole body into `request.body`. An error is returned, not raised, since a caller
    without permission is to get that answer first."""
    declared = _declared(request)
    try:
        body, complete = _read(request, limit)
    except OSError:  # the client went away
        _settle(request, b"")
        return ParseError(_("The body is incomplete."))
    _settle(request, body)
    request.META["CONTENT_LENGTH"] = str(len(body))
    if not complete:
        words = _(
            "A file to import may have at most %(most)s MiB, including everything sent with it."
        )
        return TooLarge("" if limit == LIMIT else words % {"most": limit // LIMIT})
    if declared is not None and len(body) < declared:
        return ParseError(_("The body is incomplete."))
    return None


def spool(request: HttpRequest, file: IO[bytes], most: int) -> None:
    """Copy a long body into `file`, and put its digest into `request.body`."""
    declared, size, digest = _declared(request), 0, hashlib.sha256()
    try:
        for chunk in _chunks(_stream(request), most + 1):
            size += len(chunk)
            digest.update(chunk)
            file.write(chunk)
        if size > most:
            drain(request)
            message = _("An archive may have at most %(most)s MiB.") % {"most": most // LIMIT}
            raise TooLarge(message)
    except OSError:
        raise ParseError(_("The body is incomplete.")) from None
    finally:
        _settle(request, digest.digest())
    if declared is not None and size < declared:
        raise ParseError(_("The body is incomplete."))
    file.seek(0)


def drain(request: HttpRequest) -> None:
    """Read what the client still sends, so that it reads our answer."""
    try:
        for _chunk in _chunks(_stream(request), DRAIN):
            pass
    except OSError:
        pass
    _settle(request, b"")


def _settle(request: HttpRequest, body: bytes) -> None:
    """Set the body, so that nothing reads the stream again."""
    request._body = body
    request._read_started = True  # type: ignore[attr-defined]


def _declared(request: HttpRequest) -> int | None:
    try:
        return int(request.META.get("CONTENT_LENGTH") or "")
    except ValueError:
        return None


def _read(request: HttpRequest, limit: int) -> tuple[bytes, bool]:
    stream = _stream(request)
    if stream is None:
        return b"", True
    body = b"".join(_chunks(stream, limit + 1))
    if len(body) <= limit:
        return body, True
    for _chunk in _chunks(stream, DRAIN):
        pass
    return b"", False


def _stream(request: HttpRequest) -> Any:
    """Return the stream of the body; None for a chunked body whose end the server does not mark."""
    if _declared(request) is not None:
        return request
    marked = request.META.get("wsgi.input_terminated")
    return request.META["wsgi.input"] if marked else None


def _chunks(stream: Any, most: int) -> Any:
    while stream is not None and most > 0 and (chunk := stream.read(min(CHUNK, most))):
        most -= len(chunk)
        yield chunk
