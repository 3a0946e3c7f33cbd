"""Neurotrio hands drawn at random, and their points found the slow way, straight from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random

CARDS = ["".join(values) for values in product("123", "CER", "NVB")]
Group = tuple[str, ...]


def ten_cards(rng: Random) -> Group:
    return tuple(sorted(rng.sample(CARDS * 2, 10)))


def finishing_cards(rng: Random) -> Group:
    """Return the cards of a duo and three trios that one deck can hold."""
    while True:
        hand = Counter([rng.choice(CARDS)] * 2)
        for trio in rng.choices(trios(), k=3):
            hand.update(trio)
        if max(hand.values()) <= 2:
            return tuple(sorted(hand.elements()))


@cache
def trios() -> list[Group]:
    """N15: three cards, not all the same, that share two attributes."""
    return [
        group
        for group in combinations_with_replacement(CARDS, 3)
        if len(set(group)) > 1 and len(shared(*group)) == 2
    ]


def shared(*cards: str) -> set[str]:
    return set.intersection(*map(set, cards))


def best_points(hand: Group, *, finisher: bool) -> int:
    """N16-N26 with the usual house rules; for a finisher only one duo and three trios count."""
    trios_of_hand = [
        points(Counter(hand), duos, groups)
        for duos, groups in groupings(Counter(hand))
        if not finisher or (len(duos), len(groups)) == (1, 3)
    ]
    best = max(trios_of_hand)
    return best + (5 if best != 12 else 10) if finisher else best


def groupings(hand: Counter[str]) -> Iterator[tuple[list[str], list[Group]]]:
    """Yield every choice of trios, with all duos left or only one of them."""
    possible_trios = [trio for trio in trios() if not Counter(trio) - hand]
    for count in range(4):
        for chosen in combinations_with_replacement(possible_trios, count):
            left = hand.copy()
            left.subtract(card for trio in chosen for card in trio)
            if min(left.values()) >= 0:
                duos = [card for card, copies in left.items() if copies == 2]
                yield duos, list(chosen)


def points(hand: Counter[str], duos: list[str], groups: list[Group]) -> int:
    common = [shared(*group) for group in groups]
    different = {10: 3, 9: 2, 8: 1}.get(min(len(hand), 10), 0)
    return (
        2 * len(groups)
        + different
        + 2 * sum(one == other for one, other in combinations(common, 2))
        + 2 * (len(common) == 3 and bool(set.intersection(*common)))
        + sum(trio <= set(duo) for duo, trio in product(duos, common))
        + any(one & other & set(duo) for one, other in combinations(common, 2) for duo in duos)
        + any(
            set(one) & set(other) & trio for one, other in combinations(duos, 2) for trio in common
        )
    )
