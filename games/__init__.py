"""The rules of the games. Standard library only; everything here is a function of its arguments."""

from __future__ import annotations

from collections import UserDict
from importlib import import_module
from typing import TYPE_CHECKING, Any

from problems import catalogue

if TYPE_CHECKING:
    from games.base import Game

    # Any: every game has match states of its own, which only its own functions look into.
    Games = UserDict[str, Game[Any]]
else:
    Games = UserDict

SLUGS = ("neurotrio", "triominos", "njet", "nain_jaune")
catalogue.add_folder(__file__)


class LazyGames(Games):
    """Games by slug. Each is imported at its first use, so that a check of one record or an engine
    by itself starts quickly."""

    def __getitem__(self, slug: str) -> Game[Any]:
        if self.data[slug] is None:
            self.data[slug] = import_module(f"games.{slug}")
        return self.data[slug]


GAMES = LazyGames(dict.fromkeys(SLUGS))  # type: ignore[arg-type]  # None until it is used
