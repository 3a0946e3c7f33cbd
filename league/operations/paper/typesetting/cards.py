"""Cards for tables: the number, the players, and a QR code with the address of the table's page."""

import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import segno
from django.utils.translation import gettext as _

from league.operations.paper.typesetting.pdf_documents import PageHeader, Paper
from league.operations.paper.typesetting.seating import SeatedTable, title

BORDER = 4  # as readers of QR codes require


@dataclass(frozen=True)
class TableAccessCard:
    """The access to the page of a table: the code to type, its address, and its validity."""

    code: str
    address: str
    until: str


@dataclass(frozen=True)
class Card:
    """A card; without a door it names the table only."""

    table: SeatedTable
    door: TableAccessCard | None


def cards(about: PageHeader, listed: Sequence[Card]) -> Paper:
    words = {
        "how": _("Enter your rounds here: no account needed."),
        "qr": _("Table QR code"),
    }
    return Paper("cards", about, {"cards": list(map(_card, listed)), "words": words})


def access_with_qr(door: TableAccessCard | None) -> dict[str, str] | None:
    """Return the access with its QR code."""
    return None if door is None else {**asdict(door), "qr": qr_svg(door.address)}


def qr_svg(address: str) -> str:
    """Return the QR code of an address as SVG."""
    buffer = io.BytesIO()
    segno.make(address, error="m").save(buffer, kind="svg", border=BORDER, xmldecl=False)
    return buffer.getvalue().decode()


def _card(card: Card) -> dict[str, object]:
    return {
        **asdict(card.table),
        "title": title(card.table.number),
        "door": access_with_qr(card.door),
    }
