"""From results to a ranked table: one pure function, exact in every number."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scoring.pure import tiebreaks
from scoring.pure.facts import Fact, SeasonFacts, PlayerId
from scoring.pure.points import result_points, counting_sessions
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS, TiebreakContext, Values
from scoring.pure.units import UNIT

TiebreakQuery = Callable[[str, Sequence[PlayerId]], Values]  # a tie-break's code and who is tied → values


class PlayerTotals(NamedTuple):
    """What a player has, before it is compared with the others'.

    `points` (with attendance, less the penalty), `best_evening`, `last_result` and `penalty` are in
    units; `evenings` are those attended; `qualified` by the scheme's minimum of evenings.
    """

    player: PlayerId
    points: int
    played: int
    wins: int
    evenings: int
    best_evening: int
    last_result: int
    sit_outs: int
    penalty: int
    qualified: bool


class StandingsRow(NamedTuple):
    """A line with its place. `tiebreaks` holds the values that were looked at, else None."""

    player: PlayerId
    place: int
    points: int
    played: int
    wins: int
    evenings: int
    best_evening: int
    last_result: int
    sit_outs: int
    penalty: int
    qualified: bool
    tiebreaks: dict[str, int | None]


def compute(history: SeasonFacts, scheme: Scheme) -> list[StandingsRow]:
    """The table, best first; what is tied after all tie-breaks shares its place. A row for everyone
    with a result; a penalty or a sit-out alone makes none."""
    facts: defaultdict[PlayerId, list[Fact]] = defaultdict(list)
    tables: defaultdict[int, list[PlayerId]] = defaultdict(list)
    for fact in history.facts:
        facts[fact.player].append(fact)
        tables[fact.match].append(fact.player)
    penalties: Counter[PlayerId] = Counter()
    for penalty in history.penalties:
        penalties[penalty.player] += penalty.points * UNIT
    sit_outs = Counter(sit_out.player for sit_out in history.sit_outs)
    lines = [
        line(player, own, scheme, penalty=penalties[player], sit_outs=sit_outs[player])
        for player, own in facts.items()
    ]
    points = {line.player: line.points for line in lines}
    context = TiebreakContext(facts, tables, points, history.draws)
    return rank(lines, scheme, lambda code, tied: tiebreaks.VALUES[code](tied, context))


def player_totals(
    player: PlayerId, facts: Sequence[Fact], scheme: Scheme, *, penalty: int, sit_outs: int
) -> PlayerTotals:
    """One player's line from all his results; `penalty` is in units."""
    evenings: defaultdict[int, int] = defaultdict(int)
    for fact in facts:
        evenings[fact.session] += result_points(fact, scheme)
    best_first = sorted(evenings.values(), reverse=True)
    counted = sum(best_first[: counting_sessions(len(evenings), scheme)])
    latest = max(facts, key=lambda fact: (fact.evening, fact.match))
    return PlayerTotals(
        player,
        points=counted + scheme.attendance * len(evenings) * UNIT - penalty,
        played=len(facts),
        wins=sum(fact.place == 1 for fact in facts),
        evenings=len(evenings),
        best_evening=best_first[0],
        last_result=result_points(latest, scheme),
        sit_outs=sit_outs,
        penalty=penalty,
        qualified=len(evenings) >= scheme.minimum_evenings,
    )


def rank(lines: Iterable[PlayerTotals], scheme: Scheme, ask: TiebreakQuery) -> list[StandingsRow]:
    """The qualified first, then the others, each part by points and tie-breaks. `ask` is called for
    the tie-breaks that need more than the lines, once for each group that is still tied."""
    by_player = {line.player: line for line in sorted(lines)}
    looked_at: dict[PlayerId, dict[str, int | None]] = {
        player: dict.fromkeys(scheme.tiebreaks) for player in by_player
    }
    keys = {player: (not line.qualified, -line.points) for player, line in by_player.items()}
    groups = _split(list(by_player), keys)
    for code in scheme.tiebreaks:
        finer: list[list[PlayerId]] = []
        for group in groups:
            if len(group) == 1:
                finer.append(group)
                continue
            values = _values(code, group, by_player, ask)
            for player in group:
                looked_at[player][code] = values[player]
            better = 1 if TIEBREAKS[code].fewest else -1
            finer += _split(group, {player: better * values[player] for player in group})
        groups = finer
    return _rows(groups, by_player, looked_at)


def _values(
    code: str, tied: Sequence[PlayerId], lines: Mapping[PlayerId, PlayerTotals], ask: TiebreakQuery
) -> Values:
    tiebreak = TIEBREAKS[code]
    if tiebreak.scope != "own":
        return ask(code, tied)
    unit = UNIT if tiebreak.whole else 1  # a line holds counts as counts
    return {player: getattr(lines[player], code) * unit for player in tied}


def _split(
    group: Sequence[PlayerId], keys: Mapping[PlayerId, int] | Mapping[PlayerId, tuple[bool, int]]
) -> list[list[PlayerId]]:
    """The group cut into parts of equal key, lowest first, order kept inside a part."""
    ordered = sorted(group, key=keys.__getitem__)
    return [list(part) for _, part in groupby(ordered, key=keys.__getitem__)]


def _rows(
    groups: Iterable[Sequence[PlayerId]],
    lines: Mapping[PlayerId, PlayerTotals],
    looked_at: Mapping[PlayerId, dict[str, int | None]],
) -> list[StandingsRow]:
    rows: list[StandingsRow] = []
    for group in groups:
        place = len(rows) + 1
        rows += [
            StandingsRow(player, place, *lines[player][1:], looked_at[player])  # same fields, same order
            for player in group
        ]
    return rows
