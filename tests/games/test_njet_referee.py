"""A referee who reads Z7 to Z10 word by word agrees with the engine about every card."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.base import Bots, Evidence
from games.njet import cards, evidence, options, play
from games.njet.options import EqualOnes, LoneDouble, Options, SuperSuit

house_rules = st.builds(
    Options,
    discards=st.sampled_from([(0,), (0, 1, 2), (4,)]),
    super_none=st.booleans(),
    super_suit=st.sampled_from(list(SuperSuit)),
    must_trump=st.booleans(),
    equal_ones=st.sampled_from(list(EqualOnes)),
    lone_double=st.sampled_from(list(LoneDouble)),
)


class Referee:
    """A referee whose hands are lists of codes; nothing is looked up."""

    def __init__(self, round_, players, house):
        self.house, self.players = house, players
        self.hands = [list(hand) for hand in round_["hands"]]
        made = round_["moves"]
        self.board = {row: self.left_open(row, made) for row in ("trump", "super", "value")}
        chosen = next(move for move in made if move["do"] == "partner")
        self.start = self.turn = chosen["seat"]
        self.starters = {self.start, chosen["with"]} - {None}
        for move in made:
            for card in move.get("cards", []):
                self.hands[move["seat"]].remove(card)
        self.trick = []
        self.earned = {True: 0, False: 0}

    def left_open(self, row, made):
        none = ["none"] if self.house.super_none and row == "super" else []
        cells = [1, 2, 3, 4] if row == "value" else [*"RKBG", *none]
        for move in made:
            if move["do"] == "njet" and move["row"] == row:
                cells.remove(move["cell"])
        (last,) = cells
        return last

    def is_super(self, card):
        return card == f"{self.board['super']}1"

    def suit(self, card):
        belongs = self.house.super_suit is SuperSuit.TRUMP and self.is_super(card)
        return self.board["trump"] if belongs else card[0]

    def allowed(self, seat):
        hand = self.hands[seat]
        if not self.trick:
            return hand
        suit = self.suit(self.trick[0][1])
        following = [card for card in hand if self.suit(card) == suit]
        cutting = [card for card in hand if card[0] == self.board["trump"] or self.is_super(card)]
        if following:
            return following
        return cutting if cutting and self.house.must_trump else hand

    def play(self, seat, card):
        """Play the card if the player may, and return whether he may."""
        if seat != self.turn or card not in self.allowed(seat):
            return False
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.turn = (seat + 1) % self.players
        if len(self.trick) == self.players:
            self.take()
        return True

    def take(self):
        self.turn = self.taker()
        ones = sum(card[1] == "1" for _, card in self.trick)
        self.earned[self.turn in self.starters] += self.board["value"] * (1 + ones)
        self.trick = []

    def taker(self):
        supers = [seat for seat, card in self.trick if self.is_super(card)]
        if supers:
            return supers[-1]
        led = self.trick[0][1][0]
        trumped = any(card[0] == self.board["trump"] for _, card in self.trick)
        colour = self.board["trump"] if trumped else led
        ranks = [int(card[1]) for _, card in self.trick if card[0] == colour]
        best = [seat for seat, card in self.trick if card == f"{colour}{max(ranks)}"]
        return best[-1 if self.house.equal_ones is EqualOnes.LAST else 0]

    def scores(self):
        scores = []
        for seat in range(self.players):
            is_starter = seat in self.starters
            team = len(self.starters) if is_starter else self.players - len(self.starters)
            doubled = is_starter or self.house.lone_double is LoneDouble.ANY
            scores.append(self.earned[is_starter] * (2 if team == 1 and doubled else 1))
        return tuple(scores)


def first_illegal(referee, made):
    """Return the number of the first card that the referee does not allow."""
    for place, move in enumerate(made):
        if move["do"] == "card" and not referee.play(move["seat"], move["card"]):
            return place
    return None


def a_round(rng, players, house):
    match, _ = options.start(
        {
            "discards": list(house.discards),
            "super_none": house.super_none,
            "super_suit": house.super_suit.value,
            "must_trump": house.must_trump,
            "equal_ones": house.equal_ones.value,
            "lone_double": house.lone_double.value,
        },
        players,
    )
    round_ = play.play_round(match, rng, Evidence.TRANSCRIPT, bots=[Bots.RANDOM] * 8)
    del round_["scores"]
    return match, round_


@given(st.integers(0, 10**9).map(Random), st.sampled_from([3, 4]), house_rules)
def test_the_referee_counts_the_same_points(rng, players, house):
    match, round_ = a_round(rng, players, house)
    referee = Referee(round_, players, house)
    assert first_illegal(referee, round_["moves"]) is None
    assert evidence.check_round(match, round_, "rounds.0")[0].scores == referee.scores()


@given(st.integers(0, 10**9).map(Random), st.sampled_from([3, 4]), house_rules)
def test_the_referee_refuses_the_same_card(rng, players, house):
    match, round_ = a_round(rng, players, house)
    card_codes = [place for place, move in enumerate(round_["moves"]) if move["do"] == "card"]
    place = rng.choice(card_codes)
    round_["moves"][place]["card"] = rng.choice(cards.deck(players))
    wrong = first_illegal(Referee(round_, players, house), round_["moves"])
    actual = [
        problem.path for problem in evidence.check_round(match, round_, "rounds.0")[0].problems
    ]
    assert actual == ([] if wrong is None else [f"rounds.0.moves.{wrong}"])


@given(st.integers(0, 10**9).map(Random), st.sampled_from([3, 4]), house_rules)
def test_the_referee_refuses_the_same_swap_within_a_hand(rng, players, house):
    match, round_ = a_round(rng, players, house)
    cards = [place for place, move in enumerate(round_["moves"]) if move["do"] == "card"]
    one = rng.choice(cards)
    same = [at for at in cards if round_["moves"][at]["seat"] == round_["moves"][one]["seat"]]
    first, second = round_["moves"][one], round_["moves"][rng.choice(same)]
    first["card"], second["card"] = second["card"], first["card"]
    wrong = first_illegal(Referee(round_, players, house), round_["moves"])
    verdict, _ = evidence.check_round(match, round_, "rounds.0")
    actual = [problem.path for problem in verdict.problems]
    assert actual == ([] if wrong is None else [f"rounds.0.moves.{wrong}"])
