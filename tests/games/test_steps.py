"""Whoever looks on sees every move of a transcript, and in the end what was scored."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from games import GAMES, record

NAMES = ["Ada", "Bruno", "Chloé", "Dov"]
REPLAYED = ["neurotrio", "njet"]


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


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_njet_tables_are_what_the_moves_say(seed, players):
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
            check_njet_move(move, before, table, players)
        check_njet_end(steps[-1].table, judged.breakdown)


def check_njet_move(move, before, table, players):
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
            check_njet_trick(move, before, table, players)
    if kind != "card":
        assert (table["trick"], table["winner"], sum(table["took"])) == ([], None, 0)


def check_njet_trick(move, before, table, players):
    lain = before["trick"] if len(before["trick"]) < players else []
    assert table["trick"] == [*lain, (move["seat"], move["card"])]
    assert table["winner"] in [seat for seat, _ in table["trick"]]
    if len(table["trick"]) == players:
        assert table["took"][table["winner"]] == before["took"][table["winner"]] + 1
        assert table["turn"] in (table["winner"], None)
    else:
        assert table["took"] == before["took"]


def check_njet_end(table, breakdown):
    assert (table["phase"], table["turn"]) == (None, None)
    assert not any(table["hands"])
    for seat, told in enumerate(breakdown):
        assert table["rules"] == told["rules"]
        assert table["teams"][told["team"]] == told["members"]
        assert table["tricks"][told["team"]] == told["tricks"]
        assert table["ones"][told["team"]] == told["ones"]
        assert table["took"][seat] == len(told["took"])
        assert table["aside"][seat] == told["aside"]
