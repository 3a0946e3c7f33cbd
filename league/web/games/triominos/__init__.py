"""The pages of Triominos: the board."""

from django.utils.translation import gettext_lazy as _

from games.triominos import score
from league.web.games import match_progress
from league.web.games.pages import GamePages
from league.web.games.triominos import form, round_display, rule_pictures

PAGES = GamePages(
    files=("games/triominos.css", "games/triominos.js"),
    goal=match_progress.points_left,
    labels=score.LABELS,
    entry_template="games/triominos/entry.html",
    read_round=form.read_round,
    fill_in=form.fill_in,
    preview_template="games/triominos/_preview.html",
    preview=round_display.preview,
    round_template="games/triominos/_round.html",
    explain_round=round_display.explain_round,
    marks={"out": _("all laid"), "reached": _("reached the target")},
    style="games/triominos.css",
    match_template="games/triominos/_match.html",
    show_match=round_display.show_match,
    step_template="games/triominos/_step.html",
    move_template="games/triominos/_move.html",
    show_step=round_display.show_step,
    rule_pictures=rule_pictures.PICTURES,
)
