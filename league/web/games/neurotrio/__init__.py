"""The pages of Neurotrio: cards in groups."""

from django.utils.translation import pgettext_lazy

from league.web.games import match_progress
from league.web.games.neurotrio import form, rule_pictures
from league.web.games.pages import GamePages

PAGES = GamePages(
    files=("games/neurotrio.svg",),
    goal=match_progress.points_left,
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
    rule_pictures=rule_pictures.PICTURES,
)
