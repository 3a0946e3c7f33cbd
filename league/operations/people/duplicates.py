"""Players who may be one person typed twice: likely, never certain. Pure but for reading names."""

from collections.abc import Iterable, Sequence

from league.models import Club, Player
from league.operations.people.names import name_key

MOST_SHOWN = 5
LONGEST_COMPARED = 40  # characters of a name
SHORTEST_WITH_A_SLIP = 4  # characters: Bob and Rob are two people


def likely_same(name: str, other: str) -> bool:
    """Return whether two names may be one person's: the same words in any order, an initial for a
    word, or one slip of the finger.

    >>> likely_same("Lovelace Ada", "ada lovelace"), likely_same("Ada L.", "Ada Lovelace")
    (True, True)
    >>> likely_same("Ada Lovelase", "Ada Lovelace"), likely_same("Bob", "Rob")
    (True, False)
    """
    words, others = (name_key(each)[:LONGEST_COMPARED].split() for each in (name, other))
    if not words or not others:
        return False
    if sorted(words) == sorted(others) or _have_initials(words, others):
        return True
    text, other_text = " ".join(words), " ".join(others)
    return min(len(text), len(other_text)) > SHORTEST_WITH_A_SLIP and _one_slip(text, other_text)


class LookAlikes:
    """The names of many players, to be compared with many others. Names are compared if their words
    begin with the same letters, so that a thousand names take no time."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.players: dict[str, list[Player]] = {}
        for player in players:
            self.players.setdefault(_initials(player.name), []).append(player)

    def find(self, name: str) -> list[Player]:
        """Return the players who may be the person of this name."""
        near = self.players.get(_initials(name), [])
        return [player for player in near if likely_same(name, player.name)][:MOST_SHOWN]


def look_alikes(club: Club, name: str, *, but: int = 0) -> list[Player]:
    """Return the players of the club who may be the person of this name, except player `but`."""
    players = club.players.exclude(pk=but).order_by("name", "pk")
    return [player for player in players if likely_same(name, player.name)][:MOST_SHOWN]


def merged_names(club: Club) -> list[tuple[str, Player]]:
    """Return the names of players who were merged, each with the player who stands for it, the
    latest first: who comes again under such a name is that player."""
    merged = Player.every.filter(club=club).exclude(merged_into=None).order_by("-pk")
    return [(player.name, player.survivor) for player in merged.select_related("merged_into")]


def survivors_by_name(club: Club) -> dict[str, Player]:
    """Return the players who stand for merged ones, by the `name_key` of the merged names."""
    return {name_key(name): survivor for name, survivor in merged_names(club)}


def _initials(name: str) -> str:
    return "".join(sorted(word[0] for word in name_key(name).split()))


def _have_initials(words: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether the words are the same but for initials, at least one word being whole."""
    if len(words) != len(others) or len(words) < 2:
        return False
    without_dots = ([word.rstrip(".") for word in each] for each in (words, others))
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
