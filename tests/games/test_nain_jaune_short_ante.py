"""J3 and J20 with `short_ante: pay_what_is_left`: banks and boxes where somebody has few chips.

A cashier of its own moves chips one by one, as the players do at the table; it shares nothing with
the engine but the record.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import nain_jaune, record
from games.nain_jaune import feasibility
from tests.games import nain_jaune_notation as notation
from tests.games.nain_jaune_notation import (
    CAST,
    check,
    final,
    problem_keys,
    sheet,
    some_story,
    started,
    with_banks,
)

BOARD = ["7D", "10D", "JC", "QS", "KD"]
PAY = {"short_ante": "pay_what_is_left"}
E4 = final("QS 4H", "KD 9C KS", "", taken="7D=0 JC=0 10D=1")
TO_4_20_36 = [sheet(-1, 10, -9), sheet(-15, -10, 25)]
TO_0_14_1 = [sheet(-5, 9, -4)]


class Cashier:
    """The chips of a match: `banks`, and `boxes` by name."""

    def __init__(self, players, chips):
        self.banks = [chips] * players
        self.boxes = dict.fromkeys(BOARD, 0)

    def settle(self, round_):
        """Settle one round of a transcript."""
        hands = [set(hand) for hand in round_["hands"]]
        for seat in range(len(hands)):
            for box in BOARD:
                if self.banks[seat]:
                    self.banks[seat] -= 1
                    self.boxes[box] += 1
        for move in round_["moves"]:
            if move["do"] == "play":
                hands[move["seat"]].remove(move["card"])
                if move["card"] in BOARD:
                    self.empty(move["card"], move["seat"])
        if set() in hands:
            self.pay(hands, hands.index(set()))

    def pay(self, hands, winner):
        for box in BOARD:
            self.empty(box, winner)
        for seat, hand in enumerate(hands):
            for card in hand:
                for _ in range(5 if card == "7D" else 2 if card[0] in "JQK" else 1):
                    if self.banks[seat]:
                        self.banks[seat] -= 1
                        self.banks[winner] += 1

    def empty(self, box, seat):
        self.banks[seat] += self.boxes[box]
        self.boxes[box] = 0


houses = st.fixed_dictionaries(
    {"chips": st.integers(5, 12), "rounds": st.integers(2, 8)},
    optional={
        "deal": st.sampled_from(["classic", "simplified"]),
        "flow": st.sampled_from(["literal", "table"]),
        "stall": st.sampled_from(["honours", "dead"]),
        "end": st.sampled_from(["rounds", "chips"]),
    },
)
LEVELS = st.text("tfsw", min_size=8, max_size=8)


@given(st.integers(3, 8), houses, st.integers(0, 10**6).map(Random), LEVELS)
def test_j20_a_cashier_counts_the_same_chips(players, house, rng, levels):
    played = notation.play(rng, CAST[:players], "transcript", options=house | PAY, bots="random")
    verdict = record.check(played)
    cashier = Cashier(players, house["chips"])
    for number, (round_, judged) in enumerate(zip(played["rounds"], verdict.rounds, strict=True)):
        before = cashier.banks.copy()
        cashier.settle(round_)
        scores = [after - bank for after, bank in zip(cashier.banks, before, strict=True)]
        assert list(judged.scores) == scores, number
        assert sum(cashier.banks) + sum(cashier.boxes.values()) == players * house["chips"]
    assert (verdict.ok, list(verdict.totals), verdict.over) == (True, cashier.banks, True)
    if house.get("end") == "chips":
        assert min(cashier.banks) == 0
    else:
        assert len(verdict.rounds) == house["rounds"]
    weak = {**played, "rounds": played["rounds"][: len(levels)]}
    weak = notation.weaker(weak, verdict, levels, players)
    assert record.check(weak).ok


def short_match(players, stall):
    """Return the state before the first round with a short ante, and that round.

    In this round somebody cannot pay a whole ante.
    """
    house = {"chips": 6, "rounds": 9, "stall": stall, **PAY}
    for seed in range(100):
        played = notation.play(Random(seed), CAST[:players], "transcript", options=house)
        state = started(players, **house)
        for round_ in played["rounds"]:
            if min(state.banks) < 5:
                return state, round_
            _, state = nain_jaune.check_round(state, round_, "r")
    raise AssertionError("chips of 6 get short")


@pytest.mark.parametrize("stall", ["honours", "dead"])
@pytest.mark.parametrize(
    "players", [3, 8, *(pytest.param(n, marks=pytest.mark.long) for n in range(4, 8))]
)
def test_j20_a_round_with_a_short_ante_that_is_changed_is_refused(players, stall):
    state, round_ = short_match(players, stall)
    verdict, after = nain_jaune.check_round(state, round_, "r")
    breakdown: Any = verdict.breakdown
    left = [of["left"] for of in breakdown]
    taken = {box: seat for seat, of in enumerate(breakdown) for box in of["taken"]}
    all_taken = {box: taken.get(box) for box in BOARD}
    aside = {"aside": round_["aside"]} if "aside" in round_ else {}
    cards = {"evidence": "final", "left": left, "taken": all_taken, **aside}
    assert nain_jaune.check_round(state, cards, "r")[1] == after
    for evidence in (round_, cards):
        for seat in range(players):
            for off in (-1, 1):
                scores = list(verdict.scores)
                scores[seat] += off
                judged, _ = nain_jaune.check_round(state, {**evidence, "scores": scores}, "r")
                assert [problem.path for problem in judged.problems] == [f"r.scores.{seat}"]


@pytest.mark.long
@given(st.integers(0, 10**9).map(Random))
def test_j24_the_search_finds_a_story_if_and_only_if_some_hand_fits(rng):
    banks = [rng.choice([0, 1, 2, 3, 4, 5, 8, 20]) for _ in range(3)]
    boxes = [rng.choice([0, 0, 0, 2, 3]) for _ in range(5)]
    state = with_banks(banks, boxes, stall="dead", **PAY)
    scores = [rng.randint(-min(bank, 12), 8) for bank in banks]
    assert feasibility.could_win(state, scores, 2) == some_story(state, scores, 2)


def test_j3_a_short_ante_goes_into_the_first_boxes_of_the_board():
    assert with_banks([3, 20, 36], **PAY).stakes == (3, 3, 3, 2, 2)
    assert with_banks([0, 20, 1], (0, 0, 0, 4, 0), **PAY).stakes == (2, 1, 1, 5, 1)
    assert with_banks([-3, 20, 1], penalty="debt", **PAY).stakes == (3, 3, 3, 3, 3)


def test_j20_the_match_goes_on_with_a_bank_below_five():
    verdict = check(*TO_4_20_36, E4, chips=20, **PAY)
    assert (verdict.rounds[2].scores, verdict.totals) == ((-1, -7, 8), (3, 13, 44))
    assert verdict.over is False
    paid = [of["items"][0] for of in verdict.rounds[2].breakdown]
    assert [(item["count"], item["points"]) for item in paid] == [(4, -4), (5, -5), (5, -5)]
    assert problem_keys(check(*TO_4_20_36, E4, chips=20)) == [("no_ante", "rounds.2", "J20")]


def test_j20_a_player_without_chips_plays_without_stakes_or_ends_the_match():
    verdict = check(*TO_0_14_1, E4, chips=5, **PAY)
    assert (verdict.rounds[1].scores, verdict.totals) == ((0, -9, 9), (0, 5, 10))
    assert problem_keys(check(*TO_0_14_1, E4, chips=5, end="chips", **PAY)) == [
        ("bank_empty", "rounds.1", "J20")
    ]


def test_j20_by_chips_a_bank_below_five_plays_on():
    verdict = check(*TO_4_20_36, E4, chips=20, end="chips", **PAY)
    assert (verdict.ok, verdict.over) == (True, False)


@pytest.mark.parametrize("end", ["rounds", "chips"])
def test_j20_in_debt_it_has_no_meaning(end):
    rounds = [sheet(-8, -8, 16), E4]
    house = {"penalty": "debt", "chips": 9, "end": end}
    assert check(*rounds, **house, **PAY).to_json() == check(*rounds, **house).to_json()
    assert check(*rounds, **house).rounds[1].scores == (-2, -7, 9)


def test_j24_a_sheet_says_what_was_paid():
    line = sheet(10, -6, -4, winner=2)
    assert check(*TO_4_20_36, sheet(-1, -7, 8, winner=2), chips=20, **PAY).ok
    verdict = check(*TO_4_20_36, line, chips=20, **PAY)
    assert problem_keys(verdict) == [("no_story", "rounds.2", "J24")]
    assert "4, 5, 5" in verdict.problems[0].message()
    boxes = "V♣\u00a0: 3, D♠\u00a0: 3, R♦\u00a0: 2"
    assert boxes in verdict.problems[0].message("fr")


@pytest.mark.parametrize("winner", [0, 7])
def test_j24_boxes_of_many_kinds_are_judged_at_once(winner):
    """Five kinds of boxes, eight banks: the longest search."""
    banks = [4, 3, 2, 1, 30, 40, 50, 60]
    state = with_banks(banks, (0, 9, 1, 20, 7), stall="dead", **PAY)
    for scores in ([-4, -3, -2, -1, -30, -40, -50, 130], [2, 1, 3, 4, -11, -12, -13, 26]):
        line = sheet(*scores, winner=winner)
        assert nain_jaune.check_round(state, line, "r")[0].problems


def test_the_command_line_settles_short_antes():
    argv = ["QS 4H", "KD 9C KS", "-", "--taken", "7D=0", "JC=0", "10D=1"]
    argv += ["--option", "short_ante=pay_what_is_left"]
    could, text = nain_jaune.calculate([*argv, "--banks", "4,20,36"])
    assert could
    assert "   -4  ante (4, J3)" in text
    could, text = nain_jaune.calculate([*argv, "--banks=-4,20,36"])
    assert (could, text.split(":")[0]) == (False, "banks.0")


@pytest.mark.parametrize("players", [3, 8])
def test_a_replay_shows_the_same_chips(players):
    house = {"chips": 6, "rounds": 5, **PAY}
    played = notation.play(Random(players), CAST[:players], "transcript", options=house)
    verdict = record.check(played)
    for number, judged in enumerate(verdict.rounds):
        tables: list[Any] = [step.table for step in record.steps(played, number)]
        for table in tables:
            assert sum(table["banks"]) + sum(table["boxes"].values()) == 6 * players
            assert min(table["banks"]) >= 0
        assert tables[-1]["banks"] == [of["bank"] for of in judged.breakdown]
    banks: list[Any] = [of["bank"] for round_ in verdict.rounds for of in round_.breakdown]
    assert min(banks) < 5
