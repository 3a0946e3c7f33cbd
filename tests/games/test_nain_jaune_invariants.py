"""The invariants of the rules, on rounds that bots play."""

import copy
import itertools
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import nain_jaune, record
from games.base import Bots, Evidence, IllegalMove, Seat
from games.nain_jaune import bot, cards, options, play, rules, score
from games.nain_jaune.cards import BOX_OF, DECK, LOW
from games.nain_jaune.moves import PASS, Move
from tests.games import nain_jaune_notation as notation
from tests.games.nain_jaune_notation import CAST, started
from tests.games.states import state_with

HOUSE = {
    "chips": st.sampled_from([5, 20, 50]),
    "deal": st.sampled_from(["classic", "simplified"]),
    "end": st.just("rounds"),
    "rounds": st.integers(1, 4),
    "flow": st.sampled_from(["literal", "table"]),
    "stall": st.sampled_from(["honours", "dead"]),
    "restart": st.sampled_from(["sticky", "blocker", "any"]),
    "no_ace": st.sampled_from(["next", "redeal"]),
    "penalty": st.sampled_from(["partial", "debt"]),
    "short_ante": st.sampled_from(["end", "pay_what_is_left"]),
}
houses = st.fixed_dictionaries({"two_players": st.just(True)}, optional=HOUSE)
players = st.integers(2, 8)
seeds = st.integers(0, 10**6).map(Random)


def states_of(match, rng):
    """Return all the states of a round in which every move is random."""
    states = [play.deal(match, rng)]
    while not states[-1].over:
        state = states[-1]
        states.append(rules.apply(state, bot.choose(match, state, rng, [Bots.RANDOM] * 8)))
    return states


@st.composite
def rounds(draw):
    match = started(draw(players), **draw(houses))
    return match, states_of(match, draw(seeds))


def moves_between(states):
    """Yield each move as (seat, card or PASS)."""
    for before, after in itertools.pairwise(states):
        laid = before.hands[before.seat] ^ after.hands[before.seat]
        yield before.seat, laid.bit_length() - 1 if laid else PASS


def settled(match, last):
    return score.outcome(match, last.hands, last.takers, winner_of(last))


def winner_of(state):
    return None if state.winner == rules.NOBODY else state.winner


@given(rounds())
def test_1_banks_and_boxes_are_constant(played):
    match, states = played
    last = states[-1]
    outcome = settled(match, last)
    assert sum(outcome.scores) + sum(outcome.boxes) == sum(match.boxes)
    assert winner_of(last) is None or not any(outcome.boxes)


@given(rounds())
def test_2_cards_are_laid_once_and_boxes_go_to_who_laid_their_card(played):
    _, states = played
    moves = [(seat, card) for seat, card in moves_between(states) if card != PASS]
    assert len({card for _, card in moves}) == len(moves)
    laid = {BOX_OF[card]: seat for seat, card in moves if card in BOX_OF}
    assert states[-1].takers == [laid.get(box, rules.NOBODY) for box in range(5)]


@given(rounds())
def test_3_the_turn_goes_round_except_after_a_king(played):
    _, states = played
    moves = list(moves_between(states))
    for (seat, card), (following, _) in itertools.pairwise(moves):
        is_king = card >= cards.FIRST_KING
        assert following == (seat if is_king else (seat + 1) % len(states[0].hands))


@given(rounds())
def test_3_the_only_freedom_is_the_suit(played):
    _, states = played
    for state in states[:-1]:
        legal = rules.legal_moves(state)
        assert len({move.card // 4 for move in legal}) == 1
        assert legal[0].card != PASS or len(legal) == 1


@given(rounds())
def test_4_a_won_round_ends_with_a_card_and_a_dead_one_with_passes(played):
    match, states = played
    moves, last = list(moves_between(states)), states[-1]
    if last.winner == rules.NOBODY:
        assert match.can_be_dead
        assert {card for _, card in moves[-match.players :]} == {PASS}
        assert all(hand and not hand & LOW for hand in last.hands)
    else:
        assert moves[-1][0] == last.winner
        assert [seat for seat, hand in enumerate(last.hands) if not hand] == [last.winner]


@given(rounds())
def test_5_penalties_are_what_was_neither_laid_nor_aside(played):
    _, states = played
    dealt, left = sum(states[0].hands), sum(states[-1].hands)
    value, dues = value_of(dealt & ~left) + value_of(DECK & ~dealt), map(value_of, states[-1].hands)
    assert (value_of(DECK), sum(dues)) == (68, 68 - value)


def value_of(hand):
    return sum(5 if code == "7D" else 2 if code[0] in "JQK" else 1 for code in cards.codes(hand))


@given(rounds())
def test_6_the_winner_gets_what_all_others_lose(played):
    match, states = played
    last = states[-1]
    if last.winner != rules.NOBODY:
        outcome = settled(match, last)
        every = [
            [(item["code"], item["points"]) for item in of["items"]] for of in outcome.breakdown
        ]
        paid = [points for items in every for code, points in items if code == "paid"]
        items = dict(every[last.winner])
        assert items["received"] == -sum(paid)
        gains = items.get("boxes_taken", 0) + items.get("boxes_left", 0)
        assert outcome.scores[last.winner] == -5 + gains - sum(paid)


@given(players, houses, seeds)
def test_7_some_house_rules_have_no_dead_rounds(number, house, rng):
    for never in ({"stall": "honours"}, {"flow": "table", "deal": "classic", "stall": "dead"}):
        match = started(number, **{**house, **never})
        assert states_of(match, rng)[-1].winner != rules.NOBODY


@given(rounds(), st.integers(1, 7))
def test_8_rotating_the_seats_rotates_everything(played, by):
    match, states = played
    number = match.players
    first = states[0]
    hands = [first.hands[(seat + by) % number] for seat in range(number)]
    state = state_with(first, hands=hands, seat=(first.seat - by) % number)
    for seat, card in moves_between(states):
        state = rules.apply(state, Move((seat - by) % number, card))
    last = states[-1]
    turned = [last.hands[(seat + by) % number] for seat in range(number)]
    assert (state.hands, state.over) == (turned, True)


@given(players, houses, seeds)
def test_9_no_player_is_below_zero_and_below_five_ends_the_match(number, house, rng):
    house = {**house, "penalty": "partial"}
    played = notation.play(rng, CAST[:number], "transcript", options=house, bots="random")
    verdict = record.check(played)
    assert min(verdict.totals) >= 0
    assert verdict.over


@given(rounds())
def test_legal_moves_are_exactly_those_that_apply(played):
    _, states = played
    state = states[len(states) // 2]
    legal = rules.legal_moves(state)
    seats = map(Seat, range(len(state.hands)))
    every = [Move(seat, card) for seat in seats for card in range(PASS, 52)]
    assert [move for move in every if applies(state, move)] == legal


def applies(state, move):
    try:
        return bool(rules.apply(state, move))
    except IllegalMove:
        return False


@given(players, houses, seeds, st.text("tfsw", min_size=6, max_size=6))
def test_a_played_round_can_be_written_with_any_evidence(number, house, rng, written):
    played = notation.play(rng, CAST[:number], "transcript", options=house, bots="random")
    verdict = record.check(played)
    weak = record.check(notation.weaker(played, verdict, written, number))
    assert (weak.ok, weak.totals, weak.over) == (True, verdict.totals, verdict.over)


@pytest.mark.parametrize("evidence", list(Evidence))
@pytest.mark.parametrize("bots", list(Bots))
@pytest.mark.parametrize("number", [3, 5, 8])
def test_matches_of_bots_pass_the_check(evidence, bots, number):
    played = notation.play(Random(3), CAST[:number], evidence, bots=bots)
    verdict = record.check(played)
    assert (verdict.ok, verdict.over, verdict.evidence) == (True, True, evidence)


@given(players, houses, seeds, st.sampled_from(list(Evidence)))
def test_matches_of_bots_by_any_house_rules_pass_the_check(number, house, rng, evidence):
    played = notation.play(rng, CAST[:number], evidence, options=house, bots="random")
    assert record.check(json.loads(json.dumps(played))).ok


def test_bots_go_on_from_a_sheet_that_hides_its_winner():
    state = started(3)
    _, state = nain_jaune.check_round(state, notation.sheet(-6, -6, 12), "rounds.0")
    played = nain_jaune.play_round(state, Random(1), Evidence.TRANSCRIPT, bots=[Bots.RANDOM] * 8)
    assert nain_jaune.check_round(state, played, "rounds.1")[0].ok


def test_bots_do_not_play_a_void_deal():
    match = started(8, deal="simplified", no_ace="redeal")
    for seed in range(30):
        assert sum(play.deal(match, Random(seed)).hands) & cards.ACE_OF_HEARTS


def one_round(rng, number=4, **house):
    match = started(number, **house)
    played = nain_jaune.play_round(match, rng, Evidence.TRANSCRIPT, bots=[Bots.RANDOM] * 8)
    return match, json.loads(json.dumps(played))


def first_problem(match, played):
    verdict, _ = nain_jaune.check_round(match, played, "rounds.0")
    return verdict.problems[0].path if verdict.problems else None


@given(seeds, st.sampled_from(["seat", "pass", "drop", "double", "foreign"]))
def test_a_changed_move_is_refused_where_it_was_changed(rng, change):
    match, played = one_round(rng)
    del played["scores"]
    index = rng.randrange(len(played["moves"]))
    expected = spoil(played["moves"], index, change)
    assert first_problem(match, played) == f"rounds.0.moves.{expected}"


def spoil(moves, index, change):
    """Change one move, and return where the first illegal move then is."""
    cards = [number for number, move in enumerate(moves) if move["do"] == "play"]
    index = next((number for number in cards if number >= index), cards[-1])
    if change == "seat":
        moves[index]["seat"] = (moves[index]["seat"] + 1) % 4
    elif change == "pass":
        moves[index] = {"seat": moves[index]["seat"], "do": "pass"}
    elif change == "foreign":
        moves[index]["card"] = next(
            other["card"]
            for other in moves
            if other.get("seat") != moves[index]["seat"] and "card" in other
        )
    elif change == "double":
        moves.insert(index, copy.copy(moves[index]))
        return index + 1
    else:
        index = cards[0]
        del moves[index]
    return index


@given(seeds, houses)
def test_a_transcript_that_stops_early_or_goes_on_is_refused(rng, house):
    match, played = one_round(rng, **house)
    moves, number = played["moves"], len(played["moves"])
    cut = {**played, "moves": moves[: rng.randrange(number)]}
    assert first_problem(match, cut) == "rounds.0.moves"
    longer = {**played, "moves": [*moves, rng.choice(moves)]}
    assert first_problem(match, longer) == f"rounds.0.moves.{number}"


odd = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 60)
    | st.floats(allow_nan=False)
    | st.sampled_from(["7D", "AH", "pass", "sheet", "", "10D"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["seat", "card", "do", "7D", "QS"]), inner, max_size=4)
    ),
    max_leaves=8,
)
KEYS = ["scores", "winner", "boxes_after", "left", "taken", "aside", "hands", "moves", "opener"]


@given(st.sampled_from(list(Evidence)), st.dictionaries(st.sampled_from(KEYS), odd), seeds)
def test_no_value_is_too_odd_for_a_verdict(evidence, changed, rng):
    match = started(4, stall="dead")
    played = nain_jaune.play_round(match, rng, evidence, bots=[Bots.RANDOM] * 8)
    verdict, _ = nain_jaune.check_round(match, {**played, **changed}, "rounds.0")
    assert json.dumps(verdict.to_json("fr"))
    assert verdict.ok or verdict.problems


@given(odd)
def test_no_options_are_too_odd(value):
    for key in options.Options._fields:
        match, problems = options.start({key: value}, 4)
        assert (match is None) == bool(problems)
    assert options.start(value, 4)[0] or value != {}
