"""Errors of operations that are the caller's fault. Web and API each present them in their own
way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """One problem: stable code, path into the input, message for the reader."""

    code: str
    path: str
    message: str
    clause: str = ""

    def to_json(self) -> dict[str, str]:
        return {
            "code": self.code,
            "path": self.path,
            "message": self.message,
            "clause": self.clause,
        }


class LeagueError(Exception):
    """An operation refused; nothing was changed. `problems` are JSON-ready, as in a verdict; so is
    `current`: the current value where the caller wanted to write, if it helps."""

    def __init__(
        self, detail: str, problems: Sequence[dict[str, Any]] = (), *, current: Any = None
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.problems = list(problems)
        self.current = current


class NotFound(LeagueError):
    """The object does not exist, or this person may not know that it does."""


class Gone(LeagueError):
    """The server has deleted the requested object after its time."""


class Forbidden(LeagueError):
    """The object is visible, but this role may not do that."""


class Invalid(LeagueError):
    """The input is readable but impossible."""


class Conflict(LeagueError):
    """The current state does not allow the change, often since it has changed meanwhile."""


class Stale(LeagueError):
    """The version that the caller has seen is no longer the current one."""


def invalid(code: str, path: str, message: str, clause: str = "") -> Invalid:
    """Return the error with this one fault."""
    return Invalid(message, [Fault(code, path, message, clause).to_json()])


def raise_faults(faults: Sequence[Fault]) -> None:
    """Raise Invalid with all faults, if there are any."""
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
