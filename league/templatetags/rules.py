"""Texts of the rules of games, and links to their clauses."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import GAMES
from games.base import rule_book_for
from games.rule_book import RuleBook, Span, Spans
from league.web.games import clause_links
from league.web.games.rules import ShownRule
from problems.text import quoted

register = template.Library()


@register.simple_tag(takes_context=True)
def prose(context: Mapping[str, Any], spans: Spans) -> SafeString:
    """Return a text of the rules; the context has their `book`."""
    book: RuleBook = context["book"]
    return format_html_join("", "{}", ((_element(book, span),) for span in spans))


@register.simple_tag(takes_context=True)
def shown_rule(context: Mapping[str, Any], name: str) -> ShownRule:
    shown: ShownRule = context["house_rules"][name]
    return shown


@register.simple_tag(takes_context=True)
def rule_picture(context: Mapping[str, Any], name: str) -> SafeString | str:
    """Return the drawing of this name, empty if the game cannot draw it."""
    drawings: Mapping[str, SafeString] = context["pictures"]
    return drawings.get(name, "")


@register.simple_tag(takes_context=True)
def clause(context: Mapping[str, Any], number: str, new_tab: bool = False) -> SafeString | str:
    """Return a clause number as a link with the clause's title, or plain if the clause is unknown.

    The game is taken from the `match` or `game` of the context, else it is the only one with such
    a clause. `new_tab`: beside fields, so that the form stays open.
    """
    if not number:
        return ""
    match = context.get("match")
    game = match.game if match else context.get("game")
    return format_html("<small>{}</small>", clause_links.link(number, str(game), new_tab=new_tab))


@register.simple_tag
def rules_link(game: str, words: str = "") -> SafeString | str:
    """Return a link to the rules of a game; empty if it has none."""
    if game not in GAMES or rule_book_for(GAMES[game], get_language() or "en") is None:
        return ""
    return format_html(
        '<a href="{}">{}</a>', reverse("web:game_rules", args=[game]), words or _("Rules")
    )


def _element(book: RuleBook, span: Span) -> SafeString | str:
    if span.kind == "clause":
        titled = book.clause(span.text)
        assert titled is not None, "only known numbers are clauses"
        return format_html('<a href="#{0}" title="{1}">{0}</a>', span.text, titled.title)
    if span.kind == "rule":
        name, label = span.text.partition(":")[0], book.rule_label(span.text)
        before, after = quoted("|").say(book.language).split("|")
        return format_html('{}<a href="#rule-{}">{}</a>{}', before, name, label, after)
    if span.kind == "text":
        return span.text
    return format_html("<{0}>{1}</{0}>", span.kind, span.text)
