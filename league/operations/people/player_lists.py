"""Players by name, without loading all players of a large club."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from league.models import Player
from league.models.people import PlayerQuerySet
from league.names import search_words
from league.operations.support import name_search


@dataclass(frozen=True)
class FirstPlayers:
    """The first players by name, and how many there are in all."""

    players: Sequence[Player]
    count: int

    @property
    def left_out(self) -> int:
        return self.count - len(self.players)


def ids_by_name(players: PlayerQuerySet, search: str = "") -> list[int]:
    """Return the ids of the players in the order of their full names; with a search text, only of
    those in whose name each of its words begins a word."""
    words = search_words(search)
    if search and not words:
        return []
    rows = name_search.with_words(words, players, member=True)
    return list(rows.order_by("name_key", "pk").values_list("pk", flat=True))


def load(players: PlayerQuerySet, ids: Sequence[int]) -> list[Player]:
    """Return the players of these ids in their order."""
    by_id = players.in_bulk(ids)
    return [by_id[pk] for pk in ids if pk in by_id]


def first_by_name(
    players: PlayerQuerySet, most: int, *, without: Collection[int] = ()
) -> FirstPlayers:
    """Return the first players by name, except those `without`."""
    rows = players.exclude(pk__in=without)
    return FirstPlayers(list(rows.order_by("name_key", "pk")[:most]), rows.count())
