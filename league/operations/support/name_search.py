"""Search of names whatever their accents and capitals, on every database: "eli mor" finds Élise
Moreau. A stranger finds a player only by the name that the player shows."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from django.db.models import Q, QuerySet

from league.models import Club, Player, PlayerWord

MOST_LETTERS = 60  # of a search text are read
MOST_RESULTS = 20
PLAIN = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})
ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
WORD = re.compile(r"[^\W_]+")
ThingT = TypeVar("ThingT")
LAST_BYTE = b"\xff"
NOT_ASCII = "[^ -~]"


def fold(text: str) -> str:
    """Return the text without case and accents.

    >>> fold("Œuvre d’ÉLÉNA"), fold("Straße")
    ('oeuvre d’elena', 'strasse')
    """
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text).casefold()
    return ACCENTS.sub("", apart).translate(PLAIN)


def words(text: str) -> list[str]:
    """Return the folded words of a search text."""
    return WORD.findall(fold(text[:MOST_LETTERS]))


def stored_words(name: str) -> set[bytes]:
    """Return the words of a name as they are stored: folded, in UTF-8, each as far as a search text
    can be long.

    >>> sorted(stored_words("Élise d’Orval"))
    [b'd', b'elise', b'orval']
    """
    return {word[:MOST_LETTERS].encode() for word in WORD.findall(fold(name))}


def pattern_of(names: Iterable[str], *, least_words: int = 2) -> re.Pattern[str] | None:
    """Return a pattern that finds e-mail addresses and names of so many words as whole words in
    folded text; None if there are none."""
    spellings = sorted({fold(name) for name in names if _is_telling(name, least_words)}, key=len)
    alternatives = [r"\s+".join(map(re.escape, name.split())) for name in reversed(spellings)]
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)") if alternatives else None


def _is_telling(name: str, least_words: int) -> bool:
    """Return whether a text is an e-mail address, or a name of so many words."""
    return "@" in name or len(name.split()) >= least_words


def search(
    search_words: Sequence[str], things: Iterable[ThingT], name: Callable[[ThingT], str]
) -> list[ThingT]:
    """Return the first things in whose name each search word begins a word; none without words."""
    return list(islice(_matching(search_words, things, name), MOST_RESULTS)) if search_words else []


def may_match(search_words: Sequence[str], field: str = "name") -> Q:
    """Return a condition that holds for all rows whose text matches, and for few others: of a text
    in ASCII the database sees whether it contains the words, any other may match."""
    contains = Q()
    for word in search_words:
        contains &= Q(**{f"{field}__icontains": word})
    return contains | Q(**{f"{field}__regex": NOT_ASCII}) if search_words else contains


def find_players(
    search_words: Sequence[str], *, club: Club | None = None, member: bool = False
) -> list[Player]:
    """Return the players in whose name each search word begins a word; none without words. `member`
    searches full names; others never find hidden players."""
    if not search_words:
        return []
    players = Player.objects.select_related("club")
    if club is not None:
        players = players.filter(club=club)
    for search_word in search_words:
        players = players.filter(pk__in=_players_with_word(search_word, member).values("player"))
    matching = players.order_by()[:MOST_RESULTS]
    return sorted(matching, key=Player.sort_key if member else Player.public_sort_key)


def _players_with_word(search_word: str, member: bool) -> "QuerySet[PlayerWord]":
    """Return the words of players that begin like this: in the order of bytes, those from it up to
    it with a byte that no text in UTF-8 has."""
    begins = search_word.encode()
    rows = PlayerWord.objects.filter(word__gte=begins, word__lt=begins + LAST_BYTE)
    return rows if member else rows.filter(is_public=True)


def _matching(
    search_words: Sequence[str], things: Iterable[ThingT], name: Callable[[ThingT], str]
) -> Iterator[ThingT]:
    """Yield the things that match, without a limit."""
    for thing in things:
        folded_name = fold(name(thing))
        if all(word in folded_name for word in search_words) and _has_words(
            search_words, WORD.findall(folded_name)
        ):
            yield thing


def _has_words(search_words: Sequence[str], name_words: Sequence[str]) -> bool:
    """Return whether each search word begins one of the words of the name."""
    return all(
        any(name_word.startswith(search_word) for name_word in name_words)
        for search_word in search_words
    )
