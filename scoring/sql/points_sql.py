"""Sums up in the database what each player has earned from the facts, as
`scoring.pure.standings.player_totals` does in Python.

One row per player comes back, however many results there are. `points_expression` is
`scoring.pure.points.result_points` in SQL.
"""

from collections.abc import Collection, Sequence

from problems.seats import SEATS
from scoring.models import Penalty, SitOut
from scoring.pure.facts import PlayerId
from scoring.pure.points import (
    NO_TARGET,
    is_qualified,
    mean_points,
    points_of_places,
    sit_out_points,
)
from scoring.pure.ranges import match_range
from scoring.pure.schemes import Scheme
from scoring.pure.standings import PlayerTotals
from scoring.pure.units import FINE_PER_COARSE, HUNDREDTH, UNIT
from scoring.sql.fact_filters import FactFilter, id_condition

POINTS_BY_PLACE = {"place_fraction", "place_points"}


def player_totals(
    fact_filter: FactFilter, scheme: Scheme, players: Collection[int] | None = None
) -> dict[PlayerId, PlayerTotals]:
    """Return the totals of all players with a result, or of these players."""
    of_players = id_condition("r.player_id", "players", players)
    results = fact_filter.where("r")
    other_facts = fact_filter.where("r", of_matches=False)
    other_facts += f" AND {of_players.sql} GROUP BY r.player_id"
    sql = f"""
        WITH evening AS (
            SELECT r.player_id, r.session_id,
                   CAST(SUM({points_expression(scheme)}) AS bigint) AS points,
                   COUNT(*) AS played, COUNT(CASE WHEN r.place = 1 THEN 1 END) AS wins
            FROM {fact_filter.results(players)} WHERE {results} AND {of_players.sql}
            GROUP BY r.player_id, r.session_id
        )
        SELECT t.player_id, t.total, t.played, t.wins, t.evenings, t.best,
               COALESCE(penalties.units, 0), COALESCE(sit_outs.times, 0), t.earned
        FROM ({_totals_query(scheme)}) t
        LEFT JOIN (
            SELECT r.player_id, CAST(SUM(r.points) AS bigint) * {UNIT} AS units
            FROM {Penalty._meta.db_table} r WHERE {other_facts}
        ) penalties ON penalties.player_id = t.player_id
        LEFT JOIN (
            SELECT r.player_id, COUNT(*) AS times FROM {SitOut._meta.db_table} r WHERE {other_facts}
        ) sit_outs ON sit_outs.player_id = t.player_id
    """
    totals = {}
    for number, total, played, wins, evenings, best, penalty, sit_outs, earned in fact_filter.fetch(
        sql, of_players
    ):
        player = PlayerId(number)
        counted = mean_points(earned, played) if scheme.aggregate == "mean" else total
        for_sit_outs = sit_out_points(earned, played, sit_outs, scheme)
        totals[player] = PlayerTotals(
            player,
            points=counted + scheme.attendance * UNIT * evenings + for_sit_outs - penalty,
            played=played,
            wins=wins,
            evenings=evenings,
            best_evening=best,
            sit_outs=sit_outs,
            penalty=penalty,
            qualified=is_qualified(evenings, played, scheme),
        )
    return totals


def _totals_query(scheme: Scheme) -> str:
    """Return the query for a row per player, as `scoring.pure.points.counting_sessions` defines it:
    the best sessions count and the worst are dropped, but one counts at least."""
    total, windows = "SUM(points)", ""
    if scheme.best_evenings is not None or scheme.drop_worst:
        most = f"attended - {scheme.drop_worst}"
        if scheme.best_evenings is not None:
            best = scheme.best_evenings
            most = f"CASE WHEN {most} < {best} THEN {most} ELSE {best} END"
        total = f"SUM(CASE WHEN nth = 1 OR nth <= {most} THEN points ELSE 0 END)"
        windows = """,
            COUNT(*) OVER (PARTITION BY player_id) AS attended,
            ROW_NUMBER() OVER (PARTITION BY player_id ORDER BY points DESC) AS nth"""
    return f"""
        SELECT player_id, CAST({total} AS bigint) AS total, {_small_sum("played")},
               {_small_sum("wins")}, COUNT(*) AS evenings, MAX(points) AS best,
               CAST(SUM(points) AS bigint) AS earned
        FROM (SELECT *{windows} FROM evening) ranked GROUP BY player_id
    """


def _small_sum(column: str) -> str:
    """Return the sum of numbers that fit into 32 bits: PostgreSQL adds wider ones as decimal
    numbers."""
    return f"SUM(CAST({column} AS integer)) AS {column}"


def points_expression(scheme: Scheme) -> str:
    """Return the units that the result `r` earns, using only its own columns
    (`scoring.pure.points.result_points`)."""
    points = POINTS[scheme.points](scheme)
    # points times rounds may need 64 bits; the share has the width of the points again
    wide = f"CAST({points} AS bigint)"
    step = f"/ (r.share_of * {FINE_PER_COARSE}) * {FINE_PER_COARSE}"
    end = f"CASE WHEN r.share_to = r.share_of THEN {wide} ELSE {wide} * r.share_to {step} END"
    share = f"{end} - {wide} * r.share_from {step}"
    return f"(CASE r.share_of WHEN 1 THEN {points} ELSE CAST({share} AS {_width(scheme)}) END)"


def _width(scheme: Scheme) -> str:
    """Return the type of the points of a result: PostgreSQL adds wide numbers as decimal ones."""
    fits = scheme.points in POINTS_BY_PLACE and max(map(abs, match_range(scheme))) < 1 << 31
    return "integer" if fits else "bigint"


def _place_fraction(scheme: Scheme) -> str:
    """Return `scoring.pure.points.place_fraction` in SQL."""
    cases = " ".join(f"WHEN {n} THEN {scheme.scale * UNIT // (2 * (n - 1))}" for n in SEATS)
    step = f"CAST(CASE r.players {cases} END AS {_width(scheme)})"
    return f"({step} * (2 * r.players - 2 * r.place - r.sharing + 1))"


def _place_points(scheme: Scheme) -> str:
    """Return `scoring.pure.points.place_points` in SQL: every place at every size, shared or not,
    some 360 whole numbers."""
    sizes = []
    for size in SEATS:
        worth = points_of_places(scheme, size)
        cases = " ".join(
            f"WHEN {100 * place + sharing} THEN {_mean(worth[place - 1 : place - 1 + sharing])}"
            for place in range(1, size + 1)
            for sharing in range(1, size - place + 2)
        )
        sizes.append(f"WHEN {size} THEN CASE 100 * r.place + r.sharing {cases} END")
    return f"(CASE r.players {' '.join(sizes)} END)"


def _mean(worth: Sequence[int]) -> int:
    return sum(worth) * UNIT // len(worth)


def _raw(scheme: Scheme) -> str:
    """Return `scoring.pure.points.raw` in SQL."""
    return f"(CAST(r.score AS bigint) * {UNIT})"


def _capped_margin(scheme: Scheme) -> str:
    """Return `scoring.pure.points.capped_margin` in SQL: (n·score − total) ÷ (n − 1), cut off on
    both sides."""
    cap = (scheme.cap or 0) * UNIT
    margin = f"({UNIT} * (CAST(r.score AS bigint) * r.players - r.total) / (r.players - 1))"
    cut = f"WHEN {margin} > {cap} THEN {cap} WHEN {margin} < -{cap} THEN -{cap}"
    return f"(CASE {cut} ELSE {margin} END)"


def _target(scheme: Scheme) -> str:
    """Return `scoring.pure.points.target` in SQL: score ÷ target · scale to the nearest hundredth,
    halves to even. A negative score is computed from its absolute value, so that it does not matter
    how SQL divides."""
    target = f"COALESCE(r.target, {NO_TARGET})"
    size = f"(100 * {scheme.scale} * ABS(CAST(r.score AS bigint)))"
    up = f"((2 * {size} + {target}) / (2 * {target}))"  # halves up
    half = f"((2 * {size} + {target}) %% (2 * {target}) = 0)"
    rounded = f"({up} - CASE WHEN {half} THEN {up} %% 2 ELSE 0 END)"
    return f"({HUNDREDTH} * {rounded} * CASE WHEN r.score < 0 THEN -1 ELSE 1 END)"


POINTS = {
    "place_fraction": _place_fraction,
    "place_points": _place_points,
    "raw": _raw,
    "capped_margin": _capped_margin,
    "target": _target,
}
