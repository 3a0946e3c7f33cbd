"""Laws that hold for every hand and every round of Neurotrio (1-8 of the rules' invariants)."""

from collections import Counter
from itertools import chain, pairwise, permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, record
from games.base import Bots, Evidence, IllegalMove, Seat
from games.neurotrio import bot, cards, moves, options, play, rules, score
from games.neurotrio.moves import Discard, DrawCard, Finish, Pang, Reshuffle
from games.neurotrio.options import Distinct, DuoTrio, Match
from tests.games import notation
from tests.games.states import options_of, state_with

RULES = [
    options_of("neurotrio", duo_trio=once, distinct=distinct)
    for once in DuoTrio
    for distinct in Distinct
]
seeds = st.integers(0, 10**6).map(Random)
hands = st.lists(st.sampled_from(range(54)), min_size=10, max_size=10, unique=True).map(
    lambda places: [notation.DECK[place] for place in places]
)
finishes = st.builds(lambda rng, duo: finishing_hand(rng, duo), seeds, st.sampled_from(cards.CARDS))


def finishing_hand(rng, duo):
    """Return a duo and three trios of one deck."""
    pile = cards.pile([duo, duo])
    for trio in rng.sample(sorted(cards.TRIOS), len(cards.TRIOS)):
        whole = cards.of_pile(pile + trio)
        if len(whole) <= 11 and max(map(whole.count, whole)) <= 2:
            pile += trio
    return cards.of_pile(pile)


def relabelled(card_codes, order, values):
    """Return cards with the dimensions in another order and the values of each renamed."""
    alphabets = [cards.FORCES, cards.NATURES, cards.FONDS]
    places = [
        [alphabet.index(value) for alphabet, value in zip(alphabets, card, strict=True)]
        for card in card_codes
    ]
    return [
        "".join(alphabets[to][values[to][place[of]]] for to, of in enumerate(order))
        for place in places
    ]


def states(match, rng, bots):
    """Return the states of a whole round and the moves between them."""
    history, made = [play.deal(match, rng)], []
    while not history[-1].over:
        made.append(bot.choose(history[-1], rng, [bots] * 8))
        history.append(rules.apply(history[-1], made[-1]))
    return history, made


def a_round(rng, players=3, bots=Bots.RANDOM, minimum=12):
    match, _ = options.start({"minimums": [minimum] * players}, players)
    return states(match, rng, bots)


rounds = st.builds(a_round, seeds, st.sampled_from([2, 3, 4]), st.sampled_from(list(Bots)))


def everything(state):
    piles = [*state.hands, *state.tables, state.discards]
    return sorted([*chain.from_iterable(map(cards.of_pile, piles)), *state.stock[state.draws :]])


@given(rounds)
def test_1_all_54_cards_are_always_somewhere(played):
    for state in played[0]:
        assert everything(state) == sorted(notation.DECK)


@given(rounds)
def test_1_every_player_holds_ten_cards_and_the_acting_player_eleven(played):
    for state in played[0]:
        numbers = [len(cards.of_pile(state.cards_of(seat))) for seat in range(state.players)]
        eleven = state.finisher if state.over else state.acting
        assert numbers == [10 + (seat == eleven) for seat in range(state.players)]


@given(rounds)
def test_2_the_draws_go_round_whatever_the_pangs(played):
    history, made = played
    drawers = [move.seat for move in made if isinstance(move, DrawCard)]
    first, players = history[0].due, history[0].players
    assert drawers == [(first + turn) % players for turn in range(len(drawers))]


def counted(made, kind):
    return sum(isinstance(move, kind) for move in made)


@given(rounds)
def test_3_discards_are_draws_and_pangs_but_for_the_finish(played):
    made = played[1]
    due = counted(made, DrawCard) + counted(made, Pang) - counted(made, Finish)
    assert counted(made, Discard) == due


@given(rounds)
def test_3_a_reshuffle_finds_the_stock_of_the_start(played):
    history, made = played
    sizes = {len(move.stock) for move in made if isinstance(move, Reshuffle)}
    assert sizes <= {54 - 10 * history[0].players}


@given(rounds)
def test_4_the_draws_are_limited_and_all_made_when_no_player_finishes(played):
    history, made = played
    most = 3 * (54 - 10 * history[0].players)
    draws = counted(made, DrawCard)
    assert draws == most if history[-1].finisher is None else draws <= most


@given(rounds)
def test_5_panged_cards_stay_and_pangs_follow_discards_only(played):
    history, made = played
    for before, after in pairwise(history):
        for table, later in zip(before.tables, after.tables, strict=True):
            assert not Counter(cards.of_pile(table)) - Counter(cards.of_pile(later))
    for before, move in pairwise(made):
        assert not isinstance(move, Pang) or isinstance(before, Discard)
        assert not isinstance(move, Reshuffle) or isinstance(before, Discard)


@given(hands, seeds)
def test_6_the_order_of_the_cards_does_not_matter(hand, rng):
    mixed = rng.sample(hand, len(hand))
    for house in RULES:
        assert notation.best(hand, False, house) == notation.best(mixed, False, house)


@given(
    st.one_of(st.tuples(hands, st.just(False)), st.tuples(finishes, st.just(True))),
    st.permutations(range(3)),
    st.lists(st.permutations(range(3)), min_size=3, max_size=3),
)
def test_6_relabelling_does_not_matter(dealt, order, values):
    hand, finisher = dealt
    other = relabelled(hand, order, values)
    for house in RULES:
        one, same = (notation.best(cards, finisher, house) for cards in (hand, other))
        assert one.points == same.points


@pytest.mark.parametrize("hand", [notation.BARE, notation.GRAAL])
def test_6_all_1296_relabellings_score_the_same(hand):
    orders = list(permutations(range(3)))
    others = {
        tuple(relabelled(hand.split(), order, values))
        for order, values in product(orders, product(orders, repeat=3))
    }
    points = {notation.best(other, True, options_of("neurotrio")).points for other in others}
    assert len(others) > 100
    assert points == {notation.best(hand.split(), True, options_of("neurotrio")).points}


@given(hands, seeds)
def test_7_no_legal_grouping_beats_the_best(hand, rng):
    pile = cards.pile(hand)
    trios, left = rng.choice(list(score.trio_sets(pile)))
    duos = tuple(card for card in cards.pairs(left) if rng.random() < 0.5)
    for house in RULES:
        message = score.score(pile, score.Grouping(duos, trios), finisher=False, options=house)
        assert message.points <= notation.best(hand, False, house).points


@given(hands)
def test_7_different_cards_are_a_floor(hand):
    assert notation.best(hand, False, options_of("neurotrio")).points >= max(0, len(set(hand)) - 7)


@given(finishes)
def test_8_a_finisher_has_11_or_more(hand):
    for house in RULES:
        assert notation.best(hand, True, house).points in (11, 12, 13, 14, 15, 16, 22)


@given(hands)
def test_8_the_others_have_11_at_most(hand):
    for house in RULES:
        allowed = range(12) if house.distinct is Distinct.HAND else [0, *range(2, 11)]
        assert notation.best(hand, False, house).points in allowed


@given(hands, finishes)
def test_points_are_the_sum_of_their_items(hand, finish):
    for scored in (notation.best(hand), notation.best(finish, True)):
        assert sum(item["points"] for item in scored.items) == scored.points
        assert all(item["points"] > 0 for item in scored.items)


def rotated(round_, players):
    """Return the same round with the last seat first."""
    turned = {"first": (round_["first"] + 1) % players}
    for key in ("hands", "scores"):
        turned[key] = [round_[key][-1], *round_[key][:-1]]
    made = [
        move | {"seat": (move["seat"] + 1) % players} if "seat" in move else move
        for move in round_["moves"]
    ]
    return round_ | turned | {"moves": made}


def scores_of(state, round_):
    verdict, _ = GAMES["neurotrio"].check_round(state, round_, "rounds.0")
    return list(verdict.scores or ())


@given(seeds, st.sampled_from([2, 3, 4]), st.sampled_from(list(Bots)))
def test_8_rotating_the_seats_rotates_the_scores(rng, players, bots):
    state, _ = record.start("neurotrio", {}, players)
    played = GAMES["neurotrio"].play_round(state, rng, Evidence.TRANSCRIPT, bots=[bots] * players)
    one, other = (scores_of(state, round_) for round_ in (played, rotated(played, players)))
    assert other == [one[-1], *one[:-1]]


@given(seeds, st.integers(11, 18))
def test_8_raising_a_minimum_only_removes_finish_moves(rng, minimum):
    history, _ = a_round(rng, bots=Bots.SENSIBLE, minimum=11)
    high = Match(options_of("neurotrio", minimums=(minimum,) * 3), (0, 0, 0))
    for state in history:
        more = rules.legal_moves(state)
        fewer = rules.legal_moves(state_with(state, match=high))
        assert [move for move in more if move in fewer] == fewer
        assert all(isinstance(move, Finish | Pang) for move in more if move not in fewer)


@given(rounds)
def test_legal_moves_are_exactly_those_that_apply(played):
    history, _ = played
    for state in history[::7]:
        legal = rules.legal_moves(state)
        assert all(rules.apply(state, move) for move in legal)
        applies = [move for move in all_moves(state) if is_legal(state, move)]
        assert len(applies) == sum(
            not isinstance(move, Reshuffle | moves.Exhausted) for move in legal
        )


def all_moves(state):
    """Return every move there is but the reshuffles."""
    seats = [Seat(seat) for seat in range(state.players)]
    discards = [Discard(seat, card) for seat in seats for card in cards.CARDS]
    return [kind(seat) for kind in (DrawCard, Pang, Finish) for seat in seats] + discards


def is_legal(state, move):
    try:
        rules.apply(state, move)
    except IllegalMove:
        return False
    return True


CHANGES = {
    "seat": lambda move: move | {"seat": 1 - move["seat"]},
    "card": lambda move: move | {"card": "2eb"},
    "key": lambda move: move | {"points": 0},
    "do": lambda move: move | {"do": "reshuffle"},
}


@given(seeds, st.sampled_from(sorted(CHANGES)))
def test_a_changed_move_is_refused_where_it_was_changed(rng, change):
    played = notation.play(rng, ["Ada", "Bob"], "transcript", options={"target": 1})
    made = played["rounds"][0]["moves"]
    place = rng.choice([at for at, move in enumerate(made) if "seat" in move])
    made[place] = CHANGES[change](made[place])
    paths = [problem.path for problem in record.check(played).problems]
    # a draw or pang by the other of two players is refused there too, so is a discard or finish
    assert paths == [f"rounds.0.moves.{place}"]


@given(seeds)
def test_a_transcript_that_stops_early_or_goes_on_is_refused(rng):
    played = notation.play(rng, ["Ada", "Bob"], "transcript", options={"target": 1})
    made = played["rounds"][0]["moves"]
    played["rounds"][0]["moves"] = made[: rng.randrange(len(made))]
    assert record.check(played).problems[0].path == "rounds.0.moves"
    played["rounds"][0]["moves"] = [*made, made[-1]]
    assert record.check(played).problems[0].path == f"rounds.0.moves.{len(made)}"
