"""The pages of Njet!: the board of rules and the tricks."""

from django.utils.translation import gettext_lazy as _

from games.njet import score
from league.web.games import match_progress
from league.web.games.njet import board, form, moves, replay, rule_pictures
from league.web.games.pages import GamePages, MovePages

PAGES = GamePages(
    files=("games/njet.css", "games/njet.svg"),
    labels=score.LABELS,
    goal=match_progress.rounds_left,
    entry_template="games/njet/entry.html",
    read_round=form.read_round,
    fill_in=form.fill_in,
    preview_template="games/njet/_preview.html",
    preview=form.preview,
    round_template="games/njet/_round.html",
    explain_round=board.explain_round,
    marks={"alone": _("alone")},
    style="games/njet.css",
    match_template="games/njet/_match.html",
    show_match=board.show_match,
    step_template="games/njet/_step.html",
    move_template="games/njet/_move.html",
    show_step=replay.show_step,
    moves=MovePages("games/njet/_moves.html", "games/njet/_card.html", "card", moves.show_moves),
    rule_pictures=rule_pictures.PICTURES,
)
