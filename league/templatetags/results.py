"""The status of a result in a word or two."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models import Match
from league.operations.matches import match_results
from scoring.pure.results import Mark, State, Told

register = template.Library()

MARKS: dict[str, Promise] = {
    Mark.PROVISIONAL: _("not confirmed yet"),
    Mark.DISPUTED: _("disputed"),
    Mark.VOID: _("no result"),
    Mark.POSTPONED: _("postponed"),
}
STATES: dict[str, Promise] = {
    State.NONE: pgettext_lazy("result", "none"),
    State.ENTERED: pgettext_lazy("result", "entered"),
    State.CONFIRMED: pgettext_lazy("result", "confirmed"),
    State.FINAL: pgettext_lazy("result", "final"),
}


@register.simple_tag
def result_marks(match: Match) -> SafeString:
    return marks(match_results.told(match).marks)


@register.filter
def marks(codes: Sequence[str]) -> SafeString:
    """Return the marks; a disputed result is not called unconfirmed too."""
    visible = [mark for mark in codes if mark != Mark.PROVISIONAL or Mark.DISPUTED not in codes]
    labelled = [(mark, MARKS[mark]) for mark in visible]
    return format_html_join(" ", '<span class="result-mark {}">{}</span>', labelled)


@register.filter
def status_words(status: Told) -> Any:
    return STATES[status.state]


@register.simple_tag
def row_mark() -> SafeString:
    """Return the mark of a row of standings that depends on results that are not final."""
    return format_html("<small class=result-mark>{}</small>", _("provisional"))
