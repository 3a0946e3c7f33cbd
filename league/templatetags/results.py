"""How a result stands, in a word or two."""

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
    return marks(match_results.result_status(match).marks)


@register.filter
def marks(given: Sequence[str]) -> SafeString:
    """What is disputed need not be called unconfirmed too."""
    shown = [mark for mark in given if mark != Mark.PROVISIONAL or Mark.DISPUTED not in given]
    told = [(mark, MARKS[mark]) for mark in shown]
    return format_html_join(" ", '<span class="result-mark {}">{}</span>', told)


@register.filter
def state_words(told: Told) -> Any:
    return STATES[told.state]


@register.simple_tag
def row_mark() -> SafeString:
    """Of a row of standings that rests on results that are not final."""
    return format_html("<small class=result-mark>{}</small>", _("provisional"))
