"""Links to the clauses of the rules, each titled by its clause."""

import re

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.clauses import find_clause

CLAUSE = re.compile(r"\b([A-Z]+[0-9]+)\b")
NEW_TAB = mark_safe(' target="_blank" rel="noopener"')


def link(number: str, game: str, *, new_tab: bool = False) -> SafeString | str:
    """Return a clause number as a link to its text; plain if the clause is unknown.

    Without a game, link to the only game that has a clause of this number. `new_tab`:
    beside fields, so that the form stays open.
    """
    target = find_clause(number, get_language() or "en", game)
    if target is None:
        return number
    return format_html(
        '<a class="clause" href="{}#{}" title="{}"{}>{}</a>',
        reverse("web:game_rules", args=[target.game]),
        number,
        target.clause.title,
        NEW_TAB if new_tab else "",
        number,
    )


def linked(text: str, game: str, *, new_tab: bool = False) -> SafeString:
    """Return a text whose clauses are links."""
    pieces = CLAUSE.split(text)  # every second one is a number
    return format_html_join(
        "",
        "{}",
        (
            (link(piece, game, new_tab=new_tab) if index % 2 else piece,)
            for index, piece in enumerate(pieces)
        ),
    )
