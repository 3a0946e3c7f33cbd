"""Z1-Z9: the board, the teams, the tricks, with the examples E1 to E8 and E12."""

import pytest

from games import record
from games.base import IllegalMove, Seat
from games.njet import cards, rules
from tests.games.njet_notation import (
    HOUSE,
    after,
    aside,
    barring,
    match,
    may_play,
    opening,
    partner,
    problem_keys,
    table,
    taker,
    transcript,
    trick,
)

FOUR = ("", "", "", "")
THREE = ("", "", "")
HELD_BY_1 = "B1 K9 R4"


def refused(state, move):
    """Return why the move is illegal, as (code, clause)."""
    with pytest.raises(IllegalMove) as illegal:
        after(state, [move])
    return illegal.value.problem.code, illegal.value.problem.clause


def njet(seat, row, cell):
    return {"seat": seat, "do": "njet", "row": row, "cell": cell}


def card(seat, code):
    return {"seat": seat, "do": "card", "card": code}


# the cards


def test_z1_four_players_have_40_cards():
    deck = cards.deck(4)
    assert len(deck) == 40
    codes = map(cards.Card, ("R1", "K1", "B1", "G1", "R2", "G9"))
    assert [deck.count(one) for one in codes] == [2, 2, 2, 2, 1, 1]


def test_z2_three_players_leave_out_the_2s():
    deck = cards.deck(3)
    assert len(deck) == 36
    assert not any(code.endswith("2") for code in deck)


@pytest.mark.parametrize("names", [["Ada", "Bob"], ["Ada", "Bob", "Zoé", "Dov", "Eva"], []])
def test_z2_no_other_number_of_players(names):
    broken = match(transcript([], *FOUR)) | {"players": names}
    assert problem_keys(record.check(broken)) == [("number_of_players", "players", "Z13")]


# examples


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("G5 G9 G3 G7", 1),
        ("G9 G5 R2 G7", 2),
        ("G9 R9 B1 G7", 2),
        ("B1 R9 B1 G2", 2),
        ("G2 K9 K8 B7", 0),
    ],
    ids=["E1", "E2", "E3", "E4", "E5"],
)
def test_examples_of_tricks(cards, expected):
    assert taker(cards) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("B1 G3 K9 R4", "G3"),
        ("B1 K9 R4", "R4 B1"),
        ("B5 K2 K9", "K2 K9 B5"),
    ],
    ids=["E6", "E7", "E8"],
)
def test_examples_of_following(hand, expected):
    state = after(table("G9", hand, "", ""), [card(0, "G9")])
    assert may_play(state) == expected


@pytest.mark.parametrize(
    ("hands", "house", "expected"),
    [(FOUR, {}, 14), (THREE, {}, 13), (FOUR, HOUSE, 15), (THREE, HOUSE, 14)],
)
def test_e12_cells_to_cover(hands, house, expected):
    state, covered = opening(*hands, **house), 0
    while isinstance(state, rules.Covering):
        state = rules.apply(state, rules.legal_moves(state)[0])
        covered += 1
    assert covered == expected


# the njet phase


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_z4_anybody_may_begin_and_it_goes_clockwise(first):
    state = opening(*FOUR, first=first)
    for turn in range(4):
        assert {move.seat for move in rules.legal_moves(state)} == {(first + turn) % 4}
        state = rules.apply(state, rules.legal_moves(state)[0])


def test_z4_no_player_covers_out_of_turn():
    assert refused(opening(*FOUR), njet(1, "trump", "R")) == ("njet_turn", "Z4")


def test_z4_a_covered_cell_is_not_covered_again():
    state = after(opening(*FOUR), [njet(0, "trump", "R")])
    assert refused(state, njet(1, "trump", "R")) == ("cell_covered", "Z4")


def test_z4_a_row_with_one_open_cell_is_decided():
    state = after(opening(*FOUR), [njet(0, "discard", 0), njet(1, "discard", 2)])
    assert refused(state, njet(2, "discard", 1)) == ("row_decided", "Z4")
    assert refused(state, njet(2, "discard", 0)) == ("row_decided", "Z4")


def test_z4_a_row_of_one_cell_is_decided_from_the_start():
    state = opening(*FOUR, discards=[2])
    assert refused(state, njet(0, "discard", 2)) == ("row_decided", "Z4")
    assert not any(move.row == "discard" for move in rules.legal_moves(state))


@pytest.mark.parametrize(
    ("row", "cell"),
    [
        ("first", 4),
        ("first", -1),
        ("first", "0"),
        ("discard", 3),
        ("trump", "none"),
        ("trump", "r"),
        ("trump", 0),
        ("super", "none"),
        ("value", 0),
        ("value", 5),
        ("value", "1"),
    ],
)
def test_z3_only_cells_of_the_row_are_covered(row, cell):
    assert refused(opening(*FOUR), njet(0, row, cell)) == ("not_a_cell", "Z3")


def test_z3_with_three_players_a_seat_less_is_on_the_board():
    assert refused(opening(*THREE), njet(0, "first", 3)) == ("not_a_cell", "Z3")


@pytest.mark.parametrize("cell", [True, 1.0, None, [], {}])
def test_z3_a_cell_is_a_number_or_a_word(cell):
    assert refused(opening(*FOUR), njet(0, "value", cell)) == ("unreadable_cell", "Z3")


def test_z3_super_none_adds_a_cell():
    state = after(opening(*FOUR, super_none=True), [njet(0, "super", "none")])
    assert refused(state, njet(1, "super", "none")) == ("cell_covered", "Z4")


def test_z4_what_stays_open_are_the_rules():
    state = after(opening(*FOUR), barring("2 1 R R 3"))
    assert state.rules == rules.Rules(Seat(2), 1, "R", "R", 3)


def test_z4_other_moves_wait_until_the_board_is_settled():
    assert refused(opening(*FOUR), partner(0, 1)) == ("other_phase", "Z17")
    assert refused(opening(*FOUR), card(0, "R1")) == ("other_phase", "Z17")


# teams


def choosing(*hands, rules="2 1 R B 3", **house):
    return after(opening(*hands, **house), barring(rules, players=len(hands)))


@pytest.mark.parametrize("other", [0, 1, 3])
def test_z5_the_start_player_chooses_anybody_else(other):
    state = after(choosing(*FOUR), [partner(2, other)])
    assert set(state.setting.teams[0]) == {2, other}
    assert set(state.setting.teams[1]) == {0, 1, 2, 3} - {2, other}


def test_z5_with_three_he_may_stay_alone():
    state = after(choosing(*THREE), [partner(2, None)])
    assert state.setting.teams == ((2,), (0, 1))


def test_z5_there_are_three_choices_each():
    assert [move.partner for move in rules.legal_moves(choosing(*FOUR))] == [0, 1, 3]
    assert [move.partner for move in rules.legal_moves(choosing(*THREE))] == [0, 1, None]


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        (partner(2, None), ("alone_with_four", "Z5")),
        (partner(2, 2), ("own_partner", "Z5")),
        (partner(0, 1), ("not_the_start_player", "Z5")),
        (partner(2, 4), ("not_a_seat", "Z17")),
        (partner(2, True), ("not_a_seat", "Z17")),
        ({"seat": 2, "do": "partner"}, ("missing_key", "Z17")),
        (aside(2, "R1"), ("other_phase", "Z17")),
        (njet(2, "trump", "R"), ("other_phase", "Z17")),
    ],
)
def test_z5_other_choices_are_refused(move, problem):
    assert refused(choosing(*FOUR), move) == problem


# cards put aside


def putting_aside(number=2):
    hands = ("R1 R1 R9", "K1 K9", "B1 B2", "G1 G2 G3 G4")
    return after(choosing(*hands, rules=f"0 {number} R B 1"), [partner(0, 1)])


def test_z6_all_players_put_aside_in_any_order():
    order = [aside(3, "G1 G2"), aside(1, "K1 K9"), aside(0, "R1 R1"), aside(2, "B1 B2")]
    state = after(putting_aside(), order)
    assert isinstance(state, rules.Playing)
    assert (state.turn, state.setting.tricks) == (0, 8)
    assert may_play(state).split()[-1] != "R1"


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        (aside(0, "R1"), ("number_aside", "Z6")),
        (aside(0, "R1 R1 R9"), ("number_aside", "Z6")),
        (aside(0, ""), ("number_aside", "Z6")),
        (aside(0, "K9 R1"), ("njet_card_not_held", "Z17")),
        (aside(0, "R9 R9"), ("njet_card_not_held", "Z17")),
        (aside(0, "R1 r9"), ("njet_unknown_card", "Z1")),
        (aside(0, "R1 R1") | {"cards": "R1"}, ("not_a_list", "Z17")),
        (aside(0, "R1 R1") | {"cards": ["R1", ["R1"]]}, ("njet_unknown_card", "Z1")),
        (aside(4, "R1 R1"), ("not_a_seat", "Z17")),
        (card(0, "R1"), ("other_phase", "Z17")),
    ],
)
def test_z6_exactly_so_many_of_ones_own_cards(move, problem):
    assert refused(putting_aside(), move) == problem


def test_z6_no_player_puts_aside_twice():
    state = after(putting_aside(), [aside(3, "G1 G2")])
    assert refused(state, aside(3, "G3 G4")) == ("aside_twice", "Z6")


def test_z6_with_0_there_is_no_discard():
    assert refused(putting_aside(0), aside(0, "")) == ("other_phase", "Z17")


def test_z6_no_player_puts_aside_more_than_the_whole_hand():
    state = opening(*FOUR, discards=[11])
    state = after(state, barring("0 11 R B 1", discards=[11]))
    state = after(state, [partner(0, 1)])
    assert refused(state, aside(0, "R1")) == ("discard_too_big", "Z6")
    assert rules.legal_moves(state) == []


def test_z6_all_cards_may_go_and_then_there_is_no_trick():
    state = opening(*FOUR, discards=[10])
    hands = [cards.of_hand(hand) for hand in state.hands]
    state = after(state, [*barring("0 10 R B 1", discards=[10]), partner(0, 1)])
    state = after(state, [aside(seat, " ".join(hand)) for seat, hand in enumerate(hands)])
    assert rules.is_over(state)
    assert refused(state, card(0, "R1")) == ("njet_move_after_end", "Z17")


# following


@pytest.mark.parametrize(
    ("hands", "led", "expected", "how"),
    [
        # a: who has the led colour plays it
        (("G9", "G3 G1 K9"), "G9", "G1 G3", {}),
        (("R9", "R1 B1 G9"), "R9", "R1", {}),
        # b: who has none of it cuts, no duty to go higher
        (("G9", HELD_BY_1), "G9", "R4 B1", {}),
        (("R9", "B1 B2 G9"), "R9", "B1", {}),
        (("G9", HELD_BY_1), "G9", "R4 K9 B1", {"must_trump": False}),
        # c: who has neither plays anything
        (("G9", "B5 K2"), "G9", "K2 B5", {}),
        # super-trumps keep their colour
        (("B9", "B1 G3"), "B9", "B1", {}),
        (("B9", "B1 B3 R4"), "B9", "B1 B3", {}),
        (("B1", "B9 R3"), "B1", "B9", {}),
        (("B1", "G9 R3"), "B1", "R3", {}),
        # or are of the trump colour
        (("B9", "B1 B3 R4"), "B9", "B3", {"super_suit": "trump"}),
        (("B9", "B1 G3 R4"), "B9", "R4 B1", {"super_suit": "trump"}),
        (("B9", "B1 G3"), "B9", "B1", {"super_suit": "trump"}),
        (("B9", "B1 G3"), "B9", "B1 G3", {"super_suit": "trump", "must_trump": False}),
        (("R9", "B1 R4 G3"), "R9", "R4 B1", {"super_suit": "trump"}),
        (("R9", "B1 G3"), "R9", "B1", {"super_suit": "trump", "must_trump": False}),
        (("B1", "B9 R3 G3"), "B1", "R3", {"super_suit": "trump"}),
        (("B1", "B9 B1 G3"), "B1", "B1", {"super_suit": "trump"}),
        # no super-trump, and one of the trump colour
        (("G9", "B1 K9"), "G9", "K9 B1", {"rules": "0 0 R none 1", "super_none": True}),
        (
            ("B9", "B1 R9"),
            "B9",
            "B1",
            {"rules": "0 0 R none 1", "super_none": True, "super_suit": "trump"},
        ),
        (("G9", "R1 R4 K9"), "G9", "R1 R4", {"rules": "0 0 R R 1"}),
        (("G9", "R1 G4 K9"), "G9", "G4", {"rules": "0 0 R R 1", "super_suit": "trump"}),
    ],
)
def test_z7_z8_what_may_be_played(hands, led, expected, how):
    state = after(table(*hands, "", "", **how), [card(0, led)])
    assert may_play(state) == expected


def test_z7_who_leads_plays_anything():
    assert may_play(table("R1 R1 K9 B1 G2", "", "", "")) == "R1 K9 B1 G2"


@pytest.mark.parametrize(
    ("hand", "played", "problem"),
    [
        ("G3 K9", "K9", ("must_follow", "Z7")),
        ("G3 B1", "B1", ("must_follow", "Z7")),
        (HELD_BY_1, "K9", ("must_trump", "Z7")),
        (HELD_BY_1, "G2", ("njet_card_not_held", "Z17")),
        (HELD_BY_1, "R3", ("njet_card_not_held", "Z17")),
    ],
)
def test_z7_other_cards_are_refused(hand, played, problem):
    state = after(table("G9", hand, "", ""), [card(0, "G9")])
    assert refused(state, card(1, played)) == problem


def test_z7_no_player_plays_out_of_turn():
    state = after(table("G9", "G3", "G4", "G5"), [card(0, "G9")])
    assert refused(state, card(2, "G4")) == ("trick_turn", "Z7")


def test_z7_the_taker_leads_the_next_trick():
    state = after(table("G3 K2", "G9 K9", "G4", "G5"), trick(0, "G3 G9 G4 G5"))
    assert (state.turn, state.leader, state.led) == (1, 1, None)
    assert may_play(state) == "K9"


def test_z7_the_start_player_leads_the_first():
    assert table("", "", "G4", "", rules="2 0 R B 1").turn == 2


def test_z6_z17_njet_comes_no_more_during_the_tricks():
    assert refused(table("G3", "", "", ""), njet(0, "trump", "R")) == ("other_phase", "Z17")


# who takes the trick


@pytest.mark.parametrize(
    ("cards", "expected", "how"),
    [
        # the last super-trump, whatever else
        ("B1 B9 R9 R8", 0, {}),
        ("R9 B1 B1 R8", 2, {}),
        ("B1 B1 R9 R8", 1, {"equal_ones": "first"}),
        # the highest trump
        ("R2 R9 R8 G9", 1, {}),
        ("G9 R2 G8 R1", 1, {}),
        ("R1 G9 G8 K9", 0, {}),
        # the highest of the led colour, where a 1 is the lowest
        ("G1 G2 K9 B9", 1, {}),
        ("G1 K9 B9 B8", 0, {}),
        # equal 1s
        ("G1 G1 K9 K8", 0, {}),
        ("G1 G1 K9 K8", 1, {"equal_ones": "last"}),
        ("G9 R1 R1 G8", 1, {}),
        ("G9 R1 R1 G8", 2, {"equal_ones": "last"}),
        ("G9 K1 K1 G8", 0, {"equal_ones": "last"}),
        # super-trumps of the trump colour
        ("R1 R9 R1 G8", 2, {"rules": "0 0 R R 1"}),
        ("R1 R9 R8 G8", 0, {"rules": "0 0 R R 1"}),
        # no super-trumps
        ("B1 R2 G9 B9", 1, {"rules": "0 0 R none 1", "super_none": True}),
        ("B1 B9 B1 G9", 1, {"rules": "0 0 R none 1", "super_none": True}),
        # super-trumps that belong to the trumps
        ("B9 B1 R9 B8", 1, {"super_suit": "trump"}),
        ("R9 B1 R8 R7", 1, {"super_suit": "trump"}),
    ],
)
def test_z9_who_takes_the_trick(cards, expected, how):
    assert taker(cards, **how) == expected


def test_z9_three_players():
    assert taker("G5 R3 B1") == 2
    assert taker("G5 G9 K9") == 1
