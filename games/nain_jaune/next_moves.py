"""The entry of a transcript move by move: the deal, the legal moves, and what spectators see."""

from __future__ import annotations

from games.base import Step
from games.nain_jaune import cards, moves, rules, steps
from games.nain_jaune.options import Match, Opener
from games.unfinished import Dealing, Move, MoveEntry, Round, hide_cards


def dealing(match: Match) -> Dealing:
    sizes = frozenset(cards.hand_sizes(match.options.deal, match.players))
    is_hidden = match.opener is Opener.HIDDEN  # only the table knows who won the round before
    by_suit = tuple(rank + suit for suit in cards.SUITS for rank in cards.RANKS)
    return Dealing(by_suit, sizes, match.aside, "opener" if is_hidden else "")


def next_moves(match: Match, round_: Round) -> list[Move]:
    """Return the legal moves that follow a transcript whose deal and moves are ok."""
    state = steps.deal(match, round_)
    for raw in round_["moves"]:
        rules.advance(state, moves.read(raw, match.players))
    return [moves.write(move) for move in rules.legal_moves(state)]


def hide_hands(step: Step) -> Step:
    """Return the step without hands, cards aside and the reason of a pass that hands explain."""
    move = step.move
    if move is not None and move.get("reason", "next") != "next":
        move = {"seat": move["seat"], "do": move["do"], "reason": "hidden"}
    return Step(move, hide_cards(step, aside_by_seat=False))


ENTRY = MoveEntry(dealing, next_moves, hide_hands)
