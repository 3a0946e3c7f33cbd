"""Possible final places: worked out by hand, and held against thousands of seasons played on."""

from random import Random

import pytest

from scoring.pure import standings
from scoring.pure.facts import Penalty, PlayerId, SeasonFacts
from scoring.pure.ranges import (
    PlaceRange,
    places_after,
    possible_places,
    race_statuses,
    remaining_play,
    remaining_rounds,
)
from scoring.pure.schemes import Scheme
from tests.scoring.crosstable import LETTERS, NUMBERS, history
from tests.scoring.seasons import a_match, a_scheme


def places(*matches, penalties="", newcomers=0, is_over=False, evenings=3, most=1, **scheme):
    """Return the possible places: `{"A": (1, 2)}` means that A can still come first or second."""
    plan = Scheme(planned_evenings=evenings, matches_per_evening=most, **scheme)
    ranges = possible_places(
        history(*matches, penalties=penalties), plan, newcomers=newcomers, evening_over=is_over
    )
    return None if ranges is None else {LETTERS[player]: reach for player, reach in ranges.items()}


def test_two_wins_ahead_with_one_evening_left_is_certain():
    # A 120; B 0, at most 60
    assert places("A B", "A B") == {"A": (1, 1), "B": (2, 2)}


def test_a_plan_is_over_after_its_last_evening():
    plan = Scheme(planned_evenings=2, matches_per_evening=1)
    evenings = history("1: A B", "2: A B")
    goes_on = remaining_play(evenings, plan)
    ended = remaining_play(evenings, plan, evening_over=True)
    assert goes_on is not None
    assert not goes_on.is_over
    assert ended is not None
    assert ended.is_over


def test_a_player_who_can_only_draw_level_may_end_in_either_place():
    # A 60 to 120, B 0 to 60
    assert places("A B", evenings=2) == {"A": (1, 2), "B": (1, 2)}


def test_matches_left_this_evening_count():
    # A 60, B 0 after one match of the only evening: B may still win the second one
    assert places("A B", evenings=1, most=2) == {"A": (1, 2), "B": (1, 2)}
    assert places("1: A B", "1: A B", evenings=1, most=4) == {"A": (1, 2), "B": (1, 2)}
    assert places("1: A B", "1: A B", evenings=1, most=3) == {"A": (1, 1), "B": (2, 2)}


def test_matches_missed_on_an_evening_before_are_lost():
    # B has 0 and played one of two matches on evening 1, both on evening 2: at most 0; C is new
    # on evening 2 with one match left: at most 60
    lines = ("1: A B", "2: A B", "2: A B", "2: D C")
    assert places(*lines, evenings=2, most=2) == {
        "A": (1, 1),
        "D": (2, 3),
        "C": (2, 4),
        "B": (3, 4),
    }


def test_a_player_absent_this_evening_may_still_come():
    # evening 2 goes on: C has not played in it and may reach 60, level with B
    lines = ("1: A B C", "2: A B")
    assert places(*lines, evenings=2) == {"A": (1, 1), "B": (2, 3), "C": (2, 3)}
    assert places(*lines, evenings=2, is_over=True) == {"A": (1, 1), "B": (2, 2), "C": (3, 3)}


def test_newcomers_may_come_in_above():
    # a newcomer can win twice: this evening and the next one
    assert places("A B", "A B", newcomers=2) == {"A": (1, 3), "B": (2, 4)}
    assert places("A B", "A B", newcomers=2, is_over=True) == {"A": (1, 1), "B": (2, 4)}


def test_newcomers_are_impossible_once_all_is_played():
    assert places("A B", evenings=1, newcomers=2, is_over=True) == {"A": (1, 1), "B": (2, 2)}
    assert places("A B", evenings=1, newcomers=2) == {"A": (1, 3), "B": (2, 4)}


def test_equal_points_count_as_both_places():
    # wins and all other tie-breaks are left out of the claim
    ended = places("A B", "B A", "A=B", "C D", evenings=4, is_over=True)
    assert ended == {"A": (1, 2), "B": (1, 2), "C": (3, 3), "D": (4, 4)}


def test_best_evenings_limit_what_can_be_gained():
    # A has two evenings of 60 and cannot gain; B has one and can draw level, not pass
    lines = ("1: A C", "2: A C", "2: B D")
    ranges = places(*lines, evenings=5, best_evenings=2)
    assert (ranges["A"], ranges["B"]) == ((1, 4), (1, 4))
    # with one evening left C and D can reach 60, level with B as he is now, but not with A
    ranges = places(*lines, evenings=3, best_evenings=2, is_over=True)
    assert ranges == {"A": (1, 2), "B": (1, 4), "C": (2, 4), "D": (2, 4)}


def test_a_dropped_evening_does_not_count():
    # one is dropped of A's 60 and 60, and of B's 0 and 60; C and D have come once
    lines = ("1: A B", "2: A C", "2: B D")
    assert places(*lines, drop_worst=1, evenings=2) == {
        "A": (1, 2),
        "B": (1, 2),
        "C": (3, 4),
        "D": (3, 4),
    }


def test_attendance_counts_for_what_can_still_be_gained():
    # A 2·60 + 2·61; B 2·61 + at most 60 + 61 = 243 (A 242, if he does not come again)
    assert places("A B", "A B", attendance=61) == {"A": (1, 2), "B": (1, 2)}
    assert places("A B", "A B", attendance=59) == {"A": (1, 1), "B": (2, 2)}


def test_a_player_who_cannot_attend_enough_stays_behind_the_qualified():
    # two evenings are needed. B has come twice and has 29, A once and has 60, C once and has 0
    lines, penalties = ("1: B C", "2: A B"), "B31"
    ranges = places(*lines, penalties=penalties, minimum_evenings=2, is_over=True, evenings=2)
    assert ranges == {"B": (1, 1), "A": (2, 2), "C": (3, 3)}
    # a third evening: B 29 to 89, A 60 to 120 if he comes, C 60 at most, less 32
    ranges = places(*lines, penalties="B31 C32", minimum_evenings=2, is_over=True)
    assert ranges == {"B": (1, 2), "A": (1, 3), "C": (2, 3)}


def test_penalties_that_are_known_count():
    # A 120 − 61 = 59 at least; B at most 60
    assert places("A B", "A B", penalties="A60") == {"A": (1, 2), "B": (1, 2)}
    assert places("A B", "A B", penalties="A59") == {"A": (1, 1), "B": (2, 2)}


def test_margins_can_be_lost_again():
    # cap 10. A 20, B −20 after two evenings: A at least 10, B at most −10
    ranges = places("A30 B0", "A30 B0", points="capped_margin", cap=10)
    assert ranges == {"A": (1, 1), "B": (2, 2)}
    # A 10 to 20 − but 0 at worst, B −10, 0 at best
    ranges = places("A30 B0", evenings=2, points="capped_margin", cap=10)
    assert ranges == {"A": (1, 2), "B": (1, 2)}


def test_place_points_reach_from_the_lowest_list_to_the_highest():
    # the winner of a table of eight gets 8, more than A's lead of 2 · 2
    assert places("A B", "A B", points="place_points") == {"A": (1, 2), "B": (1, 2)}
    lists = {str(size): (2, *[0] * (size - 2), -1) for size in range(2, 9)}
    ranges = places("A B", "A B", points="place_points", place_points=lists)
    assert ranges == {"A": (1, 1), "B": (2, 2)}
    # B −2 + 2 = 0 at best; A 4 − 1 at worst, less 3: level
    ranges = places("A B", "A B", points="place_points", place_points=lists, penalties="A3")
    assert ranges == {"A": (1, 2), "B": (1, 2)}


def test_place_points_may_be_lost_at_the_size_of_table_that_costs_most():
    # two wins: A 4, B −2. The last of eight loses 6: A −2 at worst, B −2 + 2 at best, less 2 or 3
    lists = {str(size): (2, *[0] * (size - 2), -1) for size in range(2, 8)}
    lists["8"] = (0,) * 7 + (-6,)
    scheme = {"points": "place_points", "place_points": lists}
    assert places("A B", "A B", **scheme, penalties="B2") == {"A": (1, 2), "B": (1, 2)}
    assert places("A B", "A B", **scheme, penalties="B3") == {"A": (1, 1), "B": (2, 2)}


@pytest.mark.parametrize("points", ["raw", "target"])
def test_with_unbounded_points_every_place_is_possible_until_the_end(points):
    lines = ("A1000 B1 C0", "A1000 B1 C0")
    assert places(*lines, points=points) == {"A": (1, 3), "B": (1, 3), "C": (1, 3)}
    assert places(*lines, points=points, newcomers=2)["A"] == (1, 5)
    assert places(*lines, points=points, evenings=2) == {"A": (1, 1), "B": (2, 2), "C": (3, 3)}


def test_by_default_the_latest_evening_continues_without_newcomers():
    plan = Scheme(planned_evenings=1, matches_per_evening=2)
    assert set(possible_places(history("A B"), plan).values()) == {(1, 2)}


def test_without_a_plan_there_are_no_ranges():
    season_facts = history("A B")
    assert possible_places(season_facts, Scheme()) is None
    assert possible_places(season_facts, Scheme(planned_evenings=2)) is None
    assert possible_places(season_facts, Scheme(matches_per_evening=2)) is None


def test_with_more_matches_than_planned_there_are_no_ranges():
    assert places("A B", "A B", evenings=1) is None
    assert places("1: A B", "1: A C", most=1) is None
    assert places("1: A B", "1: A C", most=2) is not None


def test_a_round_of_a_tournament_is_one_match_per_player():
    season_facts = history("1: A B", "1: A B", "1: C D")  # all in one session
    left = remaining_rounds(Scheme(), 1)
    ranges = places_after(left, season_facts)
    assert {LETTERS[player]: reach for player, reach in ranges.items()} == {
        "A": (1, 2),  # 120 to 180; C 60 to 120
        "C": (1, 4),  # B and D at most 60
        "B": (2, 4),
        "D": (2, 4),
    }
    assert places_after(left, season_facts, newcomers=1)[NUMBERS["C"]] == (1, 5)
    assert remaining_rounds(Scheme(attendance=1), 1) is None


def test_badges_say_what_ranges_prove():
    ranges = {1: (1, 2), 2: (1, 3), 3: (3, 3), 4: (4, 6), 5: (4, 6), 6: (2, 6)}
    rows = {PlayerId(player): PlaceRange(*reach) for player, reach in ranges.items()}
    places_now = {PlayerId(player): player for player in ranges}
    assert race_statuses(places_now, rows) == {
        1: "can_win",
        2: "can_win",
        3: "certain",
        4: "cannot_rise",
    }


def test_no_status_is_reported_while_all_players_can_win():
    rows = {PlayerId(player): PlaceRange(1, 2) for player in (1, 2)}
    assert race_statuses({PlayerId(1): 1, PlayerId(2): 2}, rows) == {}


def test_an_empty_season_has_no_ranges():
    assert places() == {}


def a_planned_season(rng):
    "Return the scheme, the people, and the state after each match, with whether its evening"
    "is\n    over by then.\n\n    Some evenings end early, some seasons too, and not everybody "
    "is coming.\n    "
    people = [PlayerId(number) for number in range(1, rng.randint(2, 9))]
    people.append(PlayerId(len(people) + 1))
    plan = Scheme(**{
        **vars(a_scheme(rng)),
        "planned_evenings": rng.randint(1, 6),
        "matches_per_evening": rng.randint(1, 3),
    })  # fmt: skip
    penalties = [Penalty(1, 0, rng.choice(people), rng.choice([1, 60]), "")] * rng.randint(0, 1)
    states, facts = [], []
    for session_index in range(rng.randint(1, plan.planned_evenings)):
        season_facts = dict.fromkeys(rng.sample(people, rng.randint(2, len(people))), 0)
        for _ in range(rng.randint(1, 6)):
            available = [
                player
                for player, number in season_facts.items()
                if number < plan.matches_per_evening
            ]
            if len(available) < 2:
                break
            players = rng.sample(available, rng.randint(2, min(len(available), 8)))
            facts = facts + a_match(rng, len(states), session_index, players)
            season_facts |= {player: season_facts[player] + 1 for player in players}
            states.append((SeasonFacts(facts, penalties), False))
        states.append((SeasonFacts(facts, penalties), True))
    return plan, people, states


def play_on(seed):
    """Check that the final place lies in every range, and that no range is wider than the one
    before."""
    plan, people, states = a_planned_season(Random(seed))
    rows = standings.compute(states[-1][0], plan)
    earlier_ranges = {}
    for state, is_over in states:
        newcomers = len(people) - len({fact.player for fact in state.facts})
        ranges = possible_places(state, plan, newcomers=newcomers, evening_over=is_over)
        for row in [row for row in rows if row.player in ranges]:
            assert ranges[row.player].best <= row.place <= ranges[row.player].worst, seed
        for player, wider in earlier_ranges.items():
            assert wider.best <= ranges[player].best, seed
            assert ranges[player].worst <= wider.worst, seed
        earlier_ranges = ranges


@pytest.mark.parametrize("block", range(4))
def test_the_final_place_lies_in_every_range_and_no_range_widens(block):
    for number in range(150):
        play_on(f"{block} {number}")


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("block", range(20))
def test_ranges_hold_over_ten_thousand_seasons(block):
    for number in range(500):
        play_on(500 * block + number)
