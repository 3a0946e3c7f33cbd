"""The places that the tables of a final play for: the first table for the first ones, and so on, as
the final ranking counts them. It only reads."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.models import Sitting, SittingKind
from seating import knockout


class PlacesPlayedFor(NamedTuple):
    """The first and the last place of a table; as text they are in the language of the reader."""

    first: int
    last: int

    def __str__(self) -> str:
        if self.first == 1:
            return _("Final")
        return _("Places %(first)s–%(last)s") % self._asdict()


def of_tables(tables: Sequence[Sequence[object]]) -> list[PlacesPlayedFor]:
    """Return the places of each table of a final."""
    return [PlacesPlayedFor(*places) for places in knockout.places_played_for(map(len, tables))]


def of_sitting(sitting: Sitting) -> Mapping[int, PlacesPlayedFor]:
    """Return the places of each table by its number; nothing unless it is a final at several
    tables."""
    tables = sitting.tables.all() if sitting.kind == SittingKind.FINAL else ()
    if len(tables) < 2:
        return {}
    in_order = sorted(tables, key=lambda table: table.number)
    places = of_tables([table.players for table in in_order])
    return {table.number: place for table, place in zip(in_order, places, strict=True)}
