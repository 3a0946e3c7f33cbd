"""Who goes on from the tables of a knock-out, and who sits in the final."""

from random import Random

from seating.knockout import FinalTables, FinishedTable, final, finalists, king_reasons, qualifiers
from seating.sizes import Sizes

ABC = ["a", "b", "c", "d", "e", "f", "g", "h"]


def test_the_best_of_each_table_go_on():
    tables = [
        FinishedTable(("a", "b", "c", "d"), (3, 1, 2, 4)),
        FinishedTable(("e", "f", "g"), (1, 2, 3)),
    ]
    qualified = qualifiers(tables, 2, ABC)
    assert (qualified.players, qualified.reasons) == (("b", "c", "e", "f"), ())


def test_a_tie_at_the_cut_is_decided_by_strength_and_reported():
    tables = [FinishedTable(("a", "b", "c", "d"), (1, 2, 2, 2))]
    qualified = qualifiers(tables, 2, ["d", "c", "b", "a"])
    assert qualified.players == ("a", "d")
    assert qualified.reasons == (
        {"code": "tie_at_cut", "table": 0, "players": ["d", "c", "b"], "go_on": ["d"]},
    )


def test_a_tie_of_whom_all_go_on_or_none_needs_no_decision():
    tables = [
        FinishedTable(("a", "b", "c", "d"), (1, 1, 3, 3)),
        FinishedTable(("e", "f", "g", "h"), (1, 2, 3, 3)),
    ]
    assert qualifiers(tables, 2, ABC).reasons == ()


def test_a_table_without_result_goes_by_strength():
    qualified = qualifiers([FinishedTable(("a", "b", "c"), None)], 2, ["c", "a", "b"])
    assert qualified.players == ("c", "a")
    assert qualified.reasons == ({"code": "no_result", "table": 0, "go_on": ["c", "a"]},)


def test_ties_at_all_cuts_of_a_final_are_reasons():
    places = {"a": 1, "b": 2, "c": 2, "d": 2, "e": 5, "f": 6, "g": 6}
    chosen = finalists(places, ["d", "a", "b", "c", "f", "e", "g"], 6, Sizes(3, 3))
    assert chosen.players == ("a", "d", "b", "c", "e", "f")
    assert [(reason["code"], reason["players"], reason["go_on"]) for reason in chosen.reasons] == [
        ("tie_for_final", ["f", "g"], ["f"]),
        ("tie_between_tables", ["d", "b", "c"], ["d", "b"]),
    ]


def test_ties_decide_who_changes_tables_as_king():
    tables = [
        FinishedTable(("a", "b", "c"), (1, 2, 2)),
        FinishedTable(("d", "e", "f"), (1, 1, 3)),
        FinishedTable(("g", "h", "i"), (1, 2, 2)),
    ]
    reasons = king_reasons(tables, ["c", "b", "a", "e", "d", "f", "g", "h", "i"])
    assert [(reason["code"], reason["table"], reason["go_on"]) for reason in reasons] == [
        ("tie_to_stay", 0, ["c"]),
        ("tie_to_move_up", 1, ["e"]),
    ]


def test_never_a_whole_table_goes_on():
    assert qualifiers([FinishedTable(("a", "b"), (2, 1))], 2, ABC).players == ("b",)


def test_whoever_had_a_bye_goes_on():
    assert qualifiers([FinishedTable(("a", "b", "c"), (1, 2, 3))], 1, ABC, ["h"]).players == (
        "a",
        "h",
    )


def test_the_best_sit_at_the_first_table_of_the_final():
    assert final(ABC, 7, Sizes(3, 4)) == FinalTables((("a", "b", "c", "d"), ("e", "f", "g")), ())
    assert final(ABC, 5, Sizes(4, 4)) == FinalTables((("a", "b", "c", "d"),), ("e",))
    assert final(ABC[:2], 8, Sizes(3, 4)) == FinalTables((), ("a", "b"))


def test_any_knock_out_comes_to_an_end():
    """As many as drawn go on, never more than sat down, and somebody is left."""
    for seed in range(300):
        rng = Random(seed)
        players, go_on = rng.randint(3, 60), rng.randint(1, 3)
        names, rounds = [f"p{number}" for number in range(players)], 0
        while len(names) > 4:
            sizes = Sizes(3, 4)
            finals = final(names, len(names), sizes)
            tables = [
                FinishedTable(table, tuple(rng.choices(range(1, 4), k=len(table))))
                for table in finals.tables
            ]
            qualified = qualifiers(tables, go_on, names, finals.out)
            assert len(set(qualified.players)) == len(qualified.players) < len(names)
            expected = sum(min(go_on, len(table) - 1) for table in finals.tables)
            assert len(qualified.players) == expected + len(finals.out)
            names, rounds = list(qualified.players), rounds + 1
        assert names
        assert rounds < 15
