"""How each game is entered and shown: one entry per game, by hand."""

from collections.abc import Mapping

from games.nain_jaune import score as nain_jaune_score
from games.njet import score as njet_score
from games.triominos import score as triominos_score
from league.web.games import (
    nain_jaune,
    nain_jaune_board,
    neurotrio,
    njet,
    njet_board,
    njet_replay,
    triominos,
    triominos_match,
    triominos_show,
)
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
    "triominos": GamePages(
        labels=triominos_score.LABELS,
        options_form=triominos.OptionsForm,
        entry_template="games/triominos/entry.html",
        read_round=triominos.read_round,
        fill_in=triominos.fill_in,
        preview_template="games/triominos/_preview.html",
        preview=triominos_show.preview,
        round_template="games/triominos/_round.html",
        explain_round=triominos_show.explain,
        style="games/triominos.css",
        match_template="games/triominos/_match.html",
        show_match=triominos_match.show_match,
        step_template="games/triominos/_step.html",
        said_template="games/triominos/_said.html",
        show_step=triominos_show.show_step,
    ),
    "njet": GamePages(
        labels=njet_score.LABELS,
        options_form=njet.OptionsForm,
        read_options=njet.read_options,
        entry_template="games/njet/entry.html",
        read_round=njet.read_round,
        fill_in=njet.fill_in,
        preview_template="games/njet/_preview.html",
        preview=njet.preview,
        round_template="games/njet/_round.html",
        explain_round=njet_board.explain,
        style="games/njet.css",
        match_template="games/njet/_match.html",
        show_match=njet_board.show_match,
        step_template="games/njet/_step.html",
        said_template="games/njet/_said.html",
        show_step=njet_replay.show_step,
    ),
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
