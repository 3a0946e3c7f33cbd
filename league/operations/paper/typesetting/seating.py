"""Seating lists for the wall: by table, and by name."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from league.operations.paper.typesetting.pdf_documents import PageHeader, Paper


@dataclass(frozen=True)
class SeatedTable:
    """A table; `number` as people read it, `players` in playing order."""

    number: int
    game: str
    players: Sequence[str]


@dataclass(frozen=True)
class PlaceOfPlayer:
    """A line of the list by name; without a table the player waits."""

    name: str
    table: int | None


def by_table(about: PageHeader, tables: Sequence[SeatedTable], waiting: Sequence[str]) -> Paper:
    content = {
        "tables": [{**asdict(table), "title": title(table.number)} for table in tables],
        "waiting": list(waiting),
        "words": {"waiting": _("Without a table")},
    }
    return Paper("by_table", about, content)


def by_name(about: PageHeader, places: Sequence[PlaceOfPlayer]) -> Paper:
    """Return the list in the given order."""
    words = {"name": _("Name"), "table": _("Table"), "none": _("waiting")}
    return Paper("by_name", about, {"places": list(map(asdict, places)), "words": words})


def title(number: int) -> str:
    return _("Table %(n)s") % {"n": number}
