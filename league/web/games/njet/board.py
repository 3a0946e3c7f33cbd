"""Njet! on screen: the board and the tricks, for the match page and the replay."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.njet import board, score
from games.njet.board import ROWS, Cell
from league.models import Match, Submission
from league.web.games.pages import Body, label_items

ROW_NAMES: Mapping[str, str | Promise] = {
    "first": _("Start player"),
    "discard": _("Cards put aside"),
    "trump": _("Trump"),
    "super": _("Super-trump"),
    "value": _("Value"),
}
MARKS = {"trump": "arrow", "super": "crown"}
Covered = Mapping[tuple[str, Cell], int]  # row and cell: who covered it


def board_cells(match: Match, players: int) -> dict[str, list[Cell]]:
    """Return the board of this table before any cell is covered."""
    empty_board = board.build(
        players, tuple(match.options["discards"]), super_none=match.options["super_none"]
    )
    return {row: list(places) for row, places in empty_board.places.items()}


def entry_rows(match: Match, players: int, filled: Body) -> list[Body]:
    """Return the board to tap on, with the cells already chosen."""
    return [
        {
            **board_row(row, [{"cell": cell, "covered": False} for cell in all_cells]),
            "chosen": str(filled.get(row, "")),
            "path": f"rules.{row}",
        }
        for row, all_cells in board_cells(match, players).items()
    ]


def explain_round(row: Submission, players: int) -> Body:
    """Return a round for the match page: the board, both teams, and with a transcript each
    trick."""
    breakdown: Sequence[Body] = row.verdict["breakdown"]
    rules = _rules(row)
    moves: Sequence[Body] = row.body.get("moves", [])
    return {
        "row": row,
        "number": row.number,
        "evidence": row.evidence,
        "rules": rules,
        "board": _decided_rows(board_cells(row.match, players), rules, _covered_cells(moves)),
        "seats": [_seat(seat, entry) for seat, entry in enumerate(breakdown)],
        "teams": [] if row.evidence == "sheet" else explain_teams(breakdown),
        "tricks": _tricks(moves, breakdown, players),
        "aside": [
            (seat, entry["aside"]) for seat, entry in enumerate(breakdown) if entry.get("aside")
        ],
        "newest": row.number == row.match.rounds_played,
    }


def show_match(match: Match, rounds: Sequence[Submission], names: Sequence[str]) -> Body:
    """Return for each round the rules that were left and the teams, if they are known."""
    lines = [
        {
            "number": row.number,
            "rows": [{"row": name, "cell": _rules(row).get(name)} for name in ROWS],
            "sides": _both_teams(row.verdict["breakdown"]),
        }
        for row in rounds
    ]
    is_known = any(_rules(row) for row in rounds) or any(line["sides"] for line in lines)
    return {"lines": lines if is_known else [], "names": ROW_NAMES.values()}


def explain_teams(breakdown: Sequence[Body]) -> list[Body]:
    """Return both teams with their items, the start player's first."""
    sides = []
    for side in _both_teams(breakdown):
        starter = [seat for seat in side["members"] if breakdown[seat]["start"]]
        items = label_items(side["items"], score.LABELS)
        sides.append({**side, "starter": starter[0] if starter else None, "items": items})
    return sides


def board_row(row: str, cells: list[Body]) -> Body:
    """Return a row of the board; `left` is the only cell that is not covered."""
    uncovered = [cell for cell in cells if not cell["covered"]]
    left = uncovered[0] if len(uncovered) == 1 else None
    if left:
        left["left"] = True
    return {
        "row": row,
        "name": ROW_NAMES[row],
        "mark": MARKS.get(row, ""),
        "cells": cells,
        "left": left,
    }


def _decided_rows(all_cells: Mapping[str, Sequence[Cell]], rules: Body, by: Covered) -> list[Body]:
    """Return the rows that are decided: one cell is left, the others are covered."""
    return [
        board_row(
            row,
            [
                {"cell": cell, "covered": cell != rules[row], "by": by.get((row, cell))}
                for cell in all_cells[row]
            ],
        )
        for row in ROWS
        if row in rules
    ]


def _rules(row: Submission) -> Body:
    """Return the cells that were left; of a sheet only those that it tells."""
    rules: Body = row.verdict["breakdown"][0].get("rules") or row.body.get("rules", {})
    return rules


def _both_teams(breakdown: Sequence[Body]) -> list[Body]:
    """Return both teams with their points, the start player's first; nothing if a sheet leaves them
    open."""
    if any("team" not in entry or "members" not in entry for entry in breakdown):
        return []
    return [next(entry for entry in breakdown if entry["team"] == number) for number in (0, 1)]


def _covered_cells(moves: Sequence[Body]) -> Covered:
    return {(move["row"], move["cell"]): move["seat"] for move in moves if move["do"] == "njet"}


def _seat(seat: int, entry: Body) -> Body:
    """Return a seat; of a sheet only what holds for every possible course of the round."""
    return {
        "seat": seat,
        "points": entry["points"],
        "alone": entry.get("alone", False),
        "partners": [member for member in entry.get("members", []) if member != seat],
    }


def _tricks(moves: Sequence[Body], breakdown: Sequence[Body], players: int) -> list[Body]:
    """Return the tricks card by card in order of play; none without a transcript."""
    played = [move for move in moves if move["do"] == "card"]
    takers = {
        trick: seat for seat, entry in enumerate(breakdown) for trick in entry.get("took", [])
    }
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
