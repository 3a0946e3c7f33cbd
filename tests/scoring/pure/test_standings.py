"""Tables worked out by hand. See tests.scoring.crosstable for the notation."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.pure import standings
from scoring.pure.facts import SeasonFacts
from scoring.pure.points import result_points
from scoring.pure.schemes import Scheme
from scoring.pure.units import UNIT
from tests.scoring.crosstable import NUMBERS, history, names, units
from tests.scoring.seasons import a_scheme, a_season


def table(*matches, session_index=None, penalties="", sit_outs="", **scheme):
    season_facts = history(
        *matches, session_index=session_index, penalties=penalties, sit_outs=sit_outs
    )
    return standings.compute(season_facts, Scheme(**scheme))


def row_of(name, rows):
    return next(row for row in rows if row.player == NUMBERS[name])


def points_of(rows):
    return {row.player: row.points for row in rows}


def test_points_rank_first():
    assert names(table("A B C", "A C B")) == "A B=C"


def test_a_row_tells_what_the_player_has():
    rows = table("1: A B C", "1: B A C", "3: A=B", "2: C A", penalties="A7", sit_outs="A A C")
    row = row_of("A", rows)
    # evening 1: 60 + 30, evening 2: 0, evening 3: 30
    assert (row.points, row.penalty) == (113 * UNIT, 7 * UNIT)
    assert (row.played, row.wins, row.evenings, row.sit_outs) == (4, 2, 3, 2)
    assert row.best_evening == 90 * UNIT
    assert row.qualified


def test_an_empty_season_has_an_empty_table():
    assert standings.compute(SeasonFacts([]), Scheme()) == []


def test_a_penalty_or_a_sit_out_alone_makes_no_row():
    assert names(table("A B", penalties="C5", sit_outs="D")) == "A B"


def test_penalties_are_taken_off():
    rows = table("A B", penalties="A10 A5 B0")
    assert points_of(rows) == units("A45 B0")
    assert row_of("A", rows).penalty == 15 * UNIT


def test_penalties_may_cost_the_lead_and_go_below_zero():
    rows = table("A B C", penalties="A31 C2")
    assert names(rows) == "B A C"
    assert points_of(rows) == units("A29 B30 C-2")


EVENINGS = ("1: A10 B0", "2: A3 B0", "3: A7 B0", "4: A1 B0")


def test_only_the_best_evenings_count():
    assert points_of(table(*EVENINGS, points="raw", best_evenings=2)) == units("A17 B0")


def test_fewer_evenings_than_the_best_all_count():
    assert points_of(table(*EVENINGS, points="raw", best_evenings=9)) == units("A21 B0")


def test_the_worst_evenings_are_dropped():
    assert points_of(table(*EVENINGS, points="raw", drop_worst=1)) == units("A20 B0")


def test_one_evening_always_counts():
    assert points_of(table(*EVENINGS, points="raw", drop_worst=4)) == units("A10 B0")


def test_dropping_goes_before_the_best():
    rows = table(*EVENINGS, points="raw", drop_worst=2, best_evenings=3)
    assert points_of(rows) == units("A17 B0")


def test_evenings_that_were_missed_are_not_dropped():
    # B came once: this evening counts, though one is dropped of A's two
    assert points_of(table("1: A5 C0", "2: A2 B1", points="raw", drop_worst=1)) == units("A5 B1 C0")


def test_matches_of_one_evening_are_dropped_together():
    rows = table("1: A5 B0", "1: A5 B0", "2: A8 B0", points="raw", best_evenings=1)
    assert points_of(rows) == units("A10 B0")


def test_a_bad_evening_counts_among_the_best_where_it_is_needed():
    assert points_of(table("1: A-5 B-9", points="raw", best_evenings=3)) == units("A-5 B-9")


def test_attendance_counts_for_every_evening_dropped_or_not():
    rows = table(*EVENINGS, points="raw", attendance=2, best_evenings=1)
    assert points_of(rows) == units("A18 B8")


MATCHES = ("1: A10 B0", "1: A0 B1", "2: A5 B0", "3: C6 B5")


def test_a_mean_counts_every_match_once():
    # A 15 ÷ 3, B 6 ÷ 4, C 6 ÷ 1
    assert points_of(table(*MATCHES, points="raw", aggregate="mean")) == units("A5 B1.5 C6")


def test_a_mean_is_rounded_half_to_even():
    # an eighth is 0.125, three are 0.375; a third is 0.33
    lines = ["A1 B0 C3", *["A0 B0 C0"] * 7]
    assert points_of(table(*lines, points="raw", aggregate="mean")) == units("A0.12 B0 C0.38")
    assert points_of(table("A1 B0", "A0 B0", "A0 B0", points="raw", aggregate="mean")) == units(
        "A0.33 B0"
    )


def test_attendance_and_penalties_change_a_mean():
    rows = table(*MATCHES, points="raw", aggregate="mean", attendance=2, penalties="A1 C9")
    assert points_of(rows) == units("A8 B7.5 C-1")


def test_a_share_of_a_result_counts_as_a_match_in_a_mean():
    season_facts = history("A22 B9", "A8 B0")
    half = season_facts.facts[0]._replace(share_from=0, share_to=1, share_of=2)
    shared = season_facts._replace(facts=[half, *season_facts.facts[1:]])
    rows = standings.compute(shared, Scheme(points="raw", aggregate="mean"))
    assert row_of("A", rows).points == (22 // 2 + 8) * UNIT // 2


def test_players_with_too_few_matches_are_listed_last():
    rows = table(*MATCHES, points="raw", aggregate="mean", minimum_matches=3)
    assert names(rows) == "A B C"
    assert [row.qualified for row in rows] == [True, True, False]


def test_both_minimums_have_to_be_reached():
    # A: two evenings of one match each; B: three matches on one evening; C: both
    lines = ("1: A C", "2: A C", "2: B C", "2: B D", "2: B D")
    rows = table(*lines, minimum_matches=3, minimum_evenings=2)
    assert {name: row_of(name, rows).qualified for name in "ABC"} == {
        "A": False,
        "B": False,
        "C": True,
    }


def test_players_with_too_few_evenings_are_listed_last():
    rows = table("1: A B C D", "2: C B D", "3: B E", minimum_evenings=2)
    # B 100, C 80, D 0 came twice or more; A 60 and E 0 once
    assert names(rows) == "B C D A E"
    assert [row.place for row in rows] == [1, 2, 3, 4, 5]
    assert [row.qualified for row in rows] == [True, True, True, False, False]


def test_qualified_and_unqualified_never_share_a_place():
    # A and B: 60 points each and a win each
    rows = table("1: A C", "2: B C", "3: D A", minimum_evenings=2, tiebreaks=())
    assert names(rows) == "A C B=D"
    assert points_of(rows) == units("A60 B60 C0 D60")


def test_tie_breaks_are_asked_among_the_unqualified_too():
    rows = table("1: A B", "2: C D", minimum_evenings=2, tiebreaks=("wins", "best_evening"))
    assert names(rows) == "A=C B=D"
    assert row_of("B", rows).tiebreaks == {"wins": 0, "best_evening": 0}


def test_values_that_were_not_needed_are_not_shown():
    rows = table("A B C")
    assert rows[0].tiebreaks == {"wins": None, "mini_table": None, "best_evening": None}


def test_tie_breaks_stand_in_the_order_of_the_scheme():
    rows = table("A B C", tiebreaks=("lots", "wins", "strength"))
    assert list(rows[0].tiebreaks) == ["lots", "wins", "strength"]


def test_the_order_of_tie_breaks_is_that_of_the_scheme():
    # A and B: 10 points each. A won two matches, B one; B had the best evening
    lines = ("1: A4 C0", "2: A6 D0", "3: C5 B3", "4: B7 D0")
    wins = table(*lines, points="raw", tiebreaks=("wins", "best_evening"))
    session_index = table(*lines, points="raw", tiebreaks=("best_evening", "wins"))
    assert names(wins).startswith("A B")
    assert names(session_index).startswith("B A")
    assert row_of("A", wins).tiebreaks == {"wins": 2 * UNIT, "best_evening": None}


SEASONS = st.randoms(use_true_random=False).map(
    lambda rng: (a_season(rng, matches=rng.randint(0, 12), people=8), a_scheme(rng))
)


@given(SEASONS, st.randoms())
def test_the_order_in_which_results_came_in_does_not_matter(season, rng):
    season_facts, scheme = season
    shuffled = season_facts._replace(
        facts=sorted(season_facts.facts, key=lambda _: rng.random()),
        penalties=season_facts.penalties[::-1],
        sit_outs=season_facts.sit_outs[::-1],
    )
    assert standings.compute(shuffled, scheme) == standings.compute(season_facts, scheme)


@given(SEASONS)
def test_places_count_the_better_rows(season):
    rows = standings.compute(*season)
    places = [row.place for row in rows]
    assert places == sorted(places)
    assert all(place == 1 + sum(other < place for other in places) for place in places)


@given(SEASONS)
def test_equals_stand_in_the_order_of_their_numbers(season):
    rows = standings.compute(*season)
    assert rows == sorted(rows, key=lambda row: (row.place, row.player))
    assert {row.player for row in rows} == {fact.player for fact in season[0].facts}


@given(SEASONS)
def test_tie_breaks_are_computed_only_between_tied_players(season):
    """A value stands only beside another one of the same tie-break, and none after a gap."""
    rows = standings.compute(*season)
    for row in rows:
        used = [value is not None for value in row.tiebreaks.values()]
        assert used == sorted(used, reverse=True)
        for code in [code for code, value in row.tiebreaks.items() if value is not None]:
            rivals = [other for other in rows if other.points == row.points]
            assert sum(other.tiebreaks[code] is not None for other in rivals) > 1


@given(SEASONS)
def test_a_match_gives_half_the_scale_for_every_seat(season):
    season_facts, scheme = season
    default = Scheme(scale=scheme.scale)
    total = sum(result_points(fact, default) for fact in season_facts.facts)
    assert 2 * total == scheme.scale * UNIT * len(season_facts.facts)
