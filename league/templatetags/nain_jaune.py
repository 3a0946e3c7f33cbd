"""Playing cards and chips as pictures; problems beside their fields."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString

from games.nain_jaune import card_names, cards
from games.nain_jaune.cards import Deal
from league.models import Match
from league.web.games.letters import reader_language, show_cards, spellings
from league.web.games.nain_jaune import draw

register = template.Library()
MOST_CHIPS, HIGHEST = 25, 5  # chips drawn, and chips per pile; the number is written beside them


@register.simple_tag
def playing_card(code: str) -> SafeString:
    """Return a card as a picture with its name."""
    return format_html(
        '<svg class="card playing" viewBox="0 0 60 84" role="img" aria-label="{}">'
        '<title>{}</title><use href="{}#{}"/>{}</svg>',
        playing_name(code),
        playing_name(code),
        static("games/nain_jaune.svg"),
        code,
        _court_letter(code[:-1], code[-1]),
    )


def _court_letter(rank: str, suit: str) -> SafeString:
    """Return the letter of a jack, queen or king, which the file of pictures leaves out."""
    if rank not in card_names.COURT:
        return SafeString()
    letter = card_names.rank(rank + suit, reader_language())
    return SafeString(draw.corner(escape(letter), suit))


@register.filter
def playing_name(code: str) -> str:
    """Return the name of a card: `7D` is "7 of diamonds"."""
    return card_names.card(code).say(reader_language())


@register.filter
def the_card(code: str) -> str:
    """Return the name of a card inside a sentence, since other languages have several articles."""
    return card_names.the_card(code).say(reader_language())


@register.filter
def suit_name(letter: str) -> str:
    return card_names.SUITS[letter].say(reader_language())


@register.filter
def playing_letters(codes: str) -> str:
    """Return cards in letters, as fields show them: `10D QS` is "10♦ D♠" in French."""
    return show_cards(card_names.CARDS, codes.split())


@register.filter
def playing_spellings(code: str) -> str:
    return spellings(card_names.CARDS, code)


@register.simple_tag
def chips(count: int, each: int = 1) -> SafeString:
    """Return piles of chips, for the eye only; one is drawn for `each` chips."""
    chip_count = min(-(-max(count, 0) // each), MOST_CHIPS)
    places = ((9 + 17 * (chip // HIGHEST), 25 - 4 * (chip % HIGHEST)) for chip in range(chip_count))
    pile = format_html_join("", '<ellipse cx="{}" cy="{}" rx="7.5" ry="4"/>', places)
    width = 17 * max(-(-chip_count // HIGHEST), 1) + 1
    return format_html(
        '<svg class="pile-of" viewBox="0 0 {} 30" aria-hidden="true">{}</svg>', width, pile
    )


@register.simple_tag
def box_names() -> Sequence[str]:
    return cards.BOXES


@register.simple_tag
def deck_by_suit() -> list[list[str]]:
    return [[rank + suit for rank in cards.RANKS] for suit in cards.SUITS]


@register.filter
def cards_aside(match: Match, seats: Sequence[object]) -> int:
    """Return how many cards the deal leaves aside."""
    return cards.number_aside(Deal(match.options["deal"]), len(seats))


@register.filter
def problems_of(problems: Iterable[Mapping[str, Any]], field: str) -> list[Mapping[str, Any]]:
    """Return the problems of a field: `rounds.2.taken.QS` belongs to `taken.QS`."""
    return [
        problem
        for problem in problems
        if _path(problem)[: len(field.split("."))] == field.split(".")
    ]


@register.filter
def filled_at(filled: Mapping[str, Any], name: str) -> Any:
    """Return the value of the field of this name."""
    return filled.get(name, "")


@register.filter
def has_boxes(filled: Mapping[str, Any]) -> bool:
    """Return whether the form has chips that stayed in a box."""
    return any(filled.get(f"box-{box}", "") != "" for box in cards.BOXES)


@register.filter
def bank_before(match: Match, seat: int) -> int:
    return int(match.totals[seat])


@register.filter
def has_code(problems: Sequence[Mapping[str, Any]], code: str) -> bool:
    return any(problem.get("code") == code for problem in problems)


@register.filter
def banks_before(match: Match, number: int) -> str:
    """Return the banks before this round, as the form of the round sends them."""
    later = [row.scores for row in match.submissions.current() if row.number >= number]
    banks = [bank - sum(gains) for bank, *gains in zip(match.totals, *later, strict=True)]
    return " ".join(map(str, banks))


def _path(problem: Mapping[str, Any]) -> list[str]:
    return str(problem["path"]).split(".")[2:]
