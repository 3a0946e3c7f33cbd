"""One whole round played by bots, written with any evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from games.base import Bots, Evidence, Seat
from games.neurotrio import bot, cards, moves, rules, score
from games.neurotrio.cards import CARDS, COPIES, Pile
from games.neurotrio.moves import Move
from games.neurotrio.options import Match
from games.neurotrio.state import HAND, RoundState

if TYPE_CHECKING:
    from random import Random


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
) -> dict[str, object]:
    opening = deal(match, rng)
    state = opening.copy()
    played: list[Move] = []
    while not state.over:
        move = bot.choose(state, rng, bots)
        played.append(move)
        rules.advance(state, move)
    return WRITERS[evidence](opening, played, state)


def deal(match: Match, rng: Random) -> RoundState:
    deck = [card for card in CARDS for _ in range(COPIES)]
    rng.shuffle(deck)
    dealt = HAND * match.players
    hands = [deck[place : place + HAND] for place in range(0, dealt, HAND)]
    first = Seat(rng.randrange(match.players))
    return rules.deal(match, first, hands, deck[dealt:])


def _write_sheet(
    opening: RoundState, played: Iterable[Move], state: RoundState
) -> dict[str, object]:
    scores = _scores(state)
    return {"evidence": "sheet", "scores": scores, "finisher": state.finisher}


def _write_final(
    opening: RoundState, played: Iterable[Move], state: RoundState
) -> dict[str, object]:
    return {
        "evidence": "final",
        "hands": [cards.of_pile(pile) for pile in _cards_by_seat(state)],
        "finisher": state.finisher,
        "scores": _scores(state),
    }


def _write_transcript(
    opening: RoundState, played: Iterable[Move], state: RoundState
) -> dict[str, object]:
    return {
        "evidence": "transcript",
        "first": opening.due,
        "hands": [cards.of_pile(hand) for hand in opening.hands],
        "stock": list(opening.stock),
        "moves": [moves.write(move) for move in played],
        "scores": _scores(state),
    }


def _cards_by_seat(state: RoundState) -> list[Pile]:
    return [state.cards_of(Seat(seat)) for seat in range(state.players)]


def _scores(state: RoundState) -> list[int]:
    best = [
        score.best_of(pile, finisher=seat == state.finisher, options=state.match.options)
        for seat, pile in enumerate(_cards_by_seat(state))
    ]
    return [scored.points for scored in best if scored]


WRITERS = {
    Evidence.SHEET: _write_sheet,
    Evidence.FINAL: _write_final,
    Evidence.TRANSCRIPT: _write_transcript,
}
