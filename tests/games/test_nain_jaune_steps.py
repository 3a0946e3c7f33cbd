"""The table after every move of a transcript is what the moves make of it."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games import record
from games.nain_jaune.cards import BOXES, CODES
from tests.games.nain_jaune_notation import CAST, E7_HOUSE, E7_SCORES, e7, match

HOUSES = [
    {},
    {"deal": "simplified", "chips": 20},
    {"flow": "table"},
    {"stall": "dead"},
    {"stall": "dead", "flow": "table", "deal": "simplified", "restart": "blocker"},
    {"restart": "any", "penalty": "debt"},
]


@pytest.mark.parametrize("players", [3, 8])
@pytest.mark.parametrize("house", HOUSES)
def test_cards_and_chips_wander_as_the_moves_say(players, house):
    played: dict[str, Any] = record.play(
        "nain_jaune", Random(players), CAST[:players], "transcript", options=house
    )
    bank = [played["options"]["chips"]] * players
    for number, judged in enumerate(record.check(played).rounds):
        steps = record.steps(played, number)
        check_deal(steps[0].table, played["rounds"][number])
        for (_, before), (move, table) in pairwise(steps):
            check_turn(move, before, table)
            check_move(move, before, table)
            check_pass(move, before)
        chips = {sum_of_chips(table) for _, table in steps}
        assert len(chips) == 1
        bank = [chips + score for chips, score in zip(bank, judged.scores, strict=True)]
        last = steps[-1].table
        assert (last["scores"], last["banks"]) == (list(judged.scores), bank)
        assert [seat == last["winner"] for seat in range(players)] == [
            actual["winner"] for actual in judged.breakdown
        ]
        assert (last["turn"], last["next"]) == (None, None)


def sum_of_chips(table):
    return sum(table["banks"]) + sum(table["boxes"].values())


def check_deal(table, round_):
    assert [sorted(hand) for hand in table["hands"]] == [sorted(hand) for hand in round_["hands"]]
    assert table["turn"] == round_["moves"][0]["seat"]
    assert set(table["taken"].values()) == {None}
    assert table["sequence"] == []


def check_turn(move, before, table):
    assert before["turn"] == move["seat"]
    assert before["scores"] is None
    assert before["winner"] is None
    others = [seat for seat in range(len(table["hands"])) if seat != move["seat"]]
    assert all(table["hands"][seat] == before["hands"][seat] for seat in others)


def check_move(move, before, table):
    if move["do"] == "pass":
        assert table["hands"] == before["hands"]
        assert table["sequence"] == before["sequence"]
        return
    seat, card = move["seat"], move["card"]
    assert sorted([*table["hands"][seat], card]) == sorted(before["hands"][seat])
    assert table["sequence"] == [*([] if move["starts"] else before["sequence"]), card]
    assert move["starts"] == (card != before["next"])
    assert move.get("missing") == (before["next"] if move["starts"] else None)
    assert ("box" in move) == (card in BOXES)
    if card in BOXES:
        assert (before["boxes"][card], table["boxes"][card]) == (move["box"], 0)
        assert table["taken"] == {**before["taken"], card: seat}


def check_pass(move, before):
    if move["do"] != "pass":
        return
    hand = before["hands"][move["seat"]]
    match move["reason"]:
        case "next":
            assert move["missing"] == before["next"]
            assert before["next"] not in hand
        case "suit":
            assert any(card.endswith(move["suit"]) for card in hand)
        case "honours":
            assert all(CODES.index(card) >= CODES.index("JH") for card in hand)


def test_steps_show_every_reason_to_pass():
    reasons = {
        step.move.get("reason")
        for house in HOUSES
        for round_ in range(2)
        for step in record.steps(played_by(house), round_)[1:]
    }
    assert reasons == {None, "next", "suit", "honours"}


def played_by(house):
    return record.play("nain_jaune", Random(8), CAST[:8], "transcript", options=house)


def test_the_example_of_the_rules():
    """E7: 6 may twice not start in hearts; three boxes are taken."""
    steps = record.steps(match(e7(), players=8, **E7_HOUSE), 0)
    assert steps[0].table["aside"] == ["4S", "6S", "6C", "JD"]
    assert steps[0].table["banks"] == [15] * 8
    assert steps[3].table["sequence"] == ["4D", "5D"]
    assert steps[4].move == {
        "seat": 6, "do": "play", "card": "2H", "starts": True, "missing": "6D",
    }  # fmt: skip
    passes = [
        (move["seat"], move["reason"], move.get("suit")) for move, _ in steps[1:] if is_pass(move)
    ]
    assert passes == [(6, "suit", "H"), (6, "suit", "H")]
    assert [move["box"] for move, _ in steps[1:] if move.get("card") in BOXES] == [8, 8, 8]
    last = steps[-1].table
    assert (last["winner"], last["scores"], last["running"]) == (7, E7_SCORES, False)
    assert last["boxes"] == dict.fromkeys(BOXES, 0)


def is_pass(move):
    return move["do"] == "pass"


def test_a_dead_round_leaves_its_chips_in_the_boxes():
    played, number = find_dead_round()
    last: Any = record.steps(played, number)[-1].table
    assert last["winner"] is None
    for box, taker in last["taken"].items():
        assert (last["boxes"][box] > 0) == (taker is None)
    if number + 1 < len(played["rounds"]):
        before = record.steps(played, number + 1)[0].table
        assert before["boxes"] == {box: chips + 8 for box, chips in last["boxes"].items()}


def find_dead_round():
    for seed in range(50):
        options = {"stall": "dead", "chips": 500}
        played = record.play("nain_jaune", Random(seed), CAST, "transcript", options=options)
        for number, judged in enumerate(record.check(played).rounds):
            if not any(actual["winner"] for actual in judged.breakdown):
                return played, number
    raise AssertionError("no dead round found")
