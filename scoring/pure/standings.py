"""Computes a ranked table from results: one pure function, exact in every number."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from scoring.pure import tiebreaks
from scoring.pure.facts import Fact, PlayerId, SeasonFacts, TiebreakDraw
from scoring.pure.points import is_qualified, result_points, season_points, sit_out_points
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS, TiebreakContext, Values
from scoring.pure.units import UNIT

# the code of a tie-break and the groups of tied players → values
TiebreakQuery = Callable[[str, Sequence[Sequence[PlayerId]]], Values]


class PlayerTotals(NamedTuple):
    """A player's sums, before they are compared with the others'.

    `points` (with attendance and sit-outs, less the penalty), `best_evening` and `penalty` are in
    units; `played` counts results and shares of results, `evenings` the sessions attended;
    `qualified` by the scheme's minimum of both.
    """

    player: PlayerId
    points: int
    played: int
    wins: int
    evenings: int
    best_evening: int
    sit_outs: int
    penalty: int
    qualified: bool


class StandingsRow(NamedTuple):
    """A player's totals with his place. `tiebreaks` holds the values that were used, else None."""

    player: PlayerId
    place: int
    points: int
    played: int
    wins: int
    evenings: int
    best_evening: int
    sit_outs: int
    penalty: int
    qualified: bool
    tiebreaks: dict[str, int | None]


def compute(history: SeasonFacts, scheme: Scheme) -> list[StandingsRow]:
    """Return the table, best first; players tied after all tie-breaks share their place. Every
    player with a result has a row; without one, a penalty or a sit-out makes none."""
    facts, lines = facts_by_player(history.facts), totals(history, scheme)
    tables: defaultdict[int, list[Fact]] = defaultdict(list)
    for fact in history.facts:
        tables[fact.match].append(fact)
    points = {line.player: line.points for line in lines}
    context = tiebreak_context(facts, tables, points, history.draws, scheme)
    return rank(lines, scheme, partial(tiebreaks.group_values, context=context))


def totals(history: SeasonFacts, scheme: Scheme) -> list[PlayerTotals]:
    """Return the totals of every player with a result."""
    penalties: Counter[PlayerId] = Counter()
    for penalty in history.penalties:
        penalties[penalty.player] += penalty.points * UNIT
    sit_outs = Counter(sit_out.player for sit_out in history.sit_outs)
    return [
        player_totals(player, facts, scheme, penalty=penalties[player], sit_outs=sit_outs[player])
        for player, facts in facts_by_player(history.facts).items()
    ]


def facts_by_player(facts: Iterable[Fact]) -> dict[PlayerId, list[Fact]]:
    """Return the results of each player, in their order."""
    by_player: defaultdict[PlayerId, list[Fact]] = defaultdict(list)
    for fact in facts:
        by_player[fact.player].append(fact)
    return by_player


def tiebreak_context(
    facts: Mapping[PlayerId, Sequence[Fact]],
    tables: Mapping[int, Sequence[Fact]],
    points: Values,
    draws: Sequence[TiebreakDraw],
    scheme: Scheme,
) -> TiebreakContext:
    """Return the context of tie-breaks where all facts are at hand; `tables` are the facts of each
    match. Players who shared a seat have not met there."""

    def opponents(player: PlayerId) -> Mapping[PlayerId, int]:
        return Counter(
            other.player
            for fact in facts[player]
            for other in tables[fact.match]
            if other.seat != fact.seat
        )

    return TiebreakContext(facts, opponents, points, draws, partial(result_points, scheme=scheme))


def player_totals(
    player: PlayerId, facts: Sequence[Fact], scheme: Scheme, *, penalty: int, sit_outs: int
) -> PlayerTotals:
    """Return one player's totals from all his results; `penalty` is in units."""
    points_by_session: defaultdict[int, int] = defaultdict(int)
    for fact in facts:
        points_by_session[fact.session] += result_points(fact, scheme)
    for_sit_outs = sit_out_points(sum(points_by_session.values()), len(facts), sit_outs, scheme)
    return PlayerTotals(
        player,
        points=season_points(points_by_session.values(), len(facts), scheme)
        + for_sit_outs
        - penalty,
        played=len(facts),
        wins=sum(fact.place == 1 for fact in facts),
        evenings=len(points_by_session),
        best_evening=max(points_by_session.values()),
        sit_outs=sit_outs,
        penalty=penalty,
        qualified=is_qualified(len(points_by_session), len(facts), scheme),
    )


def rank(
    lines: Iterable[PlayerTotals], scheme: Scheme, tiebreak_query: TiebreakQuery
) -> list[StandingsRow]:
    """Return the rows in order: the qualified players first, then the others, each part by points
    and tie-breaks.

    `tiebreak_query` is called for the tie-breaks that need more than the totals, with all groups
    that are still tied, as long as there are some.
    """
    by_player = {line.player: line for line in sorted(lines)}
    used_values: dict[PlayerId, dict[str, int | None]] = {
        player: dict.fromkeys(scheme.tiebreaks) for player in by_player
    }
    keys = {player: (not line.qualified, -line.points) for player, line in by_player.items()}
    groups = _split_by_key(list(by_player), keys)
    for code in scheme.tiebreaks:
        tied_groups = [group for group in groups if len(group) > 1]
        if not tied_groups:
            break
        values = _tiebreak_values(code, tied_groups, by_player, tiebreak_query)
        for player, value in values.items():
            used_values[player][code] = value
        sign = 1 if TIEBREAKS[code].fewest else -1
        order = {player: sign * value for player, value in values.items()}
        groups = [
            subgroup
            for group in groups
            for subgroup in (_split_by_key(group, order) if len(group) > 1 else [group])
        ]
    return _place_rows(groups, by_player, used_values)


def _tiebreak_values(
    code: str,
    tied_groups: Sequence[Sequence[PlayerId]],
    lines: Mapping[PlayerId, PlayerTotals],
    tiebreak_query: TiebreakQuery,
) -> Values:
    if code in tiebreaks.VALUE_FUNCTIONS:
        return tiebreak_query(code, tied_groups)
    unit = UNIT if TIEBREAKS[code].whole else 1  # a line holds counts as counts
    return {
        player: getattr(lines[player], code) * unit for group in tied_groups for player in group
    }


def _split_by_key(
    group: Sequence[PlayerId], keys: Mapping[PlayerId, int] | Mapping[PlayerId, tuple[bool, int]]
) -> list[list[PlayerId]]:
    """Return the group in parts of equal key, the lowest first, with the order kept inside a
    part."""
    sorted_group = sorted(group, key=keys.__getitem__)
    return [list(subgroup) for _, subgroup in groupby(sorted_group, key=keys.__getitem__)]


def _place_rows(
    groups: Iterable[Sequence[PlayerId]],
    lines: Mapping[PlayerId, PlayerTotals],
    used_values: Mapping[PlayerId, dict[str, int | None]],
) -> list[StandingsRow]:
    rows: list[StandingsRow] = []
    for group in groups:
        place = len(rows) + 1
        rows += [
            StandingsRow(
                player, place, *lines[player][1:], used_values[player]
            )  # same fields, same order
            for player in group
        ]
    return rows
