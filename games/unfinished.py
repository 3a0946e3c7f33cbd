"""Transcripts that are entered while the round is played: the deal, then move by move.

An unfinished transcript is a ROUND of the record whose hands may be incomplete and whose moves stop
anywhere. The check of its game judges it, as it judges a whole one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from games.base import Game, Step
from problems.problem import Problem

Move: TypeAlias = Mapping[str, Any]
Round: TypeAlias = Mapping[str, Any]
PASS = "pass"  # in every game a pass is the only legal move or none


class Dealing(NamedTuple):
    """Deck, sizes of hands and opener of the next round of a match."""

    deck: tuple[str, ...]  # a card that is there twice comes twice
    sizes: frozenset[int]  # of one hand
    aside: int  # cards that are not dealt
    opener: str = ""  # the key of the round that says who begins; empty if other rules say it
    suggested: int | None = None  # the seat that usually begins


class MoveEntry(NamedTuple):
    """Functions of a game whose transcripts are entered move by move. Their first argument is the
    state of the match before the round."""

    dealing: Callable[[Any], Dealing]
    # the legal moves that follow, as a record writes them; the deal is ok
    next_moves: Callable[[Any, Round], list[Move]]
    # a step as spectators may see it before the round is over: `held` is the number of cards per
    # seat, and `hands` are empty
    hide_hands: Callable[[Step], Step]


class Phase(StrEnum):
    """Phase of an unfinished transcript: the input that it waits for."""

    DEAL = "deal"
    MOVES = "moves"
    OVER = "over"  # for nothing: the round is whole


class Progress(NamedTuple):
    """State of an unfinished transcript. `moves` are the legal next ones; `problem` is the
    first thing that is wrong with it."""

    phase: Phase
    moves: Sequence[Move] = ()
    problem: Problem | None = None


def move_entry(game: Game[Any] | None) -> MoveEntry | None:
    """Return what the game offers to enter moves; None if it offers nothing."""
    offered = getattr(game, "move_entry", None)
    return offered() if offered else None


def empty_round(players: int) -> dict[str, Any]:
    return {"evidence": "transcript", "hands": [[] for _ in range(players)], "moves": []}


def look(game: Game[Any], match: Any, round_: Round, path: str) -> Progress:
    """Return how far the transcript has come. Paths of problems begin with `path`."""
    entry = move_entry(game)
    assert entry is not None, "only such rounds are entered move by move"
    if not any(round_["hands"]):
        return Progress(Phase.DEAL)
    verdict, _state = game.check_round(match, round_, path)
    if verdict.ok:
        return Progress(Phase.OVER)
    problem = verdict.problems[0]
    if problem.path == f"{path}.moves":  # they are legal, but stop early
        return Progress(Phase.MOVES, entry.next_moves(match, round_))
    phase = Phase.MOVES if problem.path.startswith(f"{path}.moves.") else Phase.DEAL
    return Progress(phase, (), problem)


def hide_cards(step: Step, *, aside_by_seat: bool) -> dict[str, object]:
    """Return the table of a step without cards that spectators must not see. `held` has the number
    of cards of each seat."""
    hands = step.table["hands"]
    assert isinstance(hands, list), "it has the cards of each seat"
    return {
        **step.table,
        "held": [*map(len, hands)],
        "hands": [[] for _ in hands],
        "aside": [None] * len(hands) if aside_by_seat else [],
    }


def free_cards(dealing: Dealing, round_: Round, seat: int) -> list[str]:
    """Return the cards of the deck that no other seat has."""
    others = [card for other, hand in enumerate(round_["hands"]) if other != seat for card in hand]
    taken, free = Counter(others), list[str]()
    for card in dealing.deck:
        if taken[card]:
            taken[card] -= 1
        else:
            free.append(card)
    return free


def deal(dealing: Dealing, round_: Round, seat: int, hand: Sequence[str]) -> dict[str, Any]:
    """Return the transcript with this hand. The last hand follows from the others, and so do the
    cards aside."""
    hands = [[*hand] if other == seat else cards for other, cards in enumerate(round_["hands"])]
    dealt = {key: value for key, value in round_.items() if key != "aside"} | {"hands": hands}
    empty = [other for other, cards in enumerate(hands) if not cards]
    if len(empty) == 1 and not dealing.aside:
        rest = free_cards(dealing, dealt, empty[0])
        if len(rest) in dealing.sizes:
            hands[empty[0]], empty = rest, []
    if not empty and dealing.aside:
        dealt["aside"] = free_cards(dealing, dealt, len(hands))
    return dealt


def enter(game: Game[Any], match: Any, round_: Round, tap: Move, path: str) -> dict[str, Any]:
    """Return the transcript with one more move, which may be illegal, as `look` then says. `tap`
    may leave out the seat whose turn it is."""
    due = look(game, match, round_, path).moves
    seat = {"seat": due[0]["seat"]} if due else {}
    moved = {**round_, "moves": [*round_["moves"], {**seat, **tap}]}
    return with_passes(game, match, moved, path)


def with_passes(game: Game[Any], match: Any, round_: Round, path: str) -> dict[str, Any]:
    """Return the transcript with the passes that follow: they are no choice, so they are not
    entered."""
    passed = dict(round_)
    while True:
        due = look(game, match, passed, path).moves
        if len(due) != 1 or due[0]["do"] != PASS:
            return passed
        passed["moves"] = [*passed["moves"], due[0]]


def undo(round_: Round) -> dict[str, Any]:
    """Return the transcript without its last move that was entered, and the passes after it."""
    moves = [*round_["moves"]]
    while moves and moves[-1].get("do") == PASS:
        moves.pop()
    return {**round_, "moves": moves[:-1]}
