"""The rows of a long table, rendered without a template: a template loop over 200 rows takes three
times as long."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from league.operations.support.wording import decimals, in_tiebreak
from league.templatetags.manche import name, share
from league.templatetags.monograms import initials
from league.templatetags.results import row_mark
from league.web.standings import row_notes
from league.web.standings.columns import FORM, NO_FORM, VERIFIED, WINS, Column, Form
from league.web.standings.row_notes import RowNotes
from scoring.models import Standing
from scoring.pure.schemes import Scheme
from scoring.standings_queries import StandingsMove

register = template.Library()
register.filter("signed_points", row_notes.signed)

BAR = '<svg aria-hidden=true><rect width="{:g}%"/></svg>'


@register.simple_tag(takes_context=True)
def standings_rows(context: dict[str, Any]) -> SafeString:
    """Render the rows of `moves` (with arrows if there is a `since`), with `movements` (why they
    have moved, where that is explained), `proved`, `recent`, `shown_columns`, `scheme`, `best`, the
    most points of all rows, and `places`, the decimals of the points.

    End tags that HTML implies are left out; links are relative to the page of the table:
    players/ID/.
    """
    line = _line(context)
    return SafeString("\n".join(map(line, context["moves"])))  # escaped where names come in


def _line(context: dict[str, Any]) -> Callable[[StandingsMove], str]:
    shows_arrows = context["since"] and not context["movements"]
    arrows = cache(_arrow) if shows_arrows else _nothing  # most rows have moved as others have
    query = f"?{escape(context['chosen'].query)}" if context["chosen"].query else ""
    best, places, scheme = context["best"], context["places"], context["scheme"]
    cells = [_cell(column, context["recent"]) for column in context["shown_columns"]]
    provisional = () if context["is_final"] else context["provisional"]
    mark = row_mark() if provisional else ""
    notes, public = _notes(context), not context.get("member")

    def line(move: StandingsMove) -> str:
        row, player = move.row, move.row.player
        shown_name = player.public_name if public else player.name
        listed = player.listed_name(public=public) if player.nickname else shown_name
        return (
            f"<tr><td>{_place(row.place)}{arrows(move.places)}"
            f"<th scope=row><a {initials(shown_name, row.player_id)} "
            f'href="players/{row.player_id}/{query}">'
            f"{escape(listed)}</a>{_unqualified(row, scheme)}"
            f"{mark if row.player_id in provisional else ''}{notes(move)}"
            f"{BAR.format(share(row.points, best))}"
            f"<td>{decimals(row.points, places)}<td>{row.played}"
            + "".join(cell(row) for cell in cells)
        )

    return line


def _notes(context: dict[str, Any]) -> Callable[[StandingsMove], str]:
    """Return the function that renders the note of a row."""
    if not (context["movements"] or context["proved"]):
        return _nothing
    players = {move.row.player_id: move.row.player for move in context["moves"]}
    return RowNotes(
        context["movements"],
        context["proved"],
        lambda player: name(context, players[player]),
    ).render


def _cell(column: Column, recent: Form) -> Callable[[Standing], str]:
    """Return the function that renders the cell of a row in an optional column."""
    if column.tiebreak:
        tiebreak, places = column.tiebreak, column.places
        return lambda row: f"<td>{in_tiebreak(row.tiebreaks.get(column.code), tiebreak, places)}"
    if column.cells is not None:
        cells = column.cells
        return lambda row: f"<td>{escape(cells.get(row.player_id, ''))}"
    return {
        WINS.code: lambda row: f"<td class=wins>{row.wins}",
        FORM.code: lambda row: f"<td class=form>{_form(recent.get(row.player_id, NO_FORM).places)}",
        VERIFIED.code: lambda row: f"<td class=proved>{recent.get(row.player_id, NO_FORM).share}",
    }[column.code]


def _place(place: int) -> str:
    return f"<b>{place}</b>" if place == 1 else str(place)


def _form(places: Sequence[int]) -> str:
    """Return recent places as digits, wins in bold."""
    return " ".join(map(_place, places))


def _nothing(_of: object) -> str:
    return ""


def _arrow(places: int | None) -> str:
    """Return places gained or lost; nothing if the place is the same."""
    return "" if places == 0 else f"<small>{row_notes.arrow(places)}</small>"


def _unqualified(row: Standing, scheme: Scheme) -> str:
    if row.qualified:
        return ""
    missing = []
    if row.evenings < (needed := scheme.minimum_evenings):
        words = ngettext("%(n)s of %(needed)s evening", "%(n)s of %(needed)s evenings", needed)
        missing.append(words % {"n": row.evenings, "needed": needed})
    if row.played < (needed := scheme.minimum_matches):
        words = ngettext("%(n)s of %(needed)s match", "%(n)s of %(needed)s matches", needed)
        missing.append(words % {"n": row.played, "needed": needed})
    return f"<small>{escape(', '.join(missing))}</small>"
