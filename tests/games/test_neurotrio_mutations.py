"""Every change of a valid transcript is judged as the simple referee says, at the right move.

No state of the engine takes part in the expectation: the referee replays what was written.
"""

from itertools import chain, combinations
from random import Random

import pytest

from games import record
from games.base import Bots, Evidence
from games.neurotrio import evidence, options, play
from games.neurotrio.cards import CARDS
from tests.games import notation
from tests.games.neurotrio_referee import FORMS, Referee

pytestmark = pytest.mark.long

# name: players, bots, a minimum for all, other house rules
TABLES: dict[str, tuple[int, Bots, int, dict[str, object]]] = {
    "two": (2, Bots.SENSIBLE, 12, {}),
    "three, once": (3, Bots.SENSIBLE, 11, {"duo_trio": "once"}),
    "four, groups": (4, Bots.SENSIBLE, 13, {"distinct": "groups"}),
    "four, at random to the last draw": (4, Bots.RANDOM, 99, {}),
}


def played(name):
    """Return a round, without stated scores, and its house rules."""
    players, bots, minimum, others = TABLES[name]
    house = {"minimums": [minimum] * players, **others}
    match, _ = options.start(house, players)
    assert match
    made = play.play_round(match, Random(name), Evidence.TRANSCRIPT, bots=[bots] * 8)
    del made["scores"]
    return made, house


def ten_panged():
    """Return a round and its house rules in which seat 1 pangs eleven cards and finishes.

    Nothing else is left to him after ten.
    """
    cards = notation.GRAAL.split()
    others: list[str] = list(notation.DECK)
    for card in cards:
        others.remove(card)
    hand, drawn = others[:10], others[10:30]
    moves = []
    for given, own, top in zip(cards, hand, drawn[1::2], strict=False):
        moves += [f"0 draw, 0 discard {given}, 1 pang, 1 discard {own}, 1 draw, 1 discard {top}"]
    moves += [f"0 draw, 0 discard {cards[10]}, 1 pang, 1 finish"]
    hands, stock = (" ".join(cards[:10]), " ".join(hand)), " ".join([*drawn, cards[10]])
    return notation.transcript(",".join(moves), *hands, stock=stock), {"minimums": [12, 12]}


def paths(round_, house):
    """Return where the round is refused."""
    match, _ = options.start(house, len(round_["hands"]))
    assert match
    verdict, _ = evidence.check_round(match, round_, "rounds.1")
    assert verdict.ok == (not verdict.problems)
    return [problem.path for problem in verdict.problems]


def expected(referee, moves, start):
    """Return where these moves are wrong, if those before `start` have been made."""
    referee = referee.copy()
    for place in range(start, len(moves)):
        if not referee.take(moves[place]):
            return [f"rounds.1.moves.{place}"]
    return [] if referee.over else ["rounds.1.moves"]


def subsets(seats):
    return chain.from_iterable(combinations(seats, size) for size in range(len(seats) + 1))


def changed_moves(move, players):
    """Yield the same move with anything in it changed."""
    seats = list(range(players))
    yield from (move | {"seat": seat} for seat in [*seats, -1, players, True, None, "0"])
    yield from (move | {"card": card} for card in [*CARDS, "2eb", None, 0, []])
    claims = [*map(list, subsets(seats)), [0, 0], [1, 0], [-1], [True], None, {}]
    yield from (move | {"claims": claim} for claim in claims)
    yield from ({name: move[name] for name in move if name != key} for key in move)
    yield from (move | {"points": 0}, None, [], "draw")


def other_kinds(move, live):
    seat, card = move.get("seat", 0), move.get("card", CARDS[0])
    whole = {"seat": seat, "card": card, "stock": live, "claims": [seat]}
    for kind, forms in FORMS.items():
        for form in forms:
            yield {"do": kind, **{key: whole[key] for key in form if key != "do"}}
    yield move | {"do": "Draw"}


def other_stocks(move):
    stock = move.get("stock", [])
    for place, card in enumerate(stock):
        before, after = stock[:place], stock[place + 1 :]
        yield from (move | {"stock": [*before, other, *after]} for other in [*CARDS, "2eb", 0])
        yield move | {"stock": [*before, *after]}
        yield move | {"stock": [*stock, card]}
        yield move | {"stock": [*after, card, *before]}
        eight = [CARDS[CARDS.index(card) - 1]] * 8  # in a packed count the same as this card
        yield move | {"stock": [*before, *eight, *after]}
    yield from (move | {"stock": other} for other in ({}, dict.fromkeys(stock), None, stock * 4))


def changed_lists(moves, place, referee):
    """Yield the list with its move at this place changed, dropped, doubled, swapped or the last."""
    move, players, live = moves[place], len(referee.hands), list(referee.live)
    before, after = moves[:place], moves[place + 1 :]
    for other in chain(changed_moves(move, players), other_kinds(move, live), other_stocks(move)):
        yield [*before, other, *after]
    yield [*before, *after]
    yield [*before, move, move, *after]
    yield [*before, *after[:1], move, *after[1:]]
    yield [*before, move]


def check_all_changes(round_, house):
    moves = round_["moves"]
    referee = Referee(round_, house)
    for place, move in enumerate(moves):
        for changed in changed_lists(moves, place, referee):
            actual = paths(round_ | {"moves": changed}, house)
            assert actual == expected(referee, changed, place), changed[place:][:1]
        assert referee.take(move), place
    assert referee.over


@pytest.mark.parametrize("name", TABLES)
def test_every_change_of_a_move_is_judged_as_the_referee_says(name):
    check_all_changes(*played(name))


def test_every_change_of_a_round_with_ten_panged_cards_is_judged_as_the_referee_says():
    check_all_changes(*ten_panged())


@pytest.mark.parametrize("name", TABLES)
def test_no_move_is_legal_after_the_end(name):
    round_, house = played(name)
    moves = round_["moves"]
    for more in chain(other_kinds(moves[-1], []), moves[-3:], [None]):
        actual = paths(round_ | {"moves": [*moves, more]}, house)
        assert actual == [f"rounds.1.moves.{len(moves)}"]


@pytest.mark.parametrize("name", TABLES)
def test_a_score_that_is_one_off_is_refused(name):
    round_, house = played(name)
    match = notation.match(round_, players=len(round_["hands"]), **house)
    (scores,) = [verdict.scores for verdict in record.check(match).rounds]
    assert scores
    for seat, step in ((seat, step) for seat in range(len(scores)) for step in (-1, 1)):
        wrong = [points + step * (seat == place) for place, points in enumerate(scores)]
        assert paths(round_ | {"scores": wrong}, house) == [f"rounds.1.scores.{seat}"]
    assert paths(round_ | {"scores": list(scores)}, house) == []


@pytest.mark.parametrize("name", TABLES)
def test_another_first_player_is_refused_at_his_first_draw(name):
    round_, house = played(name)
    players = len(round_["hands"])
    for seat in range(players):
        wrong = [] if seat == round_["first"] else ["rounds.1.moves.0"]
        assert paths(round_ | {"first": seat}, house) == wrong
