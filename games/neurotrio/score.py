"""Groupings and what they earn (N14-N26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from games.neurotrio import pieces
from games.neurotrio.options import Distinct, DuoTrio, Options
from games.neurotrio.pieces import COPIES, LINES, SHARED, TRIOS, Card, Pile, Trio

FINISH_BONUS, GRAAL_BONUS, GRAAL_AT = 5, 5, 17
FINISHING_TRIOS = 3

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
class Grouping:
    """One choice of duos and trios; the other cards are the rest (N16)."""

    duos: tuple[Card, ...]
    trios: tuple[Trio, ...]

    @property
    def pile(self) -> Pile:
        return pieces.pile(self.cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        duos = (card for card in self.duos for _ in range(COPIES))
        return (*duos, *(card for trio in self.trios for card in trio.cards))

    @property
    def can_finish(self) -> bool:
        return len(self.duos) == 1 and len(self.trios) == FINISHING_TRIOS


@dataclass(frozen=True, slots=True)
class Item:
    """How often a pattern was found, and what that earned."""

    code: str
    count: int
    points: int

    def to_json(self) -> dict[str, object]:
        clause = CLAUSES[self.code]
        return {"code": self.code, "clause": clause, "count": self.count, "points": self.points}


@dataclass(frozen=True, slots=True)
class Scored:
    """A grouping of some cards with its points and where they come from."""

    cards: Pile
    grouping: Grouping
    items: tuple[Item, ...]

    @property
    def points(self) -> int:
        return sum(item.points for item in self.items)

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
    chosen: Grouping | None = None
    most = (-1, 0, 0)
    for grouping in finishing_groupings(held) if finisher else _groupings(held):
        points = sum(item_points for _, item_points in _patterns(held, grouping, options))
        rank = (points, len(grouping.trios), len(grouping.duos))
        if rank > most:
            chosen, most = grouping, rank
    if chosen is None:
        return None
    return score(held, chosen, finisher=finisher, options=options)


def score(held: Pile, grouping: Grouping, *, finisher: bool, options: Options) -> Scored:
    """What a legal grouping of these cards earns."""
    found = _patterns(held, grouping, options)
    items = [
        Item(code, count, points)
        for code, (count, points) in zip(CLAUSES, found, strict=False)
        if points
    ]
    if finisher:
        items.append(Item("finish", 1, FINISH_BONUS))
        if sum(item.points for item in items) == GRAAL_AT:
            items.append(Item("graal", 1, GRAAL_BONUS))
    return Scored(held, grouping, tuple(items))


def trio_sets(held: Pile) -> Iterator[tuple[tuple[Trio, ...], Pile]]:
    """The sets of trios that these cards hold at once, each with the cards left over."""
    return _trio_sets(held, _trios_in(held))


def _patterns(held: Pile, grouping: Grouping, options: Options) -> tuple[tuple[int, int], ...]:
    """(how often, points) for the patterns of N15 and N17-N22, in the order of CLAUSES."""
    duos = [SHARED[card] for card in grouping.duos]
    trios = [trio.shared for trio in grouping.trios]
    different = pieces.number_of_types(held if options.distinct is Distinct.HAND else grouping.pile)
    same_line = sum(one == other for one, other in combinations(trios, 2))
    three = int(len(trios) == FINISHING_TRIOS and trios[0] & trios[1] & trios[2] != 0)
    on_line = sum(duo & trio == trio for duo in duos for trio in trios)
    if options.duo_trio is DuoTrio.ONCE:
        on_line = min(on_line, 1)
    duo_two = int(any(duo & a & b for a, b in combinations(trios, 2) for duo in duos))
    two_duos = int(any(a & b & trio for a, b in combinations(duos, 2) for trio in trios))
    return (
        (len(trios), 2 * len(trios)),
        (different, max(0, min(different, 10) - 7)),
        (same_line, 2 * same_line),
        (three, 2 * three),
        (on_line, on_line),
        (duo_two, duo_two),
        (two_duos, two_duos),
    )


def _groupings(held: Pile) -> Iterator[Grouping]:
    """Every choice of trios, each with all duos left: a further duo never costs points."""
    for trios, left in trio_sets(held):
        yield Grouping(tuple(pieces.pairs(left)), trios)


def _trio_sets(left: Pile, fitting: list[Trio]) -> Iterator[tuple[tuple[Trio, ...], Pile]]:
    yield (), left
    for place, trio in enumerate(fitting):
        rest = Pile(left - trio.pile)
        still = [other for other in fitting[place:] if pieces.holds(rest, other.pile)]
        for others, remaining in _trio_sets(rest, still):
            yield (trio, *others), remaining


def finishing_groupings(held: Pile) -> Iterator[Grouping]:
    """N11: every split of all the cards into one duo and three trios."""
    fitting = _trios_in(held)
    for duo in pieces.pairs(held):
        rest = Pile(held - 2 * pieces.UNIT[duo])
        for trios in _covers(rest, fitting):
            yield Grouping((duo,), trios)


def _covers(rest: Pile, fitting: list[Trio]) -> Iterator[tuple[Trio, Trio, Trio]]:
    for first in _trios_with_lowest(rest, fitting):
        after = Pile(rest - first.pile)
        for second in _trios_with_lowest(after, fitting):
            third = TRIOS.get(Pile(after - second.pile))
            if third:
                yield first, second, third


def _trios_with_lowest(rest: Pile, fitting: list[Trio]) -> list[Trio]:
    """The trios of these cards that use the first of them."""
    lowest = pieces.types(rest) & -pieces.types(rest)
    mask = 7 * lowest
    return [trio for trio in fitting if trio.pile & mask and pieces.holds(rest, trio.pile)]


def _trios_in(held: Pile) -> list[Trio]:
    present = pieces.types(held)
    return [
        trio
        for line in LINES
        if (present & line.types).bit_count() > 1
        for trio in line.trios
        if pieces.holds(held, trio.pile)
    ]
