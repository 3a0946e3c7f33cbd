"""What lies on a table: its number, who sits there, and the way to its page by camera."""

import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import segno
from django.utils.translation import gettext as _

from league.operations.paper.typesetting.press import About, Paper
from league.operations.paper.typesetting.seating import Table, title

BORDER = 4  # what readers of QR codes ask for


@dataclass(frozen=True)
class Door:
    """The way to the page of a table: the code to be typed, its address, and until when."""

    code: str
    address: str
    until: str


@dataclass(frozen=True)
class Card:
    """Without a door it names the table only."""

    table: Table
    door: Door | None


def cards(about: About, listed: Sequence[Card]) -> Paper:
    words = {
        "how": _("Enter your rounds here: no account needed."),
        "qr": _("QR code of the table"),
    }
    return Paper("cards", about, {"cards": list(map(_card, listed)), "words": words})


def way(door: Door | None) -> dict[str, str] | None:
    """With the QR code as a picture."""
    return None if door is None else {**asdict(door), "qr": qr(door.address)}


def qr(address: str) -> str:
    """As SVG."""
    drawn = io.BytesIO()
    segno.make(address, error="m").save(drawn, kind="svg", border=BORDER, xmldecl=False)
    return drawn.getvalue().decode()


def _card(card: Card) -> dict[str, object]:
    return {**asdict(card.table), "title": title(card.table.number), "door": way(card.door)}
