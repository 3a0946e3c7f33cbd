from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.pure import points
from scoring.pure.points import counting_sessions
from scoring.pure.schemes import Scheme
from scoring.pure.units import COARSE_UNIT, FINE_PER_COARSE, HUNDREDTH, UNIT, half_even
from tests.scoring.crosstable import facts


def table_points(table, *, target=None, **scheme):
    """Return the points of the seats as exact numbers."""
    seats = facts(table, target=target)
    return [Fraction(points.result_points(fact, Scheme(**scheme)), UNIT) for fact in seats]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("A B", [60, 0]),
        ("A B C", [60, 30, 0]),
        ("A B C D", [60, 40, 20, 0]),
        ("A B C D E", [60, 45, 30, 15, 0]),
        ("A=B", [30, 30]),
        ("A B=C D", [60, 30, 30, 0]),
        ("A=B C D", [50, 50, 20, 0]),
        ("A=B=C=D", [30, 30, 30, 30]),
        ("A B=C=D", [60, 20, 20, 20]),
    ],
)
def test_a_place_earns_its_share_of_sixty(table, expected):
    assert table_points(table) == expected


def test_points_of_eight_players_are_exact():
    assert table_points("A B C D E F G H")[1] == Fraction(360, 7)
    assert table_points("A B=C D E F G H", scale=1)[1] == Fraction(11, 14)


def test_every_table_of_n_players_gives_thirty_times_n():
    tables = ["A B", "A=B C", "A B=C D", "A=B=C D E", "A B C=D E F G=H"]
    assert [sum(table_points(table)) for table in tables] == [60, 90, 120, 150, 240]


def test_a_z_score_is_the_distance_from_the_mean_in_deviations():
    scores = {"points": "z_score", "scale": 100}
    assert table_points("A3 B1", **scores) == [100, -100]
    assert table_points("A9 B5 C1", **scores) == [Fraction("122.47"), 0, Fraction("-122.47")]
    assert table_points("A7=B7=C7", **scores) == [0, 0, 0]
    assert sum(table_points("A9 B4 C4 D4", **scores)) == Fraction("-0.01")  # each is rounded


@pytest.mark.parametrize(
    ("weight", "months_ago", "expected"),
    [
        (200, 0, 80),
        (50, 0, 20),
        (33, 0, Fraction("13.2")),
        (100, 1, 36),
        (200, 5, Fraction("47.24")),
    ],
)
def test_a_weight_and_an_age_multiply_the_points_of_a_result(weight, months_ago, expected):
    second = facts("A B C D")[1]._replace(weight=weight, months_ago=months_ago)
    scheme = Scheme(kept_per_month=90)
    assert Fraction(points.result_points(second, scheme), UNIT) == expected
    assert points.result_points(second, Scheme(aggregate="mean")) == 40 * UNIT


def test_the_scale_of_the_scheme_counts():
    assert table_points("A B C", scale=100) == [100, 50, 0]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("A B", [2, 0]),
        ("A B C D", [4, 2, 1, 0]),
        ("A B=C D", [4, Fraction(3, 2), Fraction(3, 2), 0]),  # (2 + 1) / 2
        ("A=B=C D", [Fraction(7, 3)] * 3 + [0]),  # (4 + 2 + 1) / 3
        ("A B=C=D=E=F=G=H", [8] + [3] * 7),  # (6 + 5 + 4 + 3 + 2 + 1 + 0) / 7
    ],
)
def test_a_place_earns_what_the_list_of_the_table_size_says(table, expected):
    assert table_points(table, points="place_points") == expected


def test_lists_of_place_points_may_be_the_clubs_own():
    lists = {"2": (3, 1), "3": (10, 5, -5)}
    assert table_points("A B", points="place_points", place_points=lists) == [3, 1]
    assert table_points("A B=C", points="place_points", place_points=lists) == [10, 0, 0]


def test_raw_points_are_the_score():
    assert table_points("A12 B7=C7 D-3", points="raw") == [12, 7, 7, -3]


@pytest.mark.parametrize(
    ("table", "cap", "expected"),
    [
        ("A30 B20 C10", None, [15, 0, -15]),  # 30 − 15, 20 − 20, 10 − 25
        ("A30 B20 C10", 14, [14, 0, -14]),
        ("A7 B-2", 100, [9, -9]),
        # 100 − 1/3, 1 − 100/3, 0 − 101/3 twice
        ("A100 B1 C0=D0", 50, [50, Fraction(-97, 3), Fraction(-101, 3), Fraction(-101, 3)]),
    ],
)
def test_a_margin_is_taken_over_the_mean_of_the_others_and_cut(table, cap, expected):
    assert table_points(table, points="capped_margin", cap=cap) == expected


def test_margins_are_cut_at_a_hundred_unless_said_otherwise():
    assert table_points("A201 B1", points="capped_margin") == [100, -100]


def test_a_score_is_measured_against_the_target():
    # 52/50·60, 20/50·60, −3/50·60
    expected = [Fraction("62.4"), 24, Fraction("-3.6")]
    assert table_points("A52 B20 C-3", target=50, points="target") == expected


def test_without_a_target_a_score_is_measured_against_a_hundred():
    assert table_points("A52 B-10", points="target") == [Fraction("31.2"), -6]


def test_a_share_of_the_target_is_rounded_half_to_even():
    # scale 1, target 40: 2.5, 7.5, 5 and 12.5 hundredths, then below zero
    up = table_points("A5 B3 C2 D1", target=40, points="target", scale=1)
    down = table_points("A-1 B-2 C-3 D-5", target=40, points="target", scale=1)
    assert up == [Fraction(number, 100) for number in (12, 8, 5, 2)]
    assert down == [Fraction(-number, 100) for number in (2, 5, 8, 12)]


@given(st.integers(), st.integers(1))
def test_rounding_is_that_of_exact_fractions(numerator, denominator):
    assert half_even(numerator, denominator) == round(Fraction(numerator, denominator))


def test_the_unit_holds_hundredths_and_means_of_up_to_twelve_places():
    assert HUNDREDTH * 100 == UNIT
    assert [UNIT % divisor for divisor in (*range(1, 13), *range(2, 23, 2))] == [0] * 23


def test_the_coarse_unit_holds_hundredths_and_means_of_up_to_eight_places():
    assert UNIT == FINE_PER_COARSE * COARSE_UNIT
    divisors = (100, *range(1, 9), *range(2, 15, 2))
    assert [COARSE_UNIT % divisor for divisor in divisors] == [0] * 16


@pytest.mark.parametrize(
    ("attended", "scheme", "expected"),
    [
        (4, {}, 4),
        (4, {"best_evenings": 3}, 3),
        (2, {"best_evenings": 3}, 2),
        (4, {"drop_worst": 1}, 3),
        (4, {"drop_worst": 4}, 1),
        (1, {"drop_worst": 2}, 1),
        (0, {"drop_worst": 2}, 0),
        (9, {"drop_worst": 2, "best_evenings": 5}, 5),
        (6, {"drop_worst": 2, "best_evenings": 5}, 4),
    ],
)
def test_so_many_evenings_count(attended, scheme, expected):
    assert counting_sessions(attended, Scheme(**scheme)) == expected
