"""The table after every move of a transcript is what the moves make of it."""

from itertools import pairwise
from typing import Any

import pytest

from games import record
from games.triominos.tiles import PIPS, TILE_OF, TILES
from tests.games.test_steps import played


@pytest.mark.parametrize("blocked", ["pass_only", "any_nonplay"])
@pytest.mark.parametrize("seed", range(5))
def test_tiles_wander_as_the_moves_say(seed, blocked):
    """56 tiles on board, racks and pool; the points add up to the scores of the round."""
    match = played("triominos", seed=seed, deal=6, blocked=blocked)
    for number, judged in enumerate(record.check(match).rounds):
        steps: list[Any] = record.steps(match, number)
        for (_, before), (move, table) in pairwise(steps):
            laid = [TILE_OF[tuple(placed["corners"])] for placed in table["board"]]
            racks_before = [tile for rack in table["racks"] for tile in rack]
            assert len({*laid, *racks_before}) + table["pool"] == len(TILES)
            check_move(move, before, table)
        last = steps[-1].table
        ended = zip(last["scores"], last["end_points"], strict=True)
        assert tuple(map(sum, ended)) == judged.scores
        assert (last["turn"], last["end"]) == (None, "blocked" if all(last["racks"]) else "out")
        assert all(table["end"] is None for _, table in steps[:-1])


def check_move(move, before, table):
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


def test_tells_the_tile_drawn_and_the_points_where_the_record_does_not():
    match = played("triominos", seed=1)
    moves = match["rounds"][0]["moves"]
    bare = [{key: move[key] for key in move if key != "points"} for move in moves]
    for move in bare:
        if move["do"] == "draw":
            del move["tile"]
    actual = [step.move for step in record.steps(match, 0)]
    match["rounds"][0]["moves"] = bare
    assert [step.move for step in record.steps(match, 0)] == actual


def test_knows_from_the_start_how_far_the_board_will_reach():
    match = played("triominos", seed=2)
    steps: list[Any] = record.steps(match, 0)
    cells = [placed["at"] for placed in steps[-1].table["board"]]
    xs, ys = zip(*cells, strict=True)
    assert steps[0].table["span"] == [[min(xs), min(ys)], [max(xs), max(ys)]]
