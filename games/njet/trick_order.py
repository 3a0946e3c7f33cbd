"""Legal cards and winner of a trick, for one choice of trumps (Z7-Z9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from games.njet.board import NO_SUPER, Rules
from games.njet.cards import ALL, CARDS, COLOURS, MASK, OF_COLOUR, ONE, RANKS, UNIT, Card, Hand
from games.njet.options import EqualOnes, Options, SuperSuit

TRUMP, SUPER = 10, 20  # strengths: 1-9 in the led colour, 11-19 for trumps, 0 for the others
NO_RANKS = (0,) * len(RANKS)
PLAIN_RANKS = tuple(map(int, RANKS))
TRUMP_RANKS = tuple(TRUMP + rank for rank in PLAIN_RANKS)
IS_ONE = [card[1] == ONE for card in CARDS]


# A card in a trick: its bits; the bits that leave the hand with it; the cards that bar it if they
# are in the same hand (Z7); the number that is above the strengths it beats, and its own strength
# (Z9); and a flag for a 1.
InTrick: TypeAlias = tuple[int, int, int, int, int, bool]


class TrickOrder(NamedTuple):
    """The order of the cards in a trick, by the card that was led (None: nothing is led yet)."""

    in_trick: Mapping[Card, Mapping[Card, InTrick]]  # of each card
    follow: Mapping[Card | None, int]  # the cards that follow it
    cut: int  # the cards that must be played instead (none with `must_trump: false`)
    strength: Mapping[Card, Mapping[Card, int]]  # of each card
    ties_win_from: int  # the strength from which the later of two equal cards wins

    def playable(self, hand: Hand, led: Card | None) -> int:
        """Return the cards of a hand that may be played.

        A player who cannot follow cuts, and one who cannot cut plays anything (Z7).
        """
        return hand & self.follow[led] or hand & self.cut or hand

    def beats(self, strength: int, best: int) -> bool:
        """Return whether a card of this strength beats the best one so far.

        Only super-trumps and other equal 1s can be as strong as each other (Z9).
        """
        return strength > best or (strength == best and strength >= self.ties_win_from)


def of_rules(rules: Rules, options: Options) -> TrickOrder:
    ties_win_from = 1 if options.equal_ones is EqualOnes.LAST else SUPER
    return _build(rules.trump, rules.super, options.super_suit, options.must_trump, ties_win_from)


@cache
def _build(
    trump: str, over: str, suit: SuperSuit, must_trump: bool, ties_win_from: int
) -> TrickOrder:
    super_one = None if over == NO_SUPER else Card(over + ONE)
    supers = MASK[super_one] if super_one else 0
    cut = OF_COLOUR[trump] | supers if must_trump else 0
    follow = _follow(trump, super_one, suit)
    strengths = {colour: _strengths(colour, trump, super_one) for colour in COLOURS}
    led_kinds = {card: (follow[card], card[0]) for card in CARDS}
    in_trick = {
        led: _in_trick(led[0], cut, strengths[led[1]], ties_win_from)
        for led in {*led_kinds.values()}
    }
    return TrickOrder(
        {card: in_trick[led] for card, led in led_kinds.items()},
        follow | {None: ALL},
        cut,
        {card: strengths[card[0]] for card in CARDS},
        ties_win_from,
    )


def _follow(trump: str, super_one: Card | None, suit: SuperSuit) -> dict[Card | None, int]:
    """Return the cards of the colour that a card follows and asks for (Z8)."""
    follow: dict[Card | None, int] = {card: OF_COLOUR[card[0]] for card in CARDS}
    if super_one and suit is SuperSuit.TRUMP:
        supers = MASK[super_one]
        follow = {card: mask & ~supers for card, mask in follow.items()}
        of_trump = OF_COLOUR[trump] | supers
        follow |= {card: of_trump for card in CARDS if card[0] == trump or card == super_one}
    return follow


def _strengths(led: str, trump: str, super_one: Card | None) -> dict[Card, int]:
    """Return the strength of each card when this colour is led (Z9)."""
    ranks = {led: PLAIN_RANKS, trump: TRUMP_RANKS}  # trump last: it may have been led
    by_colour = (ranks.get(colour, NO_RANKS) for colour in COLOURS)
    strengths = dict(zip(CARDS, chain.from_iterable(by_colour), strict=True))
    return strengths | {super_one: SUPER} if super_one else strengths


def _in_trick(
    follow: int, cut: int, strengths: Mapping[Card, int], ties_win_from: int
) -> dict[Card, InTrick]:
    """Return what each card does in a trick.

    A player who cannot follow cuts, and one who cannot cut plays anything (Z7).
    """
    both = follow | cut
    barred_by = (0 if mask & follow else follow if mask & cut else both for mask in MASK.values())
    beaten = (strength + (strength >= ties_win_from) for strength in strengths.values())
    columns = MASK.values(), UNIT.values(), barred_by, beaten, strengths.values(), IS_ONE
    return dict(zip(CARDS, zip(*columns, strict=True), strict=True))
