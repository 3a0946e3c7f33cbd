"""League points of single results."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from scoring.facts import Fact
from scoring.schemes import Scheme


def per_result(facts: Sequence[Fact], scheme: Scheme) -> list[Fraction]:
    """The points of each fact, in the same order."""
    shares = Counter((fact.match, fact.place) for fact in facts)
    return [
        place_fraction(fact.place, shares[fact.match, fact.place], fact.players) * scheme.scale
        for fact in facts
    ]


def place_fraction(place: int, sharing: int, players: int) -> Fraction:
    """(n-p)/(n-1): 1 for the winner, 0 for the last; those who share take the mean of their places.

    >>> place_fraction(1, 1, 4), place_fraction(2, 2, 4), place_fraction(4, 1, 4)
    (Fraction(1, 1), Fraction(1, 2), Fraction(0, 1))
    """
    mean_place = Fraction(2 * place + sharing - 1, 2)
    return (players - mean_place) / (players - 1)
