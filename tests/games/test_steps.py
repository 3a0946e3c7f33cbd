"""Whoever looks on sees every move of a transcript, and in the end what was scored."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from games import GAMES, record

NAMES = ["Ada", "Bruno", "Chloé", "Dov"]
REPLAYED = ["neurotrio", "nain_jaune"]


def played(game, evidence="transcript", seed=3):
    return record.play(game, Random(seed), NAMES[: GAMES[game].seats[-1]], evidence)


@pytest.mark.parametrize("game", REPLAYED)
@pytest.mark.parametrize("seed", range(5))
def test_the_deal_comes_first_and_then_every_move(game, seed):
    match = played(game, seed=seed)
    for number, round in enumerate(match["rounds"]):
        steps = record.steps(match, number)
        assert steps[0].move is None
        told = [step.move for step in steps[1:]]
        assert len(told) == len(round["moves"])
        for move, raw in zip(told, round["moves"], strict=True):
            assert {key: move[key] for key in raw} == raw


@pytest.mark.parametrize("game", REPLAYED)
@pytest.mark.parametrize("evidence", ["sheet", "final"])
def test_without_transcript_there_is_nothing_to_see(game, evidence):
    assert record.steps(played(game, evidence), 0) == []


@pytest.mark.parametrize("seed", range(10))
def test_neurotrio_cards_wander_as_the_moves_say(seed):
    """What is drawn or panged is held by its player, what is discarded lies open."""
    match = played("neurotrio", seed=seed)
    for number, judged in enumerate(record.check(match).rounds):
        steps = record.steps(match, number)
        for (_, before), (move, table) in pairwise(steps):
            held = sum(map(len, table["hands"])) + sum(map(len, table["panged"]))
            assert held == 40 + (move["do"] in {"draw", "pang", "finish"})
            check_neurotrio_move(move, before, table)
        finished = [any(i["code"] == "finish" for i in told["items"]) for told in judged.breakdown]
        last = steps[-1].table
        assert [seat == last["finisher"] for seat in range(4)] == finished
        assert last["turn"] is None


def check_neurotrio_move(move, before, table):
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
