"""How each game is entered and shown: one entry per game, by hand."""

from collections.abc import Mapping

from games.nain_jaune import score as nain_jaune_score
from games.njet import score as njet_score
from games.triominos import score as triominos_score
from league.web.games import nain_jaune, nain_jaune_board, neurotrio, njet, triominos
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
        step_template="games/neurotrio/_step.html",
        said_template="games/neurotrio/_said.html",
        show_step=neurotrio.show_step,
    ),
    "triominos": GamePages(options_form=triominos.OptionsForm, labels=triominos_score.LABELS),
    "njet": GamePages(options_form=njet.OptionsForm, labels=njet_score.LABELS),
    "nain_jaune": GamePages(
        labels=nain_jaune_score.LABELS,
        options_form=nain_jaune.OptionsForm,
        entry_template="games/nain_jaune/entry.html",
        read_round=nain_jaune.read_round,
        fill_in=nain_jaune.fill_in,
        round_template="games/nain_jaune/_round.html",
        explain_round=nain_jaune_board.explain,
        style="games/nain_jaune.css",
        match_template="games/nain_jaune/_match.html",
        show_match=nain_jaune_board.banks,
        step_template="games/nain_jaune/_step.html",
        said_template="games/nain_jaune/_said.html",
        show_step=nain_jaune_board.show_step,
    ),
}
