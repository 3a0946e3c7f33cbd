"""The pages of Neurotrio: cards in groups."""

from django.utils.translation import pgettext_lazy

from league.web.games.neurotrio import form
from league.web.games.pages import GamePages

PAGES = GamePages(
    options_form=form.OptionsForm,
    table_form=form.TableForm,
    read_options=form.read_options,
    fill_in_options=form.fill_in_options,
    entry_template="games/neurotrio/entry.html",
    asks_finisher=True,
    read_round=form.read_round,
    fill_in=form.fill_in,
    preview_template="games/neurotrio/_preview.html",
    preview=form.preview,
    round_template="games/neurotrio/_round.html",
    explain_round=form.explain_round,
    hand_template="games/neurotrio/_hand.html",
    marks={"finisher": pgettext_lazy("player", "finished")},
    step_template="games/neurotrio/_step.html",
    move_template="games/neurotrio/_move.html",
    show_step=form.show_step,
)
