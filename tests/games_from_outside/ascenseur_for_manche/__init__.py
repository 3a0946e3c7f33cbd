"""Ascenseur (Oh Hell): each player announces a number of tricks, and must take exactly that number.

An example of a game from outside: sheets only, three to ten players, scores below zero.
"""

from games.contract import Choice, Match, Number, SheetGame
from problems.text import Text, Words

DECK = 52  # cards, so nine or ten players have five each at most
MOST_CARDS = 6
RIGHT = 10  # points, and one for each trick; a wrong announcement costs one for each trick off

ALL_RIGHT = Text(
    "all_right",
    "Not all players can be right: they would have taken {found} tricks of {cards}.",
    "A2",
)
TOO_FAR_OFF = Text("too_far_off", "{seat} cannot be {found} tricks off with {cards} cards.", "A1")


class Ascenseur(SheetGame):
    contract = 1
    slug = "ascenseur"
    name = "Ascenseur"
    seats = range(3, 11)
    scores = range(-MOST_CARDS, RIGHT + MOST_CARDS + 1)
    general_clause = "A0"
    options = (
        Number("cards", Words("Cards of the longest round"), MOST_CARDS, least=1, most=MOST_CARDS),
        Choice(
            "way",
            Words("Rounds"),
            "up",
            {"up": Words("one card more each round"), "both": Words("up, then down again")},
            help=Words("How the number of cards changes."),
        ),
    )

    def check_scores(self, match, scores, at):
        cards = self.cards(match)
        for seat, points in enumerate(scores):
            is_right = points >= RIGHT
            if not (points - RIGHT if is_right else -points) <= cards or points in range(RIGHT):
                (at / seat).refuse(TOO_FAR_OFF, seat=seat, found=abs(points), cards=cards)
        tricks = sum(points - RIGHT for points in scores)
        if min(scores) >= RIGHT and tricks != cards:
            at.refuse(ALL_RIGHT, found=tricks, cards=cards)

    def sample(self, match, rng):
        """Deal the tricks at random; each player had announced theirs, or one more."""
        tricks = [0] * match.players
        for _ in range(self.cards(match)):
            tricks[rng.randrange(match.players)] += 1
        return [RIGHT + number if rng.random() < 0.6 else -1 for number in tricks]

    def is_over(self, match):
        return len(match.rounds) == len(self.rounds(match))

    def cards(self, match: Match) -> int:
        return self.rounds(match)[len(match.rounds)]

    def rounds(self, match: Match) -> list[int]:
        """Return the number of cards of each round."""
        most = min(match.options["cards"], DECK // match.players)
        up = [*range(1, most + 1)]
        return up if match.options["way"] == "up" else [*up, *up[-2::-1]]
