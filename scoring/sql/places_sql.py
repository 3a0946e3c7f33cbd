"""The rows of a table from a fact filter and a scheme, in the order that
`scoring.pure.standings.rank` defines; nothing is stored here."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from scoring.models import Standing, Table
from scoring.pure.facts import PlayerId
from scoring.pure.schemes import Scheme
from scoring.sql import points_sql, tiebreak_sql
from scoring.sql.fact_filters import FactFilter
from scoring.sql.points_sql import TotalsRow


def compute_standings(table: Table, fact_filter: FactFilter, scheme: Scheme) -> list[Standing]:
    """Return all rows, best first, with places: for a past session, or for a scheme that is only
    tried."""
    totals = points_sql.player_totals(fact_filter, scheme)
    rows = rank_standings(
        totals, {}, scheme, tiebreak_sql.tiebreak_inputs(table, fact_filter, scheme, totals)
    )
    ordered = sorted(rows.values(), key=lambda row: (row.rank_key, -row.player_id), reverse=True)
    return with_places(ordered, scheme.tiebreaks)


def rank_standings(
    totals: Mapping[PlayerId, TotalsRow],
    stored: Mapping[PlayerId, Standing],
    scheme: Scheme,
    inputs: tiebreak_sql.TiebreakInputs,
    others: tiebreak_sql.OtherRows | None = None,
) -> dict[PlayerId, Standing]:
    """Return the rows of these players, and of all whose rows change with theirs: see
    `tiebreak_sql.rank`."""
    ranked = tiebreak_sql.rank(totals, stored, scheme, inputs, others)
    return {
        player: _standing(inputs.table.pk, player, ranked_row)
        for player, ranked_row in ranked.items()
    }


def _standing(table: int, player: PlayerId, ranked_row: tiebreak_sql.RankedRow) -> Standing:
    """Return a row, made from values in the order of the fields, because keywords take twice as
    long."""
    values: Any = [
        None,
        table,
        player,
        *ranked_row.totals,
        ranked_row.strength,
        ranked_row.values,
        ranked_row.key,
    ]
    return Standing(*values)


def with_places(
    rows: Iterable[Standing], codes: Sequence[str], rows_before: int = 0, better_before: int = 0
) -> list[Standing]:
    """Return the rows of a table, best first, each with its place: 1 + the number of better rows,
    as `scoring.pure.standings.rank` gives it.

    `rows_before` rows stand above the first of these, of which `better_before` are better than it.
    `codes` are the tie-breaks in the order of the scheme. Of their values only those remain that
    were used: up to there the row was tied with a neighbour.
    """
    placed = list(rows)
    keys = [bytes(row.rank_key) for row in placed]
    common_counts = [
        0,
        *(tiebreak_sql.common_parts(one, other) for one, other in pairwise(keys)),
        0,
    ]
    for index, row in enumerate(placed):
        is_tied = index > 0 and keys[index] == keys[index - 1]
        own = rows_before + index if index else better_before
        row.place = placed[index - 1].place if is_tied else own + 1
        used_count = (
            max(common_counts[index], common_counts[index + 1])
            - tiebreak_sql.PARTS_BEFORE_TIEBREAKS
        )
        row.tiebreaks = {
            code: row.tiebreaks[code] if number <= used_count else None
            for number, code in enumerate(codes)
        }
    return placed
