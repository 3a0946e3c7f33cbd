"""The settlement of a round: dues, boxes and new chipss (J14, J17-J19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from games.base import Breakdown, Item, Seat
from games.nain_jaune import cards
from games.nain_jaune.cards import BOXES, Cards
from games.nain_jaune.options import ANTE, NO_CHIPS, Match, Opener, Penalty, stakes
from problems.problem import Problem
from problems.text import Words

CLAUSES = {
    "ante": "J3",
    "boxes_taken": "J14",
    "paid": "J17",
    "forgiven": "J18",
    "boxes_left": "J17",
    "received": "J17",
}
LABELS = {
    "ante": Words("ante"),
    "boxes_taken": Words("boxes taken"),
    "paid": Words("paid for cards left"),
    "forgiven": Words("debt beyond the chips left, waived"),
    "boxes_left": Words("chips left in the boxes"),
    "received": Words("received from the others"),
}

Hands = Sequence[Cards]  # the cards of each seat
Takers = Sequence[int | None]  # the seat that took each box, or None, in the order of BOXES


DEBT = Penalty.DEBT  # looking it up there costs more than a card


class NainJauneOutcome(NamedTuple):
    """Result of a valid round.

    In a dead round `winner` is None, or the opener if that tells which player a sheet has hidden.
    """

    scores: tuple[int, ...]
    breakdown: Breakdown
    boxes: tuple[int, ...]
    winner: Seat | Opener | None
    notices: tuple[Problem, ...] = ()


class Settlement(NamedTuple):
    """Antes, gains, dues and payments by seat, in chips; `stay` has the chips left in each box
    of a round without a winner."""

    antes: Sequence[int]
    gains: list[int]  # from boxes
    dues: list[int]
    paid: list[int]
    stay: list[int]


def outcome(
    match: Match, left: Hands, taken: Takers, winner: Seat | None, dealt: Hands | None = None
) -> NainJauneOutcome:
    """Return the settlement of a round; without a winner there are no payments (J13).

    The breakdown contains the hands `dealt`, if they are given.
    """
    settled = _settle(match, left, taken, winner)
    antes, gains, _, paid, _ = settled
    scores = [gain - pays - ante for gain, pays, ante in zip(gains, paid, antes, strict=True)]
    left_over = tuple(settled.stay)
    if winner is not None:
        scores[winner] += sum(left_over) + sum(paid)
        left_over = NO_CHIPS
    of_seats = tuple(scores)
    breakdown = Breakdown(partial(_lines, match, of_seats, left, taken, winner, settled, dealt))
    return NainJauneOutcome(of_seats, breakdown, left_over, winner)


def _settle(match: Match, left: Hands, taken: Takers, winner: Seat | None) -> Settlement:
    """Return which chips change hands (J14, J17)."""
    antes = match.antes
    gains, stay = [0] * len(left), [*stakes(match.boxes, antes)]
    for box, taker in enumerate(taken):
        if taker is not None and taker >= 0:
            gains[taker] += stay[box]
            stay[box] = 0
    dues = [0] * len(left) if winner is None else [cards.value(hand) for hand in left]
    paid = dues if match.options.penalty is DEBT else _payable(match, antes, dues, gains)
    return Settlement(antes, gains, dues, paid, stay)


def _lines(
    match: Match,
    scores: Sequence[int],
    left: Hands,
    taken: Takers,
    winner: Seat | None,
    settled: Settlement,
    dealt: Hands | None,
) -> list[dict[str, object]]:
    """Return the breakdown of each seat."""
    antes, gains, dues, paid, stay = settled
    boxes: list[list[str]] = [[] for _ in match.banks]
    for box, taker in zip(BOXES, taken, strict=True):
        if taker is not None and taker >= 0:
            boxes[taker].append(box)
    lines: list[dict[str, object]] = []
    for seat, bank in enumerate(match.banks):
        won, due, pays = boxes[seat], dues[seat], paid[seat]
        items = [_item("ante", antes[seat], -antes[seat])]
        if won:
            items.append(_item("boxes_taken", len(won), gains[seat]))
        if due:
            items.append(_item("paid", left[seat].bit_count(), -pays))
            if pays < due:
                items.append(_item("forgiven", due - pays, 0))
        elif seat == winner:
            items += _winnings(stay, paid)
        line: dict[str, object] = {
            "points": scores[seat],
            "items": items,
            "bank": bank + scores[seat],
            "left": cards.codes(left[seat]),
            "taken": won,
            "due": due,
            "winner": seat == winner,
        }
        if dealt is not None:
            line["hand"] = cards.codes(dealt[seat])
        lines.append(line)
    return lines


def named(boxes: Sequence[int]) -> Mapping[str, int]:
    """Return the chips of the boxes that are not empty, by box."""
    return {name: chips for name, chips in zip(BOXES, boxes, strict=True) if chips}


def _payable(
    match: Match, antes: Sequence[int], dues: list[int], gains: Sequence[int]
) -> list[int]:
    """Return the payment of each seat, never more than it has (J18, partial)."""
    if max(dues) <= min(match.banks) - ANTE:
        return dues
    return [
        due if due <= (most := bank - ante + gain) else most
        for due, bank, ante, gain in zip(dues, match.banks, antes, gains, strict=True)
    ]


def _winnings(stay: Sequence[int], paid: Sequence[int]) -> list[Item]:
    received = _item("received", len(paid) - 1, sum(paid))
    boxes = len(stay) - stay.count(0)
    return [_item("boxes_left", boxes, sum(stay)), received] if boxes else [received]


def _item(code: str, count: int, points: int) -> Item:
    return {"code": code, "clause": CLAUSES[code], "count": count, "points": points}
