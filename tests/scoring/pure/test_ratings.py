"""The pure part of ratings: openskill's own numbers, whatever the order of entry."""

from importlib.metadata import version
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryPart

from scoring.pure import ratings
from scoring.pure.encounters import Encounter, RoundVerdict, of_single_players, partner_encounters
from scoring.pure.facts import PlayerId
from scoring.pure.ratings import Rating

NEW = Rating()


def ratings_after(encounters, before=None):
    """Return the ratings of all players after one match."""
    (after,) = ratings.replay([encounters], before or {})
    return after


def directly(sides, ranks):
    """Return the ratings that openskill gives to the members of sides, each a (mu, sigma)."""
    model = BradleyTerryPart(window_size=8)
    teams = [[model.rating(*member) for member in side] for side in sides]
    sides_after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[Rating(member.mu, member.sigma) for member in side] for side in sides_after]


def close(one, other):
    return pytest.approx(one, abs=1e-12) == other


# One evening, each line a match, places in order of the players; a dash did not play.
#
#             Ada  Bruno  Chloé  Dov
#   Triominos  1     2      3     4
#   Neurotrio  1     1      3     -
#   Nain Jaune 2     4      1     2
#   Neurotrio  -     1      -     1
ADA, BRUNO, CHLOE, DOV = 1, 2, 3, 4
CROSSTABLE = [
    of_single_players([ADA, BRUNO, CHLOE, DOV], [1, 2, 3, 4]),
    of_single_players([ADA, BRUNO, CHLOE], [1, 1, 3]),
    of_single_players([ADA, BRUNO, CHLOE, DOV], [2, 4, 1, 2]),
    of_single_players([BRUNO, DOV], [1, 1]),
]


def test_a_crosstable_is_rated_as_openskill_does():
    expected = dict.fromkeys((ADA, BRUNO, CHLOE, DOV), NEW)
    for encounter in CROSSTABLE:
        players = [player for (player,) in encounter.sides]
        sides_after = directly([[expected[player]] for player in players], encounter.ranks)
        expected.update(
            {player: side[0] for player, side in zip(players, sides_after, strict=True)}
        )
    current_ratings = {}
    for changes in ratings.replay([[rated_match] for rated_match in CROSSTABLE], {}):
        current_ratings.update(changes)
    for player, rating in expected.items():
        assert close(current_ratings[PlayerId(player)], rating)
    displayed = {player: rating.shown for player, rating in current_ratings.items()}
    assert displayed == {ADA: 1217, BRUNO: 1088, CHLOE: 1077, DOV: 1008}


def test_partners_share_what_their_side_moves():
    after = ratings_after([Encounter([[1], [2, 3]], [2, 1])])
    ((alone,), (partner, other)) = directly([[NEW], [NEW, NEW]], [2, 1])
    assert close(after[1], alone)
    assert close(after[2], partner)
    assert after[2] == after[3]
    assert other == partner
    assert after[1].mu < NEW.mu < after[2].mu


def test_each_partner_moves_by_what_was_known_of_him():
    before = {1: NEW, 2: Rating(30, 2), 3: Rating(20, 8), 4: NEW}
    after = ratings_after([Encounter([[1, 4], [2, 3]], [1, 2])], before)
    (_, (certain, uncertain)) = directly([[NEW, NEW], [before[2], before[3]]], [1, 2])
    assert close(after[2], certain)
    assert close(after[3], uncertain)


def test_the_rounds_of_a_match_are_rated_one_after_the_other():
    rounds = [Encounter([[1, 2], [3, 4]], [1, 2]), Encounter([[1, 3], [2, 4]], [2, 1])]
    first = ratings_after(rounds[:1])
    assert ratings_after(rounds) == ratings_after(rounds[1:], first)
    assert ratings_after(rounds) != ratings_after(rounds[::-1])


@pytest.mark.parametrize("ranks", [[1, 1, 1, 1], [1, 1, 1, 4], [1, 2, 2, 2], [1, 2, 2, 4]])
def test_equals_at_equal_places_move_equally(ranks):
    after = ratings_after([of_single_players([1, 2, 3, 4], ranks)])
    for place in set(ranks):
        sharing = {after[player] for player, rank in enumerate(ranks, 1) if rank == place}
        assert len(sharing) == 1, "to the last digit"


@pytest.mark.parametrize("ranks", [[1, 1, 3, 4, 5], [1, 1, 1, 4], [1, 2, 2, 4], [1, 1, 3]])
def test_a_better_place_moves_further_up_even_when_it_is_shared(ranks):
    after = ratings_after([of_single_players(range(len(ranks)), ranks)])
    for (one, its_rank), (other, other_rank) in permutations(enumerate(ranks), 2):
        assert (its_rank < other_rank) <= (after[one].mu > after[other].mu)


def test_an_equal_table_with_a_shared_place_keeps_all_means():
    after = ratings_after([of_single_players(range(6), [1] * 6)])
    assert {rating.mu for rating in after.values()} == {NEW.mu}
    assert {rating.sigma < NEW.sigma for rating in after.values()} == {True}


def test_at_the_largest_table_every_pair_counts():
    after = ratings_after([of_single_players(range(8), [1, 2, 3, 4, 5, 6, 7, 8])])
    last_is_strong = ratings_after(
        [of_single_players(range(8), [1, 2, 3, 4, 5, 6, 7, 8])], {7: Rating(40, 2)}
    )
    assert last_is_strong[0].mu > after[0].mu


RATINGS = st.builds(Rating, st.floats(0, 50), st.floats(0.5, 9))


@st.composite
def tables(draw):
    """Draw sides of 1 or 2 with ranks and known ratings, many of them equal."""
    sizes = draw(st.lists(st.sampled_from([1, 1, 1, 2]), min_size=2, max_size=8))
    people = iter(range(1, 17))
    sides = [[next(people) for _ in range(size)] for size in sizes]
    ranks = draw(st.lists(st.integers(1, 3), min_size=len(sides), max_size=len(sides)))
    some_ratings = draw(st.lists(RATINGS, min_size=1, max_size=3))
    before = {player: draw(st.sampled_from(some_ratings)) for side in sides for player in side}
    return sides, ranks, before


@given(tables(), st.integers())
def test_the_order_of_sides_and_members_changes_no_digit(table, seed):
    sides, ranks, before = table
    order = list(range(len(sides)))
    Random(seed).shuffle(order)
    reordered = Encounter(
        [sides[index][::-1] for index in order], [ranks[index] for index in order]
    )
    assert ratings_after([reordered], before) == ratings_after([Encounter(sides, ranks)], before)


@given(tables())
def test_equal_sides_of_equal_rank_stay_equal(table):
    sides, ranks, before = table
    after = ratings_after([Encounter(sides, ranks)], before)
    sides_after = {}
    for side, rank in zip(sides, ranks, strict=True):
        ratings_before = tuple(sorted(before[player] for player in side))
        side_after = tuple(sorted(after[player] for player in side))
        assert sides_after.setdefault((rank, ratings_before), side_after) == side_after


@given(tables(), st.integers(17, 10**9))
def test_ratings_do_not_depend_on_player_numbers(table, offset):
    sides, ranks, before = table
    others = [[offset - player for player in side] for side in sides]
    after = ratings_after([Encounter(sides, ranks)], before)
    as_others = ratings_after(
        [Encounter(others, ranks)],
        {offset - player: sides_after for player, sides_after in before.items()},
    )
    assert as_others == {offset - player: sides_after for player, sides_after in after.items()}


def test_ratings_passed_in_are_not_modified():
    before = {1: Rating(30, 4), 2: Rating(20, 5)}
    ratings_after([of_single_players([1, 2], [2, 1])], before)
    assert before == {1: Rating(30, 4), 2: Rating(20, 5)}


def test_a_newcomer_is_shown_as_1000_and_the_number_rises_with_mu_and_certainty():
    assert (NEW.shown, NEW.deviation) == (1000, 333)
    assert (Rating(30, 2).shown, Rating(30, 2).deviation) == (1960, 80)
    assert Rating(30, 1).shown > Rating(30, 2).shown > Rating(29, 2).shown


def test_the_algorithm_names_the_version_of_the_library():
    assert version("openskill") in ratings.ALGORITHM


# --- who met whom
def lines(*sides):
    """Return the breakdown of a round in which these seats played together."""
    seats = sorted(seat for side in sides for seat in side)
    return [{"members": next(side for side in sides if seat in side)} for seat in seats]


def test_rounds_that_tell_their_partners_are_one_encounter_each():
    rounds = [
        RoundVerdict([6, 6, 2, 2], lines([0, 1], [2, 3])),
        RoundVerdict([3, 8, 3, 8], lines([0, 2], [1, 3])),
        RoundVerdict([5, 5, 5, 5], lines([0, 3], [1, 2])),
    ]
    assert partner_encounters(rounds) == [
        Encounter([[0, 1], [2, 3]], [1, 2]),
        Encounter([[0, 2], [1, 3]], [2, 1]),
        Encounter([[0, 3], [1, 2]], [1, 1]),
    ]


def test_one_round_that_leaves_its_partners_open_leaves_all_to_the_places():
    complete = RoundVerdict([6, 6, 2, 2], lines([0, 1], [2, 3]))
    open_ = RoundVerdict([6, 6, 6, 6], [{"points": 6}] * 4)
    assert partner_encounters([complete, open_]) == []
    assert partner_encounters([]) == []
