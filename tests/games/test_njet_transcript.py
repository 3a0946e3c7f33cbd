"""Z17: whole transcripts, how moves are written, and the deal."""

from itertools import pairwise

import pytest

from games.njet import cards, moves, rules
from tests.games.njet_notation import (
    after,
    aside,
    barring,
    board,
    check,
    dealt,
    opening,
    partner,
    problem_keys,
    transcript,
    trick,
)


def njet(seat, row, cell):
    return {"seat": seat, "do": "njet", "row": row, "cell": cell}


def card(seat, code):
    return {"seat": seat, "do": "card", "card": code}


WINS = ["R", "K", "B", "G"]
SUITS = [f"{c}1 {c}1 " + " ".join(f"{c}{n}" for n in range(2, 10)) for c in WINS]


def one_suit_each(rules="0 0 R B 1"):
    """Return the moves of a round in which everybody has a colour of his own.

    The super-trumps take two tricks, then trumps take the others.
    """
    tricks = [(0, "R9 K9 B1 G9"), (2, "B1 G8 R8 K8"), (2, "B9 G7 R7 K7"), (0, "R6 K6 B8 G6")]
    tricks += [(0, f"R{n} K{n} B{n + 2} G{n}") for n in (5, 4, 3, 2)]
    tricks += [(0, "R1 K1 B3 G1"), (0, "R1 K1 B2 G1")]
    played = [move for leader, cards in tricks for move in trick(leader, cards)]
    return [*barring(rules), partner(0, 2), *played]


def test_z17_a_whole_transcript():
    verdict = check(transcript(one_suit_each(), *SUITS))
    assert problem_keys(verdict) == []
    assert verdict.rounds[0].scores == (18, 0, 18, 0)
    took = [seat["took"] for seat in verdict.rounds[0].breakdown]
    assert took == [[*range(2, 10)], [], [0, 1], []]


def test_z17_stated_scores_are_compared():
    verdict = check(transcript(one_suit_each(), *SUITS, scores=[18, 0, 18, 1]))
    assert problem_keys(verdict) == [("wrong_score", "rounds.0.scores.3", "Z10")]
    assert check(transcript(one_suit_each(), *SUITS, scores=[18, 0, 18, 0])).ok


@pytest.mark.parametrize("count", [0, 5, 14, 15, 54])
def test_z17_a_list_that_stops_early_is_refused(count):
    verdict = check(transcript(one_suit_each()[:count], *SUITS))
    assert problem_keys(verdict) == [("njet_not_ended", "rounds.0.moves", "Z17")]


def test_z17_no_move_follows_the_last_trick():
    for more in (card(0, "R1"), njet(0, "trump", "R")):
        verdict = check(transcript([*one_suit_each(), more], *SUITS))
        assert problem_keys(verdict) == [("njet_move_after_end", "rounds.0.moves.55", "Z17")]


@pytest.mark.parametrize(
    ("problem", "code"), [({"cards": "R1"}, "not_a_list"), ({"seat": True}, "not_a_seat")]
)
def test_z17_what_is_put_aside_is_written_exactly(problem, code):
    played = [*barring("0 1 R B 1"), partner(0, 2), aside(0, "R1") | problem]
    verdict = check(transcript(played, *SUITS))
    place = f"rounds.0.moves.{len(played) - 1}"
    assert [(fault.code, fault.path.startswith(place)) for fault in verdict.problems] == [
        (code, True)
    ]


def test_z17_checking_stops_at_the_first_illegal_move():
    played = one_suit_each()
    played[3]["seat"], played[9] = 0, None
    verdict = check(transcript(played, *SUITS))
    assert problem_keys(verdict) == [("njet_turn", "rounds.0.moves.3", "Z4")]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (None, "not_an_object"),
        ([], "not_an_object"),
        ({}, "not_a_choice"),
        ({"do": []}, "not_a_choice"),
        ({"seat": 0, "do": "pass"}, "not_a_choice"),
        ({"seat": 0, "do": "njet", "row": "trump"}, "missing_key"),
        (njet(0, "trump", "R") | {"points": 1}, "unknown_key"),
        (njet(0, "colour", "R"), "not_a_choice"),
        (njet(0, ["trump"], "R"), "not_a_choice"),
        (njet(True, "trump", "R"), "not_a_seat"),
        (njet("0", "trump", "R"), "not_a_seat"),
        (njet(4, "trump", "R"), "not_a_seat"),
        ({"do": "njet", "row": "trump", "cell": "R"}, "missing_key"),
        (card(0, "r9"), "njet_unknown_card"),
        (card(0, None), "njet_unknown_card"),
        (card(0, "R9") | {"cards": []}, "unknown_key"),
        (card(5, "R9"), "not_a_seat"),
        ({"seat": 0, "do": "discard"}, "missing_key"),
    ],
)
def test_z17_a_move_is_written_like_a_move(move, code):
    verdict = check(transcript([move], *SUITS))
    assert [(problem.code, problem.path) for problem in verdict.problems] == [
        (code, "rounds.0.moves.0")
    ]


@pytest.mark.parametrize(
    "raw",
    [
        njet(0, "super", "none"),
        njet(1, "value", 3),
        partner(1, None),
        partner(1, 0),
        aside(2, "R1 R1"),
        card(3, "G9"),
    ],
)
def test_z17_a_move_that_is_read_is_written_the_same(raw):
    assert moves.write(moves.read(raw, 4)) == raw


# the deal


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": None}, ("not_a_list", "rounds.0.hands", "Z13")),
        ({"hands": []}, ("wrong_length", "rounds.0.hands", "Z13")),
        ({"hands": dealt("", "", "")}, ("wrong_length", "rounds.0.hands", "Z13")),
        ({"njet_first": 4}, ("not_a_seat", "rounds.0.njet_first", "Z13")),
        ({"njet_first": None}, ("not_a_seat", "rounds.0.njet_first", "Z13")),
        ({"moves": {}}, ("not_a_list", "rounds.0.moves", "Z13")),
        ({"scores": [1, 1, 1]}, ("wrong_length", "rounds.0.scores", "Z13")),
        ({"tricks": [5, 5]}, ("unknown_key", "rounds.0.tricks", "Z13")),
    ],
)
def test_z17_the_deal_is_written_as_it_should_be(change, problem):
    assert problem_keys(check(transcript(one_suit_each(), *SUITS) | change)) == [problem]


@pytest.mark.parametrize(
    ("place", "code", "problem"),
    [
        (4, "R1", ("njet_card_too_often", "rounds.0.hands", "Z1")),
        (0, "R9", ("njet_card_too_often", "rounds.0.hands", "Z1")),
        (0, "r1", ("njet_unknown_card", "rounds.0.hands.0.0", "Z1")),
        (0, ["R1"], ("njet_unknown_card", "rounds.0.hands.0.0", "Z1")),
        (3, None, ("njet_unknown_card", "rounds.0.hands.0.3", "Z1")),
    ],
)
def test_z17_the_hands_are_the_whole_deck(place, code, problem):
    played = transcript(one_suit_each(), *SUITS)
    played["hands"][0][place] = code
    assert problem_keys(check(played)) == [problem]


def test_z17_all_hands_have_the_same_size():
    played = transcript(one_suit_each(), *SUITS)
    played["hands"][1].append(played["hands"][0].pop())
    assert problem_keys(check(played)) == [
        ("njet_hand_size", "rounds.0.hands.0", "Z2"),
        ("njet_hand_size", "rounds.0.hands.1", "Z2"),
    ]


def test_z2_a_2_is_not_dealt_to_three_players():
    played = transcript([], "", "", "")
    played["hands"][0][0] = "R2"
    verdict = check(played, players=3)
    assert problem_keys(verdict) == [("njet_card_too_often", "rounds.0.hands", "Z1")]
    assert verdict.problems[0].params["expected"] == 0


def test_z17_a_hand_is_a_list():
    played = transcript(one_suit_each(), *SUITS)
    played["hands"][2] = "B1 B1"
    assert problem_keys(check(played)) == [("not_a_list", "rounds.0.hands.2", "Z13")]


def test_z5_alone_with_three_players_scores_double():
    hands = dealt("R1 R1 R9 R8", "", "")
    state = opening(*(" ".join(hand) for hand in hands))
    played = [*barring("0 0 R B 2", players=3), partner(0, None)]
    state = after(state, played)
    while not rules.is_over(state):
        move = rules.legal_moves(state)[-1]
        played.append(moves.write(move))
        state = rules.apply(state, move)
    scores = check(transcript(played, *(" ".join(hand) for hand in hands)), players=3).totals
    assert scores[0] + 2 * scores[1] == 2 * 2 * 20
    assert scores[1] == scores[2]


def test_cards_of_a_hand_come_in_order():
    for before, after_ in pairwise(cards.of_hand(cards.hand(cards.deck(4)))):
        assert cards.CARDS.index(before) <= cards.CARDS.index(after_)


def test_board_is_written_in_words():
    assert board("2 1 R none 3")["super"] == "none"
