"""Njet! entered move by move: the cells that may be barred, and the partners to choose from."""

import json

from league.operations.matches.transcript_drafts import Entry
from league.web.games.pages import Body


def show_moves(entry: Entry, table: Body) -> Body:
    """Return the rows of the board with the act of each cell that may be barred now, the partners
    with theirs (seat None: no partner), and the number of cards that each puts aside."""
    cells = {(move["row"], move["cell"]) for move in entry.progress.moves if "row" in move}
    rows = [
        {**row, "cells": [_with_act(row["row"], cell, cells) for cell in row["cells"]]}
        for row in table["rows"]
    ]
    partners = [
        {"seat": move["with"], "act": json.dumps(move)}
        for move in entry.progress.moves
        if move["do"] == "partner"
    ]
    puts_aside = {move["seat"] for move in entry.progress.moves if move["do"] == "discard"}
    return {
        "rows": rows,
        "partners": partners,
        "puts_aside": puts_aside,
        "due_aside": table["rules"].get("discard"),
    }


def _with_act(row: str, cell: Body, open_cells: set[tuple[object, object]]) -> Body:
    if (row, cell["cell"]) not in open_cells:
        return cell
    return {**cell, "act": json.dumps({"do": "njet", "row": row, "cell": cell["cell"]})}
