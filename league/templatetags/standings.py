"""The rows of a long table, rendered without a template, since they take most of its bytes and
time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.formats import get_format
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.operations.standings.season_trends import RecentForm
from league.templatetags.manche import name, share
from league.templatetags.monograms import initials
from league.templatetags.results import row_mark
from league.web.standings import row_notes
from league.web.standings.row_notes import RowNotes
from scoring import standings_queries
from scoring.models import Standing
from scoring.pure.schemes import Scheme
from scoring.pure.tiebreaks import Tiebreak
from scoring.pure.units import UNIT
from scoring.standings_queries import StandingsMove

register = template.Library()
register.filter("signed_points", row_notes.signed)

NOTHING = RecentForm((), 0, 1)
BAR = '<svg aria-hidden=true><rect width="{:g}%"/></svg>'


@register.simple_tag(takes_context=True)
def standings_rows(context: dict[str, Any]) -> SafeString:
    """Render the rows of `moves` (with arrows if there is a `since`), with `movements` (why they
    have moved, where that is explained), `proved`, `recent`, `columns`, `scheme`, and `best`, the
    most points of all rows.

    End tags that HTML implies and classes that follow from the column are left out; links are
    relative to the page of the table: players/ID/.
    """
    line = _line(context)
    return SafeString("\n".join(map(line, context["moves"])))  # escaped where names come in


def _line(context: dict[str, Any]) -> Callable[[StandingsMove], str]:
    number = _number()
    arrows = _arrow if context["since"] and not context["movements"] else _no_arrow
    query = f"?{escape(context['chosen'].query)}" if context["chosen"].query else ""
    best, columns, scheme = context["best"], context["columns"], context["scheme"]
    recent: Mapping[int, RecentForm] = context["recent"]
    provisional = () if context["is_final"] else context["provisional"]
    mark = row_mark() if provisional else ""
    notes = _notes(context)

    def line(move: StandingsMove) -> str:
        row = move.row
        late = recent.get(row.player_id, NOTHING)
        shown_name = name(context, row.player)
        return (
            f"<tr><td>{_place(row.place)}{arrows(move)}"
            f"<th scope=row><a {initials(shown_name, row.player_id)} "
            f'href="players/{row.player_id}/{query}">'
            f"{escape(shown_name)}</a>{_unqualified(row, scheme)}"
            f"{mark if row.player_id in provisional else ''}{notes(move)}"
            f"{BAR.format(share(row.points, best))}"
            f"<td>{number(row.points)}<td>{row.played}<td>{row.wins}"
            f"<td>{_form(late.places)}<td>{late.share}"
            + "".join(f"<td>{_tiebreak(row, each, number)}" for each in columns)
        )

    return line


def _notes(context: dict[str, Any]) -> Callable[[StandingsMove], str]:
    """Return the function that renders the note of a row."""
    if not (context["movements"] or context["proved"]):
        return _no_arrow
    players = {move.row.player_id: move.row.player for move in context["moves"]}
    return RowNotes(
        context["movements"],
        context["proved"],
        lambda player: name(context, players[player]),
    ).render


def _number() -> Callable[[int], str]:
    """Return `decimals` for many numbers: the separator is looked up once."""
    separator = str(get_format("DECIMAL_SEPARATOR"))
    return lambda units: standings_queries.format_points(units).replace(".", separator)


def _place(place: int) -> str:
    return f"<b>{place}</b>" if place == 1 else str(place)


def _form(places: Sequence[int]) -> str:
    """Return recent places as digits, wins in bold."""
    return " ".join(map(_place, places))


def _tiebreak(row: Standing, tiebreak: Tiebreak, number: Callable[[int], str]) -> str:
    value = row.tiebreaks.get(tiebreak.code)
    return "–" if value is None else str(value // UNIT) if tiebreak.whole else number(value)


def _no_arrow(move: StandingsMove) -> str:
    return ""


def _arrow(move: StandingsMove) -> str:
    """Return places gained or lost; nothing if the place is the same."""
    if move.places is None:
        return f"<small>{escape(_('new'))}</small>"
    if not move.places:
        return ""
    up = move.places > 0
    return f"<small class={'up' if up else 'down'}>{'+' if up else '−'}{abs(move.places)}</small>"


def _unqualified(row: Standing, scheme: Scheme) -> str:
    if row.qualified:
        return ""
    words = _("%(n)s of %(needed)s evenings")
    return (
        f"<small>{escape(words % {'n': row.evenings, 'needed': scheme.minimum_evenings})}</small>"
    )
