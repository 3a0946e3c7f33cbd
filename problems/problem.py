"""A problem: the unexpected value, its place, and a text about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from problems.text import Param, Text, people


class Problem(NamedTuple):
    """Something that a user got wrong, or (as a notice) something that they should know.

    `clause` is None where there are no numbered rules, and empty where none of them applies.
    """

    path: str
    clause: str | None
    params: Mapping[str, Param]
    text: Text

    @property
    def code(self) -> str:
        return self.text.code

    def message(self, language: str = "en") -> str:
        return self.text.say(language, self.params)

    def at(self, path: str) -> Problem:
        return self._replace(path=path)

    def naming(self, players: Sequence[str]) -> Problem:
        """Return the problem with the names of the players in place of their seats."""
        seats = {key: people(self.params[key], players) for key in self.text.seats}
        return self._replace(params={**self.params, **seats})

    def to_json(self, language: str = "en") -> dict[str, str]:
        written = {"code": self.code, "path": self.path, "message": self.message(language)}
        return written if self.clause is None else {**written, "clause": self.clause}


def problem(text: Text, path: str, clause: str | None = "", /, **params: Param) -> Problem:
    """Return a problem; the clause given here counts only if the text has none of its own."""
    return Problem(path, text.clause or clause, params, text)
