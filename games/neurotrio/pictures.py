"""Content of the pictures of the rules: groups of cards, by the name that RULES.md gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Rows: TypeAlias = Sequence[Sequence[str]]  # rows of groups; a group is its cards

LINE = "1CN 1CV 1CB"  # the three cards with "1" and "heart"
SAME_LINE = "1CN 1CN 1CV"
PICTURES: Mapping[str, Rows] = {
    "finish": [["1CN 1CN", "1CV 1CV 1CB"], ["1EN 1EV 1EB", "1RN 1RV 1RB"]],
    "trios": [[LINE, SAME_LINE]],
    "two_trios": [[SAME_LINE, "1CV 1CB 1CB"]],
    "three_trios": [[LINE, "1EN 1EV 1EB"], ["1RN 1RV 1RB"]],
    "duo_trio": [["1CN 1CN", "1CV 1CV 1CB"]],
    "duo_two_trios": [["1CN 1CN"], ["1EN 1EV 1EB", "1RN 1RV 1RB"]],
    "two_duos_trio": [["1CB 1CB", "3RB 3RB"], ["2EB 2EB 2RB"]],
}
