"""Content of the pictures of the rules: boxes with chips, and cards, by the name in RULES.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# the chips of three players before the round, whose antes fill the boxes
CHIPS_BEFORE: Mapping[str, Sequence[int]] = {"boxes": (50, 50, 50), "short_ante": (4, 20, 36)}
LAID, MISSING = ("2S", "3S"), "4S"
HAND, MAY_START = ("AS", "2D", "2C", "9H", "KD"), ("2D", "2C")
CARDS_LEFT = (("QS", "4H"), ("KD", "9C", "KS"))  # of two players, E4
