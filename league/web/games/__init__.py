"""The pages of each game: one folder per game of Manche itself.

A game from outside has pages by its descriptions. A game that is not installed any more has the
usual ones, so that its matches can still be read.
"""

from collections import UserDict
from collections.abc import Mapping
from importlib import import_module

from games import GAMES, SLUGS
from games.outside_game import OutsideGame
from league.web.games import described_rounds
from league.web.games.pages import GamePages

OWN_PAGES: Mapping[str, GamePages] = {
    slug: import_module(f"league.web.games.{slug}").PAGES for slug in SLUGS
}


class PagesOfGames(UserDict[str, GamePages]):
    """The pages by the slug of the game; the usual ones for every other game."""

    def __missing__(self, slug: str) -> GamePages:
        game = GAMES.get(slug)
        return described_rounds.pages_of(game) if isinstance(game, OutsideGame) else GamePages()

    def __contains__(self, slug: object) -> bool:
        """Return whether the game is installed, so that it can be played."""
        return slug in GAMES


PAGES = PagesOfGames(OWN_PAGES)
