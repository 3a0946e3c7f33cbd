"""The pages of Nain Jaune: cards, boxes and chips."""

from django.utils.translation import gettext_lazy as _

from games.nain_jaune import score
from league.web.games import match_progress
from league.web.games.nain_jaune import bank_chart, board, form, rule_pictures
from league.web.games.pages import GamePages, MovePages

PAGES = GamePages(
    files=("games/nain_jaune.css", "games/nain_jaune.js", "games/nain_jaune.svg"),
    labels=score.LABELS,
    goal=match_progress.chips_or_rounds_left,
    entry_template="games/nain_jaune/entry.html",
    read_round=form.read_round,
    fill_in=form.fill_in,
    round_template="games/nain_jaune/_round.html",
    explain_round=board.explain_round,
    marks={"winner": _("won the round")},
    style="games/nain_jaune.css",
    match_template="games/nain_jaune/_match.html",
    match_style="site/charts.css",
    show_match=bank_chart.show_banks,
    step_template="games/nain_jaune/_step.html",
    move_template="games/nain_jaune/_move.html",
    show_step=board.show_step,
    moves=MovePages("games/nain_jaune/_moves.html", "games/nain_jaune/_card.html", "play"),
    rule_pictures=rule_pictures.PICTURES,
)
