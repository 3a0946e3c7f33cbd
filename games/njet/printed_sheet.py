"""The score sheet of Njet! on paper: the board of every round, to cross out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.njet.board import VALUES
from games.njet.card_names import COLOURS
from games.njet.cards import COLOURS as LETTERS
from games.paper import MOST_CELLS, MOST_ROUNDS, Boxes, Paper, rounds
from problems.text import Words

_BARS = Words("Cross out the blocked cells. A team gets the value × (tricks + 1s in its tricks).")


def paper(options: Mapping[str, Any], players: int) -> Paper:
    colours = [COLOURS[letter] for letter in LETTERS]
    supers = [*colours, COLOURS["none"]] if options["super_none"] else colours
    starts = [str(seat) for seat in range(1, players + 1)]
    return Paper(
        rounds=min(options["rounds"], MOST_ROUNDS),
        hints=[rounds(options["rounds"]), _BARS],
        mark=Words("start player’s team"),
        lines=[
            [
                Boxes(Words("Start"), starts),
                Boxes(Words("Discard"), [str(n) for n in options["discards"][:MOST_CELLS]]),
                Boxes(Words("Tricks"), ["", ""]),
            ],
            [Boxes(Words("Trump"), colours), Boxes(Words("Value"), [*map(str, VALUES)])],
            [Boxes(Words("Super"), supers), Boxes(Words("1s"), ["", ""])],
        ],
    )
