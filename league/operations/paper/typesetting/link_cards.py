"""Pictures of 1200 × 630 pixels that a chat or a social network shows beside a shared link."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from league.operations.paper.typesetting import pdf_documents

MOST_ROWS = 6


@dataclass(frozen=True)
class CardRow:
    """A player with a place and points, as the page says them; `note` stands below the name."""

    place: str
    name: str
    points: str
    note: str = ""


@dataclass(frozen=True)
class LinkCard:
    """The content of a picture. `over` is the line above the title; `colour` the club's colour, and
    `on_colour` a readable text colour on it; `logo` an SVG, or empty."""

    over: str
    title: str
    subtitle: str
    rows: Sequence[CardRow]
    colour: str
    on_colour: str
    language: str
    logo: str = ""


def draw(card: LinkCard) -> bytes:
    """Return the picture as PNG bytes."""
    content = asdict(card) | {"rows": [asdict(row) for row in card.rows[:MOST_ROWS]]}
    return pdf_documents.draw_png("link_card", content)
