"""Every mutation of a valid transcript is refused at the right move, or judged as what it became.

A referee of its own, written from the clauses with lists of codes, says which moves are legal; it
shares nothing with the replay but the record.
"""

import copy
from random import Random

import pytest

from games import nain_jaune
from games.base import Bots, Evidence
from tests.games.nain_jaune_notation import started

pytestmark = pytest.mark.long
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
CODES = [rank + suit for rank in RANKS for suit in "HSDC"]
HOUSES = {
    3: [{}, {"flow": "table", "stall": "dead"}],
    4: [{}, {"restart": "blocker"}],
    5: [{"deal": "simplified", "stall": "dead"}, {"flow": "table", "restart": "any"}],
    6: [{"deal": "simplified"}, {"restart": "any", "stall": "dead"}],
    7: [{}, {"deal": "simplified", "flow": "table", "restart": "blocker"}],
    8: [{"deal": "simplified"}, {"flow": "table", "stall": "dead", "deal": "simplified"}],
}
TABLES = [(number, house) for number, houses in HOUSES.items() for house in houses]


def rank(code):
    return RANKS.index(code[:-1])


class Referee:
    """A referee by J5-J16 that has the round in plain lists."""

    def __init__(self, round_, seat, flow="literal", stall="honours", restart="sticky", **_):
        self.hands = [list(hand) for hand in round_["hands"]]
        self.seat, self.flow, self.stall, self.restart = seat, flow, stall, restart
        self.last = self.layer = self.barred = None
        self.passes, self.honours_start, self.over = 0, False, False

    def legal(self):
        """Return the codes of which one must be laid, or ["pass"]."""
        hand = self.hands[self.seat]
        if self.over:
            return []
        if self.last and self.next_card() in hand:
            return [self.next_card()]
        if self.must_wait():
            return ["pass"]
        may = [code for code in hand if code[-1] != self.barred]
        if not self.honours_start:
            may = [code for code in may if rank(code) < RANKS.index("J")]
        return [code for code in may if rank(code) == min(map(rank, may))] or ["pass"]

    def allows(self, move):
        return (
            seat_and_card(move) is not None
            and seat_and_card(move)[0] == self.seat
            and seat_and_card(move)[1] in self.legal()
        )

    def next_card(self):
        return RANKS[rank(self.last) + 1] + self.last[-1]

    def must_wait(self):
        return self.flow == "table" and self.last is not None and self.seat != self.layer

    def play(self, card):
        if card == "pass":
            self.pass_on()
            return
        self.hands[self.seat].remove(card)
        self.over = not self.hands[self.seat]
        self.barred = None if self.restart == "any" else card[-1]
        self.passes = 0
        if card[:-1] == "K":
            self.last = self.layer = None
        else:
            self.last, self.layer = card, self.seat
            self.turn()

    def pass_on(self):
        if not self.must_wait():
            self.last = self.layer = None
            self.passes += 1
            if self.restart == "blocker":
                self.barred = None
            if self.passes == len(self.hands):
                self.all_have_passed()
        self.turn()

    def all_have_passed(self):
        self.passes, self.barred = 0, None
        if all(rank(code) >= RANKS.index("J") for hand in self.hands for code in hand):
            self.over = self.stall == "dead"
            self.honours_start = True

    def turn(self):
        self.seat = (self.seat + 1) % len(self.hands)


def seat_and_card(move):
    """Return (seat, card or "pass") of what is written like a move, else None."""
    if move.get("do") == "pass" and move.keys() == {"seat", "do"}:
        return move["seat"], "pass"
    if move.get("do") == "play" and move.keys() == {"seat", "do", "card"}:
        return move["seat"], move["card"]
    return None


def first_broken(referee, moves, index):
    """Return the path of the first problem among the moves from this one on."""
    is_own = False
    for number, move in enumerate(moves, index):
        if not referee.allows(move):
            return f"rounds.0.moves.{number}"
        if not is_own:
            referee, is_own = copy.deepcopy(referee), True
        referee.play(seat_and_card(move)[1])
    return None if referee.over else "rounds.0.moves"


def mutations(moves, index, players):
    """Yield the moves from this one on, changed in every way."""
    move, rest = moves[index], moves[index + 1 :]
    seat = move["seat"]
    for other in range(-1, players + 1):
        if other != seat:
            yield [{**move, "seat": other}, *rest]
    for code in CODES:
        if code != move.get("card"):
            yield [{"seat": seat, "do": "play", "card": code}, *rest]
    if move["do"] == "play":
        yield [{"seat": seat, "do": "pass"}, *rest]
    yield [{**move, "do": "draw"}, *rest]
    yield [{**move, "points": 1}, *rest]
    yield from ([{key: move[key] for key in move if key != gone}, *rest] for gone in move)
    yield rest
    yield [move, move, *rest]
    yield [*rest[:1], move, *rest[1:]]
    yield []


def dealt(number, house):
    match = started(number, **house)
    rng = Random(f"{number} {house}")
    round_ = nain_jaune.play_round(match, rng, Evidence.TRANSCRIPT, bots=[Bots.RANDOM] * 8)
    return match, {key: round_[key] for key in round_ if key != "scores"}


def first_problem(match, round_, moves):
    verdict, _ = nain_jaune.check_round(match, {**round_, "moves": moves}, "rounds.0")
    return verdict.problems[0].path if verdict.problems else None


@pytest.mark.parametrize(("number", "house"), TABLES)
def test_every_mutation_is_judged_as_the_referee_judges_it(number, house):
    match, round_ = dealt(number, house)
    moves, referee = round_["moves"], Referee(round_, round_["opener"], **house)
    for index, move in enumerate(moves):
        before = moves[:index]
        for tail in mutations(moves, index, number):
            expected = first_broken(referee, tail, index)
            assert first_problem(match, round_, before + tail) == expected, (index, tail[:2])
        assert referee.allows(move)
        referee.play(seat_and_card(move)[1])
    assert referee.over


@pytest.mark.parametrize(("number", "house"), TABLES)
def test_every_move_after_the_end_is_refused_there(number, house):
    match, round_ = dealt(number, house)
    moves = round_["moves"]
    assert first_problem(match, round_, moves) is None
    for seat in range(number):
        for more in [{"do": "pass"}, *({"do": "play", "card": code} for code in CODES)]:
            longer = [*moves, {"seat": seat, **more}]
            assert first_problem(match, round_, longer) == f"rounds.0.moves.{len(moves)}"


@pytest.mark.parametrize(("number", "house"), TABLES)
def test_every_stated_score_off_by_one_is_refused(number, house):
    match, round_ = dealt(number, house)
    scores = list(nain_jaune.check_round(match, round_, "rounds.0")[0].scores)
    for seat in range(number):
        for off in (-1, 1):
            changed = [*scores[:seat], scores[seat] + off, *scores[seat + 1 :]]
            verdict, _ = nain_jaune.check_round(match, {**round_, "scores": changed}, "rounds.0")
            assert [problem.path for problem in verdict.problems] == [f"rounds.0.scores.{seat}"]


@pytest.mark.parametrize(("number", "house"), TABLES)
def test_any_other_opener_is_refused(number, house):
    match, round_ = dealt(number, house)
    for seat in range(number):
        verdict, _ = nain_jaune.check_round(match, {**round_, "opener": seat}, "rounds.0")
        paths = [] if seat == round_["opener"] else ["rounds.0.opener"]
        assert [problem.path for problem in verdict.problems] == paths


@pytest.mark.parametrize("moves", [None, "0 AH", {"seat": 0, "do": "pass"}, 3])
def test_moves_that_are_no_list_are_refused(moves):
    match, round_ = dealt(4, {})
    assert first_problem(match, round_, moves) == "rounds.0.moves"
