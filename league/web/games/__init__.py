"""The pages of each game: one folder and one line per game, listed by hand."""

from collections.abc import Mapping

from league.web.games import nain_jaune, neurotrio, njet, triominos
from league.web.games.pages import GamePages

PAGES: Mapping[str, GamePages] = {
    "neurotrio": neurotrio.PAGES,
    "triominos": triominos.PAGES,
    "njet": njet.PAGES,
    "nain_jaune": nain_jaune.PAGES,
}
