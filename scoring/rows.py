"""Rows of a table as the database stores them, made from those that `scoring.pure` computes."""

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.models import Standing
from scoring.pure.facts import PlayerId
from scoring.pure.standings import PlayerTotals, StandingsRow
from scoring.pure.tiebreaks import TIEBREAKS

OFFSET = 1 << 63  # makes every number positive
COLUMNS = (*PlayerTotals._fields[1:], "tiebreaks", "rank_key")


def standing(table_id: int, row: StandingsRow, codes: Sequence[str]) -> Standing:
    """Return the row to be stored, with its place; `codes` are the tie-breaks of the scheme."""
    # positional: keywords take twice as long
    values: list[Any] = [None, table_id, row.player, *row[2:], rank_key(row, codes)]
    stored = Standing(*values)
    stored.place = row.place
    return stored


def totals(row: Standing) -> PlayerTotals:
    return PlayerTotals(
        PlayerId(row.player_id), *(getattr(row, name) for name in PlayerTotals._fields[1:])
    )


def rank_key(row: StandingsRow, codes: Sequence[str]) -> bytes:
    """Return the values that rank the row, packed so that the bytes sort as the numbers do. A
    tie-break that was not needed counts 0, since an earlier part of the key decides."""
    values = [(-1 if TIEBREAKS[code].fewest else 1) * (row.tiebreaks[code] or 0) for code in codes]
    parts = [int(row.qualified), row.points, *values]
    return b"".join((part + OFFSET).to_bytes(8, "big") for part in parts)


def with_places(
    rows: Iterable[Standing], rows_before: int = 0, better_before: int = 0
) -> list[Standing]:
    """Return stored rows, best first, each with its place: 1 + the number of better rows.

    `rows_before` rows precede the first of these, and `better_before` of them are better than it.
    """
    placed = list(rows)
    for index, row in enumerate(placed):
        previous = placed[index - 1] if index else None
        if previous is not None and bytes(previous.rank_key) == bytes(row.rank_key):
            row.place = previous.place
        else:
            row.place = 1 + (rows_before + index if index else better_before)
    return placed
