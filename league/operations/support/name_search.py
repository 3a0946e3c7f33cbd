"""Names found whatever their accents and capitals, in the words of the reader, on every database:
"eli mor" finds Élise Moreau. A stranger finds a player by the name that he shows, and no other.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from league.models import Club, Player, Visibility

MOST_LETTERS = 60  # of a question are read
MOST_FOUND = 20
PLAIN = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})
ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
WORD = re.compile(r"[^\W_]+")
T = TypeVar("T")


def fold(text: str) -> str:
    """Without case and accents.

    >>> fold("Œuvre d’ÉLÉNA"), fold("Straße")
    ('oeuvre d’elena', 'strasse')
    """
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text).casefold()
    return ACCENTS.sub("", apart).translate(PLAIN)


def words(text: str) -> list[str]:
    return WORD.findall(fold(text[:MOST_LETTERS]))


def among(asked: Sequence[str], things: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """The first things in whose name each word asked for begins a word; none for no words."""
    return list(islice(_among(asked, things, name), MOST_FOUND)) if asked else []


def players(
    asked: Sequence[str], *, club: Club | None = None, member: bool = False
) -> list[Player]:
    """By name. `member` finds by full names; nobody else finds who is hidden."""
    known = Player.objects.all() if club is None else club.players.all()
    if not member:
        known = known.exclude(visibility=Visibility.HIDDEN)
    # looked through here: SQLite and PostgreSQL have no common idea of a letter without its accent
    lines = known.order_by().values_list("pk", "name", "visibility")
    seen = among(asked, lines.iterator(chunk_size=2000), _full if member else _shown)
    found = Player.objects.select_related("club").filter(pk__in=[pk for pk, *rest in seen])
    return sorted(found, key=Player.sort_key)


def _among(asked: Sequence[str], things: Iterable[T], name: Callable[[T], str]) -> Iterator[T]:
    for thing in things:
        named = fold(name(thing))
        if all(each in named for each in asked) and _begin(asked, WORD.findall(named)):
            yield thing


def _begin(asked: Sequence[str], named: Sequence[str]) -> bool:
    return all(any(word.startswith(each) for word in named) for each in asked)


def _full(line: tuple[int, str, str]) -> str:
    return line[1]


def _shown(line: tuple[int, str, str]) -> str:
    pk, name, visibility = line
    if visibility == Visibility.FULL:
        return name
    return Player(pk=pk, name=name, visibility=visibility).public_name
