"""One whole round played by bots, written with any evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.base import Bots, Evidence, Seat
from games.nain_jaune import bot, cards, moves, rules, score
from games.nain_jaune.cards import BOXES, CODES, DECK
from games.nain_jaune.moves import Move
from games.nain_jaune.options import Match, NoAce, Opener
from games.nain_jaune.rules import RoundState
from games.nain_jaune.score import NainJauneOutcome

if TYPE_CHECKING:
    from random import Random


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
) -> dict[str, object]:
    opening = deal(match, rng)
    state: RoundState = opening
    played: list[Move] = []
    while not state.over:
        move = bot.choose(match, state, rng, bots)
        played.append(move)
        state = rules.apply(state, move)
    winner = None if state.winner == rules.NOBODY else Seat(state.winner)
    outcome = score.outcome(match, state.hands, state.takers, winner)
    return WRITERS[evidence](opening, played, state, outcome)


def deal(match: Match, rng: Random) -> RoundState:
    """Return the state after a random deal.

    Any seats have the larger hands; a deal that `no_ace: redeal` calls void is dealt again.
    """
    sizes = cards.hand_sizes(match.options.deal, match.players)
    rng.shuffle(sizes)
    deck = list(CODES)
    rng.shuffle(deck)
    if match.opener is Opener.ACE and match.options.no_ace is NoAce.REDEAL:
        while "AH" in deck[sum(sizes) :]:
            rng.shuffle(deck)
    hands = []
    for size in sizes:
        hands.append(cards.pack(deck[:size]))
        deck = deck[size:]
    return rules.deal(match, _opener(match, hands, rng), hands)


def _opener(match: Match, hands: Sequence[int], rng: Random) -> Seat:
    """Return who opens; any seat where a sheet before has hidden its winner (J22)."""
    if match.opener is Opener.ACE:
        return rules.first_opener(hands)
    if match.opener is Opener.HIDDEN:
        return Seat(rng.randrange(match.players))
    return match.opener


def _write_sheet(
    opening: RoundState, played: Sequence[Move], state: RoundState, outcome: NainJauneOutcome
) -> dict[str, object]:
    boxes = score.named(outcome.boxes)
    return {
        "evidence": "sheet",
        "scores": list(outcome.scores),
        "winner": outcome.winner,
        **({"boxes_after": dict(boxes)} if boxes else {}),
    }


def _write_final(
    opening: RoundState, played: Sequence[Move], state: RoundState, outcome: NainJauneOutcome
) -> dict[str, object]:
    takers = [None if taker == rules.NOBODY else taker for taker in state.takers]
    return {
        "evidence": "final",
        "left": [cards.codes(hand) for hand in state.hands],
        "taken": dict(zip(BOXES, takers, strict=True)),
        **_write_aside(opening),
        "scores": list(outcome.scores),
    }


def _write_transcript(
    opening: RoundState, played: Sequence[Move], state: RoundState, outcome: NainJauneOutcome
) -> dict[str, object]:
    return {
        "evidence": "transcript",
        "opener": opening.seat,
        "hands": [cards.codes(hand) for hand in opening.hands],
        **_write_aside(opening),
        "moves": [moves.write(move) for move in played],
        "scores": list(outcome.scores),
    }


def _write_aside(opening: RoundState) -> dict[str, object]:
    aside = DECK & ~sum(opening.hands)
    return {"aside": cards.codes(aside)} if aside else {}


WRITERS = {
    Evidence.SHEET: _write_sheet,
    Evidence.FINAL: _write_final,
    Evidence.TRANSCRIPT: _write_transcript,
}
