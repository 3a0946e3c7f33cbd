"""Nain Jaune on paper: the house rules of a match, and the form of a round."""

from collections.abc import Mapping, Sequence

from django.http import QueryDict

from games.nain_jaune.card_names import CARDS
from games.nain_jaune.cards import BOXES
from league.models import Submission
from league.web.games.letters import read_cards, show_cards
from league.web.games.pages import NOBODY, Body, fields_by_seat, fill_in_sheet, number, read_sheet

MOST_CARDS_READ = 60


def read_round(post: QueryDict, players: int) -> Body:
    """Return the ROUND of the form, valid or not: the engine judges it."""
    if post.get("evidence") == "final":
        return _read_final(post, players)
    boxes = {box: post.get(f"box-{box}", "").strip() for box in BOXES}
    left = {box: number(text) for box, text in boxes.items() if text}
    sheet = _gains(read_sheet(post, players), post.get("banks", ""))
    body = {**sheet, **_winner(post.get("winner", ""))}
    return {**body, "boxes_after": left} if left else body


def _gains(sheet: Body, banks: str) -> Body:
    """Return the sheet with the chips of the form as gains. `banks` are those before the round,
    one per player; without them the form has gains."""
    before = [number(bank) for bank in banks.split()]
    if len(before) != len(sheet["scores"]):
        return sheet
    pairs = zip(sheet["scores"], before, strict=True)
    scores = [
        chips - bank if isinstance(chips, int) and isinstance(bank, int) else chips
        for chips, bank in pairs
    ]
    return {**sheet, "scores": scores}


def fill_in(row: Submission | None, players: int) -> Body:
    """Return the initial values of the form by field: empty, or the round to correct."""
    if row is None:
        return fill_in_sheet(row, players)
    fill_more = _fill_sheet if row.evidence == "sheet" else _fill_final
    return {**fill_in_sheet(row, players), **fill_more(row)}


def _read_final(post: QueryDict, players: int) -> Body:
    left = [_cards(post.get(f"left-{seat}", "")) for seat in range(players)]
    takers = {box: _seat(post.get(f"taken-{box}", "")) for box in BOXES}
    body: Body = {"evidence": "final", "left": left, "taken": takers}
    return {**body, "aside": _cards(post.get("aside", ""))} if "aside" in post else body


def _fill_sheet(row: Submission) -> Body:
    winner = {"winner": _winner_value(row.body["winner"])} if "winner" in row.body else {}
    return {**winner, **_by_box("box", row.body.get("boxes_after", {}))}


def _fill_final(row: Submission) -> Body:
    """Return the fields of a final position; a transcript is shown by its final position too."""
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    takers = {box: str(seat) for seat, entry in enumerate(breakdown) for box in entry["taken"]}
    return {
        "evidence": "final",
        **fields_by_seat("left", (show_cards(CARDS, entry["left"]) for entry in breakdown)),
        **_by_box("taken", takers),
        "aside": show_cards(CARDS, row.body.get("aside", [])),
    }


def _by_box(name: str, values: Mapping[str, object]) -> Body:
    return {f"{name}-{box}": value for box, value in values.items()}


def _winner_value(winner: int | None) -> str:
    return NOBODY if winner is None else str(winner)


def _winner(text: str) -> Body:
    """Return the winner of the form; nothing if the field is empty."""
    return {"winner": _seat(text)} if text else {}


def _seat(text: str) -> int | str | None:
    """Return a seat, or None for no seat; any other text unchanged, for the engine to refuse."""
    return None if text in {"", NOBODY} else number(text)


def _cards(text: str) -> list[str]:
    """Return the cards of a field. Too many cards stay too many, for the engine to refuse."""
    return read_cards(CARDS, text)[:MOST_CARDS_READ]
