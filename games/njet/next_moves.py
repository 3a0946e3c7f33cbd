"""The entry of a transcript move by move: the deal, the legal moves, and what spectators see."""

from __future__ import annotations

from games.base import Seat, Step
from games.njet import cards, moves, replay, rules
from games.njet.options import Match
from games.unfinished import Dealing, Move, MoveEntry, Round, hide_cards


def dealing(match: Match) -> Dealing:
    deck = tuple(cards.deck(match.players))
    first = match.played % match.players  # it moves on by one seat each round (Z4)
    return Dealing(deck, frozenset([match.hand_size]), 0, "njet_first", first)


def next_moves(match: Match, round_: Round) -> list[Move]:
    """Return the legal moves that follow a transcript whose deal and moves are ok."""
    opening = rules.deal(match, Seat(round_["njet_first"]), round_["hands"])
    state, _taken = replay.run(opening, [*round_["moves"]])
    if rules.is_over(state):
        return []
    return [moves.write(move) for move in rules.legal_moves(state)]


def hide_hands(step: Step) -> Step:
    """Return the step without hands and the cards that were put aside."""
    move = step.move
    if move is not None and move["do"] == "discard":
        move = {"seat": move["seat"], "do": "discard", "cards": []}
    return Step(move, hide_cards(step, aside_by_seat=True))


ENTRY = MoveEntry(dealing, next_moves, hide_hands)
