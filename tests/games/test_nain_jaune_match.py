"""J1-J5 and J17-J21: deals, house rules, settlements and the end of a match."""

from itertools import count
from random import Random
from typing import Any

import pytest

from games import GAMES, nain_jaune, record
from games.base import Bots, Evidence
from games.nain_jaune import cards, rules
from games.nain_jaune.options import Opener
from games.nain_jaune.score import CLAUSES, LABELS
from tests.games.nain_jaune_notation import (
    DEAD,
    E4,
    E7_HANDS,
    check,
    check_e7,
    deck_dealt,
    e7,
    final,
    match,
    problem_keys,
    sheet,
    started,
    transcript,
)

SIZES = {
    (3, "classic"): ([18, 17, 17], 0),
    (4, "classic"): ([13] * 4, 0),
    (5, "classic"): ([11, 11, 10, 10, 10], 0),
    (6, "classic"): ([9] * 4 + [8] * 2, 0),
    (7, "classic"): ([8] * 3 + [7] * 4, 0),
    (8, "classic"): ([7] * 4 + [6] * 4, 0),
    (3, "simplified"): ([17] * 3, 1),
    (4, "simplified"): ([13] * 4, 0),
    (5, "simplified"): ([10] * 5, 2),
    (6, "simplified"): ([8] * 6, 4),
    (7, "simplified"): ([7] * 7, 3),
    (8, "simplified"): ([6] * 8, 4),
}


@pytest.mark.parametrize(("players", "is_ok"), [(2, False), (3, True), (8, True), (9, False)])
def test_j1_three_to_eight_play(players, is_ok):
    state, problems = record.start("nain_jaune", {}, players)
    assert (state is not None, problems == []) == (is_ok, is_ok)


def test_j1_two_play_by_the_option_only():
    for players, is_ok in ((1, False), (2, True), (3, True), (8, True), (9, False)):
        state, _problems = record.start("nain_jaune", {"two_players": True}, players)
        assert (state is not None) == is_ok
    assert record.start("nain_jaune", {"two_players": False}, 2)[0] is None
    assert problem_keys(check(sheet(-7, 7), players=2, two_players="yes")) == [
        ("not_a_flag", "options.two_players", "J21")
    ]
    could, text = nain_jaune.calculate(["QS 4H", "-", "--option", "two_players=true"])
    assert (could, "taken.7D" in text) == (False, True)


def test_j1_two_players_are_refused_with_the_reason():
    verdict = check(E4, players=2)
    assert problem_keys(verdict) == [("number_of_players", "players", "J1")]
    assert "know all the cards of the other" in verdict.problems[0].message()
    could, text = nain_jaune.calculate(["QS", "-", "--language", "fr"])
    assert (could, "à 2, chacun connaîtrait" in text) == (False, True)


@pytest.mark.parametrize("code", ["7d", "07D", "1D", "D7", "11D", "AH ", "", None, 7, ["7D"], True])
def test_j2_card_codes_are_exact(code):
    verdict = check({**E4, "left": [["QS", code], ["KD", "9C", "KS"], []]})
    assert problem_keys(verdict) == [("no_such_card", "rounds.0.left.0.1", "J2")]


def test_j2_no_card_is_there_twice():
    assert problem_keys(check({**E4, "left": [["QS", "QS"], ["KD"], []]})) == [
        ("card_twice", "rounds.0.left.0", "J2")
    ]
    assert problem_keys(check({**E4, "left": [["QS"], ["KD", "QS"], []]})) == [
        ("card_twice", "rounds.0.left", "J2")
    ]


def test_j3_every_player_pays_five_into_the_boxes():
    assert started(4).stakes == (4, 4, 4, 4, 4)
    items = [seat["items"][0] for seat in check(E4).rounds[0].breakdown]
    assert items == [{"code": "ante", "clause": "J3", "count": 5, "points": -5}] * 3


@pytest.mark.parametrize(("players", "deal"), SIZES)
def test_j4_e1_hand_sizes(players, deal):
    sizes, aside = SIZES[players, deal]
    cards = deck_dealt(1)[0].split()
    hands = [" ".join(cards[sum(sizes[:seat]) :][:size]) for seat, size in enumerate(sizes)]
    round_ = transcript("", *hands, aside=cards[52 - aside :])
    verdict = check(round_, players=players, deal=deal)
    assert problem_keys(verdict) == [("moves_stop_early", "rounds.0.moves", "J22")]


def test_j4_any_seats_may_have_the_larger_hands():
    first, second, third = deck_dealt(3)
    assert check(transcript("", second, third, first)).problems[0].code == "moves_stop_early"


def test_j4_hand_sizes_differ_by_at_most_one():
    first, second, third = deck_dealt(3)
    moved = third.split()[0]
    verdict = check(transcript("", first, f"{second} {moved}", third.removeprefix(f"{moved} ")))
    assert problem_keys(verdict) == [("hand_sizes", "rounds.0.hands", "J4")]


def test_j4_all_cards_are_dealt():
    first, second, third = deck_dealt(3)
    verdict = check(transcript("", first.rsplit(" ", 1)[0], second, third))
    assert problem_keys(verdict) == [
        ("hand_sizes", "rounds.0.hands", "J4"),
        ("cards_missing", "rounds.0.hands", "J4"),
    ]


@pytest.mark.parametrize(
    ("aside", "problems"),
    [
        (["4S", "JD", "6S"], [("aside_size", "rounds.0.aside", "J4")]),
        (["4S", "JD", "6S", "6c"], [("no_such_card", "rounds.0.aside.3", "J2")]),
        (["4S", "JD", "6S", "6S"], [("card_twice", "rounds.0.aside", "J2")]),
        (
            ["4S", "JD", "6S", "AH"],
            [("card_twice", "rounds.0", "J2"), ("cards_missing", "rounds.0.hands", "J4")],
        ),
        (None, [("not_a_list", "rounds.0.aside", "J21")]),
        ([0] * 99, [("aside_size", "rounds.0.aside", "J4")]),
    ],
)
def test_j4_the_cards_aside_are_the_rest(aside, problems):
    assert problem_keys(check_e7(aside=aside)) == problems


def test_j4_the_cards_aside_must_be_written():
    round_ = e7()
    del round_["aside"]
    verdict = check(round_, players=8, deal="simplified")
    assert problem_keys(verdict) == [("aside_missing", "rounds.0.aside", "J4")]


@pytest.mark.parametrize(("players", "deal"), [(3, "classic"), (4, "simplified")])
def test_j4_no_card_is_aside_when_all_are_dealt(players, deal):
    won = final("QS 4H", "KD 9C KS", "", *["JS"] * (players - 3), taken="7D=0 JC=0 10D=1")
    assert check({**won, "aside": []}, players=players, deal=deal).ok
    verdict = check({**won, "aside": ["2S"]}, players=players, deal=deal)
    assert problem_keys(verdict) == [("aside_size", "rounds.0.aside", "J4")]


def test_j5_a_dead_round_does_not_change_who_opens():
    state = started(3, stall="dead")
    _, after = nain_jaune.check_round(state, DEAD, "rounds.0")
    assert after.opener is Opener.ACE
    _, won = nain_jaune.check_round(
        after, final("KS", "", "QD QS", taken="7D=0 10D=1 KD=1 JC=2"), "r"
    )
    assert won.opener == 1


def dead_transcript(state, is_first):
    """Return a dead round and the state after it.

    It was opened by the holder of the lowest heart if `is_first`, else by another player.
    """
    for seed in count():
        rng = Random(seed)
        bots = [Bots.RANDOM] * state.players
        round_: dict[str, Any] = nain_jaune.play_round(state, rng, Evidence.TRANSCRIPT, bots=bots)
        hands = [cards.pack(hand) for hand in round_["hands"]]
        _, after = nain_jaune.check_round(state, round_, "rounds.0")
        if any(after.boxes) and (round_["opener"] == rules.first_opener(hands)) is is_first:
            return round_, after


def test_j13_who_opened_a_dead_round_after_a_hidden_winner_opens_again():
    hidden = started(3, stall="dead")._replace(opener=Opener.HIDDEN)
    round_, after = dead_transcript(hidden, is_first=False)
    assert after.opener == round_["opener"]
    other = (after.opener + 1) % 3
    verdict, _ = nain_jaune.check_round(after, {**round_, "opener": other}, "rounds.1")
    assert problem_keys(verdict) == [("winner_opens", "rounds.1.opener", "J5")]


def test_j13_the_holder_of_the_ace_may_have_opened_before_any_player_had_won():
    hidden = started(3, stall="dead")._replace(opener=Opener.HIDDEN)
    assert dead_transcript(hidden, is_first=True)[1].opener is Opener.HIDDEN


def test_j5_a_final_cannot_play_a_void_deal():
    left = ["QH", "JH", "KD", "QS KC", "KH QC KS", "8D QD", "JC", ""]
    dealt = final(*left, taken="7D=4 10D=3", aside=["AH", "9H", "6C", "4S"])
    house = {"players": 8, "deal": "simplified", "no_ace": "redeal"}
    assert problem_keys(check(dealt, **house)) == [("void_deal", "rounds.0", "J5")]
    assert check(dealt, players=8, deal="simplified").ok
    assert check(sheet(-6, -6, -6, -6, -6, -6, -6, 42), dealt, **house).ok


def test_j14_a_dead_round_leaves_chips_for_who_takes_the_box_next():
    verdict = check(DEAD, final("KS", "", "QD", taken="7D=0 10D=0 KD=0 JC=0 QS=0"), stall="dead")
    assert verdict.rounds[0].scores == (-2, 1, -2)
    assert verdict.rounds[1].scores == (-5 + 5 * 3 + 3 - 2, -5 + 4, -5 - 2)
    assert sum(verdict.totals) == 150


def test_j17_e4_the_winner_takes_boxes_and_penalties():
    verdict = check(E4, chips=30)
    assert (verdict.rounds[0].scores, verdict.totals) == ((-2, -7, 9), (28, 23, 39))
    winner = verdict.rounds[0].breakdown[2]
    assert [(item["code"], item["count"], item["points"]) for item in winner["items"]] == [
        ("ante", 5, -5),
        ("boxes_left", 2, 6),
        ("received", 2, 8),
    ]


def test_j17_the_nain_jaune_costs_five():
    verdict = check(final("7D", "JS", "", taken="10D=0 JC=0 QS=0 KD=0"))
    assert [seat["due"] for seat in verdict.rounds[0].breakdown] == [5, 2, 0]


def test_j18_e5_who_cannot_pay_pays_all_he_has():
    lost = final("KD KH KS JS QH", "3H", "", "2S QC", taken="10D=0 7D=1 JC=3 QS=3")
    state = started(4)
    state = state.after((-43, 10, 10, -17), state.boxes, 0)
    verdict, after = nain_jaune.check_round(state, lost, "rounds.0")
    assert (verdict.scores, after.totals, after.over) == ((-7, -2, 9, 0), (0, 58, 69, 33), True)
    payer: Any = verdict.breakdown[0]
    assert payer["items"][-1] == {
        "code": "forgiven",
        "clause": "J18",
        "count": 4,
        "points": 0,
    }


def test_j18_with_debt_all_is_paid():
    lost = final("KD KH KS JS QH", "3H", "", "2S QC", taken="10D=0 7D=1 JC=3 QS=3")
    state = started(4, penalty="debt")
    state = state.after((-43, 10, 10, -17), state.boxes, 0)
    verdict, after = nain_jaune.check_round(state, lost, "rounds.0")
    assert (verdict.scores, after.totals, after.over) == ((-11, -2, 13, 0), (-4, 58, 73, 33), False)


def test_j19_chips_of_a_last_dead_round_belong_to_no_player():
    verdict = check(DEAD, stall="dead", rounds=1)
    assert (verdict.over, sum(verdict.totals)) == (True, 150 - 3)


def test_j20_e9_the_match_ends_after_its_rounds():
    rounds = [sheet(-4, -7, 11), sheet(-6, 7, -1), sheet(-3, -8, 11)]
    assert not check(*rounds[:2], chips=20, rounds=3).over
    assert check(*rounds, chips=20, rounds=3).over
    verdict = check(*rounds, sheet(0, 0, 0), chips=20, rounds=3)
    assert problem_keys(verdict) == [("all_rounds_played", "rounds.3", "J20")]
    assert verdict.totals == (7, 12, 41)


@pytest.mark.parametrize("end", ["rounds", "chips"])
def test_j20_e9_the_match_ends_when_a_bank_cannot_pay_the_ante(end):
    verdict = check(sheet(-1, 10, -9), sheet(-15, -10, 25), None, chips=20, end=end)
    assert problem_keys(verdict) == [("no_ante", "rounds.2", "J20")]
    assert (verdict.totals, verdict.over, verdict.places) == ((4, 20, 36), True, (3, 2, 1))


def test_j20_by_chips_the_number_of_rounds_does_not_matter():
    played = [sheet(-1, 10, -9), sheet(10, -9, -1), sheet(-9, -1, 10)]
    verdict = check(*played, end="chips", rounds=1)
    assert (verdict.ok, verdict.over) == (True, False)


def test_j20_by_chips_a_bank_of_zero_ends_the_match():
    verdict = check(sheet(-5, -5, 10), 0, chips=5, end="chips")
    assert problem_keys(verdict) == [("bank_empty", "rounds.1", "J20")]


@pytest.mark.parametrize(("end", "is_over"), [("rounds", False), ("chips", True)])
def test_j20_with_debt_only_chips_ends_the_match(end, is_over):
    verdict = check(sheet(-8, -8, 16), penalty="debt", chips=6, end=end)
    assert (verdict.ok, verdict.over) == (True, is_over)
    assert not check(sheet(-2, -2, 4), penalty="debt", chips=6, end=end).over


def test_j20_equal_banks_share_a_place():
    state = started(3, chips=30)
    verdict = check(sheet(-6, -6, 12), chips=30)
    assert (state.totals, verdict.places) == ((30, 30, 30), (2, 2, 1))


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"joker": True}, "unknown_key"),
        ({"chips": 4}, "too_small"),
        ({"chips": True}, "not_an_integer"),
        ({"chips": "50"}, "not_an_integer"),
        ({"chips": 50.0}, "not_an_integer"),
        ({"chips": 10**200}, "too_many_chips"),
        ({"rounds": 0}, "too_small"),
        ({"rounds": None}, "not_an_integer"),
        ({"deal": "Classic"}, "not_a_choice"),
        ({"end": ""}, "not_a_choice"),
        ({"flow": None}, "not_a_choice"),
        ({"stall": "alive"}, "not_a_choice"),
        ({"restart": ["any"]}, "not_a_choice"),
        ({"no_ace": False}, "not_a_choice"),
        ({"penalty": 0}, "not_a_choice"),
        ({"short_ante": "stop"}, "not_a_choice"),
    ],
)
def test_j21_options_are_what_the_rules_say(options, code):
    state, problems = record.start("nain_jaune", options, 3)
    assert state is None
    assert [(problem.code, problem.path) for problem in problems] == [
        (code, f"options.{next(iter(options))}")
    ]


def test_j21_left_out_options_take_their_default():
    house = {"chips": 5, "deal": "simplified", "end": "chips", "rounds": 1, "flow": "table"}
    more = {
        "stall": "dead",
        "restart": "any",
        "no_ace": "redeal",
        "penalty": "debt",
        "short_ante": "pay_what_is_left",
        "two_players": True,
    }
    game = GAMES["nain_jaune"]
    assert game.write_options(started(3, **house, **more)) == house | more
    assert game.write_options(started(3)) == {
        "chips": 50,
        "deal": "classic",
        "end": "rounds",
        "rounds": 6,
        "flow": "literal",
        "stall": "honours",
        "restart": "sticky",
        "no_ace": "next",
        "penalty": "partial",
        "short_ante": "end",
        "two_players": False,
    }


def test_a_verdict_is_the_weakest_evidence():
    assert check(E4, sheet(-6, -6, 12)).evidence is Evidence.SHEET


def test_every_item_has_words():
    assert LABELS.keys() == CLAUSES.keys()


def test_the_record_of_e7_is_read_whole():
    assert record.check(match(e7(), players=8, chips=20, deal="simplified")).places == (
        7, 4, 3, 6, 5, 2, 8, 1,
    )  # fmt: skip
    assert len(E7_HANDS) == 8
