"""Rows of a table as the database stores them, made from those that `scoring.pure` computes."""

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.models import Standing
from scoring.pure.facts import PlayerId
from scoring.pure.standings import PlayerTotals, StandingsRow
from scoring.pure.tiebreaks import TIEBREAKS
from scoring.pure.units import FINE_PER_COARSE

OFFSET = 1 << 63  # makes every number positive
HIGHEST = 128  # first byte of a number up to 2 ** 56
COLUMNS = (*PlayerTotals._fields[1:], "tiebreaks", "rank_key", "unit")


def standing(table_id: int, row: StandingsRow, codes: Sequence[str]) -> Standing:
    """Return the row to be stored, with its place; `codes` are the tie-breaks of the scheme."""
    values: Any = (table_id, row.player, *row[2:], rank_key(row, codes))
    stored = Standing(None, *values)  # positional: keywords take twice as long
    stored.place = row.place
    return stored


def totals(row: Standing) -> PlayerTotals:
    return PlayerTotals(
        PlayerId(row.player_id), *(getattr(row, name) for name in PlayerTotals._fields[1:])
    )


def rank_key(row: StandingsRow, codes: Sequence[str]) -> bytes:
    """Return the values that rank the row, packed so that the bytes sort as the numbers do. A
    tie-break that was not needed counts 0, since an earlier part of the key decides.

    >>> row = StandingsRow(PlayerId(7), 1, 0, 1, 0, 1, 0, 0, 0, True, {})
    >>> [list(rank_key(row._replace(points=7 * FINE_PER_COARSE + n), [])[8:]) for n in (0, 1)]
    [[128, 0, 0, 0, 0, 0, 0, 7], [128, 0, 0, 0, 0, 0, 0, 7, 129]]
    """
    values = [(-1 if TIEBREAKS[code].fewest else 1) * (row.tiebreaks[code] or 0) for code in codes]
    flag = (int(row.qualified) + OFFSET).to_bytes(8, "big")
    return flag + b"".join(map(_part_of_key, [row.points, *values]))


def _part_of_key(units: int) -> bytes:
    """Return a number of coarse units in eight bytes, and its remainder in a ninth if it has one.

    A ninth byte is above the first byte of the next part, which is 128 at most for all numbers that
    occur: so a number with a remainder sorts after the same one without.
    """
    whole, rest = divmod(units, FINE_PER_COARSE)
    return (whole + OFFSET).to_bytes(8, "big") + (bytes([HIGHEST + rest]) if rest else b"")


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
