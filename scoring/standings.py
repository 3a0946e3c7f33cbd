"""From results to a ranked table: one pure function, exact in every number."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from scoring import points, tiebreaks
from scoring.facts import Fact, PlayerId
from scoring.schemes import Scheme


@dataclass(frozen=True)
class Row:
    """One player's line. `tiebreaks` holds the values that were looked at, else None."""

    player: PlayerId
    place: int
    points: Fraction
    played: int
    wins: int
    tiebreaks: dict[str, Fraction | None] = field(default_factory=dict)


def compute(facts: Iterable[Fact], scheme: Scheme) -> list[Row]:
    """The table, best first; what is tied after all tie-breaks shares its place."""
    facts = list(facts)
    earned = points.per_result(facts, scheme)
    sums: defaultdict[PlayerId, Fraction] = defaultdict(Fraction)
    for fact, amount in zip(facts, earned, strict=True):
        sums[fact.player] += amount
    groups, looked_at = _rank(sums, tiebreaks.Context(facts, earned), scheme)
    played = Counter(fact.player for fact in facts)
    wins = Counter(fact.player for fact in facts if fact.place == 1)
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [
            Row(player, place, sums[player], played[player], wins[player], looked_at[player])
            for player in group
        ]
    return rows


def _rank(
    sums: Mapping[PlayerId, Fraction], context: tiebreaks.Context, scheme: Scheme
) -> tuple[list[list[PlayerId]], dict[PlayerId, dict[str, Fraction | None]]]:
    """Groups of equals, best first, and the tie-break values that were needed."""
    looked_at: dict[PlayerId, dict[str, Fraction | None]] = {
        player: dict.fromkeys(scheme.tiebreaks) for player in sums
    }
    groups = _split(sorted(sums), sums)
    for code in scheme.tiebreaks:
        finer: list[list[PlayerId]] = []
        for group in groups:
            if len(group) == 1:
                finer.append(group)
                continue
            values = tiebreaks.BY_CODE[code](group, context)
            for player in group:
                looked_at[player][code] = values[player]
            finer += _split(group, values)
        groups = finer
    return groups, looked_at


def _split(group: Sequence[PlayerId], values: Mapping[PlayerId, Fraction]) -> list[list[PlayerId]]:
    """The group cut into parts of equal value, best first, order kept inside a part."""
    ordered = sorted(group, key=lambda player: -values[player])
    return [list(part) for _, part in groupby(ordered, key=lambda player: values[player])]
