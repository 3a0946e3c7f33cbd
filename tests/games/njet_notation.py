"""Short ways to write Njet! records: boards and moves as words, the rest of the deck dealt."""

import json

from games import record
from games.njet import cards, moves, options, rules
from games.njet.board import Rules
from games.njet.rules import Choosing, apply, legal_moves

CAST = ["Ada", "Bob", "Zoé", "Dov"]
HOUSE = {
    "super_none": True,
    "super_suit": "trump",
    "must_trump": False,
    "equal_ones": "last",
    "lone_double": "any",
}


def match(*rounds, players=4, **house_rules):
    return {
        "record": 1,
        "game": "njet",
        "options": house_rules,
        "players": CAST[:players],
        "rounds": list(rounds),
    }


def check(*rounds, players=4, **house_rules):
    return record.check(match(*rounds, players=players, **house_rules))


def problem_keys(verdict):
    """Return the problems of a verdict as (code, path, clause)."""
    return [(problem.code, problem.path, problem.clause) for problem in verdict.problems]


def board(text):
    """Return all five rows from `first discard trump super value`, such as "2 1 R B 3"."""
    first, discard, trump, over, value = text.split()
    return {
        "first": int(first),
        "discard": int(discard),
        "trump": trump,
        "super": over,
        "value": int(value),
    }


def teams(text):
    """Return two teams from a text such as "01 23"."""
    return [[int(seat) for seat in team] for team in text.split()]


def sheet(*scores, **facts):
    return {"evidence": "sheet", "scores": list(scores), **facts}


def final(rules, sides, tricks, ones, **more):
    return {
        "evidence": "final",
        "rules": board(rules),
        "teams": teams(sides),
        "tricks": list(tricks),
        "ones": list(ones),
        **more,
    }


def transcript(played, *hands, first=0, **more):
    """Return a transcript: `played` starts with the njets, which may be left to `barring`."""
    return {
        "evidence": "transcript",
        "hands": dealt(*hands),
        "njet_first": first,
        "moves": played,
        **more,
    }


def barring(rules, *, players=4, first=0, discards=(0, 1, 2), super_none=False):
    """Return the njets that leave just these cells open, row by row."""
    state, _ = options.start({"discards": list(discards), "super_none": super_none}, players)
    cells = [
        (row, cell)
        for row, listed in state.board.places.items()
        for cell in listed
        if cell != board(rules)[row]
    ]
    return [
        {"seat": (first + turn) % players, "do": "njet", "row": row, "cell": cell}
        for turn, (row, cell) in enumerate(cells)
    ]


def partner(seat, other):
    return {"seat": seat, "do": "partner", "with": other}


def aside(seat, card_codes):
    return {"seat": seat, "do": "discard", "cards": card_codes.split()}


def trick(leader, card_codes, players=4):
    """Return the moves of a trick: each player plays one card, clockwise."""
    return [
        {"seat": (leader + turn) % players, "do": "card", "card": card}
        for turn, card in enumerate(card_codes.split())
    ]


def dealt(*hands):
    """Return full hands from texts.

    They are filled up with the cards that nobody was given, the lowest first.
    """
    given = [hand.split() for hand in hands]
    size = cards.HAND_SIZE[len(hands)]
    left = cards.deck(len(hands))
    for card in (card for hand in given for card in hand):
        left.remove(card)
    left.sort(key=lambda card: (card[1], card[0]))
    return [hand + [left.pop(0) for _ in range(size - len(hand))] for hand in given]


def opening(*hands, first=0, **house_rules):
    """Return the state before the first move."""
    state, problems = options.start(house_rules, len(hands))
    assert state, problems
    return rules.deal(state, first, dealt(*hands))


def after(state, played):
    for raw in played:
        state = rules.apply(state, moves.read(raw, len(state.hands)))
    return state


def table(*hands, rules="0 0 R B 1", partner=1, **house_rules):
    """Return a state in which the start player is to lead; the hands may be any few cards."""
    state, problems = options.start(house_rules, len(hands))
    assert state, problems
    hands_of_seats = tuple(cards.hand(hand.split()) for hand in hands)
    left_open = Rules(**board(rules))
    chosen = moves.Partner(left_open.first, partner)
    return apply(Choosing(state, hands_of_seats, left_open), chosen)


def may_play(state):
    return " ".join(move.card for move in legal_moves(state))


def taker(card_codes, **how):
    """Return who takes this trick if each player has only the card that he plays."""
    hands = card_codes.split()
    return after(table(*hands, **how), trick(0, card_codes, len(hands))).turn


def play(*args, **how):
    """Return the record of a match played by bots, as a copy that may be changed."""
    return json.loads(json.dumps(record.play("njet", *args, **how)))
