"""Groupings and what they earn (N14-N26)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

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
FINISHING_TRIOS = 3

Trios: TypeAlias = tuple[Trio, ...]
Choice: TypeAlias = tuple[Pile, Trios]  # the duos, as PAIRS of the pile, and the trios
Counts: TypeAlias = tuple[int, int, int, int, int]

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


@dataclass(frozen=True, slots=True)
class Item:
    """How often a pattern was found, and what that earned."""

    code: str
    count: int
    points: int

    def to_json(self) -> dict[str, object]:
        clause = CLAUSES[self.code]
        return {"code": self.code, "clause": clause, "count": self.count, "points": self.points}


class Grouping(NamedTuple):
    """One choice of duos and trios; the other cards are the rest (N16)."""

    duos: tuple[Card, ...]
    trios: Trios

    @property
    def pile(self) -> Pile:
        duos = sum(COPIES * UNIT[card] for card in self.duos)
        return Pile(duos + sum(trio.pile for trio in self.trios))

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
        return sum([item.points for item in self.items])

    @property
    def natural(self) -> int:
        """Without the Graal bonus: what a minimum is compared with (N12)."""
        return sum(item.points for item in self.items if item.code != "graal")

    @property
    def rest(self) -> list[Card]:
        return pieces.cards(Pile(self.cards - self.grouping.pile))

    def to_json(self) -> dict[str, object]:
        duos = [[card] * COPIES for card in self.grouping.duos]
        trios = [list(trio.cards) for trio in self.grouping.trios]
        return {
            "points": self.points,
            "grouping": {"duos": duos, "trios": trios, "rest": self.rest},
            "items": [item.to_json() for item in self.items],
        }


def best(cards: Iterable[str], finisher: bool, options: Options) -> Scored | None:
    """The best grouping (N26) of any cards of one deck; None for a finisher who cannot finish."""
    return best_of(pieces.deck_part(cards), finisher=finisher, options=options)


def best_of(held: Pile, *, finisher: bool, options: Options) -> Scored | None:
    """`best` for a pile. Among equals the one with the most trios, then the most duos."""
    chosen = _best(_finishes(held) if finisher else _worthwhile(held), options)
    if chosen is None:
        return None
    duos, trios = chosen
    grouping = Grouping(tuple(pieces.pairs(duos)), trios)
    return _explain(held, grouping, duos, finisher, options)


def score(held: Pile, grouping: Grouping, *, finisher: bool, options: Options) -> Scored:
    """What a legal grouping of these cards earns."""
    duos = Pile(sum(COPIES * UNIT[card] for card in grouping.duos))
    return _explain(held, grouping, duos, finisher, options)


def trio_sets(held: Pile) -> Iterator[tuple[Trios, Pile]]:
    """The sets of trios that these cards hold at once, each with the cards left over."""
    fitting = pieces.trios_in(held)
    yield (), held
    for place, first in enumerate(fitting):
        left = held - first.pile
        yield (first,), Pile(left)
        guarded = left | GUARD
        for again, second in enumerate(fitting[place:], place):
            two_less = guarded - second.pile
            if two_less & GUARD == GUARD:
                yield (first, second), Pile(two_less ^ GUARD)
                for third in fitting[again:]:
                    three_less = two_less - third.pile
                    if three_less & GUARD == GUARD:
                        yield (first, second, third), Pile(three_less ^ GUARD)


def finishing_groupings(held: Pile) -> Iterator[Grouping]:
    """N11: every split of all the cards into one duo and three trios."""
    for duo, trios in _finishes(held):
        yield Grouping(tuple(pieces.pairs(duo)), trios)


def _worthwhile(held: Pile) -> list[Choice]:
    """The groupings that can be the best: each with all duos left, which never cost points.

    One trio earns four points at the most (one duo on its line, two duos with it) and two trios
    earn four, so a single one matters only if there are no two.
    """
    sets = [(Pile(left & PAIRS), trios) for trios, left in trio_sets(held)]
    return [choice for choice in sets if len(choice[1]) > 1] or sets


def _finishes(held: Pile) -> Iterator[Choice]:
    duos = held & PAIRS
    while duos:
        duo = duos & -duos
        duos ^= duo
        rest = held ^ duo
        for first in pieces.trios_with_first(Pile(rest)):
            two = rest - first.pile
            for second in pieces.trios_with_first(Pile(two)):
                third = TRIOS.get(Pile(two - second.pile))
                if third:
                    yield Pile(duo), (first, second, third)


def _best(choices: Iterable[Choice], options: Options) -> Choice | None:
    """The first of those with the most points, then trios, then duos.

    Different cards of the whole hand are left out: they earn the same in all groupings.
    """
    in_groups = options.distinct is Distinct.GROUPS
    once = options.duo_trio is DuoTrio.ONCE
    chosen, most = None, -1
    for choice in choices:
        duos, trios = choice
        same_line, three, on_line, duo_two, two_duos = _count(duos, trios, once)
        points = 2 * (len(trios) + same_line + three) + on_line + duo_two + two_duos
        if in_groups:
            points += _distinct(_grouped_types(duos, trios))
        rank = 64 * points + 8 * len(trios) + duos.bit_count()
        if rank > most:
            chosen, most = choice, rank
    return chosen


def _explain(
    held: Pile, grouping: Grouping, duos: Pile, finisher: bool, options: Options
) -> Scored:
    """The items in the order of CLAUSES."""
    trios = grouping.trios
    counts = _count(duos, trios, options.duo_trio is DuoTrio.ONCE)
    if options.distinct is Distinct.HAND:
        different = pieces.number_of_types(held)
    else:
        different = _grouped_types(duos, trios)
    found = zip(_EARNED, (len(trios), different, *counts), strict=True)
    items = [item for earned, count in found if (item := earned[count])]
    if finisher:
        items.append(_FINISH)
        if sum(item.points for item in items) == GRAAL_AT:
            items.append(_GRAAL)
    return Scored(held, grouping, tuple(items))


def _count(duos: Pile, trios: Trios, once: bool) -> Counts:
    """How often the patterns of N18 to N22 are there; `duos` as PAIRS of the pile."""
    same_line = three = on_line = duo_two = two_duos = 0
    in_two = 0  # attributes shared by two trios
    if len(trios) > 1:
        a, b = trios[0].shared, trios[1].shared
        in_two = a & b
        same_line = int(a == b)
        if len(trios) == FINISHING_TRIOS:
            c = trios[2].shared
            same_line += (a == c) + (b == c)
            three = int(in_two & c != 0)
            in_two |= (a | b) & c
    if duos:
        duo_two = int(duos & HAVING[in_two] != 0)
        for trio in trios:
            on_line += (duos & trio.line).bit_count()
            one, other = trio.planes
            if (duos & one).bit_count() > 1 or (duos & other).bit_count() > 1:
                two_duos = 1
        if once and on_line:
            on_line = 1
    return same_line, three, on_line, duo_two, two_duos


def _grouped_types(duos: Pile, trios: Trios) -> int:
    return pieces.number_of_types(Pile(duos + sum(trio.pile for trio in trios)))


def _distinct(different: int) -> int:
    """N17."""
    return max(0, min(different, 10) - 7)


def _earned(code: str, points: Callable[[int], int]) -> list[Item | None]:
    """The items of a pattern by how often it is there."""
    earned = [(count, points(count)) for count in range(MOST_HELD + 1)]
    return [Item(code, count, worth) if worth else None for count, worth in earned]


_EARNED = [
    _earned("trios", lambda trios: 2 * trios),
    _earned("distinct", _distinct),
    _earned("trio_pairs", lambda pairs: 2 * pairs),
    _earned("three_trios", lambda once: 2 * once),
    _earned("duo_trio", lambda pairs: pairs),
    _earned("duo_two_trios", lambda once: once),
    _earned("two_duos_trio", lambda once: once),
]
_FINISH, _GRAAL = Item("finish", 1, FINISH_BONUS), Item("graal", 1, GRAAL_BONUS)
