"""Neurotrio in pictures and words: its cards."""

from django import template
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from games.neurotrio import card_names
from league.web.games.letters import reader_language, show_cards, spellings
from league.web.games.neurotrio import draw

register = template.Library()


@register.simple_tag
def card(code: str) -> SafeString:
    """Return a Neurotrio card as a picture with its name."""
    letter = card_names.fond(code[2], reader_language())
    return format_html(
        '<svg class="card" viewBox="0 0 60 84" role="img" aria-label="{}">'
        '<title>{}</title><use href="{}#{}"/>{}</svg>',
        card_name(code),
        card_name(code),
        static("games/neurotrio.svg"),
        code,
        SafeString(draw.corner(escape(letter))),
    )


@register.filter
def card_name(code: str) -> str:
    """Return the name of a Neurotrio card, as refusals of the engine name it."""
    return card_names.card(code).say(reader_language())


@register.filter
def card_letters(codes: str) -> str:
    """Return cards in letters, as fields show them: `1CN 2EB` is "1♥D 2★B"."""
    return show_cards(card_names.CARDS, codes.split())


@register.filter
def card_spellings(code: str) -> str:
    return spellings(card_names.CARDS, code)
