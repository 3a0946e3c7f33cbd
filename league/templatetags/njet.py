"""Njet! in pictures and words: cards with their rank in a round, signs of colours, tallies."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.njet import card_names
from games.njet.cards import COLOURS
from league.templatetags.manche import seat_name
from league.web.games.letters import reader_language
from league.web.games.njet import board as njet_board
from league.web.games.njet import draw

register = template.Library()

Rules = Mapping[str, Any]  # the rows of the board that are decided: {"trump": "R", …}
SHEET = "games/njet.svg"
COUNTS = {"tricks", "ones"}  # keys of a ROUND that each team has
ONE, NO_SUPER = "1", "none"


@register.simple_tag
def njet_card(code: str, rules: Rules | None = None) -> SafeString:
    """Return a card as a picture with its name; trumps and super-trumps are marked once decided."""
    label, mark = njet_name(code, rules), _mark(code, rules)
    over = format_html('<use href="{}#{}"/>', static(SHEET), mark) if mark else ""
    return format_html(
        '<svg class="njet-card" viewBox="0 0 60 84" role="img" aria-label="{}">'
        '<title>{}</title><use href="{}#{}"/>{}{}</svg>',
        label,
        label,
        static(SHEET),
        code,
        SafeString(draw.corner(_letter(code[0]), code[0])),
        over,
    )


@register.filter
def njet_name(code: str, rules: Rules | None = None) -> str:
    """Return the name of a card such as `R9`, with its rank in the round."""
    name = card_names.card(code).say(reader_language())
    mark = _mark(code, rules)
    if mark == "super":
        return _("%(card)s, super-trump") % {"card": name}
    return _("%(card)s, trump") % {"card": name} if mark else name


@register.simple_tag
def njet_names(codes: list[str], rules: Rules | None = None) -> str:
    return " · ".join(njet_name(code, rules) for code in codes)


@register.filter
def njet_colour(letter: str) -> str:
    """Return the name of a colour; `none` is the cell for no super-trump."""
    if letter in COLOURS:
        return card_names.COLOURS[letter].say(reader_language())
    return _("no super-trump")


@register.simple_tag
def njet_sign(letter: str) -> SafeString:
    """Return a colour as the cell of a board: its sign, its letter, its name."""
    if letter == NO_SUPER:
        return format_html('<span class="no-super">{}</span>', _("none"))
    name = njet_colour(letter)
    return format_html(
        '<svg class="njet-sign" viewBox="0 0 40 40" role="img" aria-label="{}">'
        '<title>{}</title><use href="{}#{}"/>{}</svg>',
        name,
        name,
        static(SHEET),
        letter,
        SafeString(draw.token_corner(_letter(letter))),
    )


@register.simple_tag
def njet_mark(name: str) -> SafeString:
    """Return a crown or an arrow, beside words that say the same."""
    return format_html(
        '<svg class="njet-mark" viewBox="0 0 22 20" aria-hidden="true"><use href="{}#{}"/></svg>',
        static(SHEET),
        name,
    )


@register.simple_tag
def njet_tally(tricks: int, ones: int) -> SafeString:
    """Return the tricks and 1s of a team, laid out to be counted."""
    return format_html("{}{}", _row("trick", tricks), _row("one", ones))


@register.simple_tag(takes_context=True)
def njet_short_name(context: dict[str, Any], seat: int) -> str:
    """Return the first word of a name for small places, where first words differ, else the whole
    name."""
    names = [seat_name(context, number) for number in range(len(context["seats"]))]
    words = [name.split()[0] for name in names]
    return words[seat] if len(set(words)) == len(words) else names[seat]


@register.simple_tag(takes_context=True)
def njet_entry_rows(context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the board of the entry form."""
    return njet_board.entry_rows(context["match"], len(context["lines"]), context["filled"])


@register.filter
def problems_below(problems: list[dict[str, Any]], place: str) -> list[dict[str, Any]]:
    """Return the problems at a place such as `rules.trump`, and at places inside it."""
    return [problem for problem in problems if f"{_place(problem)}.".startswith(f"{place}.")]


@register.filter
def problems_at(problems: list[dict[str, Any]], place: str) -> list[dict[str, Any]]:
    return [problem for problem in problems if _place(problem) == place]


@register.filter
def field_name(problem: dict[str, Any]) -> str:
    """Return the label of the field of a problem; empty where its message names the player."""
    kind, *inside = _place(problem).split(".")
    if kind == "rules" and inside:
        return str(njet_board.ROW_NAMES.get(inside[0], ""))
    if kind == "teams":
        return _("Start player’s partner")
    if kind in COUNTS:
        team = {"0": _("Start player’s team"), "1": _("The other team")}.get("".join(inside), "")
        counts = _("Tricks") if kind == "tricks" else _("1s")
        return f"{team}, {counts}" if team else counts
    seat = problem["seat"]
    return seat.player.name if seat and seat.player.name not in problem["message"] else ""


def _letter(colour: str) -> str:
    return escape(card_names.colour(colour, reader_language()))


def _place(problem: dict[str, Any]) -> str:
    """Return the path without the number of the round: `rules.trump` for `rounds.2.rules.trump`."""
    return str(problem["path"]).split(".", 2)[-1]


def _row(picture: str, number: int) -> SafeString:
    words = _("Tricks: %(n)s") if picture == "trick" else _("1s: %(n)s")
    pips = format_html_join(
        "",
        '<svg class="pip" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#{}"/></svg>',
        ((static(SHEET), picture) for _pip in range(number)),
    )
    return format_html(
        '<span class="tally"><span class="pips">{}</span> <span>{}</span></span>',
        pips,
        words % {"n": number},
    )


def _mark(code: str, rules: Rules | None) -> str:
    """Return the symbol that is laid over the card."""
    rules = rules or {}
    if code[1] == ONE and rules.get("super") == code[0]:
        return "super"
    return "trump" if rules.get("trump") == code[0] else ""
