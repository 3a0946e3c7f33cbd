"""The table after every move of a transcript is what the moves make of it."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from games import record
from tests.games.test_steps import NAMES


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_tables_are_what_the_moves_say(seed, players):
    """Cells, cards and tricks wander as written, and the end is what was scored."""
    names = NAMES[:players]
    house = {"super_none": bool(seed % 2), "discards": [[0, 1, 2], [2], [0]][seed % 3]}
    match = record.play("njet", Random(seed), names, "transcript", options=house)
    for number, judged in enumerate(record.check(match).rounds):
        steps = record.steps(match, number)
        assert [step.table["phase"] for step in steps[:-1]] == [
            step.move["do"] for step in steps[1:]
        ]
        for (_, before), (move, table) in pairwise(steps):
            assert before["turn"] == (None if move["do"] == "discard" else move["seat"])
            check_move(move, before, table, players)
        check_end(steps[-1].table, judged.breakdown)


def check_move(move, before, table, players):
    seat, kind = move["seat"], move["do"]
    left = Counter(before["hands"][seat]) - Counter(table["hands"][seat])
    match kind:
        case "njet":
            by = dict(table["board"][move["row"]])
            was = dict(before["board"][move["row"]])
            assert was.pop(move["cell"]) is None
            assert by.pop(move["cell"]) == seat
            assert by == was
            assert (move["row"] in table["rules"]) == (list(by.values()).count(None) == 1)
        case "partner":
            side = {seat} if move["with"] is None else {seat, move["with"]}
            assert set(table["teams"][0]) == side
            assert sorted(table["teams"][0] + table["teams"][1]) == list(range(players))
        case "discard":
            assert left == Counter(move["cards"])
            assert (before["aside"][seat], table["aside"][seat]) == (None, move["cards"])
        case "card":
            assert left == {move["card"]: 1}
            check_trick(move, before, table, players)
    if kind != "card":
        assert (table["trick"], table["winner"], sum(table["took"])) == ([], None, 0)


def check_trick(move, before, table, players):
    lain = before["trick"] if len(before["trick"]) < players else []
    assert table["trick"] == [*lain, (move["seat"], move["card"])]
    assert table["winner"] in [seat for seat, _ in table["trick"]]
    if len(table["trick"]) == players:
        assert table["took"][table["winner"]] == before["took"][table["winner"]] + 1
        assert table["turn"] in (table["winner"], None)
    else:
        assert table["took"] == before["took"]


def check_end(table, breakdown):
    assert (table["phase"], table["turn"]) == (None, None)
    assert not any(table["hands"])
    for seat, actual in enumerate(breakdown):
        assert table["rules"] == actual["rules"]
        assert table["teams"][actual["team"]] == actual["members"]
        assert table["tricks"][actual["team"]] == actual["tricks"]
        assert table["ones"][actual["team"]] == actual["ones"]
        assert table["took"][seat] == len(actual["took"])
        assert table["aside"][seat] == actual["aside"]
