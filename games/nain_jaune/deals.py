"""Reading hands, cards aside and boxes taken, and who opens (J4, J5, J22, J23)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from games import shape
from games.base import Seat
from games.nain_jaune import cards, messages, moves
from games.nain_jaune.card_names import CARDS as CARD_NAMES
from games.nain_jaune.cards import BOXES, CODES, DECK, NUMBERS, Cards
from games.nain_jaune.options import Match, NoAce, Opener
from games.shape import Spot
from problems import reader

ACE = Opener.ACE  # looking it up there takes time
Dealt: TypeAlias = tuple[list[Cards], Cards]

BIT_OF: Callable[[Any], Cards] = {code: 1 << card for code, card in NUMBERS.items()}.__getitem__


def read_dealt(given: Mapping[str, object], match: Match) -> Dealt | None:
    """Return the hands and the cards aside, if nothing is wrong with the deal (J4).

    If something is, return None and report nothing: the readers below explain it.
    """
    hands, aside = given.get("hands"), given.get("aside", [])
    if type(hands) is not list or type(aside) is not list or len(hands) != match.players:
        return None
    if {*map(type, hands)} != {list} or len(aside) != match.aside:
        return None
    sizes = [*map(len, hands)]
    if max(sizes) - min(sizes) > 1 or sum(sizes) + len(aside) != len(CODES):
        return None
    try:
        dealt = [sum(map(BIT_OF, hand)) for hand in hands], sum(map(BIT_OF, aside))
    except (KeyError, TypeError):  # no card
        return None
    # this number of cards has this sum only if no two are equal
    return dealt if sum(dealt[0]) + dealt[1] == DECK else None


def read_hands(given: Mapping[str, object], key: str, at: Spot, match: Match) -> list[Cards] | None:
    """Return a set of cards for each seat, or None and report why there is none."""
    if key not in given:
        return None
    at = at / key
    listed, most = reader.entries(given[key], at, count=match.players), match.largest_hand
    if listed is None:
        return None
    read = [_pack(raw, most) for raw in listed]
    hands = [hand for hand in read if hand is not None]
    if len(hands) < len(listed):
        for seat, hand in enumerate(read):
            if hand is None:
                _refuse_cards(listed[seat], at / seat, most)
        return None
    if sum(hands).bit_count() == sum(map(int.bit_count, hands)):  # no equal bits have merged
        return hands
    once = twice = 0
    for hand in hands:
        twice |= once & hand
        once |= hand
    _refuse_twice(twice, at)
    return None


def read_aside(given: Mapping[str, object], at: Spot, match: Match) -> Cards | None:
    """Return the cards that were not dealt; the key may be absent if every card is dealt (J4)."""
    if "aside" not in given and match.aside == 0:
        return 0
    at = at / "aside"
    if "aside" not in given:
        at.refuse(messages.ASIDE_MISSING, expected=match.aside)
        return None
    listed = reader.entries(given["aside"], at)
    if listed is None:
        return None
    if len(listed) != match.aside:
        at.refuse(messages.ASIDE_SIZE, found=len(listed), expected=match.aside)
        return None
    hand = _pack(listed, match.aside)
    if hand is None:
        _refuse_cards(listed, at, match.aside)
    return hand


def check_apart(hands: Sequence[Cards], aside: Cards, at: Spot) -> None:
    """Report cards that are both in a hand and aside."""
    _refuse_twice(sum(hands) & aside, at)


def check_deal(match: Match, hands: Sequence[Cards], aside: Cards, at: Spot) -> None:
    """Report wrong sizes of hands, and missing cards (J4)."""
    actual = sorted((hand.bit_count() for hand in hands), reverse=True)
    expected = cards.hand_sizes(match.options.deal, match.players)
    if actual != expected:
        (at / "hands").refuse(
            messages.HAND_SIZES, found=_numbers(actual), expected=_numbers(expected)
        )
    missing = DECK & ~(sum(hands) | aside)
    if missing:
        (at / "hands").refuse(messages.CARDS_MISSING, cards=CARD_NAMES.listed(cards.codes(missing)))


def check_void(match: Match, at: Spot, *, ace_is_aside: bool) -> None:
    """Report a first deal without the ace of hearts, if `no_ace: redeal` makes it void (J5)."""
    if not ace_is_aside or match.opener is not Opener.ACE:
        return
    if match.options.no_ace is NoAce.REDEAL:
        at.refuse(messages.VOID_DEAL)


def read_opener(match: Match, given: Mapping[str, object], first: Seat, at: Spot) -> Seat | None:
    """Return who opens: `first`, or the winner before (J5); a stated opener must agree (J22)."""
    due = first if match.opener is ACE else match.opener
    if type(due) is int and given.get("opener", due) is due:
        return due
    at = at / "opener"
    if isinstance(due, Opener):  # hidden
        if "opener" in given:
            return shape.seat(given["opener"], at, match.players)
        at.refuse(messages.OPENER_MISSING)
        return None
    text = messages.ACE_OPENS if match.opener is ACE else messages.WINNER_OPENS
    stated = shape.seat(given["opener"], at, match.players) if "opener" in given else due
    if stated is not None and stated != due:
        at.refuse(text, seat=stated, due_seat=due)
    return due


def read_taken(given: Mapping[str, object], at: Spot, match: Match) -> list[Seat | None] | None:
    """Return the seat, or None, that has taken each of the five boxes (J23)."""
    if "taken" not in given:
        return None
    at, before = at / "taken", len(at.problems)
    stated = reader.fields(given["taken"], at, required=BOXES)
    taken: list[Seat | None] = []
    for box in BOXES:
        taker = stated.get(box)
        if type(taker) is int and 0 <= taker < match.players:
            taken.append(Seat(taker))
        else:
            taken.append(None if taker is None else shape.seat(taker, at / box, match.players))
    return taken if len(at.problems) == before else None


def _pack(raw: object, most: int) -> Cards | None:
    """Return these codes as a set of cards; None if they are not one."""
    if not isinstance(raw, list) or len(raw) > most:
        return None
    try:
        hand = sum(map(BIT_OF, raw))
    except (KeyError, TypeError):  # no card
        return None
    return hand if hand.bit_count() == len(raw) else None  # equal bits have merged


def _refuse_cards(raw: object, at: Spot, most: int) -> None:
    """Report why these are no set of different cards."""
    listed = reader.entries(raw, at, most=most) or ()
    codes = [moves.read_card(code, at / index) for index, code in enumerate(listed)]
    if None not in codes:
        twice = {code for code in codes if code and codes.count(code) > 1}
        _refuse_twice(cards.pack(twice), at)


def _refuse_twice(twice: Cards, at: Spot) -> None:
    if twice:
        at.refuse(messages.CARD_TWICE, cards=CARD_NAMES.listed(cards.codes(twice)))


def _numbers(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))
