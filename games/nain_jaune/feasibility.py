"""Search for a possible course of a round behind a line of a sheet (J24).

A course is limited only by the number of low cards, honours and cards left over. Hence the winner
may be assumed to have taken every box that no loser took, and only the boxes of the losers have to
be tried. Each loser in turn takes some of the boxes, which determines his payment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import add
from typing import NamedTuple

from games.nain_jaune import cards
from games.nain_jaune.cards import (
    BOX_CARDS,
    BOXES,
    CODES,
    HONOURS,
    SEVEN,
    SEVEN_VALUE,
    TEN,
    Deal,
)
from games.nain_jaune.options import Match, Penalty

LOW_CARDS, PLAIN_HONOURS = 38, 9

Counts = tuple[int, ...]  # how many boxes of each kind; those with as many chips are of a kind


class Loser(NamedTuple):
    change: int  # besides the ante
    is_broke: bool  # nothing is left to him, so he may have owed more than he paid


class LoserHands(NamedTuple):
    """The cards left to those losers who have been considered so far.

    They owe `owed` chips besides the Nain Jaune (`sevens`), with honours that number between
    `fewest` and `most`. As many as `spare` of their low cards may as well be honours.
    """

    owed: int = 0
    sevens: int = 0
    fewest: int = 0
    most: int = 0
    spare: int = 0


class BoxKinds(NamedTuple):
    """The boxes by the chips in them, and the limits on the cards left."""

    chips: tuple[int, ...]  # in a box of each kind
    boxes: Counts
    largest_hand: int
    most_left: int  # cards left and boxes taken of all losers together
    limits: dict[Counts, frozenset[tuple[int, int, int]]]


def could_win(match: Match, scores: Sequence[int], winner: int) -> bool:
    """Return whether this seat can have won with these scores.

    Only the losers' changes are looked at; the sum of all changes is checked elsewhere.
    """
    table = _table(match.stakes, len(scores), match.options.deal)
    changes = [*map(add, scores, match.antes)]
    if _has_plain_story(table, changes, winner):
        return True
    is_partial = match.options.penalty is Penalty.PARTIAL
    losers = [
        Loser(changes[seat], is_partial and bank + score == 0)
        for seat, (bank, score) in enumerate(zip(match.banks, scores, strict=True))
        if seat != winner
    ]
    return _fits(table, losers, table.boxes, LoserHands(), set())


def could_be_dead(match: Match, scores: Sequence[int], boxes: Sequence[int]) -> bool:
    """Return whether the chips of the other boxes can be shared out to match every change.

    J24.6 also asks for an honour in every hand: eight hands and at most three honours laid from
    boxes always leave enough of the twelve.
    """
    unplayed = sum(chips > 0 for chips in boxes[:2])  # 7D and 10D, then aside
    taken = [stake for stake, chips in zip(match.stakes, boxes, strict=True) if not chips]
    gains = tuple(sorted(map(add, scores, match.antes)))
    return unplayed <= match.aside and _hands_out(tuple(sorted(taken)), gains, set())


def _has_plain_story(table: BoxKinds, changes: Sequence[int], winner: int) -> bool:
    """Return whether the most likely course fits, which saves most lines the search.

    All boxes are alike, no loser took more of them than his change requires, and no loser has 7D or
    owes more than he paid.
    """
    chips = table.chips[0]
    if len(table.chips) > 1 or not chips:
        return False
    taken = owed = fewest = most = 0
    for seat, gain in enumerate(changes):
        if seat == winner:
            continue
        took = gain // chips + 1 if gain >= 0 else 0  # so that he paid at least one chip
        paid = took * chips - gain
        honours, over = paid // 2, paid + took - table.largest_hand
        if over > 0:
            if over > honours:
                return False
            fewest += over
        taken += took
        owed += paid
        most += honours
    if taken > table.boxes[0]:
        return False
    if not fewest and owed <= min(LOW_CARDS, table.most_left - taken):  # low cards will do
        return True
    return _can_be_left(table, (taken,), LoserHands(owed, 0, fewest, most))


def _hands_out(
    chips: tuple[int, ...], gains: tuple[int, ...], failures: set[tuple[int, tuple[int, ...]]]
) -> bool:
    if not chips:
        return not any(gains)
    if gains[0] < 0 or (len(chips), gains) in failures:
        return False
    failures.add((len(chips), gains))
    return any(
        _hands_out(
            chips[:-1],
            tuple(sorted((*gains[:seat], gain - chips[-1], *gains[seat + 1 :]))),
            failures,
        )
        for seat, gain in enumerate(gains)
        if gain >= chips[-1]
    )


@lru_cache(maxsize=64)
def _table(stakes: Sequence[int], players: int, deal: Deal) -> BoxKinds:
    """Return the boxes by kinds.

    It is the same for all rounds with whole antes before which no dead round has left chips.
    """
    kinds = tuple(sorted(set(stakes)))
    most_left = len(CODES) - cards.number_aside(deal, players) - cards.smallest_hand(players)
    limits: dict[Counts, set[tuple[int, int, int]]] = {}
    for loser_took in product((False, True), repeat=len(BOXES)):
        counts = _counts(kinds, stakes, loser_took)
        limits.setdefault(counts, set()).add(_limits(loser_took))
    return BoxKinds(
        kinds,
        _counts(kinds, stakes, (True,) * len(BOXES)),
        cards.largest_hand(deal, players),
        most_left,
        {counts: frozenset(bounds) for counts, bounds in limits.items()},
    )


def _counts(kinds: Sequence[int], stakes: Sequence[int], chosen: Sequence[bool]) -> Counts:
    picked = [chips for chips, is_chosen in zip(stakes, chosen, strict=True) if is_chosen]
    return tuple(picked.count(chips) for chips in kinds)


def _limits(laid: Sequence[bool]) -> tuple[int, int, int]:
    """Return how many of 7D, of the other low cards and of the honours may be left (J24.4)."""
    free = [card for card, is_laid in zip(BOX_CARDS, laid, strict=True) if not is_laid]
    honours = sum(card & HONOURS > 0 for card in free)
    return int(SEVEN in free), LOW_CARDS + (TEN in free), PLAIN_HONOURS + honours


def _fits(
    table: BoxKinds,
    losers: Sequence[Loser],
    boxes: Counts,
    hands: LoserHands,
    failures: set[object],
) -> bool:
    """Return whether some choice of boxes and hands fits for all these losers.

    The search goes depth first, as most lines have many solutions; failed states are not tried
    again.
    """
    if not losers:
        taken = (number - left for number, left in zip(table.boxes, boxes, strict=True))
        return _can_be_left(table, tuple(taken), hands)
    key = (len(losers), boxes, hands)
    if key in failures:
        return False
    failures.add(key)
    return any(
        _fits(table, losers[1:], left, more, failures)
        for left, more in _choices(table, losers[0], boxes, hands)
    )


def _choices(
    table: BoxKinds, loser: Loser, boxes: Counts, hands: LoserHands
) -> Iterator[tuple[Counts, LoserHands]]:
    """Yield the boxes this loser may have taken, the fewest first, and the hand he then held."""
    for taken in product(*(range(number + 1) for number in boxes)):
        gain = sum(number * chips for number, chips in zip(taken, table.chips, strict=True))
        paid = gain - loser.change
        if paid < (0 if loser.is_broke else 1):
            continue
        room = table.largest_hand - sum(taken)
        left = tuple(number - used for number, used in zip(boxes, taken, strict=True))
        for seven in range(2 - hands.sevens):
            more = _holding(hands, loser, paid, room, seven)
            if more:
                yield left, more


def _holding(
    hands: LoserHands, loser: Loser, paid: int, room: int, seven: int
) -> LoserHands | None:
    """Return the hands with one worth what this loser paid, or at least that if he is broke."""
    owed = max(1, paid) - SEVEN_VALUE * seven
    if owed < 0:
        if not loser.is_broke:
            return None
        owed = 0
    most = owed // 2
    fewest = max(0, owed + seven - room)
    if fewest > most:
        return None
    return LoserHands(
        hands.owed + owed,
        hands.sevens + seven,
        hands.fewest + fewest,
        hands.most + most,
        hands.spare + (owed % 2 if loser.is_broke else 0),
    )


def _can_be_left(table: BoxKinds, taken: Counts, hands: LoserHands) -> bool:
    """Return whether all losers together can hold these hands, with these boxes (J24.4-5)."""
    most_left = table.most_left - sum(taken)
    return any(_is_enough(most_left, limits, hands) for limits in table.limits[taken])


def _is_enough(most_left: int, limits: tuple[int, int, int], hands: LoserHands) -> bool:
    """Return whether there are cards enough for these hands.

    With as many honours as there are, the losers hold the fewest cards.
    """
    sevens, lows, honours = limits
    used = min(hands.most, honours)
    spare = min(hands.spare, honours - used)
    return (
        hands.sevens <= sevens
        and hands.fewest <= used
        and hands.owed - 2 * used - spare <= lows
        and hands.owed - used + hands.sevens <= most_left
    )
