"""The rules of the games. Standard library only; everything here is a function of its arguments."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Iterator
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
    by itself starts quickly; games from outside are looked for when another slug is."""

    def __getitem__(self, slug: str) -> Game[Any]:
        if slug not in self:
            raise KeyError(slug)
        if self.data[slug] is None:
            self.data[slug] = import_module(f"games.{slug}")
        return self.data[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self.data or slug in self._all()

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, Game[Any]]:
        from games import outside  # here, since it reads the metadata of all packages

        for slug, game in outside.games().items():
            self.data.setdefault(slug, game)
        return self.data


GAMES = LazyGames(dict.fromkeys(SLUGS))  # type: ignore[arg-type]  # None until it is used


def game_name(slug: str) -> str:
    """Return the name of a game; a game that is not installed keeps its slug."""
    return GAMES[slug].name if slug in GAMES else slug
