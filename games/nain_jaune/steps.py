"""A transcript move by move, for those who want to look on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.base import Seat, Step
from games.nain_jaune import cards, deals, moves, rules, score
from games.nain_jaune.cards import BOX_OF, BOXES, CODES, STEP
from games.nain_jaune.moves import Move
from games.nain_jaune.options import Match
from games.nain_jaune.rules import NO_CARD, RoundState
from games.shape import Spot


def steps(match: Match, round_: Any) -> Iterator[Step]:
    """Yield the deal and every move of a transcript that is ok.

    Tables have `hands` (cards per seat, the lowest first), `aside`, `sequence` (the cards of the
    latest one), `running` (whether it may still be continued) and `next` (the card it waits for, or
    None), `boxes` (the chips in each), `taken` (the seat or None for each box), `banks` (after the
    ante; at the end after the settlement), `scores` (None before the end), `turn` (who plays next,
    or None), `winner`.

    Moves say more than the record: a card whether it `starts` a sequence, the card that was
    `missing` before, the chips of its `box`; a pass its `reason`: the `missing` card of a sequence
    that goes round (`next`), the closed `suit`, or `honours` only.
    """
    aside = cards.codes(cards.pack(round_.get("aside", ())))
    state, sequence = deal(match, round_), list[str]()
    yield Step(None, {"aside": aside, **_table(match, state, sequence)})
    for raw in round_["moves"]:
        before, move = state, moves.read(raw, match.players)
        state = rules.apply(before, move)
        if move.card != moves.PASS:
            sequence = [*([] if _starts(before, move) else sequence), CODES[move.card]]
        move_with_details = {**raw, **_move_details(match, before, move, state)}
        yield Step(move_with_details, {"aside": aside, **_table(match, state, sequence)})


def deal(match: Match, round_: Any) -> RoundState:
    """Return the state before the first move of a transcript whose deal is ok."""
    hands = [cards.pack(hand) for hand in round_["hands"]]
    opener = deals.read_opener(match, round_, rules.first_opener(hands), Spot("", "", []))
    assert opener is not None, "it is known who opens a round that is ok"
    return rules.deal(match, opener, hands)


def _starts(before: RoundState, move: Move) -> bool:
    return before.last == NO_CARD or move.card != before.last + STEP


def _move_details(
    match: Match, before: RoundState, move: Move, after: RoundState
) -> dict[str, object]:
    if move.card == moves.PASS:
        return _reason(before, after)
    starts = _starts(before, move)
    details: dict[str, object] = {"starts": starts}
    if starts and before.last != NO_CARD:
        details["missing"] = CODES[before.last + STEP]
    if move.card in BOX_OF:
        details["box"] = match.stakes[BOX_OF[move.card]]
    return details


def _reason(before: RoundState, after: RoundState) -> dict[str, object]:
    """Return why a player passed.

    If he holds cards that could start, all are of the closed suit (J10, J16).
    """
    if after.last != NO_CARD:
        return {"reason": "next", "missing": CODES[after.last + STEP]}
    startable = cards.codes(before.hands[before.seat] & before.starters)
    if startable:
        return {"reason": "suit", "suit": startable[0][-1]}
    return {"reason": "honours"}


def _table(match: Match, state: RoundState, sequence: Sequence[str]) -> dict[str, object]:
    running = not state.over and state.last != NO_CARD
    taken = [None if taker == rules.NOBODY else Seat(taker) for taker in state.takers]
    return {
        "hands": [cards.codes(hand) for hand in state.hands],
        "sequence": sequence,
        "running": running,
        "next": CODES[state.last + STEP] if running else None,
        "taken": dict(zip(BOXES, taken, strict=True)),
        "turn": None if state.over else state.seat,
        "winner": None if state.winner == rules.NOBODY else state.winner,
        **_chips(match, state, taken),
    }


def _chips(match: Match, state: RoundState, taken: Sequence[int | None]) -> Mapping[str, object]:
    """Return boxes and banks: on the way by J3 and J14, at the end by J17 to J19."""
    boxes: Sequence[int] = [
        chips if taker is None else 0 for chips, taker in zip(match.stakes, taken, strict=True)
    ]
    if state.over:
        winner = None if state.winner == rules.NOBODY else Seat(state.winner)
        outcome = score.outcome(match, state.hands, taken, winner)
        boxes, scores = outcome.boxes, outcome.scores
        changes: Sequence[int] = scores
    else:
        scores = None
        changes = [
            sum(chips for chips, taker in zip(match.stakes, taken, strict=True) if taker == seat)
            - ante
            for seat, ante in enumerate(match.antes)
        ]
    return {
        "boxes": dict(zip(BOXES, boxes, strict=True)),
        "banks": [bank + change for bank, change in zip(match.banks, changes, strict=True)],
        "scores": None if scores is None else list(scores),
    }
