"""What may be played in a trick and who takes it, for one choice of trumps (Z7-Z9)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from games.njet.board import NO_SUPER, Rules
from games.njet.options import EqualOnes, Options, SuperSuit
from games.njet.pieces import ALL, CARDS, COLOURS, MASK, OF_COLOUR, ONE, Card, Hand

TRUMP, SUPER = 10, 20  # strengths: 1-9 in the led colour, 11-19 for trumps, 0 for the others


# What a card does in a trick: its bits; the cards that bar it if they are in the same hand (Z7);
# its strength (Z9); whether it is a 1.
InTrick: TypeAlias = tuple[int, int, int, bool]


class Law(NamedTuple):
    """All that a trick needs, looked up by the card that was led (None: nothing is led yet)."""

    in_trick: Mapping[Card, Mapping[Card, InTrick]]  # of each card
    follow: Mapping[Card | None, int]  # the cards that follow it
    cut: int  # the cards that must be played instead (none with `must_trump: false`)
    strength: Mapping[Card, Mapping[Card, int]]  # of each card
    ties_win_from: int  # the strength from which the later of two equal cards wins

    def playable(self, hand: Hand, led: Card | None) -> int:
        """Z7: who cannot follow cuts, who cannot cut plays anything."""
        return hand & self.follow[led] or hand & self.cut or hand

    def beats(self, strength: int, best: int) -> bool:
        """Z9: only super-trumps and other equal 1s can be as strong as each other."""
        return strength > best or (strength == best and strength >= self.ties_win_from)


def law(rules: Rules, options: Options) -> Law:
    ties_win_from = 1 if options.equal_ones is EqualOnes.LAST else SUPER
    return _law(rules.trump, rules.super, options.super_suit, options.must_trump, ties_win_from)


@cache
def _law(trump: str, over: str, suit: SuperSuit, must_trump: bool, ties_win_from: int) -> Law:
    supers = 0 if over == NO_SUPER else MASK[Card(over + ONE)]
    suits = _suits(trump, supers, suit)
    follow: dict[Card | None, int] = {None: ALL}
    for card in CARDS:
        follow[card] = next(mask for mask in suits.values() if mask & MASK[card])
    cut = OF_COLOUR[trump] | supers if must_trump else 0
    by_colour = {colour: _strengths(colour, trump, supers) for colour in COLOURS}
    strength = {led: by_colour[led[0]] for led in CARDS}
    in_trick = {led: _in_trick(follow[led], cut, strength[led]) for led in CARDS}
    return Law(in_trick, follow, cut, strength, ties_win_from)


def _in_trick(follow: int, cut: int, strength: Mapping[Card, int]) -> dict[Card, InTrick]:
    return {
        card: (mask, _barred_by(mask, follow, cut), strength[card], card[1] == ONE)
        for card, mask in MASK.items()
    }


def _barred_by(card: int, follow: int, cut: int) -> int:
    """Z7: who cannot follow cuts, who cannot cut plays anything."""
    if card & follow:
        return 0
    return follow if card & cut else follow | cut


def _suits(trump: str, supers: int, suit: SuperSuit) -> dict[str, int]:
    """Z8: the colour that a super-trump follows and asks for."""
    if suit is SuperSuit.PRINTED:
        return OF_COLOUR
    suits = {colour: mask & ~supers for colour, mask in OF_COLOUR.items()}
    return suits | {trump: OF_COLOUR[trump] | supers}


def _strengths(led: str, trump: str, supers: int) -> dict[Card, int]:
    """Z9."""
    return {card: _strength(card, led, trump, supers) for card in CARDS}


def _strength(card: Card, led: str, trump: str, supers: int) -> int:
    colour, rank = card
    if MASK[card] & supers:
        return SUPER
    if colour == trump:
        return TRUMP + int(rank)
    return int(rank) if colour == led else 0
