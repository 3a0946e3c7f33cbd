"""Search of names ignoring accents and case, on every database: "eli mor" finds Élise Moreau. A
stranger finds a player only by the name that the player shows."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from django.db.models import Q, QuerySet

from league.models import Club, Player, PlayerWord
from league.names import WORD, fold, name_key, search_words

MOST_RESULTS = 20
ThingT = TypeVar("ThingT")
# of a name in a text, which people also write without its hyphen, or with a comma
PARTS, BETWEEN = re.compile(r"[^\s,-]+"), r"[\s,-]+"
LAST_BYTE = b"\xff"
NOT_ASCII = "[^ -~]"


def pattern_of(names: Iterable[str], *, least_words: int = 2) -> re.Pattern[str] | None:
    """Return a pattern that finds e-mail addresses and names of at least `least_words` as whole
    words in folded text, also with the family name first; None if there are none."""
    telling = [fold(name) for name in names if _is_telling(name, least_words)]
    spellings = {spelling for name in telling for spelling in _orders(name.split())}
    in_parts = [PARTS.findall(spelling) for spelling in sorted(spellings, key=len, reverse=True)]
    alternatives = [BETWEEN.join(map(re.escape, parts)) for parts in in_parts if parts]
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)") if alternatives else None


def _orders(name_words: Sequence[str]) -> set[str]:
    """Return a name as it is, and with one or all but one of its words as the family name in
    front."""
    first, last = name_words[:1], name_words[-1:]
    orders = [name_words, [*last, *name_words[:-1]], [*name_words[1:], *first]]
    return {" ".join(order) for order in orders}


def _is_telling(name: str, least_words: int) -> bool:
    """Return whether a text is an e-mail address, or a name of at least `least_words`."""
    return "@" in name or len(name.split()) >= least_words


def search(
    search_words: Sequence[str], things: Iterable[ThingT], name: Callable[[ThingT], str]
) -> list[ThingT]:
    """Return the first things in whose name each search word begins a word; none without words."""
    return list(islice(_matching(search_words, things, name), MOST_RESULTS)) if search_words else []


def has_in_name(*texts: str) -> Q:
    """Return a condition for rows whose name contains all these texts, ignoring case and
    accents."""
    contains = Q()
    for text in texts:
        key = name_key(text)
        contains &= Q(name_key__contains=key) if key or not text.strip() else Q(pk__in=())
    return contains


def of_player(text: str) -> Q:
    """Return a condition for players whose name contains this text, or in whose name or nickname
    each of its words begins a word."""
    words = search_words(text)
    players = with_words(words, Player.objects.order_by(), member=True)
    return has_in_name(text) | Q(pk__in=players.values("pk")) if words else has_in_name(text)


def may_match(search_words: Sequence[str], field: str) -> Q:
    """Return a condition that holds for all rows whose text matches, and for few others: of a text
    in ASCII the database sees whether it contains the words, any other may match. For names, which
    have a key, there is `has_in_name`."""
    contains = Q()
    for word in search_words:
        contains &= Q(**{f"{field}__icontains": word})
    return contains | Q(**{f"{field}__regex": NOT_ASCII}) if search_words else contains


def find_players(
    search_words: Sequence[str], *, clubs: Iterable[Club], member: bool = False
) -> list[Player]:
    """Return the players of these clubs in whose name each search word begins a word; none without
    words. `member` searches full names; others never find hidden players."""
    if not search_words:
        return []
    players = Player.objects.select_related("club").filter(club__in=clubs)
    matching = with_words(search_words, players, member=member).order_by()[:MOST_RESULTS]
    return sorted(matching, key=Player.sort_key if member else Player.public_sort_key)


def with_words(
    search_words: Sequence[str], players: "QuerySet[Player]", *, member: bool
) -> "QuerySet[Player]":
    """Return the players in whose name each search word begins a word."""
    for search_word in search_words:
        players = players.filter(pk__in=_players_with_word(search_word, member).values("player"))
    return players


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


def begins_words(search_words: Sequence[str], name: str) -> bool:
    """Return whether there are search words and each begins a word of the name."""
    return bool(search_words) and _has_words(search_words, WORD.findall(fold(name)))


def _has_words(search_words: Sequence[str], name_words: Sequence[str]) -> bool:
    """Return whether each search word begins one of the words of the name."""
    return all(
        any(name_word.startswith(search_word) for name_word in name_words)
        for search_word in search_words
    )
