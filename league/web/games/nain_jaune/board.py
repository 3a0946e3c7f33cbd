"""Nain Jaune on screen: the board with its five boxes, and the hands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.base import Step
from games.nain_jaune import options, score
from games.nain_jaune.cards import BOXES, RANKS, SUITS
from league.models import Submission
from league.web.games.pages import Body, label_items

Chips = Mapping[str, int]  # in each box
NO_CHIPS: Chips = dict.fromkeys(BOXES, 0)


def explain_round(row: Submission, players: int) -> Body:
    """Return a round for the match page: who took which box, and what the cards left cost."""
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    header = {"row": row, "number": row.number, "evidence": row.evidence}
    return {
        **header,
        **settlement(breakdown, None if row.evidence == "sheet" else chips_at_stake(row)),
    }


def settlement(breakdown: Sequence[Body], at_stake: Chips | None) -> Body:
    """Return each seat with where its chips went, and each box with who has its chips; no boxes if
    `at_stake` is None (not known)."""
    context: Body = {
        "seats": [_explain_seat(seat, entry) for seat, entry in enumerate(breakdown)],
        "dead": "winner" in breakdown[0] and _winner(breakdown) is None,
    }
    return (
        context if at_stake is None else {**context, "boxes": _explain_boxes(breakdown, at_stake)}
    )


def payments(breakdown: Sequence[Body]) -> list[Body]:
    """Return who pays the winner how many chips for the cards left."""
    winner = _winner(breakdown)
    return [
        {"seat": seat, "to": winner, "chips": -item["points"], "cards": item["count"]}
        for seat, entry in enumerate(breakdown)
        for item in entry["items"]
        if item["code"] == "paid"
    ]


def show_step(step: Step) -> Body:
    """Return the table by seat, each hand by suits, and the boxes in the order of the board."""
    table: Any = step.table
    scores = table["scores"] or [None] * len(table["hands"])
    seats = [
        {
            "seat": seat,
            "hand": by_suit(hand),
            "held": table["held"][seat] if "held" in table else None,
            "bank": bank,
            "score": change,
            "turn": table["turn"] == seat,
            "winner": table["winner"] == seat,
        }
        for seat, (hand, bank, change) in enumerate(
            zip(table["hands"], table["banks"], scores, strict=True)
        )
    ]
    card_laid = step.move["card"] if step.move and step.move["do"] == "play" else None
    boxes = [
        {
            "box": box,
            "chips": table["boxes"][box],
            "taker": taker,
            "winner": table["winner"] if taker is None else None,
            "new": box == card_laid,
        }
        for box, taker in table["taken"].items()
    ]
    dead = table["scores"] is not None and table["winner"] is None
    return {**table, "seats": seats, "boxes": boxes, "dead": dead}


def by_suit(cards: Iterable[str]) -> list[str]:
    """Return the cards as players hold them, by suit and rank."""
    return sorted(cards, key=lambda code: (SUITS.index(code[-1]), RANKS.index(code[:-1])))


def chips_at_stake(row: Submission) -> Chips:
    """Return the chips in each box when the first card is laid; dead rounds leave some to the next
    one."""
    left = NO_CHIPS
    if row.match.options["stall"] == "dead":
        for earlier in row.match.submissions.filter(number__lt=row.number).current():
            left = _left_after(earlier, _with_antes(earlier, left))
    return _with_antes(row, left)


def _with_antes(row: Submission, left: Chips) -> Chips:
    """Return the chips in the boxes after the antes of this round (J3)."""
    banks = [entry["bank"] - entry["points"] for entry in row.verdict["breakdown"]]
    match, _none = options.start(row.match.options, len(banks))
    assert match is not None, "options were checked when the match was set up"
    match = match._replace(banks=tuple(banks), boxes=tuple(left[box] for box in BOXES))
    return dict(zip(BOXES, match.stakes, strict=True))


def _left_after(row: Submission, at_stake: Chips) -> Chips:
    if row.evidence == "sheet":
        return {**NO_CHIPS, **row.body.get("boxes_after", {})}
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    if _winner(breakdown) is not None:
        return NO_CHIPS
    takers = _takers(breakdown)
    return {box: 0 if box in takers else chips for box, chips in at_stake.items()}


def _explain_boxes(breakdown: Sequence[Body], at_stake: Chips) -> list[Body]:
    """Return the taker of the chips of each box; the chips of an untaken box go to the winner, or
    stay."""
    takers, winner = _takers(breakdown), _winner(breakdown)
    return [
        {
            "box": box,
            "chips": at_stake[box],
            "taker": takers.get(box),
            "winner": None if box in takers else winner,
        }
        for box in BOXES
    ]


def _explain_seat(seat: int, entry: Body) -> Body:
    return {
        "seat": seat,
        "points": entry["points"],
        "bank": entry["bank"],
        "before": entry["bank"] - entry["points"],
        "winner": entry.get("winner", False),
        "left": by_suit(entry.get("left", [])),
        "due": entry.get("due", 0),
        "items": label_items(entry["items"], score.LABELS),
    }


def _takers(breakdown: Sequence[Body]) -> Mapping[str, int]:
    return {box: seat for seat, entry in enumerate(breakdown) for box in entry["taken"]}


def _winner(breakdown: Sequence[Body]) -> int | None:
    return next((seat for seat, entry in enumerate(breakdown) if entry.get("winner")), None)
