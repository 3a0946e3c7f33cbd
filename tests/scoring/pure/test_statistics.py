"""Each statistic of a player by hand, and its value as programs get it."""

import pytest

from scoring.pure.points import result_points
from scoring.pure.schemes import Scheme
from scoring.pure.statistics import STATISTICS, ScoredResult, by_player, plain_value, values
from tests.scoring.crosstable import NUMBERS, history

LINES = ("1: A9 B4 C2", "1: B7 A3 C1", "2: A8 C6", "3: A5 B5 C0")
OF_A = {
    "points": "210.00",  # 60 + 30 + 60 + 60
    "mean_points": "52.50",
    "best_evening": "90.00",
    "wins": "3",
    "win_share": "75.00",
    "winning_run": "2",
    "matches": "4",
    "evenings": "3",
    "highest_score": "9.00",
    "lowest_score": "3.00",
    "mean_score": "6.25",
    "upset_matches": "1",
    "verified_matches": "2",
}


def results():
    return [
        ScoredResult(fact, result_points(fact, Scheme()), fact.match == 1, fact.match < 3)
        for fact in reversed(history(*LINES).facts)
    ]


@pytest.mark.parametrize("code", STATISTICS)
def test_each_statistic_is_what_its_label_says(code):
    measures = values(results(), [code])[NUMBERS["A"]]
    assert {code: plain_value(STATISTICS[code], measure) for code, measure in measures.items()} == {
        code: OF_A[code]
    }


def test_results_of_a_player_are_in_order_of_time():
    own = by_player(results())[NUMBERS["C"]]
    assert [each.fact.match for each in own] == [1, 2, 3, 4]
