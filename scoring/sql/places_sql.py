"""The rows of a table as the facts of a slice and a scheme want them; nothing is stored here."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from scoring.models import Standing, Table
from scoring.pure.facts import PlayerId
from scoring.pure.schemes import Scheme
from scoring.sql import points_sql, tiebreak_sql
from scoring.sql.fact_filters import FactFilter
from scoring.sql.points_sql import TotalsRow


def compute_standings(table: Table, of: FactFilter, scheme: Scheme) -> list[Standing]:
    """Everybody, best first, with places: for a past evening, or for a scheme to be tried out."""
    lines = points_sql.player_totals(of, scheme)
    found = rank_standings(lines, {}, scheme, tiebreak_sql.tiebreak_inputs(table, of, scheme, lines))
    ordered = sorted(found.values(), key=lambda row: (row.rank_key, -row.player_id), reverse=True)
    return with_places(ordered, scheme.tiebreaks)


def rank_standings(
    lines: Mapping[PlayerId, TotalsRow],
    before: Mapping[PlayerId, Standing],
    scheme: Scheme,
    ask: tiebreak_sql.TiebreakInputs,
    others: tiebreak_sql.OtherRows | None = None,
) -> dict[PlayerId, Standing]:
    """The rows of these players, and of all whose own move with theirs: see `ties.rank`."""
    found = tiebreak_sql.rank(lines, before, scheme, ask, others)
    return {player: _row(ask.table.pk, player, moved) for player, moved in found.items()}


def _row(table: int, player: PlayerId, moved: tiebreak_sql.RankedRow) -> Standing:
    """Values in the order of the fields: by name a row takes twice as long."""
    values: list[Any] = [None, table, player, *moved.line, moved.strength, moved.values, moved.key]
    return Standing(*values)


def with_places(
    rows: Iterable[Standing], codes: Sequence[str], before: int = 0, better: int = 0
) -> list[Standing]:
    """The rows of a table, best first, each with its place: 1 + the number of better ones. `before`
    rows stand above the first of these, of which `better` are better than it.

    `codes` are its tie-breaks in the order of the scheme. Of their values remain those that were
    looked at: until then the row was tied with a neighbour.
    """
    found = list(rows)
    keys = [bytes(row.rank_key) for row in found]
    common = [0, *(tiebreak_sql.common_parts(one, other) for one, other in pairwise(keys)), 0]
    for index, row in enumerate(found):
        tied = index > 0 and keys[index] == keys[index - 1]
        own = before + index if index else better
        row.place = found[index - 1].place if tied else own + 1
        looked_at = max(common[index], common[index + 1]) - tiebreak_sql.BEFORE_TIEBREAKS
        row.tiebreaks = {
            code: row.tiebreaks[code] if number <= looked_at else None
            for number, code in enumerate(codes)
        }
    return found
