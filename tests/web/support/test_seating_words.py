"""The costs of a draw in words."""

import pytest

from league.models import Sitting
from league.web.support import seating_words
from seating.rules import Rule

NAMES = {1: "Ada", 2: "Bruno", 3: "Chloé"}


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ({"repeat_pair": 2}, {"repeat_pair": 1}, "better"),
        ({"repeat_pair": 1}, {"repeat_pair": 2}, "worse"),
        ({"repeat_pair": 1}, {"repeat_pair": 1}, "same"),
        ({"sit_out": 0, "repeat_pair": 9}, {"sit_out": 1, "repeat_pair": 0}, "worse"),
        ({"sit_out": 1, "repeat_pair": 0}, {"sit_out": 0, "repeat_pair": 9}, "better"),
        ({}, {"repeat_pair": 1}, "worse"),
    ],
)
def test_the_first_rule_that_differs_decides(before, after, verdict):
    assert seating_words.compare(before, after).verdict == verdict


def test_a_comparison_names_the_rule_that_decides():
    comparison = seating_words.compare(
        {"sit_out": 3, "repeat_pair": 2}, {"sit_out": 3, "repeat_pair": 4}
    )
    assert comparison.words == "Worse. Repeat meetings: 4 instead of 2."
    assert [change.by for change in comparison.changed] == [2]
    assert [change.by for change in comparison.unchanged] == [0]


def test_every_rule_has_a_name():
    assert set(seating_words.RULES) == {*map(str, Rule)}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("forbidden_pair", [1, 2], 1), "Ada and Bruno must not share a table."),
        (("repeat_pair", [1, 2], 1), "Ada and Bruno have met once before."),
        (("repeat_pair", [1, 2], 3), "Ada and Bruno have met 3 times before."),
        (
            ("consecutive_repeat", [2, 3], 1),
            "Bruno and Chloé also sat together in the previous round.",
        ),
        (("level_gap", [2, 3], 1), "Bruno and Chloé: their levels are too far apart."),
        (("fixed_table", [3], 1), "Chloé is not at their fixed table."),
        (("step_free", [3], 1), "Chloé needs a step-free table."),
        (("preferred_size", [1, 2, 3], 3), "A table of 3 is not the best size."),
        (("rank_distance", [1, 2, 3], 4), "Further apart in the standings than neighbours: 4."),
        (("repeat_pair", [1, 99], 1), "Ada and ? have met once before."),
    ],
)
def test_the_costs_of_a_table_are_worded(line, words):
    rule, players, times = line
    cost = {"rule": rule, "players": players, "times": times}
    assert seating_words.table_costs([cost], NAMES) == [words]


@pytest.mark.parametrize(
    ("before", "fewest", "words"),
    [
        (0, 0, "Ada sits out for the first time; nobody has sat out less often."),
        (1, 1, "Ada has sat out once before; nobody has sat out less often."),
        (2, 2, "Ada has sat out 2 times before; nobody has sat out less often."),
        (2, 1, "Ada has sat out more often than others (2 against 1): other rules have priority."),
    ],
)
def test_the_reason_to_sit_out_is_worded(before, fewest, words):
    line = {"player": 1, "sat_out_before": before, "fewest_before": fewest}
    assert seating_words.sit_out_words(line, NAMES) == words


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ({"code": "gap", "sit_out": 2}, "2 players sit out: the number of players does not fit"),
        ({"code": "too_few", "sit_out": 2}, "too few players for another table"),
        ({"code": "out_of_time", "seconds": 3}, "its time was up"),
        (
            {
                "code": "unmet",
                "rule": "together",
                "players": ["1", "2"],
                "conflicts_with": [{"rule": "table_sizes"}],
            },
            (
                "Rule not satisfied for Ada and Bruno (Pairs that should sit together but do not); "
                "overruled by table sizes."
            ),
        ),
        (
            {"code": "tie_at_cut", "table": 0, "players": ["1", "2"], "go_on": ["2"]},
            "Table 1: Ada and Bruno are tied; by the standings, Bruno will advance.",
        ),
        (
            {"code": "tie_for_final", "players": ["1", "2"], "go_on": ["2"], "by": "lots"},
            "Ada and Bruno share a place in the standings; by lot, Bruno will play in the final.",
        ),
        (
            {"code": "no_result", "table": 1, "go_on": ["3"]},
            "Table 2 has no result; by the standings, Chloé will advance.",
        ),
    ],
)
def test_the_reason_for_an_imperfect_draw_is_worded(reason, words):
    (text,) = seating_words.reason_words([reason], NAMES)
    assert words in text


def test_reasons_of_other_kinds_are_left_out():
    assert seating_words.reason_words([{"code": "later"}], NAMES) == []


@pytest.mark.parametrize(
    ("fields", "words", "gaps"),
    [
        ({"by_hand": True}, "Seated by hand", []),
        ({"status": "optimal"}, "Optimal", []),
        (
            {"status": "feasible", "cost": {"repeat_pair": 3}, "bound": {"repeat_pair": 1}},
            "The best draw found",
            [("Repeat meetings", 3, 1)],
        ),
        ({"status": "feasible", "mode": "random"}, "This format decides the seats", []),
    ],
)
def test_the_quality_of_a_draw_is_worded(fields, words, gaps):
    by_hand, mode = fields.pop("by_hand", False), fields.pop("mode", "social")
    quality = seating_words.draw_quality(
        Sitting(plan=fields, request={"mode": mode}, by_hand=by_hand)
    )
    assert words in quality[0]
    assert quality[1] == gaps
