"""Content of the pictures of the rules: the board, and tricks with their winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.njet.board import Cell

PLAYERS = 4
NOTHING: Mapping[str, Cell] = {}
# the cells left of each row; nothing is barred before the first njet
BOARDS: Mapping[str, Mapping[str, Cell]] = {
    "board": NOTHING,
    "decided": {"first": 2, "discard": 1, "trump": "R", "super": "K", "value": 3},
}
TRUMP, SUPER = "R", "B"
# the cards of a trick, and which of them takes it
TRICKS: Mapping[str, Sequence[tuple[str, int]]] = {
    "tricks": [("G5 G9 G3 G7", 1), ("G9 G5 R2 G7", 2), ("G9 R9 B1 G7", 2), ("B1 R9 B1 G2", 2)],
}
