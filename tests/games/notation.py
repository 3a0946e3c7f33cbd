"""Short ways to write Neurotrio records: cards and moves as words, the rest of the deck dealt."""

import json
from itertools import chain

from games import GAMES, record
from games.neurotrio import cards, moves, rules, score
from tests.games.states import options_of

DECK = [card for card in cards.CARDS for _ in range(2)]
DEFAULT = options_of("neurotrio")
CAST = ["Ada", "Bob", "Zoé", "Dov"]

# a finish of 11 points (E3) and one of 12, as the hands below are used again and again
BARE = "3CV 3CV 3CN 3CN 2CN 3EV 3EV 2EV 3RB 3RB 2RB"
GRAAL = "1CN 1CN 1CV 1CV 1CB 1EN 1EV 1EB 1RN 1RV 1RB"


def match(*rounds, players=2, **house_rules):
    return {
        "record": 1,
        "game": "neurotrio",
        "options": house_rules,
        "players": CAST[:players],
        "rounds": list(rounds),
    }


def sheet(*scores, **more):
    return {"evidence": "sheet", "scores": list(scores), **more}


def final(*hands, finisher=None, **more):
    """Return a final; hands left out ("") are dealt from the rest of the deck."""
    return {"evidence": "final", "hands": dealt(hands)[0], "finisher": finisher, **more}


def transcript(played, *hands, first=0, stock="", **more):
    """Return a transcript.

    `played` is a text such as "0 draw, 0 discard 1CN, 1 pang"; `stock` are its first cards.
    """
    full, rest = dealt(hands, stock.split())
    return {
        "evidence": "transcript",
        "first": first,
        "hands": full,
        "stock": rest,
        "moves": moves_of(played),
        **more,
    }


def dealt(hands, top=()):
    """Return the full hands and the stock, with `top` first.

    A hand is written as a text, or as "" for ten of the cards left.
    """
    hands = [hand.split() for hand in hands]
    left = list(DECK)
    for card in chain(*hands, top):
        left.remove(card)
    full = [hand or [left.pop() for _ in range(10)] for hand in hands]
    return full, [*top, *left]


def moves_of(text):
    return [move_of(*words.split()) for words in text.split(",") if words.strip()]


def move_of(seat, do, *rest):
    move = {"seat": int(seat), "do": do}
    if do == "pang" and rest:
        return move | {"claims": [int(claim) for claim in rest]}
    return move | ({"card": rest[0]} if rest else {})


def move(text):
    return moves.read(move_of(*text.split()), 4)


def best(cards, finisher=False, house=DEFAULT):
    """Return the best grouping of cards that have one."""
    scored = score.best(cards, finisher, house)
    assert scored
    return scored


def play(*args, **how):
    """Return the record of a match played by bots, as a copy that may be changed."""
    return json.loads(json.dumps(record.play("neurotrio", *args, **how)))


def check(*rounds, players=2, **house_rules):
    return record.check(match(*rounds, players=players, **house_rules))


def problem_keys(verdict):
    """Return the problems of a verdict as (code, path, clause)."""
    return [(problem.code, problem.path, problem.clause) for problem in verdict.problems]


def opening(*hands, first=0, stock="", **house_rules):
    """Return the state before the first move."""
    state, problems = GAMES["neurotrio"].start(house_rules, len(hands))
    assert state, problems
    full, rest = dealt(hands, stock.split())
    return rules.deal(state, first, full, rest)


def after(state, played):
    for move in moves_of(played):
        state = rules.apply(state, moves.read(move, state.players))
    return state


def ten_panged(*top, minimums=(12, 12)):
    """Return a state in which seat 1 has panged ten cards of a Graal (all but 1RB).

    Seat 0 has just discarded the first of `top`, the cards on top of the stock.
    """
    cards = GRAAL.split()[:10]
    others = list(DECK)
    for card in [*cards, *top]:
        others.remove(card)
    hand, drawn_before = others[:10], others[10:30]
    stock = " ".join([*drawn_before, *top])
    state = opening(" ".join(cards), " ".join(hand), stock=stock, minimums=list(minimums))
    for given, own, drawn in zip(cards, hand, drawn_before[1::2], strict=True):
        state = after(state, f"0 draw, 0 discard {given}, 1 pang, 1 discard {own}")
        state = after(state, f"1 draw, 1 discard {drawn}")
    return after(state, f"0 draw, 0 discard {top[0]}")
