"""Njet! on screen: the board and what came of it, for the match page and the replay."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.base import Step
from games.njet import board, score
from games.njet.board import ROWS, Cell
from league.models import Match, Submission
from league.web.games.pages import Body, labelled

ROW_NAMES: Mapping[str, str | Promise] = {
    "first": _("Start player"),
    "discard": _("Cards put aside"),
    "trump": _("Trump"),
    "super": _("Super-trump"),
    "value": _("Value"),
}
MARKS = {"trump": "arrow", "super": "crown"}
Covered = Mapping[tuple[str, Cell], int]  # row and cell: who covered it


def cells(match: Match, players: int) -> dict[str, list[Cell]]:
    """The board of this table before anything is covered."""
    laid = board.build(
        players, tuple(match.options["discards"]), super_none=match.options["super_none"]
    )
    return {row: list(places) for row, places in laid.places.items()}


def entry_rows(match: Match, players: int, filled: Body) -> list[Body]:
    """The board to tap, as far as it is filled in."""
    return [
        {
            **_row(row, [{"cell": cell, "covered": False} for cell in all_cells]),
            "chosen": str(filled.get(row, "")),
            "path": f"rules.{row}",
        }
        for row, all_cells in cells(match, players).items()
    ]


def explain(row: Submission, players: int) -> Body:
    """A round for the match page: the board, both teams, and with a transcript each trick."""
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    rules = breakdown[0].get("rules") or row.body.get("rules", {})
    moves: Sequence[Body] = row.body.get("moves", [])
    return {
        "row": row,
        "number": row.number,
        "evidence": row.evidence,
        "rules": rules,
        "board": _decided(cells(row.match, players), rules, _covered(moves)),
        "seats": [_seat(seat, told) for seat, told in enumerate(breakdown)],
        "teams": [] if row.evidence == "sheet" else teams(breakdown),
        "tricks": _tricks(moves, breakdown, players),
        "aside": [
            (seat, told["aside"]) for seat, told in enumerate(breakdown) if told.get("aside")
        ],
        "newest": row.number == row.match.rounds_played,
    }


def show_step(step: Step) -> Body:
    """The table with its board row by row, and what belongs to a seat put together."""
    table: Any = step.table
    move = step.move or {}
    njet = (move["row"], move["cell"]) if move.get("do") == "njet" else None
    played = move.get("seat") if move.get("do") == "card" else None
    both: Any = table["teams"] or ()
    rows = [
        _row(row, [_cell(cell, by, (row, cell) == njet) for cell, by in table["board"][row]])
        for row in ROWS
    ]
    seats = [
        {
            "seat": seat,
            "hand": hand,
            "aside": table["aside"][seat],
            "took": table["took"][seat],
            "turn": table["turn"] == seat,
            "starts": table["rules"].get("first") == seat,
            "starters": bool(both) and seat in both[0],
        }
        for seat, hand in enumerate(table["hands"])
    ]
    laid = table["trick"]
    trick = [
        {"seat": seat, "card": card, "won": seat == table["winner"], "new": seat == played}
        for seat, card in laid
    ]
    leader = laid[0][0] if laid else table["turn"] if table["phase"] == "card" else None
    if leader is not None:
        order = [(leader + turn) % len(seats) for turn in range(len(laid), len(seats))]
        trick += [{"seat": seat, "card": None} for seat in order]
    sides = zip(both, table["tricks"], table["ones"], strict=False)
    barred = next((row for row in rows if njet and row["row"] == njet[0]), {"left": None})
    return {
        **table,
        "rows": rows,
        "seats": seats,
        "trick": trick,
        "leads": len(laid) == 1,
        "whole": len(laid) == len(seats),
        "number": sum(table["took"]) + (len(laid) < len(seats)),
        "sides": [{"members": m, "tricks": t, "ones": o} for m, t, o in sides],
        "decided": barred if barred["left"] else None,
    }


def teams(breakdown: Sequence[Body]) -> list[Body]:
    """The start player's side first."""
    found = []
    for number in (0, 1):
        told = next(told for told in breakdown if told["team"] == number)
        starter = [seat for seat in told["members"] if breakdown[seat]["start"]]
        items = labelled(told["items"], score.LABELS)
        found.append({**told, "starter": starter[0] if starter else None, "items": items})
    return found


def _decided(all_cells: Mapping[str, Sequence[Cell]], rules: Body, by: Covered) -> list[Body]:
    """The rows that are known: one cell is left, the others are covered."""
    return [
        _row(
            row,
            [
                {"cell": cell, "covered": cell != rules[row], "by": by.get((row, cell))}
                for cell in all_cells[row]
            ],
        )
        for row in ROWS
        if row in rules
    ]


def _row(row: str, listed: list[Body]) -> Body:
    """`left` is the only cell that is not covered."""
    uncovered = [each for each in listed if not each["covered"]]
    left = uncovered[0] if len(uncovered) == 1 else None
    if left:
        left["left"] = True
    return {
        "row": row,
        "name": ROW_NAMES[row],
        "mark": MARKS.get(row, ""),
        "cells": listed,
        "left": left,
    }


def _cell(cell: Cell, by: int | None, is_new: bool) -> Body:
    return {"cell": cell, "covered": by is not None, "by": by, "new": is_new}


def _covered(moves: Sequence[Body]) -> Covered:
    return {(move["row"], move["cell"]): move["seat"] for move in moves if move["do"] == "njet"}


def _seat(seat: int, told: Body) -> Body:
    """Of a sheet only what all its stories agree on is known."""
    return {
        "seat": seat,
        "points": told["points"],
        "alone": told.get("alone", False),
        "partners": [member for member in told.get("members", []) if member != seat],
    }


def _tricks(moves: Sequence[Body], breakdown: Sequence[Body], players: int) -> list[Body]:
    """Card by card in order of play; none without a transcript."""
    played = [move for move in moves if move["do"] == "card"]
    takers = {trick: seat for seat, told in enumerate(breakdown) for trick in told.get("took", [])}
    return [
        {
            "number": trick + 1,
            "taker": takers[trick],
            "cards": [
                {**move, "won": move["seat"] == takers[trick]}
                for move in played[trick * players : (trick + 1) * players]
            ],
        }
        for trick in range(len(played) // players)
    ]
