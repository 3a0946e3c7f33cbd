"""Groupings and what they earn (N14-N26)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from games.base import Item
from games.neurotrio import pieces
from games.neurotrio.options import Distinct, DuoTrio, Options
from games.neurotrio.pieces import (
    COPIES,
    GUARD,
    HAVING,
    MOST_HELD,
    PAIRS,
    TRIOS,
    UNIT,
    Card,
    Pile,
    Trio,
)

FINISH_BONUS, GRAAL_BONUS, GRAAL_AT = 5, 5, 17
FINISHING_TRIOS, TRIOS_OF_LINE = 3, 7

Trios: TypeAlias = tuple[Trio, ...]
Counts: TypeAlias = tuple[int, int, int, int, int]  # of the patterns of N18 to N22
TrioSet: TypeAlias = tuple[Trios, Pile]  # and the cards left over

CLAUSES = {
    "trios": "N15",
    "distinct": "N17",
    "trio_pairs": "N18",
    "three_trios": "N19",
    "duo_trio": "N20",
    "duo_two_trios": "N21",
    "two_duos_trio": "N22",
    "finish": "N24",
    "graal": "N25",
}
LABELS = {
    "trios": {"en": "trios", "fr": "trios"},
    "distinct": {"en": "different cards", "fr": "cartes différentes"},
    "trio_pairs": {
        "en": "two trios with two attributes in common",
        "fr": "deux trios avec deux AT en commun",
    },
    "three_trios": {
        "en": "three trios with one attribute in common",
        "fr": "trois trios avec un AT en commun",
    },
    "duo_trio": {
        "en": "duo and trio with two attributes in common",
        "fr": "duo et trio avec deux AT en commun",
    },
    "duo_two_trios": {
        "en": "duo and two trios with one attribute in common",
        "fr": "duo et deux trios avec un AT en commun",
    },
    "two_duos_trio": {
        "en": "two duos and a trio with one attribute in common",
        "fr": "deux duos et un trio avec un AT en commun",
    },
    "finish": {"en": "finishing bonus", "fr": "bonus de finition"},
    "graal": {"en": "Graal bonus", "fr": "bonus du Graal"},
}


class Grouping(NamedTuple):
    """One choice of duos and trios; the other cards are the rest (N16)."""

    duos: tuple[Card, ...]
    trios: Trios

    @property
    def pile(self) -> Pile:
        return _pile_of(self.duos) + sum([trio.pile for trio in self.trios])

    @property
    def cards(self) -> tuple[Card, ...]:
        duos = (card for card in self.duos for _ in range(COPIES))
        return (*duos, *(card for trio in self.trios for card in trio.cards))

    @property
    def can_finish(self) -> bool:
        return len(self.duos) == 1 and len(self.trios) == FINISHING_TRIOS


class Scored(NamedTuple):
    """A grouping of some cards with its points and where they come from."""

    cards: Pile
    grouping: Grouping
    items: tuple[Item, ...]

    @property
    def points(self) -> int:
        return sum([item["points"] for item in self.items])

    @property
    def natural(self) -> int:
        """Without the Graal bonus: what a minimum is compared with (N12)."""
        return sum([item["points"] for item in self.items if item["code"] != "graal"])

    @property
    def rest(self) -> list[Card]:
        return pieces.cards(self.cards - self.grouping.pile)

    def to_json(self) -> dict[str, object]:
        duos = [[card] * COPIES for card in self.grouping.duos]
        trios = [list(trio.cards) for trio in self.grouping.trios]
        return {
            "points": self.points,
            "grouping": {"duos": duos, "trios": trios, "rest": self.rest},
            "items": [item.copy() for item in self.items],
        }


def best(cards: Iterable[str], finisher: bool, options: Options) -> Scored | None:
    """The best grouping (N26) of any cards of one deck; None for a finisher who cannot finish."""
    return best_of(pieces.deck_part(cards), finisher=finisher, options=options)


def best_of(held: Pile, *, finisher: bool, options: Options) -> Scored | None:
    """`best` for a pile. Among equals the one with the most trios, then the most duos."""
    chosen = _best(_finishes(held) if finisher else _promising(held), options)
    if chosen is None:
        return None
    trios, left, counts = chosen
    grouping = Grouping(tuple(pieces.pairs(left)), trios)
    return _explain(held, grouping, counts, finisher, options)


def score(held: Pile, grouping: Grouping, *, finisher: bool, options: Options) -> Scored:
    """What a legal grouping of these cards earns."""
    counts = _count(grouping.trios, _pile_of(grouping.duos), options.duo_trio is DuoTrio.ONCE)
    return _explain(held, grouping, counts, finisher, options)


def trio_sets(held: Pile) -> list[TrioSet]:
    """The sets of trios that these cards hold at once, each with the cards left over."""
    lines = pieces.trios_in(held)
    return [((), held), *_single(held, lines), *_several(held, lines)]


def finishing_groupings(held: Pile) -> Iterator[Grouping]:
    """N11: every split of all the cards into one duo and three trios."""
    for trios, duo in _finishes(held):
        yield Grouping(tuple(pieces.pairs(duo)), trios)


def _promising(held: Pile) -> list[TrioSet]:
    """Those that can be the best, where all duos left count: a further one never costs points.

    One trio earns four points at the most (one duo on its line, two duos with it) and two trios
    earn four, so a single one matters only if there are no two.
    """
    lines = pieces.trios_in(held)
    return _several(held, lines) or _single(held, lines) or [((), held)]


def _single(held: Pile, lines: list[Trios]) -> list[TrioSet]:
    return [((trio,), held - trio.pile) for line in lines for trio in line]


def _several(held: Pile, lines: list[Trios]) -> list[TrioSet]:
    """Two or three at once; nobody holds the cards for more."""
    found: list[TrioSet] = []
    for place, line in enumerate(lines):
        later = [trio for other in lines[place + 1 :] for trio in other]
        is_full = len(line) == TRIOS_OF_LINE  # two trios of a line are all its six cards
        if not later and not is_full:
            break
        for again, first in enumerate(line):
            left = (held | GUARD) - first.pile
            others = [*line[again:], *later] if is_full else later
            still = [trio for trio in others if (left - trio.pile) & GUARD == GUARD]
            for at, second in enumerate(still):
                less = left - second.pile
                found.append(((first, second), less ^ GUARD))
                for third in still[at:]:
                    least = less - third.pile
                    if least & GUARD == GUARD:
                        found.append(((first, second, third), least ^ GUARD))
    return found


def _finishes(held: Pile) -> list[TrioSet]:
    """Three trios and a duo left over."""
    found: list[TrioSet] = []
    duos = held & PAIRS
    while duos:
        duo = duos & -duos
        duos ^= duo
        rest = held ^ duo
        for first in pieces.trios_with_first(rest):
            two = rest - first.pile
            for second in pieces.trios_with_first(two):
                third = TRIOS.get(two - second.pile)
                if third:
                    found.append(((first, second, third), duo))
    return found


def _best(sets: list[TrioSet], options: Options) -> tuple[Trios, Pile, Counts] | None:
    """The first of those with the most points, then trios, then duos.

    Different cards of the whole hand are left out: they earn the same in all groupings.
    """
    in_groups = options.distinct is Distinct.GROUPS
    once = options.duo_trio is DuoTrio.ONCE
    chosen, most = None, -1
    for trios, left in sets:
        duos = left & PAIRS
        counts = _count(trios, duos, once)
        same_line, three, on_line, duo_two, two_duos = counts
        points = 2 * (len(trios) + same_line + three) + on_line + duo_two + two_duos
        if in_groups:
            types = pieces.number_of_types(duos + sum([trio.pile for trio in trios]))
            points += _distinct(types)
        rank = 64 * points + 8 * len(trios) + duos.bit_count()
        if rank > most:
            chosen, most = (trios, left, counts), rank
    return chosen


def _count(trios: Trios, duos: int, once: bool) -> Counts:
    """How often the patterns of N18 to N22 are there; `duos` as PAIRS of a pile."""
    same_line = three = on_line = duo_two = two_duos = 0
    in_two = 0  # the attributes that two trios share
    if len(trios) > 1:
        one, other = trios[0].shared, trios[1].shared
        same_line, in_two = int(one == other), one & other
        if len(trios) == FINISHING_TRIOS:
            third = trios[2].shared
            same_line += (one == third) + (other == third)
            three = int(in_two & third != 0)
            in_two |= (one | other) & third
    if duos:
        duo_two = int(duos & HAVING[in_two] != 0)
        for trio in trios:
            on_line += (duos & trio.line).bit_count()
            plane, across = trio.planes
            if (duos & plane).bit_count() > 1 or (duos & across).bit_count() > 1:
                two_duos = 1
        if once and on_line:
            on_line = 1
    return same_line, three, on_line, duo_two, two_duos


def _explain(
    held: Pile, grouping: Grouping, counts: Counts, finisher: bool, options: Options
) -> Scored:
    trios = grouping.trios
    if options.distinct is Distinct.HAND:
        different = pieces.number_of_types(held)
    else:
        different = pieces.number_of_types(grouping.pile)
    found = [_TRIOS[len(trios)], _DISTINCT[different]]
    if any(counts):
        found += [earned[count] for earned, count in zip(_BONUSES, counts, strict=True)]
    items = [item for item in found if item]
    if finisher:
        items.append(_FINISH)
        if sum([item["points"] for item in items]) == GRAAL_AT:
            items.append(_GRAAL)
    return Scored(held, grouping, tuple(items))


def _pile_of(duos: tuple[Card, ...]) -> Pile:
    return sum([COPIES * UNIT[card] for card in duos])


def _distinct(different: int) -> int:
    """N17."""
    return max(0, min(different, 10) - 7)


def _earned(code: str, points: Callable[[int], int]) -> list[Item | None]:
    """The items of a pattern, by how often it is there."""
    return [_item(code, count, points(count)) for count in range(MOST_HELD + 1)]


def _item(code: str, count: int, points: int) -> Item | None:
    if not points:
        return None
    return {"code": code, "clause": CLAUSES[code], "count": count, "points": points}


_TRIOS = _earned("trios", lambda trios: 2 * trios)
_DISTINCT = _earned("distinct", _distinct)
_BONUSES = [  # in the order of Counts
    _earned("trio_pairs", lambda pairs: 2 * pairs),
    _earned("three_trios", lambda once: 2 * once),
    _earned("duo_trio", lambda pairs: pairs),
    _earned("duo_two_trios", lambda once: once),
    _earned("two_duos_trio", lambda once: once),
]
_FINISH: Item = {"code": "finish", "clause": "N24", "count": 1, "points": FINISH_BONUS}
_GRAAL: Item = {"code": "graal", "clause": "N25", "count": 1, "points": GRAAL_BONUS}
