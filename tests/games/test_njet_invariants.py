"""Laws that hold for every round of Njet! (1-11 of the rules' invariants), and counts."""

import json
from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, record
from games.base import Bots, Evidence, IllegalMove, Seat
from games.njet import bot, cards, moves, options, play, rules, score
from games.njet.board import ROWS
from games.njet.moves import Discard, Njet, Partner, PlayCard
from games.njet.rules import Covering, Discarding, Playing
from games.njet.state import RoundState
from tests.games.njet_notation import CAST, HOUSE, opening

NJET = GAMES["njet"]
HOUSES = [{}, HOUSE, {"discards": [0, 3], "equal_ones": "last"}, {"super_suit": "trump"}]
seeds = st.integers(0, 10**6).map(Random)
players = st.sampled_from([3, 4])
houses = st.sampled_from(HOUSES)
kinds = st.sampled_from(list(Bots))


def a_round(rng, seats, house, bots):
    """Return the states of a whole round and the moves between them."""
    match, _ = options.start(house, seats)
    history: list[RoundState] = [play.deal(match, rng)]
    made = []
    while not rules.is_over(history[-1]):
        made.append(bot.choose(history[-1], rng, [bots] * 8))
        history.append(rules.apply(history[-1], made[-1]))
    return history, made


def transcript_of(rng, seats, house, bots):
    match, _ = options.start(house, seats)
    return match, NJET.play_round(match, rng, Evidence.TRANSCRIPT, bots=[bots] * 8)


rounds = st.builds(a_round, seeds, players, houses, kinds)
transcripts = st.builds(transcript_of, seeds, players, houses, kinds)


def check(match, round_):
    verdict, _ = NJET.check_round(match, json.loads(json.dumps(round_)), "rounds.0")
    return verdict


def scores_of(match, round_):
    verdict = check(match, round_)
    assert verdict.ok, verdict.problems
    return verdict.scores


def tricks_of(made, seats):
    """Return the cards of every trick with who played them."""
    cards = [move for move in made if isinstance(move, PlayCard)]
    return [cards[place : place + seats] for place in range(0, len(cards), seats)]


@given(rounds)
def test_1_one_cell_of_each_row_stays_open(played):
    history, made = played
    match = history[0].match
    last = [state for state in history if isinstance(state, Covering)][-1]
    njets = [move for move in made if isinstance(move, Njet)]
    cells = sum(len(match.board.places[row]) for row in ROWS)
    assert len(njets) == cells - len(ROWS)
    assert len(match.board.open_cells("value", last.uncovered)) <= 2


@given(rounds)
def test_1_the_players_cover_about_as_many_cells_each(played):
    covered = Counter(move.seat for move in played[1] if isinstance(move, Njet))
    assert max(covered.values()) - min(covered.values()) <= 1


@given(rounds)
def test_2_tricks_and_ones_of_both_teams(played):
    end = played[0][-1]
    taken, aside = score.taken_in(end), chain.from_iterable(end.aside)
    assert sum(taken.tricks) == end.setting.match.hand_size - end.setting.rules.discard
    assert sum(taken.ones) == 8 - sum(card[1] == "1" for card in aside)
    assert all(tricks or not ones for tricks, ones in zip(taken.tricks, taken.ones, strict=True))


@given(rounds)
def test_3_all_cards_of_the_deck_are_played_or_put_aside(played):
    history, made = played
    card_codes = [move.card for move in made if isinstance(move, PlayCard)]
    aside = [card for move in made if isinstance(move, Discard) for card in move.cards]
    assert sorted([*card_codes, *aside]) == sorted(cards.deck(history[0].match.players))


@given(rounds)
def test_3_every_player_plays_a_card_in_each_trick(played):
    history, made = played
    seats = history[0].match.players
    for trick in tricks_of(made, seats):
        assert sorted(move.seat for move in trick) == list(range(seats))


@given(seeds, houses, kinds)
def test_4_four_players_share_all_points(rng, house, bots):
    end = a_round(rng, 4, house, bots)[0][-1]
    taken, house_rules = score.taken_in(end), end.setting.match.options
    scores = score.scores(taken, end.setting.rules, house_rules)
    value = end.setting.rules.value
    assert len(set(scores)) <= 2
    assert all(points % value == 0 for points in scores)
    assert sum(scores) == 2 * value * (sum(taken.tricks) + sum(taken.ones))


@given(seeds)
def test_5_three_players_with_the_start_player_alone(rng):
    match, _ = options.start({}, 3)
    state: RoundState = play.deal(match, rng)
    while not rules.is_over(state):
        alone = isinstance(state, rules.Choosing)
        move = (
            Partner(state.rules.first, None) if alone else bot.choose(state, rng, [Bots.RANDOM] * 8)
        )
        state = rules.apply(state, move)
    assert isinstance(state, Playing)
    first, taken = state.setting.rules.first, score.taken_in(state)
    scores = score.scores(taken, state.setting.rules, state.setting.match.options)
    whole = 2 * state.setting.rules.value * (sum(taken.tricks) + sum(taken.ones))
    assert scores[first] % 2 == 0
    assert {scores[first] + 2 * points for seat, points in enumerate(scores) if seat != first} == {
        whole
    }


@given(rounds)
def test_6_the_taker_leads_the_next_trick(played):
    history, made = played
    end = history[-1]
    leaders = [trick[0].seat for trick in tricks_of(made, end.setting.match.players)]
    takers = [*end.taken]
    assert leaders == [end.setting.rules.first, *takers][: len(leaders)]


@given(rounds)
def test_7_super_trumps_beat_trumps_and_trumps_beat_the_others(played):
    history, made = played
    end = history[-1]
    trump, over = end.setting.rules.trump, f"{end.setting.rules.super}1"
    tricks = tricks_of(made, end.setting.match.players)
    assert sum(move.card == over for trick in tricks for move in trick) <= 2
    for trick, winner in zip(tricks, end.taken, strict=True):
        card_codes = {move.seat: move.card for move in trick}
        if over in card_codes.values():
            assert card_codes[winner] == over
        elif any(card[0] == trump for card in card_codes.values()):
            assert card_codes[winner][0] == trump


def renamed(value, colours):
    """Return the same value with other colours, in cards and cells; keys and words stay."""
    if isinstance(value, dict):
        return {key: renamed(entry, colours) for key, entry in value.items()}
    if isinstance(value, list):
        return [renamed(entry, colours) for entry in value]
    is_coloured = isinstance(value, str) and value[:1] in colours and len(value) <= 2
    return colours[value[0]] + value[1:] if is_coloured else value


@given(transcripts, st.permutations("RKBG"))
def test_8_renaming_the_colours_keeps_the_scores(played, order):
    match, round_ = played
    other = renamed(round_, dict(zip("RKBG", order, strict=True)))
    assert scores_of(match, other) == scores_of(match, round_)


def rotated(round_, seats):
    """Return the same round with the last seat first."""
    turned = {"njet_first": (round_["njet_first"] + 1) % seats}
    for key in ("hands", "scores"):
        turned[key] = [round_[key][-1], *round_[key][:-1]]
    made = []
    for move in round_["moves"]:
        new = move | {"seat": (move["seat"] + 1) % seats}
        if move.get("with") is not None:
            new["with"] = (move["with"] + 1) % seats
        if move.get("row") == "first":
            new["cell"] = (move["cell"] + 1) % seats
        made.append(new)
    return round_ | turned | {"moves": made}


@given(transcripts)
def test_8_rotating_the_seats_rotates_the_scores(played):
    match, round_ = played
    one, other = scores_of(match, round_), scores_of(match, rotated(round_, match.players))
    assert other == (one[-1], *one[:-1])


@given(seeds)
def test_9_equal_hands_are_equal_whatever_came_first(rng):
    card_codes = rng.sample(cards.deck(4), 10)
    hand = cards.hand(card_codes)
    assert cards.hand(rng.sample(card_codes, 10)) == hand
    assert sorted(cards.of_hand(hand)) == sorted(card_codes)
    gone = rng.choice(card_codes)
    card_codes.remove(gone)
    assert hand - cards.UNIT[gone] == cards.hand(card_codes)


@given(transcripts, st.sampled_from([1, 2, 3, 4]))
def test_10_the_value_multiplies_all_points(played, value):
    match, round_ = played
    njets = {move["cell"] for move in round_["moves"] if move.get("row") == "value"}
    old = ({1, 2, 3, 4} - njets).pop()
    made = [
        move | {"cell": old} if move.get("row") == "value" and move["cell"] == value else move
        for move in round_["moves"]
    ]
    unsaid = {key: other_value for key, other_value in round_.items() if key != "scores"}
    before, after = scores_of(match, unsaid), scores_of(match, unsaid | {"moves": made})
    assert [points * value for points in before] == [points * old for points in after]


@given(seeds, players, houses, kinds)
def test_11_every_legal_line_passes_as_a_sheet(rng, seats, house, bots):
    match, _ = options.start(house, seats)
    sheet_round = NJET.play_round(match, rng, Evidence.SHEET, bots=[bots] * 8)
    assert check(match, sheet_round).ok
    assert check(match, {"evidence": "sheet", "scores": sheet_round["scores"]}).ok


@given(seeds, players, houses, st.integers(0, 2), st.sampled_from([-1, 1]))
def test_11_a_changed_score_never_passes_as_a_final(rng, seats, house, seat, by):
    match, _ = options.start(house, seats)
    round_: dict[str, Any] = NJET.play_round(match, rng, Evidence.FINAL, bots=[Bots.RANDOM] * 8)
    assert check(match, round_).ok
    round_["scores"][seat] += by
    assert [problem.path for problem in check(match, round_).problems] == [
        f"rounds.0.scores.{seat}"
    ]


# moves


def all_moves(state, seats):
    """Yield every move there is, but for the cards put aside."""
    board = state.match.board if isinstance(state, Covering) else None
    for seat in map(Seat, range(seats)):
        yield from (PlayCard(seat, card) for card in cards.CARDS)
        yield from (Partner(seat, other) for other in [None, *map(Seat, range(seats))])
        if board:
            yield from (Njet(seat, row, cell) for row in ROWS for cell in board.places[row])


def is_legal(state, move):
    try:
        rules.apply(state, move)
    except IllegalMove:
        return False
    return True


@given(rounds)
def test_legal_moves_are_exactly_those_that_apply(played):
    history, _ = played
    for state in history[::5]:
        legal = rules.legal_moves(state)
        assert all(rules.apply(state, move) for move in legal)
        if not isinstance(state, Discarding):
            seats = len(state.hands)
            applies = [move for move in all_moves(state, seats) if is_legal(state, move)]
            assert Counter(applies) == Counter(legal)


@given(rounds)
def test_moves_read_back_from_a_record(played):
    history, made = played
    for move in made:
        assert moves.read(json.loads(json.dumps(moves.write(move))), len(history[0].hands)) == move


CHANGES = {
    "seat": lambda move: move | {"seat": (move["seat"] + 1) % 4},
    "key": lambda move: move | {"points": 0},
    "do": lambda move: move | {"do": "pass"},
    "nothing": lambda move: None,
}


@given(seeds, houses, st.sampled_from(sorted(CHANGES)))
def test_a_changed_move_is_refused_where_it_was_changed(rng, house, change):
    match, round_ = transcript_of(rng, 4, house, Bots.RANDOM)
    made = round_["moves"]
    place = rng.choice([at for at, move in enumerate(made) if move["do"] != "discard"])
    made[place] = CHANGES[change](made[place])
    assert [problem.path for problem in check(match, round_).problems] == [
        f"rounds.0.moves.{place}"
    ]


@given(seeds, houses)
def test_another_card_of_the_deck_is_refused_or_makes_another_round(rng, house):
    match, round_ = transcript_of(rng, 4, house, Bots.RANDOM)
    made = round_["moves"]
    place = rng.choice([at for at, move in enumerate(made) if move["do"] == "card"])
    made[place] = made[place] | {"card": rng.choice(cards.CARDS)}
    for problem in check(match, round_).problems:
        assert problem.path.startswith("rounds.0.scores") or place <= int(
            problem.path.split(".")[3]
        )


@given(transcripts, seeds)
def test_a_transcript_that_stops_early_or_goes_on_is_refused(played, rng):
    match, round_ = played
    made = round_["moves"]
    stopped = check(match, round_ | {"moves": made[: rng.randrange(len(made))]})
    assert [problem.path for problem in stopped.problems] == ["rounds.0.moves"]
    further = check(match, round_ | {"moves": [*made, made[-1]]})
    assert [problem.path for problem in further.problems] == [f"rounds.0.moves.{len(made)}"]


# counts, worked out by hand first


def count(state, depth):
    """Return how many ways there are to play `depth` moves."""
    legal = rules.legal_moves(state)
    if depth == 1:
        return len(legal)
    return sum(count(rules.apply(state, move), depth - 1) for move in legal)


@pytest.mark.parametrize(
    ("hands", "house", "depth", "expected"),
    [
        (4, {}, 1, 4 + 3 + 4 + 4 + 4),
        (3, {}, 1, 3 + 3 + 4 + 4 + 4),
        (4, {"super_none": True}, 1, 20),
        (4, {"discards": [2]}, 1, 16),
        (4, {}, 2, 19 * 18),
        # of the 342 pairs 3 × 2 settle the discard row, so that its last cell falls away
        (4, {}, 3, 336 * 17 + 6 * 16),
        # with three players also 3 × 2 settle the row of seats
        (3, {}, 3, (18 * 17 - 12) * 16 + 12 * 15),
        # two cells for the discard: the first of them settles the row
        (4, {"discards": [0, 1]}, 2, 2 * 16 + 16 * 17),
    ],
)
def test_the_number_of_ways_the_njets_can_begin(hands, house, depth, expected):
    assert count(opening(*[""] * hands, **house), depth) == expected


def settled(hands, number):
    """Return a state in which the partner is chosen: seat 0 starts, and 1 is his partner.

    The board shows trump R, super-trump B and this discard.
    """
    match, _ = options.start({"discards": [number]}, 4)
    hands_left = tuple(cards.hand(hand.split()) for hand in hands)
    board = rules.Rules(Seat(0), number, "R", "B", 1)
    return rules.apply(rules.Choosing(match, hands_left, board), Partner(Seat(0), Seat(1)))


@pytest.mark.parametrize(
    ("hands", "number", "expected"),
    [
        # three cards each, all different: everybody puts aside one of three, in any order
        (["R2 R3 R4", "K2 K3 K4", "B2 B3 B4", "G2 G3 G4"], 1, 12),
        # two equal 1s are one choice
        (["R1 R1 R4", "K2 K3 K4", "B2 B3 B4", "G2 G3 G4"], 1, 11),
        # pairs: 1 + 1 (the two 1s, or one of them with the 4), and three for each of the others
        (["R1 R1 R4", "K2 K3 K4", "B2 B3 B4", "G2 G3 G4"], 2, 11),
    ],
)
def test_the_number_of_ways_to_put_cards_aside(hands, number, expected):
    assert count(settled(hands, number), 1) == expected


def test_the_number_of_ways_to_play_two_tricks():
    """Two cards each. R2 led: K, B and G have none of it, but B1 must cut; so 2 leads B2, to which
    R3 must cut. R3 led first: the same with R2. Of K and G everybody is free: 2 × 2 orders.
    """
    state = settled(["R2 R3", "K2 K3", "B1 B2", "G2 G3"], 0)
    assert count(state, 4) == 2 * 2 * 1 * 2
    assert count(state, 8) == 8


def test_playing_states_say_what_is_led():
    state = settled(["R2 R3", "K2 K3", "B1 B2", "G2 G3"], 0)
    assert isinstance(state, Playing)
    assert state.led is None
    assert rules.apply(state, PlayCard(Seat(0), cards.Card("R2"))).led == "R2"


def test_a_record_of_bots_is_the_same_after_json():
    played = record.play("njet", Random(1), CAST, "transcript", options={"rounds": 1})
    assert json.loads(json.dumps(played)) == played
