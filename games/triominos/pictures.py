"""Content of the pictures of the rules: tiles as a record places them, by the name in RULES.md.

The last tile of a bonus is the one that earns it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Placed: TypeAlias = tuple[int, int, str]  # x, y and the corners, as in T5

PICTURES: Mapping[str, Sequence[Placed]] = {
    "turned": [(0, 0, "123"), (3, 0, "123"), (6, 0, "231")],
    "fits": [(0, 0, "121"), (0, 1, "123"), (4, 0, "512"), (4, 1, "213")],
    "bridge": [
        (0, 1, "220"),
        (0, 0, "222"),
        (1, 0, "232"),
        (1, 1, "250"),
        (2, 1, "245"),
        (3, 1, "455"),
        (4, 1, "445"),
        (4, 0, "444"),
        (3, 0, "344"),
    ],
    "hexagon": [
        (1, 0, "512"),
        (0, 0, "523"),
        (-1, 0, "453"),
        (-1, -1, "554"),
        (0, -1, "555"),
        (1, -1, "515"),
    ],
    "double_hexagon": [
        (-1, -1, "240"),
        (-1, 0, "044"),
        (0, -1, "244"),
        (0, 0, "434"),
        (1, -1, "454"),
        (2, -1, "455"),
        (2, 0, "513"),
        (3, -1, "505"),
        (3, 0, "501"),
        (1, 0, "453"),
    ],
}
BONUS_POINTS = {"bridge": 51, "hexagon": 61, "double_hexagon": 72}  # of the last tile
UNFIT = {"fits": 3}  # index of a tile that the rules do not allow there
