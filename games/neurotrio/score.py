"""Groupings and what they earn (N14-N26)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.base import Item
from games.neurotrio import cards
from games.neurotrio.cards import (
    COPIES,
    EMPTY,
    GUARD,
    MOST_HELD,
    PAIRS,
    SHARED,
    THROUGH,
    TRIOS,
    UNIT,
    WITH_FIRST,
    Card,
    Pile,
    Shared,
    Trio,
    TrioOfPile,
)
from games.neurotrio.options import Distinct, DuoTrio, Options
from problems.text import Words

FINISH_BONUS, GRAAL_BONUS, GRAAL_AT = 5, 5, 17
FINISHING_TRIOS, TRIOS_OF_LINE = 3, 7

# Bonuses are packed into one number, with two bits for that which a grouping can earn several
# times: three at most, since a trio leaves no more than one duo on its line.
TRIO_PAIR, THREE_TRIOS, DUO_TWO_TRIOS, TWO_DUOS_TRIO, DUO_TRIO = 1, 2, 4, 8, 16

Trios: TypeAlias = tuple[Trio, ...]
Bonuses: TypeAlias = int  # the bonuses of N18 to N22, as the sum of the numbers below
Row: TypeAlias = tuple[int, tuple[Item, ...]]  # points, and the items they come from
TriosOfLine: TypeAlias = tuple[TrioOfPile, ...]  # the trios that are held of it
TrioSet: TypeAlias = tuple[Trios, Pile]  # and the cards left over

_ONCE, _HAND = DuoTrio.ONCE, Distinct.HAND
_ABSENT = 1 << 9, 1 << 10, 1 << 11  # no attributes: for trios that are not there

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
    "trios": Words("trios"),
    "distinct": Words("different cards"),
    "trio_pairs": Words("two trios with two attributes in common"),
    "three_trios": Words("three trios with one attribute in common"),
    "duo_trio": Words("duo and trio with two attributes in common"),
    "duo_two_trios": Words("duo and two trios with one attribute in common"),
    "two_duos_trio": Words("two duos and a trio with one attribute in common"),
    "finish": Words("finishing bonus"),
    "graal": Words("Grail bonus"),
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


class ScoredGrouping(NamedTuple):
    """A grouping of some cards with its points and where they come from."""

    cards: Pile
    grouping: Grouping
    left: Pile  # in no group
    points: int
    items: tuple[Item, ...]

    @property
    def natural(self) -> int:
        """Return the points without the Grail bonus, which a minimum is compared with (N12)."""
        return min(self.points, GRAAL_AT)

    @property
    def rest(self) -> list[Card]:
        return cards.of_pile(self.left)

    def to_json(self) -> dict[str, object]:
        duos = [[card] * COPIES for card in self.grouping.duos]
        trios = [list(trio.cards) for trio in self.grouping.trios]
        return {
            "points": self.points,
            "grouping": {"duos": duos, "trios": trios, "rest": self.rest},
            "items": [item.copy() for item in self.items],
        }


def best(card_codes: Iterable[str], finisher: bool, options: Options) -> ScoredGrouping | None:
    """Return the best grouping (N26) of any cards of one deck.

    None for a finisher who cannot finish.
    """
    return best_of(cards.deck_part(card_codes), finisher=finisher, options=options)


def best_of(pile: Pile, *, finisher: bool, options: Options) -> ScoredGrouping | None:
    """Return the best grouping of a pile.

    Among equals it is the one with the most trios, then the most duos.
    """
    sets = finishes(pile) if finisher else _promising(pile)
    if not sets:
        return None
    grouping, left, bonuses = _best(sets, options)
    return _explain(pile, grouping, left & ~PAIRS, bonuses, finisher, options)


def score(pile: Pile, grouping: Grouping, *, finisher: bool, options: Options) -> ScoredGrouping:
    """Return what a legal grouping of these cards earns."""
    bonuses = _bonuses(grouping.trios, grouping.duos, options.duo_trio is _ONCE)
    return _explain(pile, grouping, pile - grouping.pile, bonuses, finisher, options)


def trio_sets(pile: Pile) -> list[TrioSet]:
    """Return the sets of trios that these cards form together, each with the cards left over."""
    lines = cards.trios_in(pile)
    return [((), pile), *_single(pile, lines), *_several(pile, lines, every_pair=True)]


def _promising(pile: Pile) -> list[TrioSet]:
    """Return the sets of trios that can be the best, where all duos left count.

    A further duo never costs points. One trio earns four points at the most (one duo on its line,
    two duos with it) and two trios earn four, so a single one matters only if there are no two.
    """
    lines = cards.trios_in(pile)
    if not lines:
        return [((), pile)]
    if len(lines) == 1 and len(lines[0]) != TRIOS_OF_LINE:
        return _single(pile, lines)
    return _several(pile, lines, every_pair=False) or _single(pile, lines)


def _single(hand: Pile, lines: list[TriosOfLine]) -> list[TrioSet]:
    return [((trio,), hand - pile) for line in lines for pile, trio in line]


def _several(pile: Pile, lines: list[TriosOfLine], *, every_pair: bool) -> list[TrioSet]:
    """Return the sets of two or three trios; no hand has the cards for more.

    Two trios of different lines that leave no duo earn four points and nothing more, so they matter
    only if they come first.
    """
    guarded = pile | GUARD
    has_full = TRIOS_OF_LINE in map(len, lines)
    if len(lines) == 2 and not has_full:
        return [
            ((first, second), left ^ GUARD)
            for one, first in lines[0]
            for two, second in lines[1]
            if (left := guarded - one - two) & GUARD == GUARD
        ]
    sets: list[TrioSet] = []
    every = [trio for line in lines for trio in line]
    keeps_all = every_pair or has_full
    end = 0
    for line in lines:
        start, end = end, end + len(line)
        is_full = len(line) == TRIOS_OF_LINE  # two trios of a line are all its six cards
        if not is_full:
            start = end
        if start == len(every):  # none is left to go with one of the last line
            break
        for one, first in line:
            left = guarded - one
            still = [
                candidate for candidate in every[start:] if (left - candidate[0]) & GUARD == GUARD
            ]
            start += is_full
            at = -1 if has_full else 0  # a trio can be there twice
            for two, second in still:
                at += 1
                less = left - two
                if less & PAIRS or keeps_all or not sets:
                    sets.append(((first, second), less ^ GUARD))
                for three, third in still[at:]:
                    least = less - three
                    if least & GUARD == GUARD:
                        sets.append(((first, second, third), least ^ GUARD))
    return sets


def finishes(pile: Pile) -> list[TrioSet]:
    """Return every split of all the cards into three trios and a duo, the two cards left over
    (N11)."""
    sets: list[TrioSet] = []
    trios_of = WITH_FIRST.get
    duos = pile & PAIRS
    while duos:
        duo = duos & -duos
        duos ^= duo
        rest = pile ^ duo
        for line in THROUGH[rest & -rest]:
            for one, first in trios_of(rest & line, ()):
                left = rest - one
                for other in THROUGH[left & -left]:
                    for two, second in trios_of(left & other, ()):
                        third = TRIOS.get(left - two)
                        if third:
                            sets.append(((first, second, third), duo))
    return sets


def _best(sets: list[TrioSet], options: Options) -> tuple[Grouping, Pile, Bonuses]:
    """Return the first of those with the most points, then trios, then duos.

    Different cards of the whole hand are left out: they earn the same in all groupings.
    """
    once = options.duo_trio is _ONCE
    if len(sets) == 1:
        trios, left = sets[0]
        duos = cards.pairs(left)
        bonuses = _bonuses(trios, duos, once) if duos or len(trios) > 1 else 0
        return Grouping(duos, trios), left, bonuses
    in_groups = options.distinct is not _HAND
    best, most = (Grouping((), ()), EMPTY, 0), -1
    for trios, left in sets:
        duos = cards.pairs(left) if left & PAIRS else ()
        bonuses = _bonuses(trios, duos, once)
        points = 2 * len(trios) + _POINTS_OF[bonuses]
        if in_groups:
            points += _distinct(cards.number_of_types(Grouping(duos, trios).pile))
        rank = 64 * points + 8 * len(trios) + len(duos)
        if rank > most:
            best, most = (Grouping(duos, trios), left, bonuses), rank
    return best


def _bonuses(trios: Trios, duos: tuple[Card, ...], once: bool) -> Bonuses:
    """Return the patterns of N18 to N22 that are there."""
    number = len(trios)
    one = trios[0].shared if number else _ABSENT[0]
    other = trios[1].shared if number > 1 else _ABSENT[1]
    last = trios[2].shared if number > 2 else _ABSENT[2]
    sets = THREE_TRIOS if one & other & last else 0
    if one in (other, last) or other == last:
        sets += TRIO_PAIR
    if not duos:
        return sets
    return sets + _duo_bonuses((one, other, last), duos, once)


def _duo_bonuses(lines: tuple[Shared, ...], duos: tuple[Card, ...], once: bool) -> Bonuses:
    """Return the bonuses of the duos with these trios (N20 to N22)."""
    one, other, last = lines
    in_two = one & other | (one | other) & last
    sets = on_line = 0
    for duo in duos:
        shared = SHARED[duo]
        on_line += (shared & one == one) + (shared & other == other) + (shared & last == last)
        if shared & in_two:
            sets = DUO_TWO_TRIOS
    sets += DUO_TRIO * (1 if once and on_line else on_line)
    if len(duos) > 1 and _are_two_with_a_trio(duos, one | other | last):
        sets += TWO_DUOS_TRIO
    return sets


def _are_two_with_a_trio(duos: tuple[Card, ...], in_trios: Shared) -> bool:
    """Return whether two of these duos and a trio have an attribute in common (N22)."""
    return any(SHARED[one] & SHARED[other] & in_trios for one, other in combinations(duos, 2))


def _explain(
    pile: Pile,
    grouping: Grouping,
    left: Pile,
    bonuses: Bonuses,
    finisher: bool,
    options: Options,
) -> ScoredGrouping:
    in_question = pile if options.distinct is _HAND else grouping.pile
    different = cards.number_of_types(in_question)
    points, items = _GROUPS[len(grouping.trios)][different]
    if bonuses:
        more, others = _BONUSES[bonuses]
        points, items = points + more, items + others
    if finisher:
        points, items = points + FINISH_BONUS, (*items, _FINISH)
        if points == GRAAL_AT:
            points, items = points + GRAAL_BONUS, (*items, _GRAAL)
    return ScoredGrouping(pile, grouping, left, points, items)


def _pile_of(duos: tuple[Card, ...]) -> Pile:
    return sum([COPIES * UNIT[card] for card in duos])


def _distinct(different: int) -> int:
    """Return the points for this number of different cards (N17)."""
    return max(0, min(different, 10) - 7)


def _item(code: str, count: int, points: int) -> Item:
    return {"code": code, "clause": CLAUSES[code], "count": count, "points": points}


def _row(*items: Item) -> Row:
    """Return what these items earn together; those without points are left out."""
    earning = tuple([item for item in items if item["points"]])
    return sum([item["points"] for item in earning]), earning


def _group_rows(trios: int) -> list[Row]:
    """Return the points of this number of trios, by the number of different cards."""
    item = _item("trios", trios, 2 * trios)
    return [
        _row(item, _item("distinct", different, _distinct(different)))
        for different in range(MOST_HELD + 1)
    ]


def _bonus_row(bonuses: Bonuses) -> Row:
    pair, three, duo_two, two_duos = (
        int(bonuses & one != 0) for one in (TRIO_PAIR, THREE_TRIOS, DUO_TWO_TRIOS, TWO_DUOS_TRIO)
    )
    on_line = bonuses // DUO_TRIO
    return _row(
        _item("trio_pairs", pair, 2 * pair),
        _item("three_trios", three, 2 * three),
        _item("duo_trio", on_line, on_line),
        _item("duo_two_trios", duo_two, duo_two),
        _item("two_duos_trio", two_duos, two_duos),
    )


_GROUPS = [_group_rows(trios) for trios in range(FINISHING_TRIOS + 1)]
_BONUSES = [_bonus_row(bonuses) for bonuses in range(4 * DUO_TRIO)]
_POINTS_OF = [points for points, _ in _BONUSES]
_FINISH = _item("finish", 1, FINISH_BONUS)
_GRAAL = _item("graal", 1, GRAAL_BONUS)
