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
from scoring.pure.results import ResultMark, ResultState, ResultStatus

register = template.Library()

MARKS: dict[str, Promise] = {
    ResultMark.PROVISIONAL: _("not confirmed yet"),
    ResultMark.DISPUTED: _("disputed"),
    ResultMark.VOID: _("no result"),
    ResultMark.POSTPONED: _("postponed"),
}
STATES: dict[str, Promise] = {
    ResultState.NONE: pgettext_lazy("result", "no result"),
    ResultState.ENTERED: pgettext_lazy("result", "entered"),
    ResultState.CONFIRMED: pgettext_lazy("result", "confirmed"),
    ResultState.FINAL: pgettext_lazy("result", "final"),
}


@register.simple_tag
def result_marks(match: Match) -> SafeString:
    return marks(match_results.result_status(match).marks)


@register.filter
def marks(codes: Sequence[str]) -> SafeString:
    """Return the marks; a disputed result is not called unconfirmed too."""
    visible = [
        mark for mark in codes if mark != ResultMark.PROVISIONAL or ResultMark.DISPUTED not in codes
    ]
    labelled = [(mark, MARKS[mark]) for mark in visible]
    return format_html_join(", ", '<span class="result-mark {}">{}</span>', labelled)


@register.filter
def status_words(status: ResultStatus) -> Any:
    return STATES[status.state]


@register.simple_tag
def row_mark() -> SafeString:
    """Return the mark of a row of standings that depends on results that are not final."""
    return format_html("<small class=result-mark>{}</small>", _("provisional"))
