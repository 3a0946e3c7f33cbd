"""Who sits where, for the wall: by table, and by name."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from league.operations.paper.typesetting.press import About, Paper


@dataclass(frozen=True)
class Table:
    """`number` as people read it; `players` in playing order."""

    number: int
    game: str
    players: Sequence[str]


@dataclass(frozen=True)
class Place:
    """A line of the list by name; without a table he waits."""

    name: str
    table: int | None


def by_table(about: About, tables: Sequence[Table], waiting: Sequence[str]) -> Paper:
    content = {
        "tables": [{**asdict(table), "title": title(table.number)} for table in tables],
        "waiting": list(waiting),
        "words": {"waiting": _("Without a table")},
    }
    return Paper("by_table", about, content)


def by_name(about: About, places: Sequence[Place]) -> Paper:
    """In the order given."""
    words = {"name": _("Name"), "table": _("Table"), "none": _("waits")}
    return Paper("by_name", about, {"places": list(map(asdict, places)), "words": words})


def title(number: int) -> str:
    return _("Table %(n)s") % {"n": number}
