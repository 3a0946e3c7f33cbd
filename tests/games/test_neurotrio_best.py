"""The best grouping (N26), found again by trying all there are and counting card by card."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from games.neurotrio import score
from games.neurotrio.options import Distinct, DuoTrio
from tests.games import notation
from tests.games.neurotrio_referee import finishes, is_trio, shared
from tests.games.states import options_of

TRIOS = [trio for trio in combinations(notation.DECK, 3) if is_trio(trio)]
HOUSES = [
    options_of("neurotrio", duo_trio=once, distinct=distinct)
    for once in DuoTrio
    for distinct in Distinct
]
# few types, so that there are many trios to choose from
pools = st.lists(st.sampled_from(notation.DECK[::2]), min_size=5, max_size=27, unique=True)
hands = st.tuples(pools, st.randoms(use_true_random=False), st.integers(0, 11)).map(
    lambda drawn: dealt(*drawn)
)

finishing = st.randoms(use_true_random=False).map(lambda rng: finish(rng))


def finish(rng):
    """Return a duo and three trios."""
    cards = [rng.choice(notation.DECK)] * 2
    for trio in rng.sample(TRIOS, len(TRIOS)):
        if len(cards) < 11 and all((*cards, *trio).count(card) <= 2 for card in trio):
            cards += trio
    return cards


def dealt(types, rng, number):
    cards = [card for card in types for _ in range(2)]
    return rng.sample(cards, min(number, len(cards)))


def groupings(cards):
    """Yield all groupings: the first card is in no group, or in any duo or trio."""
    if not cards:
        yield (), ()
        return
    first, *others = cards
    yield from groupings(others)
    if first in others:
        left = list(others)
        left.remove(first)
        yield from (((first, *duos), trios) for duos, trios in groupings(left))
    for trio in sorted(
        {(first, *two) for two in combinations(others, 2) if is_trio([first, *two])}
    ):
        left = list(others)
        left.remove(trio[1])
        left.remove(trio[2])
        yield from ((duos, (trio, *trios)) for duos, trios in groupings(left))


def points(cards, duos, trios, house):
    lines = [shared(*trio) for trio in trios]
    grouped = {*duos, *(card for trio in trios for card in trio)}
    different = len(set(cards) if house.distinct is Distinct.HAND else grouped)
    on_line = sum(line <= set(duo) for duo in duos for line in lines)
    pairs = list(combinations(lines, 2))
    two_duos = combinations(map(set, duos), 2)
    return (
        2 * len(trios)
        + max(0, min(different - 7, 3))
        + 2 * sum(one == other for one, other in pairs)
        + 2 * bool(len(lines) == 3 and set.intersection(*lines))
        + (min(on_line, 1) if house.duo_trio is DuoTrio.ONCE else on_line)
        + any(set(duo) & one & other for one, other in pairs for duo in duos)
        + any(one & other & line for one, other in two_duos for line in lines)
    )


def rank(cards, duos, trios, house):
    """Return the key by which groupings are compared.

    It follows N26; of equals the one with the most trios is better, then the most duos.
    """
    return points(cards, duos, trios, house), len(trios), len(duos)


@given(hands)
def test_no_grouping_is_better_than_the_best(cards):
    every = {
        (tuple(sorted(duos)), tuple(sorted(trios))) for duos, trios in groupings(sorted(cards))
    }
    for house in HOUSES:
        best = notation.best(cards, False, house)
        actual = best.points, len(best.grouping.trios), len(best.grouping.duos)
        assert actual == max(rank(cards, duos, trios, house) for duos, trios in every)


@given(st.one_of(finishing, hands))
def test_the_best_finish_is_the_best_of_all_splits(cards):
    splits = list(finishes(cards)) if len(cards) == 11 else []
    for house in HOUSES:
        best = score.best(cards, True, house)
        expected = [5 + points(cards, [duo], trios, house) for duo, trios in splits]
        assert (best.natural if best else None) == max(expected, default=None)
