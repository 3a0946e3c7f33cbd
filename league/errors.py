"""What a caller of an operation may have got wrong. Web and API each show it in their own way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: stable code, path into the input, words for the reader."""

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
    """Nothing was changed. `problems` are JSON-ready, as in a verdict; so is `current`: what stands
    where the caller wanted to write, if it tells him something."""

    def __init__(
        self, detail: str, problems: Sequence[dict[str, Any]] = (), *, current: Any = None
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.problems = list(problems)
        self.current = current


class NotFound(LeagueError):
    """It does not exist, or this person may not know that it does."""


class Forbidden(LeagueError):
    """Visible, but this role may not do that."""


class Invalid(LeagueError):
    """Readable but impossible."""


class Conflict(LeagueError):
    """The match or the name moved on while this request was under way."""


class Stale(LeagueError):
    """The caller named the version he had seen, and it is no longer the current one."""


def invalid(code: str, path: str, message: str, clause: str = "") -> Invalid:
    return Invalid(message, [Fault(code, path, message, clause).to_json()])


def refuse(faults: Sequence[Fault]) -> None:
    """All that is wrong at once; nothing where nothing is."""
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
