"""Every tie-break on a crosstable worked out by hand. Points are raw scores where that is simpler:
the scores are chosen so that the players in question are tied."""

import pytest

from scoring.pure import standings
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import TIEBREAKS, VALUE_FUNCTIONS
from tests.scoring.crosstable import LETTERS, NUMBERS, history, names, units


def table(*matches, draws=(), session_index=None, target=None, sit_outs="", penalties="", **scheme):
    season_facts = history(
        *matches,
        draws=draws,
        session_index=session_index,
        target=target,
        sit_outs=sit_outs,
        penalties=penalties,
    )
    return standings.compute(season_facts, Scheme(**scheme))


def values(code, rows):
    return {row.player: row.tiebreaks[code] for row in rows if row.tiebreaks[code] is not None}


def names_among(letters, rows):
    """Return the table with these players alone, with their places counted anew."""
    return names([row for row in rows if LETTERS[row.player] in letters])


def test_more_wins_go_before_fewer_at_equal_points():
    # A: 60 + 0, D: 60, one win each, and D beat A; B: 30 + 30, no win; C: 0
    rows = table("A B C", "D B A")
    assert [row.points for row in rows] == list(units("D60 A60 B60 C0").values())
    assert names(rows) == "D A B C"
    assert values("wins", rows) == units("D1 A1 B0")


def test_a_shared_first_place_is_a_win():
    rows = table("A6=B6 C0", "C6 D0", "A0 D0", points="raw", tiebreaks=("wins",))
    assert values("wins", rows)[1] == units("A2")[NUMBERS["A"]]


def test_the_mini_table_gives_one_for_beaten_and_a_half_for_drawn():
    # tied at 5: A drew B, beat C; B drew A and C
    rows = table("A3=B3", "A2 C1", "B2=C2", "C2 D0", points="raw", tiebreaks=("mini_table",))
    assert values("mini_table", rows) == units("A1.5 B1 C0.5")
    assert names_among("ABC", rows) == "A B C"


def test_the_mini_table_compares_all_the_tied_at_one_table():
    # A behind B = C, D (not tied) between: A beats none, B and C draw and beat A
    rows = table("B4=C4 D3 A2", "A2 E0", points="raw", tiebreaks=("mini_table",))
    assert values("mini_table", rows) == units("A0 B1.5 C1.5")
    assert names_among("ABC", rows) == "B=C A"


def test_a_circle_of_three_stays_tied_in_the_mini_table():
    # A, B, C: each 60 + 30 + 0 = 90 and one win, in three matches of three; all 3 : 3
    rows = table("A B C", "B C A", "C A B")
    assert values("mini_table", rows) == units("A3 B3 C3")
    assert names(rows) == "A=B=C"


def test_the_mini_table_is_over_those_still_tied_alone():
    # A, B, C: 10 each; A and B have a win, C none. Among A and B: B beat A. Over all three A and B
    # would be equal, for A beat C
    lines = ("B6 A5", "A5 C4", "D9 B4", "D9 C6")
    rows = table(*lines, points="raw", tiebreaks=("wins", "mini_table"))
    assert names(rows) == "D B A C"
    assert values("mini_table", rows) == units("A0 B1")
    rows = table(*lines, points="raw", tiebreaks=("mini_table", "wins"))
    assert names(rows) == "D A=B C"
    assert values("mini_table", rows) == units("A1 B1 C0")


def test_the_mini_table_is_counted_once_not_again_inside_a_remaining_tie():
    # A, B, C, D: 60 points and one win each. A beat B, C beat D; B and D won against E and F.
    # Mini-table over the four: A 1, C 1, B 0, D 0. A and C never met, nor did B and D.
    rows = table("A B", "C D", "B E", "D F", "G A", "H C")
    assert {p: v for p, v in values("mini_table", rows).items() if p <= 4} == units("A1 B0 C1 D0")
    assert names_among("ABCD", rows) == "A=C B=D"


def test_head_to_head_leaves_out_sizes_at_which_not_all_have_met():
    # tied at 4. At two: A beat B, C is missing. At three: C, B, A
    lines = ("A3 B1", "C4 B3 A1")
    rows = table(*lines, points="raw", tiebreaks=("head_to_head",))
    assert names(rows) == "C B A"
    assert values("head_to_head", rows) == units("A0 B1 C2")
    assert names(table(*lines, points="raw", tiebreaks=("mini_table",))) == "C A=B"


def test_head_to_head_is_zero_for_all_without_such_a_size():
    # tied at 4. A and B met at two, B and C at three
    lines = ("A4 B1", "C4 B3 D0")
    rows = table(*lines, points="raw", tiebreaks=("head_to_head",))
    assert values("head_to_head", rows) == units("A0 B0 C0")
    assert names(rows) == "A=B=C D"
    assert names(table(*lines, points="raw", tiebreaks=("mini_table",))) == "A=C B D"


def test_head_to_head_needs_one_other_of_the_tied_not_all():
    # at two A beat B and C beat D: each of the four has met one
    rows = table("A3 B2", "C3 D2", "E9 B1 D1", points="raw", tiebreaks=("head_to_head",))
    assert values("head_to_head", rows) == units("A1 B0 C1 D0")


def test_head_to_head_does_not_count_a_table_with_strangers_only_as_a_meeting():
    # A and B met at three; C sat at three too, but with none of the tied
    rows = table("A4 B4 D0", "C4 E0 F0", points="raw", tiebreaks=("head_to_head",))
    assert {p: v for p, v in values("head_to_head", rows).items() if p <= 3} == units("A0 B0 C0")


def test_the_best_evening_is_the_one_with_most_points():
    # A: 60 on one evening and 0 on the other; B: 30 and 30; D: 60 and 30, ahead of both
    rows = table("A C", "D A", "B=C", "B=D", tiebreaks=("best_evening",))
    assert values("best_evening", rows) == units("A60 B30")
    assert names_among("AB", rows) == "A B"


def test_matches_of_one_evening_add_up_for_the_best_evening_and_attendance_does_not():
    lines = ("1: A4 D0", "1: A4 D0", "2: A1 D0", "1: B7 E0", "2: B2 E0")
    rows = table(*lines, points="raw", attendance=5, tiebreaks=("best_evening",))
    assert names_among("AB", rows) == "A B"
    assert values("best_evening", rows) == units("A8 B7 D0 E0")


def test_the_best_evening_may_be_below_zero():
    lines = ("A-1 D-2", "A-3 E-9", "B-2 D-5", "B-2 E-4")
    rows = table(*lines, points="raw", tiebreaks=("best_evening",))
    assert values("best_evening", rows) == units("A-1 B-2")


def test_the_latest_match_of_the_latest_evening_decides():
    # A and B: 60 each. Match 1 was entered first but played on the later evening
    rows = table("2: B A", "1: A B", tiebreaks=("last_result",))
    assert values("last_result", rows) == units("A0 B60")
    assert names(rows) == "B A"


def test_inside_an_evening_the_later_match_decides():
    rows = table("1: B A", "1: A B", tiebreaks=("last_result",))
    assert names(rows) == "A B"


def test_the_latest_evening_is_each_players_own():
    # B's latest match lies before A's; nobody is asked about evenings he missed
    rows = table("1: C0 B3", "2: C0 A1", "3: C0 A2", points="raw", tiebreaks=("last_result",))
    assert values("last_result", rows) == units("A2 B3")


def test_fewer_sit_outs_go_first():
    rows = table("A=B=C", sit_outs="A B A", tiebreaks=("sit_outs",))
    assert names(rows) == "C B A"
    assert values("sit_outs", rows) == units("A2 B1 C0")


def test_the_player_with_stronger_opponents_ranks_first():
    # A, B, C: 60 each. A met C (60); B met D (0); C met A (60) and E (0)
    rows = table("A C", "B D", "C E", tiebreaks=("strength",))
    assert values("strength", rows) == units("A60 B0 C30 D60 E60")
    assert names(rows) == "A C B D=E"


def test_an_opponent_counts_as_often_as_met():
    # A and C: 90 each. A met B (60) twice and C (90) once; C met A (90) and E (0)
    rows = table("A=B", "A=B", "A=C", "C E", tiebreaks=("strength",))
    assert values("strength", rows) == units("A70 C45")


def test_every_other_seat_of_a_table_is_an_opponent_the_tied_too():
    # A and B: 4; A met B (4), C (2), D (0): 2; B met A, C, D and E (2): 2
    rows = table("A4=B4 C2 D0", "E2 B0", points="raw", tiebreaks=("strength",))
    assert values("strength", rows) == units("A2 B2 C2.67 E4")


def test_strength_counts_points_as_the_table_shows_them():
    # attendance 5 an evening; C loses 7: C has 0 + 5 + 5 − 7 = 3, D 0 + 5 = 5
    rows = table(
        "1: A4 C0", "1: B4 D0", "2: E9 C0", points="raw", attendance=5, penalties="C7",
        tiebreaks=("strength",),
    )  # fmt: skip
    assert values("strength", rows) == units("A3 B5")


@pytest.mark.parametrize(
    ("matches", "expected"),
    [
        (("A1 B0", "A0 C0 D1"), "A0.33 D0.5"),  # A met 0, 0 and 1; D met 1 and 0
        (("A-1 B0", "A0 C0 D-1"), "A-0.33 D-0.5"),
    ],
)
def test_strength_is_rounded_to_a_hundredth(matches, expected):
    rows = table(*matches, points="raw", tiebreaks=("strength",))
    strengths = values("strength", rows)
    assert {player: strengths[player] for player in units(expected)} == units(expected)


def test_strength_is_rounded_half_to_even():
    # hundredths of a point: A and D have 6; A met 1 and 2, D met 2 and 3: 1.5 and 2.5
    rows = table(
        "A3 B1", "A3 C2", "D6 E2", "D0 F3", points="target", scale=1, tiebreaks=("strength",)
    )
    assert (
        values("strength", rows)[1] == values("strength", rows)[4] == units("A0.02")[NUMBERS["A"]]
    )


def test_lots_rank_those_who_are_tied_in_the_order_drawn():
    rows = table("A=B=C", draws=("C A B",), tiebreaks=("lots",))
    assert names(rows) == "C A B"
    assert values("lots", rows) == units("A1 B0 C2")


def test_of_the_draws_that_hold_all_the_tied_the_latest_counts():
    rows = table("A=B=C", draws=("C A B", "D B A C", "C B"), tiebreaks=("lots",))
    assert names(rows) == "B A C"
    assert values("lots", rows) == units("A1 B2 C0")


def test_others_in_the_draw_count_as_players_behind():
    rows = table("A=B", draws=("B D A E",), tiebreaks=("lots",))
    assert values("lots", rows) == units("A1 B3")


@pytest.mark.parametrize("draws", [(), ("A B",), ("A D", "B C")])
def test_without_a_draw_of_all_the_tied_they_share_the_place(draws):
    rows = table("A=B=C", draws=draws, tiebreaks=("lots",))
    assert names(rows) == "A=B=C"
    assert values("lots", rows) == units("A0 B0 C0")


def test_tie_breaks_without_a_function_are_totals_of_the_player():
    assert set(TIEBREAKS) - set(VALUE_FUNCTIONS) <= set(standings.PlayerTotals._fields)
    assert set(VALUE_FUNCTIONS) <= set(TIEBREAKS)


def test_shared_second_places_count_as_second_places():
    matches = ("E9 A5", "E9 A5=C5 D0", "B10 C0", "C5 D4 B0")  # A, B and C have 10 points
    rows = table(*matches, points="raw", tiebreaks=("second_places",))
    assert values("second_places", rows) == units("A2 B0 C2")
    assert names(rows) == "E A=C B D"


def test_whole_tie_breaks_and_the_one_where_fewer_is_better():
    assert {code for code, tiebreak in TIEBREAKS.items() if tiebreak.whole} == {
        "wins",
        "second_places",
        "sit_outs",
        "lots",
    }
    assert [code for code, tiebreak in TIEBREAKS.items() if tiebreak.fewest] == ["sit_outs"]
    by_opponents = [code for code, tiebreak in TIEBREAKS.items() if tiebreak.scope == "opponents"]
    assert by_opponents == ["strength"]
