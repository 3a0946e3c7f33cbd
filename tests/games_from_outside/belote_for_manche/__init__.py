"""Belote, simplified: two against two, and the cards of both sides at the end give the scores.

An example of a game from outside with partners and final evidence. The rules:

B1  Four players, partners face to face, 32 cards from 7 to ace. A taker has chosen the trump.
B2  Points of the cards: in trump J 20, 9 14; in the other suits J 2, 9 0. In all suits A 11, 10 10,
    K 4, Q 3, 8 and 7 nothing.
B3  The last trick is worth 10 more, so a round has 162 points.
B4  The taker's side needs more points than the others. Otherwise it gets none and they get 162.
B5  A side that takes all tricks gets 90 more.
B6  The king and the queen of trump in one hand are always worth 20 more (house rule).
B7  The first side with enough points wins.
"""

from typing import Any

from games.contract import Choice, Flag, Number, Outcome, SheetGame
from games.drawing import Colour, Row, Tile
from games.fields import Cards, Player
from games.paper import Boxes, Paper, target
from problems.text import Text, Words

SIDES = ((0, 2), (1, 3))
RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7")
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS = {**POINTS, "J": 20, "9": 14}
SUITS = {"H": "♥", "S": "♠", "D": "♦", "C": "♣"}
CODES = [rank + suit for suit in SUITS for rank in RANKS]
NAMES = {
    "A": Words("ace"),
    "K": Words("king"),
    "Q": Words("queen"),
    "J": Words("jack"),
}
SUIT_NAMES = {
    "H": Words("hearts"),
    "S": Words("spades"),
    "D": Words("diamonds"),
    "C": Words("clubs"),
}
CARD_NAME = Words("{rank} of {suit}")
LAST, ROUND, CAPOT, BELOTE = 10, 162, 90, 20
TRICK = 4  # cards

NOT_WHOLE_TRICKS = Text(
    "not_whole_tricks", "Enter whole tricks of {expected} cards. Found: {found} cards.", "B1"
)
LAST_WITHOUT_TRICK = Text(
    "last_without_trick", "{seat} cannot have taken the last trick: that side has none.", "B3"
)
NO_BELOTE = Text("no_belote", "Choose nobody: by the house rules belote does not count.", "B6")
IMPOSSIBLE_SUM = Text(
    "impossible_sum",
    "Correct the scores: the two sides have {found} together, but a round has {expected}.",
    "B3",
)
LOSER_OF_CAPOT = Text(
    "loser_of_capot", "{seat} cannot score {found} if the others took all tricks.", "B5"
)


class Belote(SheetGame):
    contract = 1
    slug = "simple_belote"
    name = "Belote"
    seats = range(4, 5)
    scores = range(ROUND + CAPOT + BELOTE + 1)
    general_clause = "B1"
    options = (
        Number("target", Words("Points that win the match"), 501, least=100, most=5000),
        Flag("belote", Words("King and queen of trump count"), default=True),
    )
    fields = (
        Choice("trump", Words("Trump"), "H", SUIT_NAMES),
        Player("taker", Words("Taker")),
        Cards(
            "taken",
            Words("Cards of the taker’s side"),
            {code: Words(code[:-1] + SUITS[code[-1]]) for code in CODES},
            help=Words("All cards in its tricks, in any order."),
        ),
        Player("last", Words("Last trick")),
        Player("belote", Words("Belote"), or_nobody=True),
    )
    labels = {
        "cards": Words("cards"),
        "last": Words("last trick"),
        "capot": Words("all tricks"),
        "failed": Words("too few points"),
        "defended": Words("the taker failed"),
        "belote": Words("belote"),
    }

    def sides(self, players):
        return SIDES

    def is_over(self, match):
        return max(match.totals) >= match.options["target"]

    def check_scores(self, match, scores, at):
        total, belote = scores[0] + scores[1], BELOTE * match.options["belote"]
        sums = sorted({ROUND, ROUND + belote, ROUND + CAPOT, ROUND + CAPOT + belote})
        if total not in sums:
            at.refuse(IMPOSSIBLE_SUM, found=total, expected=", ".join(map(str, sums)))
        elif total >= ROUND + CAPOT and min(scores) not in {0, total - ROUND - CAPOT}:
            seat = min((0, 1), key=scores.__getitem__)
            (at / seat).refuse(LOSER_OF_CAPOT, seat=seat, found=scores[seat])

    def sample(self, match, rng):
        mine = rng.randrange(ROUND + 1)
        return [mine, ROUND - mine] * 2

    def final(self, match, values, at):
        taken, taker, last, belote = (values[key] for key in ("taken", "taker", "last", "belote"))
        sides = side_of(taker), side_of(taker + 1)
        if len(taken) % TRICK:
            (at / "taken").refuse(NOT_WHOLE_TRICKS, expected=TRICK, found=len(taken))
        if not (taken if last in sides[0] else len(taken) < len(CODES)):
            (at / "last").refuse(LAST_WITHOUT_TRICK, seat=last)
        if belote is not None and not match.options["belote"]:
            (at / "belote").refuse(NO_BELOTE)
        if at.problems:
            return None
        items = dict(zip(sides, self.items(values, sides), strict=True))
        lines = [items[side_of(seat)] for seat in range(match.players)]
        scores = tuple(sum(item["points"] for item in line) for line in lines)
        return Outcome(
            scores,
            [{"points": points, "items": line} for points, line in zip(scores, lines, strict=True)],
        )

    def items(self, values, sides):
        """Return the sources of the points of the taker's side and of the others."""
        taken = set(values["taken"])
        both = [taken, set(CODES) - taken]
        lines = [
            [
                *item("cards", "B2", sum(worth(card, values["trump"]) for card in cards)),
                *item("last", "B3", LAST * (values["last"] in side)),
                *item("capot", "B5", CAPOT * (len(cards) == len(CODES))),
            ]
            for cards, side in zip(both, sides, strict=True)
        ]
        mine, theirs = (sum(item["points"] for item in line) for line in lines)
        if mine <= theirs:
            failed = {"code": "failed", "clause": "B4", "count": 1, "points": 0}
            capot = [one for one in lines[1] if one["code"] == "capot"]
            lines = [[failed], [*item("defended", "B4", ROUND), *capot]]
        return [
            [*line, *item("belote", "B6", BELOTE * (values["belote"] in side))]
            for line, side in zip(lines, sides, strict=True)
        ]

    def sample_final(self, match, rng):
        tricks = rng.randrange(len(CODES) // TRICK + 1)
        taken = rng.sample(CODES, tricks * TRICK)
        taker = rng.randrange(match.players)
        winners = [side_of(taker)] * bool(taken) + [side_of(taker + 1)] * (len(taken) < len(CODES))
        holders = [None, *range(match.players)] if match.options["belote"] else [None]
        return {
            "trump": rng.choice([*SUITS]),
            "taker": taker,
            "taken": taken,
            "last": rng.choice(rng.choice(winners)),
            "belote": rng.choice(holders),
        }

    def progress(self, match):
        left = match.options["target"] - max(match.totals)
        return Words("{n} points to go", {"n": left})

    def drawing(self, options, round_, players):
        if round_["evidence"] != "final":
            return ()
        taken, trump = set(round_["taken"]), round_["trump"]
        suits = [trump, *(suit for suit in SUITS if suit != trump)]
        codes = sorted(CODES, key=lambda code: suits.index(code[-1]))
        return [
            Row(Words("Trump"), [Tile(SUITS[trump], colour(trump), SUIT_NAMES[trump])]),
            *(
                Row(
                    Words("cards"),
                    [tile(code) for code in codes if (code in taken) is is_taker],
                    seats,
                )
                for is_taker, seats in (
                    (True, side_of(round_["taker"])),
                    (False, side_of(round_["taker"] + 1)),
                )
            ),
        ]

    def paper(self, options, players):
        seats = [str(seat) for seat in range(1, players + 1)]
        groups = [
            Boxes(Words("Trump"), [*SUITS.values()]),
            Boxes(Words("Taker"), seats),
            *([Boxes(Words("Belote"), seats)] if options["belote"] else []),
        ]
        return Paper(10, [target(options["target"])], lines=[groups])


def side_of(seat: int) -> tuple[int, ...]:
    return SIDES[seat % len(SIDES)]


def worth(code: str, trump: str) -> int:
    return (TRUMP_POINTS if code[-1] == trump else POINTS).get(code[:-1], 0)


def item(code: str, clause: str, points: int) -> list[dict[str, Any]]:
    """Return an item of a breakdown; none without points."""
    return [{"code": code, "clause": clause, "count": 1, "points": points}] if points else []


def colour(suit: str) -> Colour:
    return Colour.RED if suit in "HD" else Colour.PLAIN


def tile(code: str) -> Tile:
    rank, suit = code[:-1], code[-1]
    name = CARD_NAME._replace(params={"rank": NAMES.get(rank, rank), "suit": SUIT_NAMES[suit]})
    return Tile(Words(rank + SUITS[suit]), colour(suit), name)
