"""Every small change of a legal transcript is refused at the move where it becomes illegal.

Which that is, a referee says who knows nothing of the engine: he reads Z3 to Z10 word by word and
lists all moves that are allowed. A changed move that is allowed makes another round, which he
follows to its end or to its first illegal move.
"""

import json
from copy import deepcopy
from itertools import combinations
from random import Random

import pytest

from games.base import Bots, Evidence
from games.njet import evidence, options, play
from games.njet.cards import CARDS
from games.njet.options import EqualOnes, LoneDouble, SuperSuit
from tests.games.njet_notation import HOUSE, aside, partner

pytestmark = pytest.mark.long

# players and house rules: all table sizes, every rule both ways
TABLES = {
    "four": (4, {}),
    "four, nothing aside": (4, {"discards": [0], "super_suit": "trump"}),
    "four, another house": (4, {"discards": [1, 2], **HOUSE}),
    "three": (3, {}),
    "three, two aside": (3, {"discards": [2], "super_none": True, "equal_ones": "last"}),
    "three, another house": (3, {"discards": [0, 1], **HOUSE}),
}
# values that are wrong nearly everywhere
VALUES: list[object] = [None, True, 1.0, -1, 4, "", "r9", [], ["R1"], {}, "none"]
VALUES += ["njet", "partner", "discard", "card", "first", "trump", "super", "value"]


class Referee:
    """A referee whose hands, rows and tricks are lists; nothing is looked up."""

    def __init__(self, match, round_):
        self.house, self.players = match.options, match.players
        self.hands = [list(hand) for hand in round_["hands"]]
        self.turn = round_["njet_first"]
        self.rows = {
            "first": list(range(self.players)),
            "discard": list(self.house.discards),
            "trump": [*"RKBG"],
            "super": [*"RKBG", "none"] if self.house.super_none else [*"RKBG"],
            "value": [1, 2, 3, 4],
        }
        self.starters, self.waiting, self.trick = [], list(range(self.players)), []
        self.earned = {True: 0, False: 0}

    def board(self, row):
        (cell,) = self.rows[row]
        return cell

    def is_over(self):
        return bool(self.starters) and not any(self.hands) and not self.trick

    def allowed(self):
        """Return every move that may be made now."""
        rows = [row for row, cells in self.rows.items() if len(cells) > 1]
        if rows:
            return [njet(self.turn, row, cell) for row in rows for cell in self.rows[row]]
        if not self.starters:
            start = self.board("first")
            others = [seat for seat in range(self.players) if seat != start]
            return [partner(start, other) for other in others + [None] * (self.players == 3)]
        if self.board("discard") and self.waiting:
            return [
                aside(seat, " ".join(cards))
                for seat in self.waiting
                for cards in combinations(self.hands[seat], self.board("discard"))
            ]
        return [card_of(self.turn, card) for card in self.cards()]

    def cards(self):
        """Return the cards that may be played (Z7, Z8)."""
        hand = self.hands[self.turn]
        if not self.trick:
            return hand
        suit = self.suit(self.trick[0][1])
        following = [card for card in hand if self.suit(card) == suit]
        cutting = [card for card in hand if card[0] == self.board("trump") or self.is_super(card)]
        return following or (cutting if cutting and self.house.must_trump else hand)

    def is_super(self, card):
        return card == f"{self.board('super')}1"

    def suit(self, card):
        belongs = self.house.super_suit is SuperSuit.TRUMP and self.is_super(card)
        return self.board("trump") if belongs else card[0]

    def play(self, move):
        """Make a move that is allowed."""
        match move["do"]:
            case "njet":
                self.rows[move["row"]].remove(move["cell"])
                self.turn = (self.turn + 1) % self.players
            case "partner":
                self.starters = [move["seat"], move["with"]]
                self.turn = move["seat"]
            case "discard":
                self.waiting.remove(move["seat"])
                for card in move["cards"]:
                    self.hands[move["seat"]].remove(card)
            case "card":
                self.put(move["card"])

    def put(self, card):
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % self.players
        if len(self.trick) == self.players:
            self.turn = self.taker()
            ones = sum(card[1] == "1" for _, card in self.trick)
            self.earned[self.turn in self.starters] += self.board("value") * (1 + ones)
            self.trick = []

    def taker(self):
        """Return the seat that takes the trick (Z9)."""
        supers = [seat for seat, card in self.trick if self.is_super(card)]
        if supers:
            return supers[-1]
        colours = [card[0] for _, card in self.trick]
        colour = self.board("trump") if self.board("trump") in colours else colours[0]
        best = max(card for _, card in self.trick if card[0] == colour)
        seats = [seat for seat, card in self.trick if card == best]
        return seats[-1 if self.house.equal_ones is EqualOnes.LAST else 0]

    def scores(self):
        """Return the scores of all seats (Z10)."""
        is_starter = [seat in self.starters for seat in range(self.players)]
        alone = {mine: is_starter.count(mine) == 1 for mine in (True, False)}
        doubled = {True: True, False: self.house.lone_double is LoneDouble.ANY}
        return tuple(
            self.earned[mine] * (2 if alone[mine] and doubled[mine] else 1) for mine in is_starter
        )


def njet(seat, row, cell):
    return {"seat": seat, "do": "njet", "row": row, "cell": cell}


def card_of(seat, card):
    return {"seat": seat, "do": "card", "card": card}


def entries_of(move):
    """Return the same text for the same move.

    1, 1.0 and true make a difference, the order of cards does not.
    """
    is_discard = isinstance(move, dict) and isinstance(move.get("cards"), list)
    plain = move | {"cards": sorted(move["cards"])} if is_discard else move
    return json.dumps(plain, sort_keys=True)


def judged(referee, made, place=0):
    """Return what the referee says of these moves from `place` on: scores or a path."""
    for number in range(place, len(made)):
        if entries_of(made[number]) not in {entries_of(move) for move in referee.allowed()}:
            return f"rounds.0.moves.{number}"
        referee.play(made[number])
    return referee.scores() if referee.is_over() else "rounds.0.moves"


def verdict_on(match, round_):
    verdict, _ = evidence.check_round(match, round_, "rounds.0")
    return verdict.problems[0].path if verdict.problems else verdict.scores


def others(move, players):
    """Yield the move with each of its values replaced by all that there are, and by wrong ones."""
    for key, value in move.items():
        for other in [*VALUES, *range(players + 1), *(CARDS if key == "card" else "RKBG")]:
            if entries_of({key: other}) != entries_of({key: value}):
                yield move | {key: other}
    for place, hand in enumerate(move.get("cards", ())):
        for card in CARDS:
            if card != hand:
                cards = [*move["cards"]]
                cards[place] = card
                yield move | {"cards": cards}


def of_other_kinds(seat):
    """Return a move of each kind, and something that is no move."""
    return [njet(seat, "value", 1), partner(seat, None), aside(seat, "R1"), card_of(seat, "R1"), 0]


def changed(made, place, players):
    """Yield the moves with all small changes of one: its values, its kind, its place."""
    before, move, after = made[:place], made[place], made[place + 1 :]
    for other in [*others(move, players), *of_other_kinds(move["seat"])]:
        yield [*before, other, *after]
    for key in move:
        yield [*before, {name: move[name] for name in move if name != key}, *after]
    yield [*before, move | {"points": 0}, *after]
    yield [*before, *after]
    yield [*before, move, *made[place:]]
    yield [*before, *after[:1], move, *after[1:]]
    yield before


def a_round(table, seed):
    players, house = TABLES[table]
    match, _ = options.start(house, players)
    round_ = play.play_round(match, Random(seed), Evidence.TRANSCRIPT, bots=[Bots.RANDOM] * 8)
    return match, round_


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("table", TABLES)
def test_a_change_is_refused_where_it_breaks_a_rule(table, seed):
    match, round_ = a_round(table, seed)
    made, referee = round_["moves"], Referee(match, round_)
    del round_["scores"]
    for place, move in enumerate(made):
        allowed = {entries_of(move) for move in referee.allowed()}
        for changes in changed(made, place, match.players):
            is_allowed = changes[place:] and entries_of(changes[place]) in allowed
            due = f"rounds.0.moves.{place}"
            if is_allowed or not changes[place:]:
                due = judged(deepcopy(referee), changes, place)
            assert verdict_on(match, round_ | {"moves": changes}) == due
        referee.play(move)
    assert verdict_on(match, round_) == referee.scores()


@pytest.mark.parametrize("table", TABLES)
def test_no_move_may_follow_the_last_trick(table):
    match, round_ = a_round(table, seed=2)
    made = round_["moves"]
    for more in [*of_other_kinds(0), *made]:
        wrong = round_ | {"moves": [*made, more, *made]}
        assert verdict_on(match, wrong) == f"rounds.0.moves.{len(made)}"


@pytest.mark.parametrize("table", TABLES)
def test_a_stated_score_that_is_off_by_one_is_refused(table):
    match, round_ = a_round(table, seed=3)
    for seat in range(match.players):
        for by in (-1, 1):
            scores = [*round_["scores"]]
            scores[seat] += by
            assert verdict_on(match, round_ | {"scores": scores}) == f"rounds.0.scores.{seat}"
