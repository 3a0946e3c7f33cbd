"""A slow and simple referee of Neurotrio's moves (N3-N13), to hold against the quick replay.

It keeps lists of cards, knows nothing of piles, and takes its rules from RULES.md alone.
"""

from itertools import combinations

SEAT, KIND = "seat", "do"
FORMS = {
    "draw": ({SEAT, KIND}, {SEAT, KIND, "card"}),
    "discard": ({SEAT, KIND, "card"},),
    "pang": ({SEAT, KIND}, {SEAT, KIND, "claims"}),
    "finish": ({SEAT, KIND},),
    "reshuffle": ({KIND, "stock"},),
    "exhausted": ({KIND},),
}


class Referee:
    def __init__(self, round_, house):
        self.minimums, self.once = house["minimums"], house.get("duo_trio") == "once"
        self.hands = [list(hand) for hand in round_["hands"]]
        self.tables = [[] for _ in self.hands]
        self.stock, self.live = list(round_["stock"]), []
        self.due, self.acting, self.discarder, self.last = round_["first"], None, None, None
        self.shuffles, self.over = 0, False

    def copy(self):
        other = object.__new__(Referee)
        other.__dict__.update(self.__dict__)
        other.hands = [list(hand) for hand in self.hands]
        other.tables = [list(table) for table in self.tables]
        other.stock, other.live = list(self.stock), list(self.live)
        return other

    def take(self, move):
        """Make the move if it is legal, and return whether it is."""
        if self.over or not isinstance(move, dict) or move.get(KIND) not in FORMS:
            return False
        if set(move) not in FORMS[move[KIND]] or (SEAT in move and not self.is_seat(move[SEAT])):
            return False
        return getattr(self, move[KIND])(move)

    def is_seat(self, value):
        return type(value) is int and value in range(len(self.hands))

    def draw(self, move):
        if self.acting is not None or move[SEAT] != self.due or not self.stock:
            return False
        if move.get("card", self.stock[0]) != self.stock[0]:
            return False
        self.hands[self.due].append(self.stock.pop(0))
        self.acting, self.last = self.due, None
        self.due = (self.due + 1) % len(self.hands)
        return True

    def discard(self, move):
        if self.acting != move[SEAT] or move["card"] not in self.hands[self.acting]:
            return False
        self.hands[self.acting].remove(move["card"])
        self.live.append(move["card"])
        self.last, self.discarder, self.acting = move["card"], self.acting, None
        return True

    def pang(self, move):
        taker = move[SEAT]
        if self.last is None or taker == self.discarder or not self.may_claim(move):
            return False
        if not self.hands[taker] and not self.can_finish(taker, [*self.tables[taker], self.last]):
            return False
        self.tables[taker].append(self.live.pop())
        self.acting, self.last = taker, None
        return True

    def may_claim(self, move):
        if "claims" not in move:
            return True
        claims, after = move["claims"], range(self.discarder + 1, self.discarder + len(self.hands))
        if not isinstance(claims, list) or not all(map(self.is_seat, claims)):
            return False
        spoke = [turn % len(self.hands) for turn in after if turn % len(self.hands) in claims]
        return sorted(claims) == sorted(spoke) and spoke[:1] == [move[SEAT]]

    def finish(self, move):
        if self.acting != move[SEAT]:
            return False
        pile = self.hands[self.acting] + self.tables[self.acting]
        self.over = self.can_finish(self.acting, pile)
        return self.over

    def reshuffle(self, move):
        if self.acting is not None or self.stock or self.shuffles == 2:
            return False
        new = move["stock"]
        if not isinstance(new, list) or sorted(new, key=str) != sorted(self.live):
            return False
        self.stock, self.live, self.last = list(new), [], None
        self.shuffles += 1
        return True

    def exhausted(self, move):
        self.over = self.acting is None and not self.stock and self.shuffles == 2
        return self.over

    def can_finish(self, seat, cards):
        return any(
            points(duo, trios, self.once) >= self.minimums[seat] for duo, trios in finishes(cards)
        )


def finishes(cards):
    """Yield every duo and three trios that the cards split into."""
    for duo in {card for card in cards if cards.count(card) == 2}:
        rest = sorted(card for card in cards if card != duo)
        for trios in splits(rest):
            yield duo, trios


def splits(cards):
    if not cards:
        yield []
    for places in combinations(range(1, len(cards)), 2):
        trio = [cards[0], *(cards[place] for place in places)]
        if is_trio(trio):
            rest = [card for place, card in enumerate(cards) if place and place not in places]
            yield from ([trio, *others] for others in splits(rest))


def is_trio(cards):
    return len(set(cards)) > 1 and len(shared(*cards)) == 2


def shared(*cards):
    """Return the attributes that all these cards share.

    No two dimensions have a value of the same name.
    """
    return set.intersection(*map(set, cards))


def points(duo, trios, once):
    """Return the points of a finish, without the Graal bonus."""
    lines = [shared(*trio) for trio in trios]
    different = len({duo, *(card for trio in trios for card in trio)})
    on_line = sum(line <= set(duo) for line in lines)
    return (
        5
        + 2 * len(trios)
        + max(0, min(different - 7, 3))
        + 2 * sum(one == other for one, other in combinations(lines, 2))
        + 2 * bool(set.intersection(*lines))
        + (min(on_line, 1) if once else on_line)
        + any(set(duo) & one & other for one, other in combinations(lines, 2))
    )
