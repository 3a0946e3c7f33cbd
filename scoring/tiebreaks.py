"""What decides between players with equal points. Each takes the tied players and values them.

wins          matches with place 1, shared or not
mini_table    only the matches in which at least two of the tied sat: 1 for each tied opponent
              beaten, a half for each drawn; counted once, among those still tied
best_evening  most points in one session
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from scoring.facts import Fact, PlayerId

Values = Mapping[PlayerId, Fraction]


class Context:
    """The facts of a table, indexed once for all tie-breaks."""

    def __init__(self, facts: Sequence[Fact], earned: Sequence[Fraction]) -> None:
        self.wins: defaultdict[PlayerId, Fraction] = defaultdict(Fraction)
        self.places: defaultdict[int, dict[PlayerId, int]] = defaultdict(dict)
        self.matches: defaultdict[PlayerId, list[int]] = defaultdict(list)
        self.evenings: defaultdict[PlayerId, defaultdict[int, Fraction]] = defaultdict(
            lambda: defaultdict(Fraction)
        )
        for fact, amount in zip(facts, earned, strict=True):
            self.wins[fact.player] += fact.place == 1
            self.places[fact.match][fact.player] = fact.place
            self.matches[fact.player].append(fact.match)
            self.evenings[fact.player][fact.session] += amount


def wins(tied: Sequence[PlayerId], context: Context) -> Values:
    return {player: context.wins[player] for player in tied}


def mini_table(tied: Sequence[PlayerId], context: Context) -> Values:
    among = set(tied)
    total = dict.fromkeys(tied, Fraction(0))
    for match in {match for player in tied for match in context.matches[player]}:
        present = [(who, place) for who, place in context.places[match].items() if who in among]
        for (one, place), (other, other_place) in combinations(present, 2):
            share = Fraction((place < other_place) - (place > other_place) + 1, 2)
            total[one] += share
            total[other] += 1 - share
    return total


def best_evening(tied: Sequence[PlayerId], context: Context) -> Values:
    return {player: max(context.evenings[player].values()) for player in tied}


BY_CODE: Mapping[str, Callable[[Sequence[PlayerId], Context], Values]] = {
    "wins": wins,
    "mini_table": mini_table,
    "best_evening": best_evening,
}
