"""Possible final places: worked out by hand, and held against thousands of seasons played on."""

from itertools import product
from random import Random

import pytest

from scoring.pure import standings
from scoring.pure.facts import Fact, Penalty, PlayerId, SeasonFacts
from scoring.pure.ranges import (
    PlaceRange,
    places_after,
    possible_places,
    race_statuses,
    remaining_play,
    remaining_rounds,
)
from scoring.pure.schemes import Scheme
from scoring.pure.units import UNIT
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


def test_a_mean_moves_less_with_every_match():
    # a match is left: A 40 to 60, B 0 to 20; two are left: A 30 to 60, B 0 to 30
    assert places("A B", "A B", aggregate="mean") == {"A": (1, 1), "B": (2, 2)}
    assert places("A B", "A B", aggregate="mean", evenings=4) == {"A": (1, 2), "B": (1, 2)}


def test_a_player_who_stops_keeps_the_mean():
    # C has come once and has 60: as good as A if both stop or win, and better if A loses
    lines = ("1: A B", "2: A B", "2: C D")
    ranges = places(*lines, aggregate="mean", is_over=True)
    assert (ranges["A"], ranges["C"]) == ((1, 2), (1, 3))


def test_a_player_short_of_matches_stays_behind_until_they_are_played():
    # C has 60 from one match and needs two: with one left C may end as good as A, or behind all,
    # since D may play one more match
    lines = ("1: A B", "2: A B", "2: C D")
    rules = {"aggregate": "mean", "minimum_matches": 2, "is_over": True}
    assert places(*lines, **rules)["C"] == (1, 4)
    assert places(*lines, **rules, evenings=2) == {
        "A": (1, 1),
        "B": (2, 2),
        "C": (3, 3),
        "D": (4, 4),
    }


def test_a_player_short_of_matches_may_lose_all_but_the_last_of_them():
    # six matches are needed. A has 60 from three, and 36 after two lost ones; C has 0 from one and
    # ends with five at most, a mean of 48; D has 0 from two and can play six
    lines = ("1: A C", "1: A D", "1: A D")
    rules = {"aggregate": "mean", "minimum_matches": 6, "most": 4, "evenings": 2, "is_over": True}
    assert places(*lines, **rules, penalties="C12")["A"] == (1, 3)
    assert places(*lines, **rules, penalties="C13")["A"] == (1, 2)


def test_a_player_who_plays_enough_to_lose_points_is_not_behind():
    # three matches are needed, one is left. A has 20 from two: less, but then among the qualified;
    # C has 0 from one and at most 10
    lines = ("A30 D0", "A30 D0", "C5=D5")
    rules = {"points": "capped_margin", "cap": 10, "minimum_matches": 3}
    assert places(*lines, **rules, evenings=4, is_over=True) == {
        "A": (1, 2),
        "D": (1, 2),
        "C": (3, 3),
    }


def test_a_share_of_a_result_can_earn_less_than_any_place():
    # every place earns 1 or 2. A has 2 and C 1; as a substitute A may earn next to nothing
    lists = {str(size): (2, *[1] * (size - 1)) for size in range(2, 9)}
    scheme = {"points": "place_points", "place_points": lists, "aggregate": "mean"}
    ranges = places("A C", **scheme, penalties="A1", evenings=2)
    assert ranges == {"A": (1, 2), "C": (1, 2)}
    assert places("A C", "A C", **scheme, evenings=2, penalties="C1") == {"A": (1, 1), "C": (2, 2)}


def test_rounds_of_a_tournament_bound_a_mean():
    season_facts = history("1: A B", "1: A B", "1: C B")
    scheme = Scheme(aggregate="mean", minimum_matches=2)
    ranges = places_after(remaining_rounds(scheme, 1), season_facts)
    # A 40 to 60, B 0 to 15, C 30 to 60, but behind if C plays no more
    assert {LETTERS[player]: reach for player, reach in ranges.items()} == {
        "A": (1, 2),
        "B": (2, 3),
        "C": (1, 3),
    }


def test_by_default_the_latest_evening_continues_without_newcomers():
    plan = Scheme(planned_evenings=1, matches_per_evening=2)
    assert set(possible_places(history("A B"), plan).values()) == {(1, 2)}


def test_a_heavy_evening_to_come_can_overturn_a_lead():
    """Two wins ahead are certain with one evening left, unless it counts more than double."""
    season_facts = history("1: A B", "2: A B")
    scheme = Scheme(planned_evenings=3, matches_per_evening=1)
    for heaviest, expected in ((200, [(1, 2), (1, 2)]), (150, [(1, 1), (2, 2)])):
        reach = possible_places(season_facts, scheme, evening_over=True, heaviest=heaviest)
        assert reach is not None
        assert [reach[NUMBERS[name]] for name in "AB"] == expected


def test_fading_results_have_no_ranges():
    scheme = Scheme(planned_evenings=3, matches_per_evening=1, kept_per_month=90)
    assert possible_places(history("1: A B"), scheme, evening_over=True) is None


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


def a_short_plan(rng):
    """Return a scheme for a short season, and its facts so far: two or three players who play two
    at a time."""
    scheme = Scheme(
        points=rng.choice(["place_fraction", "capped_margin"]),
        cap=rng.choice([1, 10]),
        aggregate=rng.choice(["sum", "mean", "mean"]),
        minimum_evenings=rng.choice([0, 0, 2]),
        minimum_matches=rng.choice([0, 2, 3, 4]),
        attendance=rng.choice([0, 0, 1, 30]),
        planned_evenings=rng.randint(1, 3),
        matches_per_evening=2,
    )
    people = [PlayerId(number) for number in range(1, rng.randint(3, 4))]
    facts = []
    for index in range(rng.randint(1, scheme.planned_evenings)):
        played = dict.fromkeys(people, 0)
        for match in range(rng.randint(1, 3)):
            available = [player for player in people if played[player] < 2]
            if len(available) > 1:
                players = rng.sample(available, 2)
                facts += a_match(rng, 10 * index + match, index, players)
                played |= {player: played[player] + 1 for player in players}
    return scheme, SeasonFacts(facts, [Penalty(1, 0, people[0], rng.choice([0, 1, 7]), "")])


def every_end(history, scheme, player, *, is_over):
    """Yield whether a player qualifies and with how many points, for every number of matches in
    every session left, and every number of wins among them, all of them as high as possible."""
    own = [fact for fact in history.facts if fact.player == player]
    last = max(fact.session_index for fact in history.facts)
    played_last = sum(fact.session_index == last for fact in own)
    evenings = {last: 0 if is_over else scheme.matches_per_evening - played_last}
    evenings |= dict.fromkeys(range(last + 1, scheme.planned_evenings), scheme.matches_per_evening)
    penalty = sum(each.points for each in history.penalties if each.player == player) * UNIT
    for counts in product(*(range(most + 1) for most in evenings.values())):
        sessions = [i for i, n in zip(evenings, counts, strict=True) for _ in range(n)]
        for wins in range(len(sessions) + 1):
            facts = own + [
                an_extreme(number, index, player, is_won=number < wins)
                for number, index in enumerate(sessions)
            ]
            line = standings.player_totals(player, facts, scheme, penalty=penalty, sit_outs=0)
            yield line.qualified, line.points


def an_extreme(number, index, player, *, is_won):
    place, score = (1, 100) if is_won else (2, -100)
    return Fact(100 + number, 1000 - index, index, player, place, 2, 1, score, 0, None, seat=0)


@pytest.mark.parametrize("block", range(4))
def test_ranges_are_as_narrow_as_all_possible_ends(block):
    for number in range(100):
        compare_with_every_end(Random(f"{block} {number}"))


def compare_with_every_end(rng):
    scheme, season_facts = a_short_plan(rng)
    is_over = rng.random() < 0.5
    ends = {
        player: sorted(every_end(season_facts, scheme, player, is_over=is_over))
        for player in {fact.player for fact in season_facts.facts}
    }
    possible = {
        player: (
            1 + sum(other[0] > own[-1] for other in ends.values()),
            sum(other[-1] >= own[0] for other in ends.values()),
        )
        for player, own in ends.items()
    }
    ranges = possible_places(season_facts, scheme, evening_over=is_over)
    if scheme.aggregate == "mean" or scheme.points == "place_fraction":
        assert ranges == possible
    for player, (best, worst) in possible.items():
        assert ranges[player].best <= best <= worst <= ranges[player].worst


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
