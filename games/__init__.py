"""The rules of the games. Standard library only; everything here is a function of its arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from problems import catalogue

if TYPE_CHECKING:
    from typing import Any

    from games.base import Game

    # Any: every game has match states of its own, which only its own functions look into.
    GAMES: dict[str, Game[Any]]

catalogue.add_folder(__file__)


def __getattr__(name: str) -> object:
    """Return GAMES, the games by slug; make it at the first access.

    So one engine alone, which needs none of the others, is imported quickly.
    """
    if name != "GAMES":
        raise AttributeError(name)
    from games import nain_jaune, neurotrio, njet, triominos

    registry = {game.slug: game for game in (neurotrio, triominos, njet, nain_jaune)}
    return globals().setdefault("GAMES", registry)
