"""Njet! move by move: the board as it fills, the trick on the table, the hands."""

from collections.abc import Mapping
from typing import Any

from games.base import Step
from games.njet.board import ROWS
from league.web.games.njet.board import board_row
from league.web.games.pages import Body


def show_step(step: Step) -> Body:
    """Return the table, grouped for the template (see games/njet/steps.py)."""
    table: Any = step.table
    move = step.move or {}
    rows = [_row(row, table["board"][row], move) for row in ROWS]
    cards_laid, players = len(table["trick"]), len(table["hands"])
    sides = zip(table["teams"] or (), table["tricks"], table["ones"], strict=False)
    return {
        **table,
        "rows": rows,
        "decided": next((row for row in rows if row["is_new"] and row["left"]), None),
        "trick": _trick(table, move),
        "number": sum(table["took"]) + (cards_laid < players),
        "leads": cards_laid == 1,
        "whole": cards_laid == players,
        "sides": [{"members": m, "tricks": t, "ones": o} for m, t, o in sides],
        "seats": [_seat(table, seat) for seat in range(players)],
    }


def _row(row: str, covered_by: Any, move: Mapping[str, object]) -> Body:
    barred = move["cell"] if move.get("row") == row else None
    cells = [
        {"cell": cell, "covered": by is not None, "by": by, "new": cell == barred}
        for cell, by in covered_by
    ]
    return {**board_row(row, cells), "is_new": barred is not None}


def _trick(table: Any, move: Mapping[str, object]) -> list[Body]:
    """Return the cards in order of play, then an empty place for each seat still to play."""
    players = len(table["hands"])
    trick: list[Body] = [
        {"seat": seat, "card": card, "won": seat == table["winner"], "new": seat == move["seat"]}
        for seat, card in table["trick"]
    ]
    if not trick and table["phase"] != "card":
        return []
    leader = trick[0]["seat"] if trick else table["turn"]
    due = ((leader + turn) % players for turn in range(len(trick), players))
    return trick + [{"seat": seat, "card": None} for seat in due]


def _seat(table: Any, seat: int) -> Body:
    return {
        "seat": seat,
        "hand": table["hands"][seat],
        "held": table["held"][seat] if "held" in table else None,
        "aside": table["aside"][seat],
        "took": table["took"][seat],
        "turn": table["turn"] == seat,
        "starts": table["rules"].get("first") == seat,
    }
