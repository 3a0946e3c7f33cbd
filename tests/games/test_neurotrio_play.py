"""N1-N13: the deck, turns, pangs, finishing and the reshuffle, each kept and broken."""

import pytest

from games import record
from games.base import IllegalMove, Seat
from games.neurotrio import cards, moves, rules
from games.neurotrio.moves import Discard, Exhausted, Reshuffle
from tests.games import notation
from tests.games.notation import (
    after,
    check,
    final,
    move,
    opening,
    problem_keys,
    sheet,
    ten_panged,
    transcript,
)

THREE = ("2CN 2CV 2CB 2EN 2EV 2EB 2RN 2RV 2RB 1CN", "", "")
STOCK = "3CN 3CV 3CB 3EN 3EV 3EB"


def refused(state, played, last):
    """Return the code and clause with which the last move is refused."""
    with pytest.raises(IllegalMove) as caught:
        after(after(state, played), last)
    return caught.value.problem.code, caught.value.problem.clause


def three(first=0):
    return opening(*THREE, first=first, stock=STOCK)


def test_n1_the_deck_has_27_types_twice():
    assert len(set(cards.CARDS)) == 27
    assert "2EB" in cards.CARDS
    assert check(transcript("0 draw", "", "")).problems[0].code == "round_not_ended"


def test_n1_a_third_copy_is_refused():
    played = transcript("0 draw", "", "")
    played["hands"][0] = ["1CN", "1CN", "1CN", *played["hands"][0][3:]]
    assert problem_keys(check(played))[0] == ("card_too_often", "rounds.0.hands", "N1")


def test_n1_a_third_copy_in_the_stock_is_a_problem_of_the_stock():
    played = transcript("0 draw", "", "")
    played["stock"] = ["1CN", "1CN", "1CN", *played["stock"][3:]]
    assert problem_keys(check(played)) == [("card_too_often", "rounds.0.stock", "N1")]


def test_n1_a_third_copy_between_hands_and_stock_is_a_problem_of_the_round():
    played = transcript("0 draw", "1CN 1CN 1CV 1CV 1CB 1CB 1EN 1EN 1EV 1EV", "")
    played["stock"][0] = "1CN"
    assert problem_keys(check(played)) == [("card_too_often", "rounds.0", "N1")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_n2_two_to_four_players_have_ten_cards_each(players):
    assert (
        problem_keys(check(transcript("", *[""] * players), players=players))[0][0]
        == "round_not_ended"
    )


def test_n2_one_player_is_too_few_and_five_are_too_many():
    one = notation.match(sheet(3)) | {"players": ["Ada"]}
    five = notation.match(sheet(3)) | {"players": ["Ada"] * 5}
    problem = ("number_of_players", "players", "N30")
    assert problem_keys(record.check(one)) == problem_keys(record.check(five)) == [problem]


def test_n2_a_hand_of_nine_cards_is_refused():
    played = transcript("", "", "")
    played["hands"][1].pop()
    assert problem_keys(check(played)) == [("hand_size", "rounds.0.hands.1", "N34")]


def test_n2_a_stock_that_lacks_a_card_is_refused():
    played = transcript("", "", "")
    played["stock"].pop()
    assert problem_keys(check(played)) == [("wrong_length", "rounds.0.stock", "N30")]


def test_n3_any_seat_may_begin():
    assert [after(three(first=seat), f"{seat} draw").acting for seat in range(3)] == [0, 1, 2]


def test_n3_the_first_player_is_a_seat_at_the_table():
    assert problem_keys(check(transcript("", "", "", first=2))) == [
        ("not_a_seat", "rounds.0.first", "N30")
    ]


def test_n4_a_player_draws_the_top_card_and_may_discard_it():
    state = after(three(), "0 draw 3CN, 0 discard 3CN, 1 draw 3CV")
    assert (state.acting, state.due, state.last) == (1, 2, None)


@pytest.mark.parametrize(
    ("played", "last", "expected"),
    [
        ("", "1 draw", ("not_your_draw", "N4")),
        ("0 draw", "0 draw", ("still_to_play", "N4")),
        ("0 draw", "1 pang", ("still_to_play", "N4")),
        ("0 draw", "1 discard 1CN", ("not_your_turn", "N4")),
        ("0 draw", "1 finish", ("not_your_turn", "N4")),
        ("", "0 discard 1CN", ("nobody_to_play", "N4")),
        ("", "0 finish", ("nobody_to_play", "N4")),
        ("0 draw", "0 discard 3RB", ("card_not_held", "N4")),
        ("0 draw, 0 discard 1CN", "0 draw", ("not_your_draw", "N4")),
        ("", "0 draw 3CV", ("not_the_top_card", "N34")),
    ],
)
def test_n4_a_turn_is_a_draw_and_a_discard(played, last, expected):
    assert refused(three(), played, last) == expected


def test_n5_any_other_player_may_take_the_last_discard():
    state = after(three(), "0 draw, 0 discard 1CN")
    assert move("1 pang") in rules.legal_moves(state)
    assert move("2 pang") in rules.legal_moves(state)
    assert move("0 pang") not in rules.legal_moves(state)


@pytest.mark.parametrize(
    ("played", "last", "code"),
    [
        ("0 draw, 0 discard 1CN", "0 pang", "own_discard"),
        ("", "1 pang", "nothing_to_pang"),
        ("0 draw, 0 discard 1CN, 1 draw", "2 pang", "still_to_play"),
    ],
)
def test_n5_a_pang_takes_another_ones_last_discard_before_the_next_draw(played, last, code):
    assert refused(three(), played, last)[0] == code


def test_n5_a_reshuffle_ends_the_chance_to_pang():
    state = reshuffled(drained(opening("", "", "", "")))
    assert refused(state, "", "0 pang") == ("nothing_to_pang", "N5")


def test_n6_the_taker_discards_and_that_card_can_be_taken_in_turn():
    state = after(three(), "0 draw, 0 discard 1CN, 2 pang")
    card = cards.of_pile(state.hands[2])[0]
    chain = after(state, f"2 discard {card}, 0 pang")
    assert (chain.acting, cards.of_pile(chain.tables[0])) == (0, [card])


def test_n6_no_player_may_draw_before_the_taker_has_discarded():
    state = after(three(), "0 draw, 0 discard 1CN, 2 pang")
    assert refused(state, "", "1 draw") == ("still_to_play", "N4")


def test_n7_a_panged_card_is_never_discarded():
    state = after(opening("1CN 1CN 2CV 2CB 2EN 2EV 2EB 2RN 2RV 2RB", "", ""), "0 draw")
    state = after(state, "0 discard 1CN, 2 pang")
    assert refused(state, "", "2 discard 1CN") == ("bound_card", "N7")


def test_n7_its_identical_copy_in_the_hand_is_free():
    hands = ("1CN 2CN 2CV 2CB 2EN 2EV 2EB 2RN 2RV 2RB", "1CN 3CV 3CB 3EN 3EV 3EB 3RN 3RV 3RB 1RB")
    state = after(opening(*hands), "0 draw, 0 discard 1CN, 1 pang, 1 discard 1CN")
    assert cards.of_pile(state.tables[1]) == ["1CN"]
    assert "1CN" not in cards.of_pile(state.hands[1])


def test_n7_the_free_copy_can_be_discarded_only_once():
    hands = ("1CN 2CN 2CV 2CB 2EN 2EV 2EB 2RN 2RV 2RB", "1CN 3CV 3CB 3EN 3EV 3EB 3RN 3RV 3RB 1RB")
    state = after(opening(*hands), "0 draw, 0 discard 1CN, 1 pang, 1 discard 1CN, 1 draw")
    assert refused(state, "", "1 discard 1CN") == ("bound_card", "N7")


def test_n8_with_ten_panged_cards_a_pang_must_finish():
    state = ten_panged("1RB")
    assert move("1 pang") in rules.legal_moves(state)
    taken = after(state, "1 pang")
    assert rules.legal_moves(taken) == [move("1 finish")]
    assert after(taken, "1 finish").finisher == 1


def test_n8_with_ten_panged_cards_no_other_pang_is_allowed():
    state = ten_panged("3RV")
    assert move("1 pang") not in rules.legal_moves(state)
    assert refused(state, "", "1 pang") == ("ten_panged", "N8")


def test_n8_with_ten_panged_cards_claims_do_not_help():
    assert refused(ten_panged("3RV"), "", "1 pang 1") == ("ten_panged", "N8")


def test_n8_after_a_draw_the_drawn_card_can_go():
    state = after(ten_panged("3RV"), "1 draw")
    assert rules.legal_moves(state) == [Discard(Seat(1), state.stock[state.draws - 1])]


FOUR = ("", "2CN 2CV 2CB 2EN 2EV 2EB 2RN 2RV 2RB 1CN", "", "")


def four(first=1):
    return opening(*FOUR, first=first)


def test_n9_of_those_who_speak_at_once_the_first_after_the_discarder_takes():
    state = after(four(), "1 draw, 1 discard 1CN")
    assert after(state, "3 pang 0 3").acting == 3
    assert refused(state, "", "0 pang 0 3") == ("pang_priority", "N9")


def test_n9_who_is_faster_takes_without_claims():
    assert after(four(), "1 draw, 1 discard 1CN, 0 pang").acting == 0
    assert after(four(), "1 draw, 1 discard 1CN, 0 pang 0").acting == 0


def test_n9_inside_a_chain_priority_counts_from_whoever_discarded_this_very_card():
    state = after(four(), "1 draw, 1 discard 1CN, 3 pang")
    state = after(state, f"3 discard {cards.of_pile(state.hands[3])[0]}")
    assert after(state, "0 pang 1 0").acting == 0
    assert refused(state, "", "1 pang 1 0") == ("pang_priority", "N9")


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ("0 1", "claim_of_discarder"),
        ("2 3", "claim_without_taker"),
        ("0 0", "claim_twice"),
        ("0 4", "not_a_seat"),
        ("0 2 3 0 2", "too_long"),
    ],
)
def test_n9_claims_name_the_taker_and_not_the_discarder(claims, code):
    state = after(four(), "1 draw, 1 discard 1CN")
    assert refused(state, "", f"0 pang {claims}")[0] == code


@pytest.mark.parametrize("claims", ["0 3", {"0": 3}, None])
def test_n9_claims_of_a_transcript_are_a_list(claims):
    played = transcript("1 draw, 1 discard 1CN, 0 pang 0", *FOUR, first=1)
    played["moves"][2]["claims"] = claims
    assert problem_keys(check(played, players=4)) == [("not_a_list", "rounds.0.moves.2", "N34")]


def chain_of_e8():
    state = after(three(), "0 draw, 0 discard 1CN, 2 pang")
    state = after(state, f"2 discard {cards.of_pile(state.hands[2])[0]}, 0 pang")
    return after(state, f"0 discard {cards.of_pile(state.hands[0])[0]}")


def test_n10_after_a_chain_the_neighbour_of_who_drew_last_draws():
    assert after(chain_of_e8(), "1 draw").acting == 1


@pytest.mark.parametrize("seat", [0, 2])
def test_n10_after_a_chain_no_other_player_draws(seat):
    code = refused(chain_of_e8(), "", f"{seat} draw")
    assert code == ("not_your_draw_after_pang", "N10")


def test_n10_the_neighbour_draws_even_if_he_took_part_in_the_chain():
    state = after(three(), "0 draw, 0 discard 1CN, 1 pang")
    state = after(state, f"1 discard {cards.of_pile(state.hands[1])[0]}, 1 draw")
    assert state.acting == 1


BARE_BUT_ONE, LAST = notation.BARE.rsplit(" ", 1)


def test_n11_eleven_cards_finish_as_a_duo_and_three_trios_but_need_not():
    state = after(opening(BARE_BUT_ONE, "", stock=LAST, minimums=[11, 11]), "0 draw")
    assert move("0 finish") in rules.legal_moves(state)
    assert move("0 discard 2RB") in rules.legal_moves(state)
    assert after(state, "0 finish").over


def test_n11_cards_without_a_duo_cannot_finish():
    hand = "1CN 1CV 1CB 2EN 2EV 2EB 3RN 3RV 3RB 1EN"
    state = opening(hand, "", stock="2CN")
    assert refused(state, "0 draw", "0 finish") == ("cannot_finish", "N11")


def test_n11_the_round_is_over_at_once():
    state = opening(BARE_BUT_ONE, "", stock=LAST, minimums=[11, 11])
    assert refused(state, "0 draw, 0 finish", "1 draw") == ("move_after_end", "N34")
    assert rules.legal_moves(after(state, "0 draw, 0 finish")) == []


def test_n12_a_finish_must_reach_the_players_own_minimum():
    state = after(opening(BARE_BUT_ONE, "", stock=LAST, minimums=[12, 11]), "0 draw")
    assert refused(state, "", "0 finish") == ("finisher_below_minimum", "N12")
    assert move("0 finish") not in rules.legal_moves(state)


@pytest.mark.parametrize(("minimum", "ok"), [(17, True), (18, False), (22, False)])
def test_n12_the_graal_bonus_does_not_help_to_reach_the_minimum(minimum, ok):
    verdict = check(final(notation.GRAAL, "", finisher=0), minimums=[minimum, 12])
    assert verdict.ok is ok


@pytest.mark.parametrize(("minimum", "ok"), [(11, True), (12, False)])
def test_n12_the_finishing_bonus_counts_for_the_minimum(minimum, ok):
    assert check(final(notation.BARE, "", finisher=0), minimums=[minimum, 12]).ok is ok


def drained(state):
    """Return the state after everybody has discarded what he drew until the stock is empty."""
    while state.stock_left:
        card, seat = state.stock[state.draws], state.due
        state = after(state, f"{seat} draw, {seat} discard {card}")
    return state


def reshuffled(state):
    return rules.apply(state, Reshuffle(tuple(cards.of_pile(state.discards))))


def test_n13_an_empty_stock_is_filled_with_all_live_discards_twice():
    state = drained(opening("", "", "", ""))
    assert len(cards.of_pile(state.discards)) == 14
    state = drained(reshuffled(drained(reshuffled(state))))
    assert rules.apply(state, Exhausted()).over


def test_n13_the_last_discard_can_still_be_panged_before_the_reshuffle():
    state = after(drained(opening("", "", "", "")), "0 pang")
    assert len(cards.of_pile(state.discards)) == 13
    assert state.acting == 0


def test_n13_a_panged_card_is_no_live_discard():
    state = drained(opening("", "", "", ""))
    before = tuple(cards.of_pile(state.discards))
    state = after(state, "0 pang")
    state = after(state, f"0 discard {cards.of_pile(state.hands[0])[0]}")
    with pytest.raises(IllegalMove, match="Too many"):
        rules.apply(state, Reshuffle(before))


@pytest.mark.parametrize("early", [Reshuffle(()), Exhausted()])
def test_n13_no_shuffle_while_the_stock_has_cards_or_a_player_must_act(early):
    state = opening("", "")
    for ready, code in ((state, "stock_not_empty"), (after(state, "0 draw"), "still_to_play")):
        with pytest.raises(IllegalMove) as caught:
            rules.apply(ready, early)
        assert caught.value.problem.code == code


@pytest.mark.parametrize(("stock", "code"), [("2EB", "not_a_list"), (["2EB"] * 55, "too_long")])
def test_n13_a_new_stock_is_written_as_a_list(stock, code):
    state = drained(opening("", ""))
    round_ = {"do": "reshuffle", "stock": stock}
    with pytest.raises(IllegalMove) as caught:
        moves.read(round_, state.players)
    assert caught.value.problem.code == code


def test_n13_an_empty_stock_cannot_be_drawn_from():
    state = drained(opening("", "", "", ""))
    assert refused(state, "", f"{state.due} draw") == ("stock_empty", "N13")


def test_n13_the_round_is_not_exhausted_before_two_reshuffles():
    with pytest.raises(IllegalMove) as caught:
        rules.apply(drained(opening("", "", "", "")), Exhausted())
    assert caught.value.problem.code == "not_exhausted"


def test_n13_there_is_no_third_reshuffle():
    state = drained(reshuffled(drained(reshuffled(drained(opening("", "", "", ""))))))
    with pytest.raises(IllegalMove) as caught:
        reshuffled(state)
    assert caught.value.problem.code == "no_third_reshuffle"
    assert refused(state, "", f"{state.due} draw") == ("stock_empty", "N13")


def test_n13_no_player_gets_the_bonus_of_an_exhausted_round():
    state = drained(reshuffled(drained(reshuffled(drained(opening("", "", "", ""))))))
    over = rules.apply(state, Exhausted())
    assert (over.over, over.finisher) == (True, None)


def test_e8_a_chain_of_three():
    state = after(three(), "0 draw, 0 discard 1CN, 2 pang")
    assert after(chain_of_e8(), "1 draw").due == 2
    assert state.due == 1


@pytest.mark.parametrize(("players", "draws"), [(2, 102), (3, 72), (4, 42)])
def test_e10_a_round_without_a_finisher_exhausts_the_stock(players, draws):
    state = opening(*[""] * players)
    assert state.stock_left * 3 == draws
    state = drained(reshuffled(drained(reshuffled(drained(state)))))
    assert rules.legal_moves(state)[-1] == Exhausted()


def test_moves_are_read_as_they_are_written():
    made = [move("0 discard 1CN"), move("1 pang"), move("1 pang 0 1"), Exhausted()]
    for made_move in [*made, Reshuffle(cards.CARDS[:2])]:
        assert moves.read(moves.write(made_move), 2) == made_move
