"""The settlement of a round: dues, boxes and new banks (J14, J17-J19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.base import Seat
from games.nain_jaune import pieces
from games.nain_jaune.options import ANTE, NO_CHIPS, Match, Opener, Penalty
from games.nain_jaune.pieces import BOXES, Cards

CLAUSES = {
    "ante": "J3",
    "boxes_taken": "J14",
    "paid": "J17",
    "forgiven": "J18",
    "boxes_left": "J17",
    "received": "J17",
}
LABELS = {
    "ante": {"en": "ante", "fr": "mise de départ"},
    "boxes_taken": {"en": "boxes taken", "fr": "cases prises"},
    "paid": {"en": "paid for cards left", "fr": "payé pour les cartes restantes"},
    "forgiven": {"en": "owed beyond the bank, forgiven", "fr": "dû au-delà de la banque, oublié"},
    "boxes_left": {"en": "what was left in the boxes", "fr": "pions restant dans les cases"},
    "received": {"en": "received from the others", "fr": "reçu des autres joueurs"},
}

Taken = Sequence[int | None]  # a seat or nobody for each box, in the order of BOXES


class Outcome(NamedTuple):
    """A round that is ok: its scores, where they come from, and what the next round needs."""

    scores: tuple[int, ...]
    breakdown: tuple[dict[str, object], ...]
    boxes: tuple[int, ...]
    winner: Seat | Opener | None


@dataclass(frozen=True, slots=True)
class Item:
    """How many boxes, cards or players, and the chips they brought."""

    code: str
    count: int
    points: int

    def to_json(self) -> dict[str, object]:
        clause = CLAUSES[self.code]
        return {"code": self.code, "clause": clause, "count": self.count, "points": self.points}


class Line(NamedTuple):
    """The settlement of one seat."""

    before: int
    left: Cards
    taken: tuple[str, ...]
    due: int
    items: tuple[Item, ...]

    @property
    def points(self) -> int:
        return sum(item.points for item in self.items)

    def to_json(self) -> dict[str, object]:
        return {
            "points": self.points,
            "items": [item.to_json() for item in self.items],
            "bank": self.before + self.points,
            "left": pieces.codes(self.left),
            "taken": list(self.taken),
            "due": self.due,
        }


def settle(
    match: Match, left: Sequence[Cards], taken: Taken, winner: Seat | None
) -> tuple[Line, ...]:
    """A line for each seat; without a winner nobody pays (J13)."""
    stakes = match.stakes
    won = [_boxes_of(seat, taken) for seat in range(match.players)]
    gains = [sum(stakes[box] for box in boxes) for boxes in won]
    dues = [0 if winner is None else pieces.value(held) for held in left]
    paid = [
        due if match.options.penalty is Penalty.DEBT else min(due, bank - ANTE + gain)
        for due, bank, gain in zip(dues, match.banks, gains, strict=True)
    ]
    lines = []
    for seat, boxes in enumerate(won):
        items = [Item("ante", ANTE, -ANTE)]
        if boxes:
            items.append(Item("boxes_taken", len(boxes), gains[seat]))
        if seat == winner:
            items += _winnings(stakes, taken, paid)
        elif dues[seat]:
            items += _penalty(left[seat], dues[seat], paid[seat])
        names = tuple(BOXES[box] for box in boxes)
        lines.append(Line(match.banks[seat], left[seat], names, dues[seat], tuple(items)))
    return tuple(lines)


def outcome(match: Match, left: Sequence[Cards], taken: Taken, winner: Seat | None) -> Outcome:
    lines = settle(match, left, taken, winner)
    boxes = NO_CHIPS if winner is not None else left_in_boxes(match, taken)
    breakdown = tuple(
        line.to_json() | {"winner": seat == winner} for seat, line in enumerate(lines)
    )
    return Outcome(tuple(line.points for line in lines), breakdown, boxes, winner)


def left_in_boxes(match: Match, taken: Taken) -> tuple[int, ...]:
    """The chips of the boxes that nobody took."""
    return tuple(
        0 if _is_taken(taker) else chips for chips, taker in zip(match.stakes, taken, strict=True)
    )


def named(boxes: Sequence[int]) -> Mapping[str, int]:
    """Only the boxes with chips in them."""
    return {name: chips for name, chips in zip(BOXES, boxes, strict=True) if chips}


def _boxes_of(seat: int, taken: Taken) -> list[int]:
    return [box for box, taker in enumerate(taken) if taker == seat]


def _is_taken(taker: int | None) -> bool:
    return taker is not None and taker >= 0


def _winnings(stakes: Sequence[int], taken: Taken, paid: Sequence[int]) -> list[Item]:
    left = [chips for chips, taker in zip(stakes, taken, strict=True) if not _is_taken(taker)]
    items = [Item("boxes_left", len(left), sum(left))] if left else []
    return [*items, Item("received", len(paid) - 1, sum(paid))]


def _penalty(left: Cards, due: int, paid: int) -> list[Item]:
    items = [Item("paid", left.bit_count(), -paid)]
    return items if paid == due else [*items, Item("forgiven", due - paid, 0)]
