"""One whole round played by bots, written with any evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.base import Bots, Evidence, Seat
from games.njet import bot, cards, messages, moves, rules, score
from games.njet.moves import Move
from games.njet.options import Match
from games.njet.rules import Covering, Playing, RoundState
from games.shape import describe
from problems.problem import problem

if TYPE_CHECKING:
    from random import Random


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
) -> dict[str, object]:
    """Return a round played by bots.

    Raise ValueError if the house rules want more cards put aside than there are in a hand.
    """
    if not match.discards:
        actual = describe(min(match.options.discards))
        refusal = problem(messages.DISCARD_TOO_BIG, "", found=actual, expected=match.hand_size)
        raise ValueError(refusal.message())
    opening = deal(match, rng)
    state: RoundState = opening
    played: list[Move] = []
    while not rules.is_over(state):
        move = bot.choose(state, rng, bots)
        played.append(move)
        state = rules.apply(state, move)
    assert isinstance(state, Playing), "a round ends with its last trick"
    if evidence is Evidence.TRANSCRIPT:
        return _write_transcript(opening, played, state)
    return _write_sheet(state) if evidence is Evidence.SHEET else _write_final(state)


def deal(match: Match, rng: Random) -> Covering:
    """Return the state before the first njet, which moves on by one seat each round (Z4)."""
    deck = cards.deck(match.players)
    rng.shuffle(deck)
    size = match.hand_size
    hands = [sorted(deck[place : place + size]) for place in range(0, len(deck), size)]
    return rules.deal(match, Seat(match.played % match.players), hands)


def _write_sheet(state: Playing) -> dict[str, object]:
    return {
        "evidence": "sheet",
        "scores": _scores(state),
        "rules": state.setting.rules._asdict(),
        "teams": _teams(state),
    }


def _write_final(state: Playing) -> dict[str, object]:
    taken = score.taken_in(state)
    return {
        "evidence": "final",
        "rules": state.setting.rules._asdict(),
        "teams": _teams(state),
        "tricks": list(taken.tricks),
        "ones": list(taken.ones),
        "scores": _scores(state),
    }


def _write_transcript(
    opening: Covering, played: Sequence[Move], state: Playing
) -> dict[str, object]:
    return {
        "evidence": "transcript",
        "hands": [cards.of_hand(hand) for hand in opening.hands],
        "njet_first": opening.turn,
        "moves": [moves.write(move) for move in played],
        "scores": _scores(state),
    }


def _teams(state: Playing) -> list[list[Seat]]:
    return [sorted(team) for team in state.setting.teams]


def _scores(state: Playing) -> list[int]:
    setting = state.setting
    points = score.points(score.taken_in(state), setting.rules.value, setting.match.options)
    return list(score.by_seat(setting.teams, points))
