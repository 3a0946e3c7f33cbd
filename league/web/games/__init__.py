"""How each game is entered and shown: one entry per game, by hand."""

from collections.abc import Mapping

from league.web.games import neurotrio
from league.web.games.pages import GamePages

PAGES: Mapping[str, GamePages] = {
    "neurotrio": GamePages(
        options_form=neurotrio.OptionsForm,
        read_options=neurotrio.read_options,
        entry_template="games/neurotrio/entry.html",
        read_round=neurotrio.read_round,
        fill_in=neurotrio.fill_in,
        preview_template="games/neurotrio/_preview.html",
        preview=neurotrio.preview,
        round_template="games/neurotrio/_round.html",
        explain_round=neurotrio.explain,
    )
}
