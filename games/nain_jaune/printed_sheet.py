"""The score sheet of Nain Jaune on paper: chips, and who took which box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import paper as score_sheet
from games.nain_jaune.card_names import CARDS
from games.nain_jaune.cards import BOXES
from games.paper import MOST_ROUNDS, Boxes, Paper
from problems.text import Words

BOXES_IN_A_LINE = 3
_UNTIL_NO_CHIPS = Words("Until a player has no chips left.")
_CHIPS = Words("A chip into each box. Cards left: 1, court cards (J, Q, K) 2, the 7♦ 5.")
_SHORT = Words("Fewer than 5 chips: one into each box from 7♦ on.")


def paper(options: Mapping[str, Any], players: int) -> Paper:
    by_rounds = options["end"] == "rounds"
    pays_short = options["short_ante"] == "pay_what_is_left" and options["penalty"] == "partial"
    boxes = [Boxes(CARDS.lettered(code), [""]) for code in BOXES]
    end = score_sheet.rounds(options["rounds"]) if by_rounds else _UNTIL_NO_CHIPS
    return Paper(
        rounds=min(options["rounds"], MOST_ROUNDS) if by_rounds else 10,
        hints=[end, _CHIPS, *([_SHORT] if pays_short else [])],
        upper=Words("change"),
        lower=Words("chips"),
        mark=Words("won the round"),
        lines=[boxes[:BOXES_IN_A_LINE], boxes[BOXES_IN_A_LINE:]],
        start=str(options["chips"]),
    )
