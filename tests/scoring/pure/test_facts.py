"""Facts of some seats, counted as if the others had not been at the tables."""

from random import Random

from scoring.pure.facts import Fact, PlayerId, among_each_other
from scoring.pure.points import place_fraction
from scoring.pure.schemes import Scheme
from scoring.pure.units import UNIT


def table(scores, match=1):
    """Return the facts of a match with these scores."""
    places = [1 + sum(other > score for other in scores) for score in scores]
    return [
        Fact(
            *(match, 1, 0, PlayerId(seat), place, len(scores), places.count(place), score),
            *(sum(scores), None, seat),
            squares=sum(score**2 for score in scores),
        )
        for seat, (score, place) in enumerate(zip(scores, places, strict=True))
    ]


def test_all_seats_of_a_table_stay_as_they_are():
    rng = Random(5)
    for match in range(50):
        facts = table([rng.choice([0, 5, 12]) for _ in range(rng.randint(2, 8))], match)
        assert among_each_other(facts) == facts


def test_some_seats_are_the_table_that_they_alone_would_have_been():
    rng = Random(6)
    for _ in range(50):
        scores = [rng.choice([0, 5, 12, 20]) for _ in range(rng.randint(3, 8))]
        chosen = sorted(rng.sample(range(len(scores)), rng.randint(2, len(scores))))
        counted = among_each_other(table(scores)[seat] for seat in chosen)
        expected = table([scores[seat] for seat in chosen])
        comparable = [fact._replace(player=PlayerId(n), seat=n) for n, fact in enumerate(counted)]
        assert comparable == expected
        points = sum(place_fraction(fact, Scheme()) for fact in counted)
        assert points == 30 * UNIT * len(chosen)


def test_a_seat_without_an_opponent_does_not_count():
    alone, *others = table([9, 4, 1])
    assert among_each_other([alone, *table([3, 2], match=2)]) == table([3, 2], match=2)
    assert others


def test_players_who_shared_a_seat_are_one_opponent():
    first, second, third = table([9, 4, 1])
    turns = [
        second._replace(share_to=2, share_of=3),
        second._replace(player=PlayerId(7), share_from=2, share_to=3, share_of=3),
    ]
    counted = among_each_other([first, *turns])
    assert [(fact.place, fact.sharing, fact.players, fact.total) for fact in counted] == [
        (1, 1, 2, 13),
        (2, 1, 2, 13),
        (2, 1, 2, 13),
    ]
    assert among_each_other(turns) == []
    assert third.place == 3
