"""The table after every move of a transcript is what the moves make of it."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from games import record
from tests.games.test_steps import played


@pytest.mark.parametrize("seed", range(10))
def test_cards_wander_as_the_moves_say(seed):
    """What is drawn or panged is held by its player, what is discarded lies open."""
    match = played("neurotrio", seed=seed)
    for number, judged in enumerate(record.check(match).rounds):
        steps: list[Any] = record.steps(match, number)
        for (_, before), (move, table) in pairwise(steps):
            pile = sum(map(len, table["hands"])) + sum(map(len, table["panged"]))
            assert pile == 40 + (move["do"] in {"draw", "pang", "finish"})
            check_move(move, before, table)
        breakdown: Any = judged.breakdown
        finished = [any(i["code"] == "finish" for i in actual["items"]) for actual in breakdown]
        last = steps[-1].table
        assert [seat == last["finisher"] for seat in range(4)] == finished
        assert last["turn"] is None


def check_move(move, before, table):
    seat = move.get("seat")
    match move["do"]:
        case "draw":
            assert table["stock"] == before["stock"] - 1
            assert Counter(table["hands"][seat]) - Counter(before["hands"][seat]) == {
                move["card"]: 1
            }
        case "discard":
            assert table["discard"] == move["card"]
            assert before["turn"] == seat
        case "pang":
            new = Counter(table["panged"][seat]) - Counter(before["panged"][seat])
            assert new == {before["discard"]: 1}
        case "reshuffle":
            assert (before["stock"], table["stock"]) == (0, len(move["stock"]))
            assert table["reshuffles"] == before["reshuffles"] + 1
