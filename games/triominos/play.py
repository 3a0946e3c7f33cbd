"""One whole round played by bots, written with any evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.base import Bots, Evidence
from games.triominos import bot, evidence, moves, rules, tiles
from games.triominos.moves import Move
from games.triominos.options import Match
from games.triominos.rules import RoundState
from games.triominos.score import Event
from games.triominos.tiles import TILES

if TYPE_CHECKING:
    from random import Random


class Played(NamedTuple):
    """A whole round."""

    opening: RoundState
    moves: list[Move]
    events: list[Event]
    state: RoundState

    @property
    def scores(self) -> list[int]:
        return list(evidence.round_scores(self.state))


def play_round(
    match: Match, rng: Random, evidence: Evidence, *, bots: Sequence[Bots]
) -> dict[str, object]:
    return WRITERS[evidence](play(deal(match, rng), rng, bots))


def play(opening: RoundState, rng: Random, bots: Sequence[Bots]) -> Played:
    """Return the round that bots play from this state on."""
    played = Played(opening, [], [], opening)
    while played.state.end is None:
        move = bot.choose(played.state, rng, bots)
        state = rules.apply(played.state, move)
        assert state.event, "every move earns something, if only 0 points"
        played.moves.append(move)
        played.events.append(state.event)
        played = played._replace(state=state)
    return played


def deal(match: Match, rng: Random) -> RoundState:
    mixed = rng.sample(TILES, len(TILES))
    size, dealt = match.options.deal, len(TILES) - match.pool
    racks = [mixed[place : place + size] for place in range(0, dealt, size)]
    return rules.deal(match, racks, mixed[dealt:])


def _write_sheet(played: Played) -> dict[str, object]:
    return {"evidence": "sheet", "scores": played.scores, **_write_reached(played)}


def _write_final(played: Played) -> dict[str, object]:
    state = played.state
    assert state.end, "the round has ended"
    return {
        "evidence": "final",
        "board": [moves.write_placed(*placed) for placed in state.board.cells.items()],
        "racks": [tiles.in_rack(rack) for rack in state.racks],
        "pool": tiles.in_rack(state.hidden),
        "end": state.end.value,
        "before_end": list(state.scores),
        "scores": played.scores,
        **_write_reached(played),
    }


def _write_reached(played: Played) -> dict[str, object]:
    """Return the seats that a move brought to the target, as only transcripts show it (T16)."""
    reached = sorted(played.state.reached)
    return {"reached": reached} if reached else {}


def _write_transcript(played: Played) -> dict[str, object]:
    opening = played.opening
    return {
        "evidence": "transcript",
        "racks": [tiles.in_rack(rack) for rack in opening.racks],
        "pool": list(opening.pool or ()),
        "moves": [
            {**moves.write(move), "points": event.points}
            for move, event in zip(played.moves, played.events, strict=True)
        ],
        "scores": played.scores,
    }


WRITERS = {
    Evidence.SHEET: _write_sheet,
    Evidence.FINAL: _write_final,
    Evidence.TRANSCRIPT: _write_transcript,
}
