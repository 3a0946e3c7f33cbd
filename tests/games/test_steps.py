"""Whoever looks on sees every move of a transcript, and in the end what was scored."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from games import GAMES, record
from games.triominos.pieces import PIPS, TILE_OF, TILES

NAMES = ["Ada", "Bruno", "Chloé", "Dov"]
REPLAYED = ["neurotrio", "triominos"]


def played(game, evidence="transcript", seed=3, **options):
    names = NAMES[: GAMES[game].seats[-1]]
    return record.play(game, Random(seed), names, evidence, options=options)


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


@pytest.mark.parametrize("blocked", ["pass_only", "any_nonplay"])
@pytest.mark.parametrize("seed", range(5))
def test_triominos_tiles_wander_as_the_moves_say(seed, blocked):
    """56 tiles on board, racks and pool; the points add up to the scores of the round."""
    match = played("triominos", seed=seed, deal=6, blocked=blocked)
    for number, judged in enumerate(record.check(match).rounds):
        steps = record.steps(match, number)
        for (_, before), (move, table) in pairwise(steps):
            laid = [TILE_OF[tuple(placed["corners"])] for placed in table["board"]]
            held = [tile for rack in table["racks"] for tile in rack]
            assert len({*laid, *held}) + table["pool"] == len(TILES)
            check_triominos_move(move, before, table)
        last = steps[-1].table
        ended = zip(last["scores"], last["end_points"], strict=True)
        assert tuple(map(sum, ended)) == judged.scores
        assert (last["turn"], last["end"]) == (None, "blocked" if all(last["racks"]) else "out")
        assert all(table["end"] is None for _, table in steps[:-1])


def check_triominos_move(move, before, table):
    seat = move["seat"]
    assert before["turn"] in {seat, None}
    assert table["scores"][seat] == before["scores"][seat] + move["points"]
    new = set(table["racks"][seat]) ^ set(before["racks"][seat])
    match move["do"]:
        case "play":
            *others, placed = table["board"]
            assert others == before["board"]
            assert [placed[key] for key in ("at", "corners", "seat", "points")] == [
                move[key] for key in ("at", "corners", "seat", "points")
            ]
            assert new == {move["tile"]}
            assert placed["extra"] == move["points"] - PIPS[move["tile"]]
            assert bool(placed["bonus"]) == bool(placed["extra"])
        case "draw":
            assert new == {move["tile"]}
            assert (table["pool"], table["draws"]) == (before["pool"] - 1, before["draws"] + 1)
        case "fail" | "pass":
            assert (new, table["draws"]) == (set(), 0)


def test_triominos_tells_the_tile_drawn_and_the_points_where_the_record_does_not():
    match = played("triominos", seed=1)
    moves = match["rounds"][0]["moves"]
    bare = [{key: move[key] for key in move if key != "points"} for move in moves]
    for move in bare:
        if move["do"] == "draw":
            del move["tile"]
    told = [step.move for step in record.steps(match, 0)]
    match["rounds"][0]["moves"] = bare
    assert [step.move for step in record.steps(match, 0)] == told


def test_triominos_knows_from_the_start_how_far_the_board_will_reach():
    match = played("triominos", seed=2)
    steps = record.steps(match, 0)
    cells = [placed["at"] for placed in steps[-1].table["board"]]
    xs, ys = zip(*cells, strict=True)
    assert steps[0].table["span"] == [[min(xs), min(ys)], [max(xs), max(ys)]]
