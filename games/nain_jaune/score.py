"""The settlement of a round: dues, boxes and new banks (J14, J17-J19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.base import Item, Problem, Seat
from games.nain_jaune.options import ANTE, NO_CHIPS, Match, Opener, Penalty
from games.nain_jaune.pieces import BOXES, VALUES

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

Left = Sequence[list[str]]  # the codes of the cards left to each seat, the lowest first
Taken = Sequence[int | None]  # a seat or nobody for each box, in the order of BOXES


DEBT = Penalty.DEBT  # looking it up there costs more than a card
VALUE_OF = VALUES.__getitem__


class Outcome(NamedTuple):
    """A round that is ok: its scores, where they come from, and what the next round needs."""

    scores: tuple[int, ...]
    breakdown: tuple[dict[str, object], ...]
    boxes: tuple[int, ...]
    winner: Seat | Opener | None
    notices: tuple[Problem, ...] = ()


def outcome(match: Match, left: Left, taken: Taken, winner: Seat | None) -> Outcome:
    """A line of the breakdown for each seat; without a winner nobody pays (J13)."""
    boxes, gains, stay = _share_out(match, taken)
    dues = [0] * len(left) if winner is None else [sum(map(VALUE_OF, codes)) for codes in left]
    paid = dues if match.options.penalty is DEBT else _payable(match, dues, gains)
    scores, lines = [], []
    for seat, bank in enumerate(match.banks):
        won, gain, due, pays = boxes[seat], gains[seat], dues[seat], paid[seat]
        points = gain - pays - ANTE
        items: list[Item] = [{"code": "ante", "clause": "J3", "count": ANTE, "points": -ANTE}]
        if won:
            items.append(
                {"code": "boxes_taken", "clause": "J14", "count": len(won), "points": gain}
            )
        if due:
            items.append(
                {"code": "paid", "clause": "J17", "count": len(left[seat]), "points": -pays}
            )
            if pays < due:
                items.append(_item("forgiven", due - pays, 0))
        elif seat == winner:
            items += _winnings(stay, paid)
            points += sum(stay) + sum(paid)
        scores.append(points)
        line: dict[str, object] = {
            "points": points,
            "items": items,
            "bank": bank + points,
            "left": left[seat],
            "taken": won,
            "due": due,
            "winner": seat == winner,
        }
        lines.append(line)
    left_over = tuple(stay) if winner is None else NO_CHIPS
    return Outcome(tuple(scores), tuple(lines), left_over, winner)


def named(boxes: Sequence[int]) -> Mapping[str, int]:
    """Only the boxes with chips in them."""
    return {name: chips for name, chips in zip(BOXES, boxes, strict=True) if chips}


def _share_out(match: Match, taken: Taken) -> tuple[list[list[str]], list[int], list[int]]:
    """J14: for each seat its boxes and their chips; and what stays in each box."""
    boxes: list[list[str]] = [[] for _ in match.banks]
    gains, stay = [0] * len(boxes), []
    for box, chips, taker in zip(BOXES, match.stakes, taken, strict=True):
        if taker is None or taker < 0:
            stay.append(chips)
        else:
            stay.append(0)
            boxes[taker].append(box)
            gains[taker] += chips
    return boxes, gains, stay


def _payable(match: Match, dues: Sequence[int], gains: Sequence[int]) -> list[int]:
    """J18, partial: nobody pays more than he has."""
    return [
        due if due <= (most := bank - ANTE + gain) else most
        for due, bank, gain in zip(dues, match.banks, gains, strict=True)
    ]


def _winnings(stay: Sequence[int], paid: Sequence[int]) -> list[Item]:
    received = _item("received", len(paid) - 1, sum(paid))
    boxes = len(stay) - stay.count(0)
    return [_item("boxes_left", boxes, sum(stay)), received] if boxes else [received]


def _item(code: str, count: int, points: int) -> Item:
    return {"code": code, "clause": CLAUSES[code], "count": count, "points": points}
