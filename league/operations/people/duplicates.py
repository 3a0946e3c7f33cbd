"""Players who may be one person typed twice: likely, never certain. Pure but for reading names."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from league.models import Club, Player
from league.names import name_key

ThingT = TypeVar("ThingT")
MOST_SHOWN = 5
LONGEST_COMPARED = 40  # characters of a name
SHORTEST_WITH_A_SLIP = 4  # characters: Bob and Rob are two people


def likely_same(name: str, other: str) -> bool:
    """Return whether two names may be one person's: the same words in any order, an initial for a
    word, or one slip of the finger. A hyphen is as good as a space.

    >>> likely_same("Lovelace Ada", "ada lovelace"), likely_same("Ada L.", "Ada Lovelace")
    (True, True)
    >>> likely_same("Ada Lovelase", "Ada Lovelace"), likely_same("Bob", "Rob")
    (True, False)
    """
    return _likely_same(_words(name), _words(other))


def may_be_alike(key: str, other: str) -> bool:
    """Return whether names of these keys can be alike: same first letter or similar length. A cheap
    filter before comparing names word by word."""
    length, other_length = (min(len(compared), LONGEST_COMPARED) for compared in (key, other))
    return key[:1] == other[:1] or abs(length - other_length) <= 1


class LookAlikes(Generic[ThingT]):
    """Many names with the things that they are of, to be compared with many others. Names are
    compared if their words begin with the same letters, or if one half is the same but for spaces,
    so that thousands of names take no time."""

    def __init__(self, names: Iterable[tuple[str, ThingT]] = ()) -> None:
        self.buckets: dict[Hashable, list[tuple[int, Sequence[str], ThingT]]] = {}
        self.count = 0
        for name, thing in names:
            self.add(name, thing)

    def add(self, name: str, thing: ThingT) -> None:
        words, self.count = _words(name), self.count + 1
        for bucket in _buckets(words):
            self.buckets.setdefault(bucket, []).append((self.count, words, thing))

    def find(self, name: str) -> list[ThingT]:
        """Return the things that may be the person of this name, in the order of their addition."""
        words = _words(name)
        near = {
            number: (others, thing)
            for bucket in _buckets(words)
            for number, others, thing in self.buckets.get(bucket, [])
        }
        alike = [near[number][1] for number in sorted(near) if _likely_same(words, near[number][0])]
        return alike[:MOST_SHOWN]


def look_alikes(club: Club, name: str, *, but: int = 0) -> list[Player]:
    """Return the players of the club who may be the person of this name, except player `but`."""
    key = name_key(name)
    rows = club.players.order_by("name_key", "pk").values_list("pk", "name_key")
    present = [pk for pk, other in rows if may_be_alike(key, other) and likely_same(key, other)]
    merged = [player.pk for own_name, player in merged_names(club) if likely_same(key, own_name)]
    ids = [pk for pk in dict.fromkeys([*present, *merged]) if pk != but][:MOST_SHOWN]
    players = club.players.in_bulk(ids)
    return [players[pk] for pk in ids if pk in players]


def names_of(club: Club) -> list[tuple[str, Player]]:
    """Return the names of the players of a club, then the names of players merged into them."""
    present = [(player.name, player) for player in club.players.order_by("name_key", "pk")]
    return [*present, *merged_names(club)]


def merged_names(club: Club) -> list[tuple[str, Player]]:
    """Return the names of merged players, each with its survivor, the latest first: a returning
    name means the survivor."""
    merged = Player.every.filter(club=club).exclude(merged_into=None).order_by("-pk")
    return [(player.name, player.survivor) for player in merged.select_related("merged_into")]


def survivors_by_name(club: Club) -> dict[str, Player]:
    """Return the survivors of merged players by the `name_key` of the merged names."""
    return {name_key(name): survivor for name, survivor in merged_names(club)}


def _words(name: str) -> list[str]:
    return name_key(name)[:LONGEST_COMPARED].replace("-", " ").split()


def _buckets(words: Sequence[str]) -> set[Hashable]:
    """Return what a name has in common with each name that is likely the same."""
    text = "".join(words)
    sizes = {max(1, size // 2) for size in range(len(text) - 1, len(text) + 2)}
    halves = {half for size in sizes for half in ((size, text[:size]), (-size, text[-size:]))}
    return {"".join(sorted(word[0] for word in words)), *halves} if words else set()


def _likely_same(words: Sequence[str], others: Sequence[str]) -> bool:
    if not words or not others:
        return False
    if sorted(words) == sorted(others) or _have_initials(words, others):
        return True
    text, other_text = " ".join(words), " ".join(others)
    return min(len(text), len(other_text)) > SHORTEST_WITH_A_SLIP and _one_slip(text, other_text)


def _have_initials(words: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether the words are the same but for initials, at least one word being whole."""
    if len(words) != len(others) or len(words) < 2:
        return False
    without_dots = ([word.rstrip(".") for word in name_words] for name_words in (words, others))
    pairs = list(zip(*without_dots, strict=True))
    are_alike = all(
        word == other or (1 in {len(word), len(other)} and word[:1] == other[:1])
        for word, other in pairs
    )
    return are_alike and any(word == other and len(word) > 1 for word, other in pairs)


def _one_slip(text: str, other: str) -> bool:
    """Return whether one letter was left out, added, changed or exchanged with its neighbour."""
    if abs(len(text) - len(other)) > 1 or text == other:
        return False
    start = _common_length(text, other)
    end = _common_length(text[start:][::-1], other[start:][::-1])
    rest, other_rest = text[start : len(text) - end], other[start : len(other) - end]
    if len(rest) <= 1 and len(other_rest) <= 1:
        return not (rest + other_rest).strip().isdigit()  # Player 1 and Player 2 are two
    return len(rest) == 2 and rest == other_rest[::-1]


def _common_length(text: Iterable[str], other: Iterable[str]) -> int:
    length = 0
    for letter, other_letter in zip(text, other, strict=False):
        if letter != other_letter:
            break
        length += 1
    return length
