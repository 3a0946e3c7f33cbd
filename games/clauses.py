"""Finds the text of a clause by its number."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games import GAMES
from games.base import rule_book_for

if TYPE_CHECKING:
    from games.rule_book import Clause


class FoundClause(NamedTuple):
    game: str
    clause: Clause


def find_clause(number: str, language: str, game: str = "") -> FoundClause | None:
    """Return the clause of this game or, without a known one, of the only game that has such a
    clause. None without a text, or if several games have one."""
    candidates = [
        FoundClause(slug, clause)
        for slug in ([game] if game in GAMES else GAMES)
        if (book := rule_book_for(GAMES[slug], language)) and (clause := book.clause(number))
    ]
    return candidates[0] if len(candidates) == 1 else None
