"""Pictures of the rules as SVG documents that need no style sheet: pages and papers show them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

Draw = Callable[[], str]  # in the active language
Pictures = Mapping[str, Draw]  # by the name that the rules give a picture

GOLD, BLUE, WRONG = "#b5811b", "#4a78c8", "#9a2a1c"
FONT_FAMILY = 'font-family="Figtree, DejaVu Sans, sans-serif"'
FONT = f'{FONT_FAMILY} font-weight="700"'
CARD_WIDTH, CARD_HEIGHT, GAP = 44, 61.6, 3
GROUP_GAP, LINE_HEIGHT, ROW_GAP = 16, 10, 10
_SYMBOL = re.compile(r'<symbol id="[^"]*"')


class Group(NamedTuple):
    """Cards side by side, as symbols; `colours` has the line below each, empty for none."""

    cards: Sequence[str]
    colours: Sequence[str]

    @property
    def width(self) -> float:
        return len(self.cards) * (CARD_WIDTH + GAP) - GAP


def group(cards: Sequence[str], colour: str = "") -> Group:
    return Group(cards, [colour] * len(cards))


def document(width: float, height: float, body: str) -> str:
    """Return a picture; its words have the font of pages and papers and the colour of the text
    around it."""
    body = body.replace('font-family="sans-serif"', FONT_FAMILY)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" {FONT} fill="currentColor">{body}</svg>'
    )


def placed(symbol: str, x: float, y: float, width: float, height: float) -> str:
    """Return a symbol of a sprite at a place, without the id that a page may have only once."""
    box = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return _SYMBOL.sub(box, symbol).replace("</symbol>", "</svg>")


def rows_of_groups(rows: Iterable[Sequence[Group]]) -> str:
    """Return groups of cards, row by row, with lines below the cards that belong together."""
    top, width, body = 0.0, 0.0, []
    for row in rows:
        left = 0.0
        for each in row:
            body += _group(each, left, top)
            left += each.width + GROUP_GAP
        width = max(width, left - GROUP_GAP)
        top += CARD_HEIGHT + LINE_HEIGHT + ROW_GAP
    return document(width, top - ROW_GAP, "".join(body))


def _group(cards: Group, left: float, top: float) -> list[str]:
    drawn = []
    for number, (card, colour) in enumerate(zip(cards.cards, cards.colours, strict=True)):
        x = left + number * (CARD_WIDTH + GAP)
        drawn.append(placed(card, x, top, CARD_WIDTH, CARD_HEIGHT))
        if colour:
            is_joined = cards.colours[number + 1 : number + 2] == [colour]
            width, y = CARD_WIDTH + GAP * is_joined, top + CARD_HEIGHT + 5
            drawn.append(f'<rect x="{x:g}" y="{y:g}" width="{width}" height="3" fill="{colour}"/>')
    return drawn


def text(x: float, y: float, words: str | int, *, size: float = 15, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}">{words}</text>'
