"""J5-J16 and J22: who moves, what he may lay, and where a transcript stops."""

import pytest

from games.base import IllegalMove
from games.nain_jaune import cards, rules
from tests.games.nain_jaune_notation import (
    E7_HANDS,
    E7_MOVES,
    E7_SCORES,
    after,
    check,
    check_e7,
    choices,
    e7,
    final,
    moves_of,
    opening,
    problem_keys,
    sheet,
)
from tests.games.states import state_with

FIRST = ",".join(E7_MOVES.split(",")[:1])


def refused(state, played):
    with pytest.raises(IllegalMove) as caught:
        after(state, played)
    return caught.value.problem.code, caught.value.problem.clause


@pytest.mark.parametrize(
    ("code", "named"),
    [("AH", "l’as de cœur"), ("QS", "la dame de pique"), ("7D", "le 7 de carreau")],
)
def test_refusals_name_a_card_with_its_french_article(code, named):
    with pytest.raises(IllegalMove) as caught:
        after(opening("AC 2D", "3S", "4S"), f"0 {code}")
    assert f"n’a pas {named}." in caught.value.problem.message("fr")


def test_j5_the_holder_of_the_ace_of_hearts_opens():
    hands = [cards.pack(hand.split()) for hand in E7_HANDS]
    assert rules.first_opener(hands) == 3


def test_j5_without_the_ace_the_lowest_heart_opens():
    hands = [cards.pack(hand.split()) for hand in ("3H AS", "AC AD", "KH 2H", "2S")]
    assert rules.first_opener(hands) == 2


def test_j5_the_winner_of_the_round_before_opens_the_next():
    left = ["QH", "JH", "KD", "QS KC", "KH QC KS", "8D QD", "JC", ""]
    won = final(*left, taken="7D=4 10D=3", aside=["5C", "9H", "6C", "4S"])
    verdict = check(won, e7("7 2D"), players=8, deal="simplified")
    assert problem_keys(verdict) == [("moves_stop_early", "rounds.1.moves", "J22")]
    verdict = check(won, e7(FIRST), players=8, deal="simplified")
    assert problem_keys(verdict) == [("other_seats_turn", "rounds.1.moves.0", "J7")]


@pytest.mark.parametrize(("no_ace", "is_ok"), [("next", True), ("redeal", False)])
def test_j5_a_deal_without_the_ace_is_void_if_so_agreed(no_ace, is_ok):
    hands = [hand.replace("AH", "4S") for hand in E7_HANDS]
    round_ = e7("", hands=[hand.split() for hand in hands], aside=["AH", "JD", "6S", "6C"])
    verdict = check(round_, players=8, deal="simplified", no_ace=no_ace)
    code = (
        ("moves_stop_early", "rounds.0.moves", "J22") if is_ok else ("void_deal", "rounds.0", "J5")
    )
    assert problem_keys(verdict) == [code]


def test_j5_a_known_winner_needs_no_ace():
    hands = [hand.replace("AH", "4S").split() for hand in E7_HANDS]
    round_ = e7("", hands=hands, aside=["AH", "JD", "6S", "6C"])
    before = sheet(-6, -6, -6, -6, -6, -6, -6, 42, winner=7)
    verdict = check(before, round_, players=8, deal="simplified", no_ace="redeal")
    assert problem_keys(verdict) == [("moves_stop_early", "rounds.1.moves", "J22")]


def test_j6_e8_the_opener_may_choose_among_his_aces():
    assert choices(opening("AH AC 2D", "3S", "4S")) == "0: AH AC"


def test_j6_a_sequence_starts_with_the_lowest_low_card():
    state = opening("3S 5D JH", "3H", "4H")
    assert choices(state) == "0: 3S"
    assert refused(state, "0 5D") == ("not_the_lowest", "J6")


def test_j6_honours_never_start():
    state = opening("10S JH", "3H", "4H")
    assert refused(state, "0 JH") == ("honour_starts", "J6")


def test_j7_the_next_player_must_lay_the_next_card():
    assert choices(after(opening("3S KD", "4S AH", "5S"), "0 3S")) == "1: 4S"
    assert refused(opening("3S KD", "4S AH", "5S"), "0 3S, 1 AH") == ("next_card_due", "J7")
    assert refused(opening("3S KD", "4S AH", "5S"), "0 3S, 1 pass") == ("pass_with_next_card", "J7")


def test_j7_the_turn_goes_round_and_wraps():
    state = after(opening("3S 6S KH", "4S KD", "5S KC"), "0 3S, 1 4S, 2 5S")
    assert choices(state) == "0: 6S"


def test_j7_sequences_pass_from_ten_to_the_honours():
    state = after(opening("10S 2D", "JS 2H", "QS 2C"), "0 2D, 1 2H, 2 2C, 0 10S")
    assert state.winner == 0
    state = after(opening("9S KS 3D", "10S 2H", "JS 2C"), "0 3D, 1 2H, 2 2C, 0 9S, 1 10S")
    assert state.winner == 1


def test_j8_e2_who_blocks_starts_in_another_suit_at_once():
    state = after(opening("3S KH", "AS 2D 2C 9H KD", "4D"), "0 3S")
    assert choices(state) == "1: 2D 2C"
    assert refused(state, "1 AS") == ("suit_barred", "J8")
    assert refused(state, "1 9H") == ("not_the_lowest", "J6")


def test_j8_only_the_very_next_player_is_asked():
    state = opening("3S KH", "AD KD", "4S 5H")
    assert refused(state, "0 3S, 1 pass, 2 4S") == ("pass_with_start", "J10")


def test_j9_e3_after_a_king_the_same_player_starts_in_another_suit():
    state = after(opening("JD 2H", "QD 3C", "KD 4D 9C JH"), "0 2H, 1 3C, 2 4D")
    assert choices(state) == "0: pass"
    hands = [1, 1, cards.pack(["KD", "4D", "9C", "JH"])]
    state = state_with(rules.RoundState(state.house, hands, 2), last=cards.NUMBERS["QD"])
    state = after(state, "2 KD")
    assert choices(state) == "2: 9C"
    assert state.takers == [-1, -1, -1, -1, 2]
    assert refused(state, "2 4D") == ("suit_barred", "J9")
    assert refused(state, "0 AH") == ("other_seats_turn", "J7")


def test_j10_a_player_without_a_move_passes_and_the_next_player_starts():
    state = after(opening("3S KH", "5S KD", "4S 5H"), "0 3S, 1 pass")
    assert choices(state) == "2: 5H"
    assert refused(state, "2 4S") == ("suit_barred", "J10")


def test_j10_the_ban_stays_until_a_player_starts():
    state = after(opening("3S 6S", "5S KD", "4S QH"), "0 3S, 1 pass, 2 pass")
    assert choices(state) == "0: pass"


def test_j10_an_opener_without_low_cards_passes_and_no_suit_is_barred():
    state = after(opening("KS QD", "2S KD", "4S 5H"), "0 pass")
    assert choices(state) == "1: 2S"


def test_j11_when_all_have_passed_the_ban_is_lifted():
    state = after(opening("3S 6S", "5S KD", "8S QH"), "0 3S, 1 pass, 2 pass, 0 pass")
    assert choices(state) == "1: 5S"


def test_j12_a_suit_may_come_back_later():
    state = after(opening("3S 6S KH", "2D 5S", "3D 9S"), "0 3S, 1 2D, 2 3D, 0 6S")
    assert choices(state) == "1: pass"
    assert choices(after(state, "1 pass")) == "2: pass"


def test_j13_when_only_honours_are_left_any_card_may_start():
    stalled = after(opening("3S QH KH", "JD JC", "KC QC"), "0 3S, 1 pass, 2 pass, 0 pass")
    assert choices(stalled) == "1: JD JC"
    assert choices(after(stalled, "1 JD, 2 QC")) == "0: QH"
    assert refused(stalled, "1 pass") == ("pass_with_start", "J10")


def test_j13_after_a_stall_blocks_and_bans_are_as_ever():
    stalled = opening("3S KD", "JH QH", "KC KS")
    stalled = after(stalled, "0 3S, 1 pass, 2 pass, 0 pass, 1 JH")
    assert choices(stalled) == "2: KS KC"
    assert after(stalled, "2 KC, 2 KS").winner == 2


def test_j13_before_the_stall_honours_do_not_start():
    state = after(opening("3S QH KH", "JD JC", "KC QC"), "0 3S, 1 pass, 2 pass")
    assert choices(state) == "0: pass"


def test_j13_dead_the_round_ends_with_the_last_pass():
    state = opening("3S QH KH", "JD JC", "KC QC", stall="dead")
    state = after(state, "0 3S, 1 pass, 2 pass")
    assert not state.over
    state = after(state, "0 pass")
    assert (state.over, state.winner) == (True, rules.NOBODY)
    assert rules.legal_moves(state) == []


def test_j13_dead_does_not_happen_while_a_low_card_is_left():
    state = opening("3S QH KH", "5S JC", "KC QC", stall="dead")
    assert choices(after(state, "0 3S, 1 pass, 2 pass, 0 pass")) == "1: 5S"


def test_j14_who_lays_its_card_takes_a_box():
    state = after(opening("6D KH", "7D 8H 8S", "10D 9C"), "0 6D")
    assert state.takers == [-1, -1, -1, -1, -1]
    state = after(state, "1 7D")
    assert state.takers == [1, -1, -1, -1, -1]
    assert after(state, "2 9C, 0 pass, 1 8H, 2 10D").takers == [1, 2, -1, -1, -1]


def test_j15_the_first_empty_hand_ends_the_round_even_with_a_king():
    state = state_with(opening("QH 2S", "KH", "9D"), last=cards.NUMBERS["JH"])
    state = after(state, "0 QH, 1 KH")
    assert (state.over, state.winner) == (True, 1)


def test_j16_table_a_sequence_goes_round_until_a_player_lays_it():
    state = opening("3S 2D", "AH KD", "4S 5H", flow="table")
    state = after(state_with(state, seat=0), "0 2D, 1 pass, 2 pass, 0 3S")
    assert state.winner == 0
    state = after(opening("3S KH", "AH KD", "4S 5H", flow="table"), "0 3S, 1 pass")
    assert choices(state) == "2: 4S"
    assert refused(state, "2 5H") == ("next_card_due", "J7")


def test_j16_table_no_player_starts_while_the_sequence_goes_round():
    state = after(opening("3S KH", "AH KD", "4S 5H", flow="table"), "0 3S")
    assert choices(state) == "1: pass"
    assert refused(state, "1 AH") == ("next_card_missing", "J16")


def test_j16_table_blocked_is_who_laid_the_last_card():
    state = opening("3S 5S 6H KH", "AH KD", "5D 5H", flow="table")
    state = after(state, "0 3S, 1 pass, 2 pass")
    assert choices(state) == "0: 6H"
    assert refused(state, "0 5S") == ("suit_barred", "J8")


def test_j16_table_only_players_who_had_to_start_have_passed():
    state = opening("3S 5S KH", "QH KD", "JD JH", flow="table", stall="dead")
    state = after(state, "0 3S, 1 pass, 2 pass, 0 pass, 1 pass, 2 pass")
    assert (choices(state), state.over) == ("0: 5S", False)


def test_j16_table_who_laid_the_last_card_may_continue_it():
    state = after(opening("3S 4S KH", "QH KD", "JD JH", flow="table"), "0 3S, 1 pass, 2 pass")
    assert choices(state) == "0: 4S"


def test_j16_blocker_the_ban_binds_only_who_blocked():
    state = opening("3S KH", "5S KD", "4S 5H", restart="blocker")
    assert choices(after(state, "0 3S")) == "1: pass"
    assert choices(after(state, "0 3S, 1 pass")) == "2: 4S"


def test_j16_blocker_the_ban_binds_who_laid_a_king():
    state = opening("KS 2S", "5S KD", "3S 5H", restart="blocker")
    state = after(state_with(state, last=cards.NUMBERS["QS"]), "0 KS")
    assert choices(state) == "0: pass"
    assert choices(after(state, "0 pass")) == "1: 5S"


def test_j16_any_there_is_no_ban():
    state = after(opening("3S KH", "5S 5D", "4S 5H", restart="any"), "0 3S")
    assert choices(state) == "1: 5S 5D"
    king = opening("KS 2S 3D", "5S", "3S 5H", restart="any")
    assert choices(after(state_with(king, last=cards.NUMBERS["QS"]), "0 KS")) == "0: 2S"


def test_e7_a_whole_round():
    verdict = check_e7()
    assert verdict.rounds[0].scores == tuple(E7_SCORES)
    assert verdict.totals == (12, 19, 20, 13, 14, 21, 10, 51)
    taken = [seat["taken"] for seat in verdict.rounds[0].breakdown]
    assert taken == [[], ["10D"], ["7D"], [], [], ["JC"], [], []]
    assert [seat["due"] for seat in verdict.rounds[0].breakdown] == [3, 4, 3, 2, 1, 2, 5, 0]


def test_j22_stated_scores_must_be_those_of_the_cards():
    assert check_e7(scores=E7_SCORES).ok
    verdict = check_e7(scores=[-8, -1, 1, -7, -6, 1, -10, 30])
    paths = ["rounds.0.scores.2", "rounds.0.scores.7"]
    assert problem_keys(verdict) == [("wrong_score", path, "J21") for path in paths]


@pytest.mark.parametrize(
    ("index", "changed", "problem"),
    [
        (0, "4 4D", ("other_seats_turn", "J7")),
        (0, "3 2H", ("card_not_in_hand", "J22")),
        (0, "3 pass", ("pass_with_start", "J10")),
        (1, "4 6D", ("not_the_lowest", "J6")),
        (4, "7 8C", ("not_the_lowest", "J6")),
        (4, "7 4H", ("suit_barred", "J8")),
        (6, "1 3S", ("next_card_due", "J7")),
        (6, "1 pass", ("pass_with_next_card", "J7")),
        (19, "6 8H", ("suit_barred", "J8")),
        (35, "6 KH", ("next_card_due", "J7")),
        (37, "0 9D", ("other_seats_turn", "J7")),
        (38, "0 9D", ("move_after_last", "J22")),
    ],
)
def test_j22_a_transcript_stops_at_its_first_illegal_move(index, changed, problem):
    played = moves_of(E7_MOVES)
    played[index : index + 1] = moves_of(changed)
    verdict = check(e7(moves=played), players=8, chips=20, deal="simplified")
    assert problem_keys(verdict) == [(problem[0], f"rounds.0.moves.{index}", problem[1])]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (None, "not_an_object"),
        ([], "not_an_object"),
        ({}, "not_a_choice"),
        ({"seat": 3, "do": "draw"}, "not_a_choice"),
        ({"seat": 3, "do": ["play"], "card": "AC"}, "not_a_choice"),
        ({"seat": 3, "do": "play"}, "missing_key"),
        ({"do": "play", "card": "AC"}, "missing_key"),
        ({"do": "pass"}, "missing_key"),
        ({"seat": 3, "do": "pass", "card": "AC"}, "unknown_key"),
        ({"seat": 3, "do": "play", "card": "AC", "points": 1}, "unknown_key"),
        ({"seat": 8, "do": "play", "card": "AC"}, "not_a_seat"),
        ({"seat": -5, "do": "pass"}, "not_a_seat"),
        ({"seat": True, "do": "pass"}, "not_a_seat"),
        ({"seat": "3", "do": "play", "card": "AC"}, "not_a_seat"),
        ({"seat": 3, "do": "play", "card": "ac"}, "no_such_card"),
        ({"seat": 3, "do": "play", "card": ["AC"]}, "no_such_card"),
        ({"seat": 3, "do": "play", "card": None}, "no_such_card"),
    ],
)
def test_j22_what_is_not_written_like_a_move_is_refused_there(move, code):
    verdict = check(e7(moves=[move]), players=8, chips=20, deal="simplified")
    assert [(problem.code, problem.path) for problem in verdict.problems] == [
        (code, "rounds.0.moves.0")
    ]


def test_j22_a_transcript_that_stops_early_is_refused():
    stops = E7_MOVES.rsplit(",", 1)[0]
    assert problem_keys(check_e7(stops)) == [("moves_stop_early", "rounds.0.moves", "J22")]
    assert problem_keys(check_e7("")) == [("moves_stop_early", "rounds.0.moves", "J22")]


def test_j22_a_stated_opener_must_be_the_one_of_j5():
    assert check_e7(opener=3).ok
    assert problem_keys(check_e7(opener=4)) == [("ace_opens", "rounds.0.opener", "J5")]
    assert problem_keys(check_e7(opener=None)) == [("not_a_seat", "rounds.0.opener", "J21")]


@pytest.mark.parametrize("opener", [{}, {"opener": 3}])
def test_j22_a_known_winner_must_be_the_stated_opener(opener):
    before = sheet(-6, -6, -6, 42, -6, -6, -6, -6, winner=3)
    assert check(before, e7(**opener), players=8, deal="simplified").ok
    verdict = check(before, e7(opener=0), players=8, deal="simplified")
    assert problem_keys(verdict) == [("winner_opens", "rounds.1.opener", "J5")]


def test_j22_a_sheet_may_hide_who_opens():
    before = sheet(-6, -6, -6, 42, -6, -6, -6, -6)
    assert check(before, e7(opener=3), players=8, deal="simplified").ok
    verdict = check(before, e7(), players=8, deal="simplified")
    assert problem_keys(verdict) == [("opener_missing", "rounds.1.opener", "J22")]


def test_j22_a_later_round_may_tell_the_winner_again():
    hidden = sheet(-6, -6, -6, 42, -6, -6, -6, -6)
    actual = sheet(-6, -6, -6, 42, -6, -6, -6, -6, winner=3)
    assert check(hidden, actual, e7(), players=8, deal="simplified").ok
