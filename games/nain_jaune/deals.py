"""Reading hands, cards aside and boxes taken, and who opens (J4, J5, J22, J23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from games import shape
from games.base import Seat
from games.nain_jaune import messages, moves, pieces, rules
from games.nain_jaune.options import Match, NoAce, Opener
from games.nain_jaune.pieces import ACE_OF_HEARTS, BITS, BOXES, CODES, DECK, NUMBERS, Cards
from games.shape import Spot

BIT_OF = BITS.__getitem__


def read_whole(given: Mapping[str, object], match: Match) -> tuple[list[Cards], Cards] | None:
    """Hands and cards aside if all is well with them (J4); if not, the others below say what is."""
    hands, aside = given.get("hands"), given.get("aside", [])
    if type(hands) is not list or type(aside) is not list or len(hands) != match.players:
        return None
    if {*map(type, hands)} != {list}:
        return None
    sizes = [*map(len, hands)]
    if max(sizes) - min(sizes) > 1 or len(aside) != match.aside:
        return None
    if sum(sizes) + len(aside) != len(CODES):
        return None
    try:
        held = [sum(map(BIT_OF, hand)) for hand in hands]
        apart = sum(map(BIT_OF, aside))
    except (KeyError, TypeError):  # no card
        return None
    # 52 bits add up to the whole deck only if all are different
    return (held, apart) if sum(held) + apart == DECK else None


def read_hands(given: Mapping[str, object], key: str, at: Spot, match: Match) -> list[Cards] | None:
    """A set of different cards for each seat."""
    if key not in given:
        return None
    at = at / key
    listed = shape.entries(given[key], at, count=match.players)
    read = [
        _read_cards(raw, at / seat, most=match.largest_hand)
        for seat, raw in enumerate(listed or ())
    ]
    hands = [held for held in read if held is not None]
    if not listed or len(hands) < len(listed):
        return None
    twice = 0
    for one, other in combinations(hands, 2):
        twice |= one & other
    _refuse_twice(twice, at)
    return None if twice else hands


def read_aside(given: Mapping[str, object], at: Spot, match: Match) -> Cards | None:
    """J4: absent or empty where every card is dealt."""
    if "aside" not in given and match.aside == 0:
        return 0
    at = at / "aside"
    if "aside" not in given:
        at.refuse(messages.ASIDE_MISSING, expected=match.aside)
        return None
    listed = shape.entries(given["aside"], at)
    if listed is None:
        return None
    if len(listed) != match.aside:
        at.refuse(messages.ASIDE_SIZE, found=len(listed), expected=match.aside)
        return None
    return _read_cards(listed, at, most=match.aside)


def check_apart(hands: Sequence[Cards], aside: Cards, at: Spot) -> None:
    """No card is both in a hand and aside."""
    _refuse_twice(sum(hands) & aside, at)


def check_deal(match: Match, hands: Sequence[Cards], aside: Cards, at: Spot) -> None:
    """J4: sizes of hands, and all the cards of the deck."""
    found = sorted((held.bit_count() for held in hands), reverse=True)
    expected = pieces.hand_sizes(match.options.deal, match.players)
    if found != expected:
        (at / "hands").refuse(
            messages.HAND_SIZES, found=_numbers(found), expected=_numbers(expected)
        )
    missing = DECK & ~(sum(hands) | aside)
    if missing:
        (at / "hands").refuse(messages.CARDS_MISSING, cards=" ".join(pieces.codes(missing)))


def check_void(match: Match, aside: Cards, at: Spot) -> None:
    """J5 with `no_ace: redeal`."""
    needs_ace = match.opener is Opener.ACE and match.options.no_ace is NoAce.REDEAL
    if needs_ace and aside & ACE_OF_HEARTS:
        at.refuse(messages.VOID_DEAL)


def read_opener(
    match: Match, given: Mapping[str, object], hands: Sequence[Cards], at: Spot
) -> Seat | None:
    """J5, J22: who opens; what is written must agree with what is known."""
    due = match.opener
    if type(due) is int and given.get("opener", due) is due:
        return due
    at = at / "opener"
    if due is Opener.HIDDEN:
        if "opener" in given:
            return shape.seat(given["opener"], at, match.players)
        at.refuse(messages.OPENER_MISSING)
        return None
    text = messages.WINNER_OPENS
    if isinstance(due, Opener):
        text, due = messages.ACE_OPENS, rules.first_opener(hands)
    stated = shape.seat(given["opener"], at, match.players) if "opener" in given else due
    if stated is not None and stated != due:
        at.refuse(text, found=stated, expected=due)
    return due


def read_taken(given: Mapping[str, object], at: Spot, match: Match) -> list[Seat | None] | None:
    """J23: all five boxes, each with a seat or null."""
    if "taken" not in given:
        return None
    at, before = at / "taken", len(at.problems)
    stated = shape.fields(given["taken"], at, required=BOXES)
    taken = [
        None if stated.get(box) is None else shape.seat(stated[box], at / box, match.players)
        for box in BOXES
    ]
    return taken if len(at.problems) == before else None


def _read_cards(raw: object, at: Spot, *, most: int) -> Cards | None:
    listed = shape.entries(raw, at, most=most)
    if listed is None:
        return None
    found = [code for code in listed if type(code) is str and code in NUMBERS]
    if len(found) < len(listed):
        for index, code in enumerate(listed):
            moves.read_card(code, at / index)
        return None
    held = 0
    for code in found:
        held |= 1 << NUMBERS[code]
    if held.bit_count() == len(found):
        return held
    _refuse_twice(pieces.cards(code for code in {*found} if found.count(code) > 1), at)
    return None


def _refuse_twice(twice: Cards, at: Spot) -> None:
    if twice:
        at.refuse(messages.CARD_TWICE, cards=" ".join(pieces.codes(twice)))


def _numbers(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes))
