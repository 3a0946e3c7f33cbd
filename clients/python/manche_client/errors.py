"""Refusals of the server as exceptions, one for each kind (RFC 9457)."""

from typing import Any, ClassVar

import httpx

from manche_client.shapes import Problem


class MancheError(Exception):
    """A refusal. Nothing was changed. `problems` are its single problems, `current` is the state on
    the server if it helps."""

    statuses: ClassVar[tuple[int, ...]] = ()

    def __init__(self, status: int, content: dict[str, Any]) -> None:
        self.status = status
        self.detail: str = content.get("detail", "")
        self.problems: list[Problem] = content.get("problems", [])
        self.current: Any = content.get("current")
        super().__init__(f"{status}: {self.detail}")

    @property
    def codes(self) -> list[str]:
        return [problem["code"] for problem in self.problems]


class Unreadable(MancheError):
    """The request cannot be read, is too large or not JSON."""

    statuses = (400, 406, 413, 415)


class NotAllowed(MancheError):
    """The token is missing or invalid, or its scope or role does not allow this."""

    statuses = (401, 403)


class NotFound(MancheError):
    """The address does not exist, or the token may not see it."""

    statuses = (404, 405)


class Conflict(MancheError):
    """The state on the server does not allow this, often because it has changed."""

    statuses = (409,)


class Gone(MancheError):
    """The events after this number are no longer stored: read the current state again."""

    statuses = (410,)


class Stale(MancheError):
    """`If-Match` does not name the current version."""

    statuses = (412,)


class Invalid(MancheError):
    """The values are impossible, such as a round against the rules."""

    statuses = (422,)


class Throttled(MancheError):
    """There were too many requests."""

    statuses = (429,)


class Unavailable(MancheError):
    """The server failed, or does not answer."""

    statuses = (500, 502, 503, 504)


KINDS = {status: kind for kind in MancheError.__subclasses__() for status in kind.statuses}


def error_of(response: httpx.Response) -> MancheError:
    try:
        content = response.json()
    except ValueError:  # of a proxy
        content = {}
    kind = KINDS.get(response.status_code, MancheError)
    return kind(response.status_code, content if isinstance(content, dict) else {})
