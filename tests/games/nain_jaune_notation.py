"""Short ways to write Nain Jaune records: hands, boxes and moves as words."""

import json
from itertools import combinations, product
from typing import Any

from games import record
from games.nain_jaune import cards, moves, options, rules
from games.nain_jaune.cards import BOXES, CODES
from games.nain_jaune.options import Penalty

CAST = ["Ada", "Bob", "Zoé", "Dov", "Eva", "Fay", "Gus", "Hal"]

# E7: eight players, simplified deal, 20 chips
E7_HANDS = [
    "9H AD 9D QD 2C 7C",
    "7H JH 3S KS 10D 3C",
    "3H 5S 7D 8D KD 5C",
    "AH 5H AS 7S JS AC",
    "8S 10S 4D 6D 9C 10C",
    "6H 10H QH 2S 5D JC",
    "2H 8H KH QS 3D QC",
    "4H 9S 2D 4C 8C KC",
]
E7_ASIDE = "4S JD 6S 6C"
E7_MOVES = (
    "3 AC, 4 4D, 5 5D, 6 2H, 7 2D, 0 2C, 1 3C, 2 3H, 3 AS, 4 6D, 5 2S, 6 3D, 7 4H, 0 AD, 1 3S,"
    "2 5C, 3 AH, 4 8S, 5 6H, 6 pass, 7 4C, 0 9H, 1 10D, 2 5S, 3 5H, 4 9C, 5 10H, 6 pass, 7 8C,"
    "0 9D, 1 7H, 2 7D, 3 7S, 4 10C, 5 JC, 6 QC, 7 KC, 7 9S"
)
E7_SCORES = [-8, -1, 0, -7, -6, 1, -10, 31]
E7_HOUSE = {"chips": 20, "deal": "simplified"}


def match(*rounds, players=3, **house_rules):
    return {
        "record": 1,
        "game": "nain_jaune",
        "options": house_rules,
        "players": CAST[:players],
        "rounds": list(rounds),
    }


def sheet(*scores, **more):
    return {"evidence": "sheet", "scores": list(scores), **more}


def final(*left, taken="", **more):
    """Return a final: `left` are texts, "" for an empty hand; `taken` is such as "7D=0 JC=2"."""
    round_ = {"evidence": "final", "left": [card_codes.split() for card_codes in left]}
    return round_ | {"taken": taken_of(taken)} | more


def taken_of(text):
    boxes = dict(pair.split("=") for pair in text.split())
    return {box: int(boxes[box]) if box in boxes else None for box in BOXES}


def transcript(played, *hands, **more):
    """Return a transcript: `played` is a text such as "0 AH, 1 pass"."""
    dealt = [hand.split() for hand in hands]
    return {"evidence": "transcript", "hands": dealt, "moves": moves_of(played), **more}


def e7(played=E7_MOVES, **more):
    return transcript(played, *E7_HANDS, **({"aside": E7_ASIDE.split()} | more))


def moves_of(text):
    return [move_of(*words.split()) for words in text.split(",") if words.strip()]


def move_of(seat, card):
    if card == "pass":
        return {"seat": int(seat), "do": "pass"}
    return {"seat": int(seat), "do": "play", "card": card}


def check(*rounds, players=3, **house_rules):
    return record.check(match(*rounds, players=players, **house_rules))


def check_e7(played=E7_MOVES, *more, **changed):
    return check(e7(played, **changed), *more, players=8, **E7_HOUSE)


def problem_keys(verdict):
    """Return the problems of a verdict as (code, path, clause)."""
    return [(problem.code, problem.path, problem.clause) for problem in verdict.problems]


def started(players=3, **house_rules):
    state, problems = options.start(house_rules, players)
    assert state, problems
    return state


def opening(*hands, opener=0, **house_rules):
    """Return the start of a round in which only the cards that matter are dealt."""
    hands_of_seats = [cards.pack(hand.split()) for hand in hands]
    return rules.deal(started(len(hands), **house_rules), opener, hands_of_seats)


def after(state, played):
    for move in moves_of(played):
        state = rules.apply(state, moves.read(move, len(state.hands)))
    return state


def choices(state):
    """Return the seat of the player to move and what he may do, such as "1: 2D 2C"."""
    legal: list[Any] = [moves.write(move) for move in rules.legal_moves(state)]
    return f"{state.seat}: {' '.join(move.get('card', 'pass') for move in legal)}"


def play(*args, **how):
    """Return the record of a match played by bots, as a copy that may be changed."""
    return json.loads(json.dumps(record.play("nain_jaune", *args, **how)))


def deck_dealt(players, skip=()):
    """Return hands of all cards but those in `skip`, dealt round in the order of the deck."""
    cards = [card for card in CODES if card not in skip]
    return [" ".join(cards[seat::players]) for seat in range(players)]


def antes_of(banks, options):
    """Return what everybody pays into the boxes (J3, J20)."""
    return [5 if options.get("penalty") == "debt" else min(5, bank) for bank in banks]


def weaker(played, verdict, kinds, players):
    """Return the rounds of a checked match of transcripts, with weaker evidence.

    `kinds` says which: t(ranscript), f(inal), s(heet) or w, a sheet with its winner.
    """
    boxes, weak = dict.fromkeys(BOXES, 0), []
    for raw, judged, kind in zip(played["rounds"], verdict.rounds, kinds, strict=False):
        taken = {box: seat for seat, of in enumerate(judged.breakdown) for box in of["taken"]}
        won = [seat for seat, of in enumerate(judged.breakdown) if of["winner"]]
        before = [of["bank"] - of["points"] for of in judged.breakdown]
        antes = antes_of(before, played["options"])
        boxes = {
            box: 0 if won or box in taken else chips + sum(ante > place for ante in antes)
            for place, (box, chips) in enumerate(boxes.items())
        }
        left = [of["left"] for of in judged.breakdown]
        aside = {"aside": raw["aside"]} if "aside" in raw else {}
        stay = {"boxes_after": {box: chips for box, chips in boxes.items() if chips}}
        scores = list(judged.scores)
        all_taken = {box: taken.get(box) for box in BOXES}
        weak.append(
            {
                "t": raw,
                "f": {"evidence": "final", "left": left, "taken": all_taken, **aside},
                "s": {"evidence": "sheet", "scores": scores, **stay},
                "w": {"evidence": "sheet", "scores": scores, "winner": [*won, None][0], **stay},
            }[kind]
        )
    return {**played, "rounds": weak}


def with_banks(banks, boxes=(0, 0, 0, 0, 0), **house_rules):
    match = started(len(banks), **house_rules)
    return match._replace(banks=tuple(banks), boxes=tuple(boxes))


def some_story(state, scores, winner):
    """Return whether some round explains these scores (J24 word by word).

    It tries every taker of every box and every hand left, however long that takes.
    """
    losers = [seat for seat in range(state.players) if seat != winner]
    for takers in product([*losers, winner, None], repeat=len(BOXES)):
        hands = [_hands(state, scores, seat, takers) for seat in losers]
        laid = sum(taker in losers for taker in takers)
        most = 52 - state.aside - 52 // state.players - laid
        if all(hands) and _can_be_left(state, takers, hands, most):
            return True
    return False


def _hands(state, scores, seat, takers):
    """Return the hands (low cards, honours, 7D) that this loser can have left."""
    antes = antes_of(state.banks, {"penalty": state.options.penalty.value})
    stakes = [left + sum(ante > box for ante in antes) for box, left in enumerate(state.boxes)]
    boxes = [stake for stake, taker in zip(stakes, takers, strict=True) if taker == seat]
    paid = sum(boxes) - antes[seat] - scores[seat]
    is_broke = state.banks[seat] + scores[seat] == 0
    owes_more = is_broke and state.options.penalty is Penalty.PARTIAL
    room = state.largest_hand - len(boxes)
    hands = [hand for hand in product(range(room + 1), range(room + 1), (0, 1)) if sum(hand)]
    return [
        (low, honours, seven)
        for low, honours, seven in hands
        if low + honours + seven <= room and paid >= 0
        if (value := low + 2 * honours + 5 * seven) == paid or (owes_more and value >= paid)
    ]


def _can_be_left(state, takers, hands, most):
    sums: set[tuple[int, ...]] = {(0, 0, 0)}
    for options_of_one in hands:
        sums = {
            total
            for some in sums
            for hand in options_of_one
            if sum(total := tuple(map(sum, zip(some, hand, strict=True)))) <= most
        }
    untaken = [box for box, taker in enumerate(takers) if taker is None]
    for aside in range(min(state.aside, len(untaken)) + 1):
        for gone in combinations(untaken, aside):
            cards_held = [box for box in untaken if box not in gone]
            honours = sum(box > 1 for box in cards_held)
            ten = 1 in cards_held
            if any(
                seven == (0 in cards_held)
                and ten <= low <= 38 + ten
                and honours <= honour <= 9 + honours
                for low, honour, seven in sums
            ):
                return True
    return False


# the final of E4, and one without a winner
E4 = final("QS 4H", "KD 9C KS", "", taken="7D=0 JC=0 10D=1")
DEAD = final("QS KH", "KS", "QD", taken="7D=0 10D=1 KD=1 JC=2")
