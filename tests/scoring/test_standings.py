"""Tables worked out by hand. See tests.scoring.crosstable for the notation."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring import standings
from scoring.facts import Fact, PlayerId
from scoring.schemes import Scheme
from tests.scoring.crosstable import facts, names


def table(*matches, evening=None, **scheme):
    return standings.compute(facts(*matches, evening=evening), Scheme(**scheme))


def test_points_rank_first():
    assert names(table("A B C", "A C B")) == "A B=C"


def test_more_wins_go_before_fewer_at_equal_points():
    # A: 60 + 0, D: 60, one win each, and D beat A; B: 30 + 30, no win; C: 0
    rows = table("A B C", "D B A")
    assert [row.points for row in rows] == [60, 60, 60, 0]
    assert names(rows) == "D A B C"


def test_the_mini_table_gives_one_for_beaten_and_a_half_for_drawn():
    # A, B, C: each 60 + 30 + 0 = 90 and one win, in three matches of three; cyclic, so all 3 : 3
    rows = table("A B C", "B C A", "C A B")
    assert {row.tiebreaks["mini_table"] for row in rows} == {Fraction(3)}
    assert names(rows) == "A=B=C"


def test_the_mini_table_separates_two_who_met():
    # A: 60 (match 1) + 0 (match 3) = 60, B: 0 + 60 = 60; one win each; they met in match 1 only
    rows = table("A B", "B C", "D A")
    tied = [row for row in rows if row.points == 60 and row.player in (1, 2)]
    assert [(row.player, row.tiebreaks["mini_table"]) for row in tied] == [(1, 1), (2, 0)]


def test_the_mini_table_is_counted_once_not_again_inside_a_remaining_tie():
    # A, B, C, D: 60 points and one win each. A beat B, C beat D; B and D won against E and F.
    # Mini-table over the four: A 1, C 1, B 0, D 0. A and C never met, nor did B and D.
    rows = table("A B", "C D", "B E", "D F", "G A", "H C")
    four = [row for row in rows if row.player <= 4]
    assert [row.tiebreaks["mini_table"] for row in four] == [1, 1, 0, 0]
    assert [row.place for row in four] == [four[0].place] * 2 + [four[2].place] * 2


def test_the_best_evening_decides_last():
    # A: 60 on one evening and 0 on the other; B: 30 and 30. Wins switched off.
    rows = table("A C", "D A", "B=C", "B=D", tiebreaks=("best_evening",))
    by_player = {row.player: row for row in rows}
    assert by_player[1].tiebreaks["best_evening"] == 60
    assert by_player[2].tiebreaks["best_evening"] == 30
    assert by_player[1].place < by_player[2].place


def test_matches_of_one_evening_add_up_for_the_best_evening():
    rows = table("A B", "A C", evening=7, tiebreaks=("best_evening",))
    assert rows[0].points == 120


def test_values_that_were_not_needed_are_not_shown():
    rows = table("A B C")
    assert rows[0].tiebreaks == {"wins": None, "mini_table": None, "best_evening": None}


def test_an_empty_season_has_an_empty_table():
    assert standings.compute([], Scheme()) == []


def test_the_order_of_tie_breaks_is_that_of_the_scheme():
    # all four have 60 points; with `wins` alone nothing else is looked at
    lines = ("A C", "D A", "B=C", "B=D")
    wins_first = table(*lines, tiebreaks=("wins",))
    assert next(row for row in wins_first if row.player == 1).tiebreaks == {"wins": Fraction(1)}


PLAYERS = st.permutations([PlayerId(number) for number in range(1, 9)])


@st.composite
def seasons(draw):
    found = []
    for match in range(1, draw(st.integers(1, 8)) + 1):
        seated = draw(PLAYERS)[: draw(st.integers(2, 6))]
        marks = [draw(st.integers(0, 3)) for _ in seated]
        for player, mark in zip(seated, marks, strict=True):
            place = 1 + sum(other > mark for other in marks)
            found.append(Fact(match, draw(st.integers(1, 3)), player, place, len(seated)))
    return found


@given(seasons(), st.randoms())
def test_the_order_in_which_results_came_in_does_not_matter(played, rng):
    shuffled = sorted(played, key=lambda _: rng.random())
    assert standings.compute(shuffled, Scheme()) == standings.compute(played, Scheme())


@given(seasons())
def test_places_count_the_better_rows(played):
    rows = standings.compute(played, Scheme())
    places = [row.place for row in rows]
    assert places == sorted(places)
    assert all(place == 1 + sum(other < place for other in places) for place in places)


@given(seasons())
def test_all_points_are_thirty_per_seat(played):
    rows = standings.compute(played, Scheme())
    assert sum(row.points for row in rows) == 30 * len(played)
