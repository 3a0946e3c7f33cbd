"""The course of a request, in steps that a client takes by waiting or by awaiting."""

import random
import uuid
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeAlias

import httpx

from manche_client.errors import Unavailable, error_of

ATTEMPTS = 5
AGAIN = frozenset({429, 502, 503, 504})
LONGEST_WAIT = 60.0  # seconds
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})


@dataclass(frozen=True)
class Send:
    """A step: send this request, and hand back the response, or the error of the connection."""

    request: httpx.Request


@dataclass(frozen=True)
class Wait:
    """A step: wait."""

    seconds: float


Steps: TypeAlias = Generator[Send | Wait, httpx.Response | httpx.TransportError | None, Any]


def headers_for(method: str, **named: str | None) -> dict[str, str]:
    """Return the headers of a request; one that changes something gets an Idempotency-Key."""
    headers = {name.replace("_", "-"): value for name, value in named.items() if value is not None}
    if method in UNSAFE:
        headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
    return headers


def exchange(request: httpx.Request) -> Steps:
    """Send a request until the server has answered it, with the same key each time; return the
    response. Raises MancheError for a refusal."""
    for attempt in range(ATTEMPTS):
        answer = yield Send(request)
        is_last = attempt == ATTEMPTS - 1
        if isinstance(answer, httpx.Response):
            if answer.is_success or answer.status_code == httpx.codes.NOT_MODIFIED:
                return answer
            if is_last or answer.status_code not in AGAIN:
                raise error_of(answer)
        elif is_last:
            raise Unavailable(503, {"detail": f"No connection: {answer}"}) from answer
        yield Wait(_seconds(answer, attempt))
    raise AssertionError("the last attempt returns or raises")


def _seconds(answer: object, attempt: int) -> float:
    """Return how long to wait: as the server says, else twice as long each time, with a part by
    chance so that many clients do not come back together."""
    after = answer.headers.get("Retry-After", "") if isinstance(answer, httpx.Response) else ""
    if after.isdecimal():
        return min(float(after), LONGEST_WAIT)
    return min(0.5 * float(2**attempt) * random.uniform(1, 1.5), LONGEST_WAIT)
