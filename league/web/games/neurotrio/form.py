"""Neurotrio on paper and on screen: the forms of a round, and how its scores came about."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from django.http import QueryDict

from games.base import Step
from games.neurotrio import score
from games.neurotrio.card_names import CARDS as CARD_NAMES
from games.neurotrio.cards import CARDS, COPIES
from games.record import start
from league.models import Match, Submission
from league.web.games.letters import read_cards, show_cards
from league.web.games.pages import (
    NOBODY,
    Body,
    fields_by_seat,
    fill_in_sheet,
    label_items,
    read_sheet,
)

HAND, HAND_OF_FINISHER = 10, 11
MOST_CARDS_READ = 30


def read_round(post: QueryDict, players: int) -> Body:
    """Return the ROUND of the form, valid or not: the engine judges it."""
    finisher = _finisher(post.get("finisher", ""))
    if post.get("evidence") == "final":
        hands = [_cards(post.get(f"hand-{seat}", "")) for seat in range(players)]
        seat = finisher.get("finisher")
        return {"evidence": "final", "hands": hands, "finisher": seat}
    return {**read_sheet(post, players), **finisher}


def fill_in(row: Submission | None, players: int) -> Body:
    """Return the initial values of the form by field: empty, or the round to correct."""
    if row is None:
        return fill_in_sheet(row, players)
    seats = explain_round(row, players)["seats"]
    return {
        "evidence": "sheet" if row.evidence == "sheet" else "final",
        **fields_by_seat("score", row.scores),
        **fields_by_seat("hand", (show_cards(CARD_NAMES, seat["cards"]) for seat in seats)),
        "finisher": next(
            (str(seat["seat"]) for seat in seats if seat["finisher"]), _finisher_value(row)
        ),
    }


def preview(post: QueryDict, match: Match, number: int, players: int) -> Body:
    """Return the best grouping of the cards tapped so far, seat by seat."""
    state, _problems = start(match.game, match.options, players)
    assert state is not None, "options were checked when the match was set up"
    finisher = _finisher(post.get("finisher", "")).get("finisher")
    seats = []
    for seat in range(players):
        cards = _cards(post.get(f"hand-{seat}", ""))
        finishes = seat == finisher and len(cards) == HAND_OF_FINISHER
        seats.append(
            {
                "count": len(cards),
                "due": HAND_OF_FINISHER if seat == finisher else HAND,
                "finisher": seat == finisher,
                "scored": _best_grouping(cards, finishes, state.options),
                "cannot_finish": finishes
                and score.best(cards, finisher=True, options=state.options) is None,
            }
        )
    return {"seats": seats}


def explain_round(row: Submission, players: int) -> Body:
    """Return a round for the match page: each seat's cards in groups, and what each group
    earned."""
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    seats = [_explain_seat(seat, breakdown[seat]) for seat in range(players)]
    return {"row": row, "number": row.number, "evidence": row.evidence, "seats": seats}


def show_step(step: Step) -> Body:
    """Return the table by seat, with a mark on the card that was just drawn."""
    table: Any = step.table
    draw_move = step.move if step.move and step.move["do"] == "draw" else {}
    seats = [
        {
            "seat": seat,
            "hand": _cards_with_mark(
                hand, str(draw_move["card"]) if draw_move.get("seat") == seat else ""
            ),
            "panged": panged,
            "turn": table["turn"] == seat,
            "finisher": table["finisher"] == seat,
        }
        for seat, (hand, panged) in enumerate(zip(table["hands"], table["panged"], strict=True))
    ]
    return {**table, "seats": seats}


def _cards_with_mark(cards: Sequence[str], new: str) -> list[tuple[str, bool]]:
    """Return each card with whether it is the new one: of two equal ones the last."""
    place = len(cards) - 1 - cards[::-1].index(new) if new else None
    return [(card, index == place) for index, card in enumerate(cards)]


def _explain_seat(seat: int, entry: Body) -> Body:
    groups = entry.get("grouping", {"duos": [], "trios": [], "rest": []})
    items = entry.get("items", [])
    return {
        "seat": seat,
        "points": entry["points"],
        "finisher": entry.get("finisher") or any(item["code"] == "finish" for item in items),
        "cards": [*chain(*groups["duos"], *groups["trios"]), *groups["rest"]],
        "groups": groups,
        "items": label_items(items, score.LABELS),
    }


def _best_grouping(cards: Sequence[str], finishes: bool, options: Any) -> Body | None:
    if not cards or not _are_cards(cards):
        return None
    best = score.best(cards, finisher=finishes, options=options)
    best = best or score.best(cards, finisher=False, options=options)
    assert best is not None, "some grouping of any cards exists"
    grouping_json: Body = best.to_json()
    return {
        "points": grouping_json["points"],
        "groups": grouping_json["grouping"],
        "items": label_items(grouping_json["items"], score.LABELS),
    }


def _are_cards(cards: Sequence[str]) -> bool:
    are_possible = all(card in CARDS and cards.count(card) <= COPIES for card in cards)
    return are_possible and len(cards) <= HAND_OF_FINISHER


def _cards(text: str) -> list[str]:
    """Return at most MOST_CARDS_READ cards; too many stay too many, for the engine to refuse."""
    return read_cards(CARD_NAMES, text)[:MOST_CARDS_READ]


def _finisher(text: str) -> Body:
    """Return the finisher of the form; nothing if the field is empty."""
    if text == NOBODY:
        return {"finisher": None}
    return {"finisher": int(text)} if text.isdecimal() and len(text) == 1 else {}


def _finisher_value(row: Submission) -> str:
    return "" if row.evidence == "sheet" and "finisher" not in row.body else NOBODY
