from fractions import Fraction

import pytest

from scoring import points
from scoring.schemes import Scheme, read
from tests.scoring.crosstable import facts


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
    assert points.per_result(facts(table), Scheme()) == expected


def test_points_of_eight_players_are_exact():
    earned = points.per_result(facts("A B C D E F G H"), Scheme())
    assert earned[1] == Fraction(360, 7)


def test_every_table_of_n_players_gives_thirty_times_n():
    tables = ["A B", "A=B C", "A B=C D", "A=B=C D E", "A B C=D E F G=H"]
    sums = [sum(points.per_result(facts(table), Scheme())) for table in tables]
    assert sums == [60, 90, 120, 150, 240]


def test_the_scale_of_the_scheme_counts():
    assert points.per_result(facts("A B C"), Scheme(scale=100)) == [100, 50, 0]


def test_a_scheme_survives_being_stored():
    scheme = Scheme(scale=12, tiebreaks=("best_evening", "wins"))
    assert read(scheme.to_json()) == scheme


@pytest.mark.parametrize(
    "raw",
    [
        {"points": "luck"},
        {"aggregate": "best"},
        {"tiebreaks": ["coin"]},
        {"tiebreaks": ["wins"] * 2},
        {"colour": "red"},
    ]
    + [{"scale": scale} for scale in (0, -1, True, 1.5, "60", 10**9)],
)
def test_refuses_an_unknown_scheme(raw):
    with pytest.raises((ValueError, TypeError)):
        read(raw)
