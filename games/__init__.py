"""The rules of the games. Standard library only; everything here is a function of its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import nain_jaune, neurotrio, njet, triominos
from games.base import Game

# Any: every game has match states of its own, which only its own functions look into.
GAMES: Mapping[str, Game[Any]] = {
    neurotrio.slug: neurotrio,
    triominos.slug: triominos,
    njet.slug: njet,
    nain_jaune.slug: nain_jaune,
}
