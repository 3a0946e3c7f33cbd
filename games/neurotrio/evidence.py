"""From a written round to its verdict: which evidence it is, finals and transcripts (N30-N34)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Any

from games import rounds, shape
from games.base import Evidence, RoundVerdict, Seat
from games.neurotrio import card_names, cards, groupings, messages, moves, rules, score, sheet
from games.neurotrio.cards import CARDS, COPIES, Card, Pile
from games.neurotrio.groupings import NeurotrioOutcome
from games.neurotrio.options import Match
from games.neurotrio.score import ScoredGrouping
from games.neurotrio.state import HAND, RoundState
from games.shape import Spot, describe
from problems import reader
from problems.problem import Problem, problem

GENERAL = "N30"
DECK = COPIES * len(CARDS)


def check_round(match: Match, raw: object, path: str) -> tuple[RoundVerdict, Match]:
    at = Spot(path, GENERAL, [])
    verdict, outcome = rounds.judge(match, raw, at, CHECKS, _over(match))
    return verdict, match.after(outcome.scores) if outcome else match


def _over(match: Match) -> Problem | None:
    """Return why no further round can be played."""
    if not match.over:
        return None
    return problem(messages.ROUND_AFTER_END, "", GENERAL, target=describe(match.options.target))


def _check_final(match: Match, raw: object, at: Spot) -> NeurotrioOutcome | None:
    """Judge a round from the last hands (N33)."""
    required = ("evidence", "hands", "finisher")
    given = reader.fields(raw, at, required=required, optional=("groupings", "scores"))
    announced = groupings.read(given, at, match.players)
    stated = sheet.read_scores(given, at, match.players)
    before = len(at.problems)
    finisher = sheet.read_finisher(given, at, match.players)
    is_stated = "finisher" in given and len(at.problems) == before
    sizes = _sizes(match, finisher) if is_stated else None
    hands = _read_hands(given, at, match.players, sizes, "N33")
    if hands is None:
        return None
    piles = [cards.pile(hand) for hand in hands]
    finish = None
    if finisher is not None and len(hands[finisher]) == HAND + 1:
        finish = _check_finisher(match, finisher, piles[finisher], at / "hands" / finisher)
    return _score(match, piles, finisher, finish, announced, stated, at)


def _check_transcript(match: Match, raw: object, at: Spot) -> NeurotrioOutcome | None:
    """Judge a round from its moves (N34)."""
    required = ("evidence", "first", "hands", "stock", "moves")
    given = reader.fields(raw, at, required=required, optional=("groupings", "scores"))
    announced = groupings.read(given, at, match.players)
    stated = sheet.read_scores(given, at, match.players)
    played = reader.entries(given.get("moves", []), at / "moves")
    state = _read_deal(match, given, at)
    if state is None or played is None or at.problems:
        return None
    spot, unfinished = at / "moves", messages.ROUND_NOT_ENDED
    rounds.replay(state, played, spot, state.players, moves.read, rules.advance, unfinished)
    if at.problems:
        return None
    piles = [hand + table for hand, table in zip(state.hands, state.tables, strict=True)]
    return _score(match, piles, state.finisher, state.finish, announced, stated, at)


def _score(
    match: Match,
    cards_by_seat: Sequence[Pile],
    finisher: Seat | None,
    finish: ScoredGrouping | None,
    announced: groupings.Announced,
    stated: tuple[int, ...] | None,
    at: Spot,
) -> NeurotrioOutcome | None:
    """Return the points of all seats, once they equal those that are stated."""
    if at.problems:
        return None
    best = [
        score.best_of(pile, finisher=False, options=match.options) if seat != finisher else finish
        for seat, pile in enumerate(cards_by_seat)
    ]
    outcome = groupings.score_all(match, best, finisher, announced, at / "groupings")
    if outcome and stated:
        shape.compare_scores(stated, outcome[0], at / "scores")
    return None if at.problems else outcome


def _sizes(match: Match, finisher: Seat | None) -> list[int]:
    return [HAND + (seat == finisher) for seat in range(match.players)]


def _read_hands(
    given: dict[str, object], at: Spot, players: int, sizes: list[int] | None, clause: str
) -> list[tuple[Card, ...]] | None:
    """Return the hands; None unless all cards can be read and one deck can hold them.

    Wrong sizes are only reported, with the clause that asks for them.
    """
    if "hands" not in given:
        return None
    at = at / "hands"
    listed = reader.entries(given["hands"], at, count=players)
    hands = [_read_hand(raw, at, seat) for seat, raw in enumerate(listed or ())]
    good = [hand for hand in hands if hand is not None]
    for seat, hand in enumerate(hands):
        if sizes and hand is not None and len(hand) != sizes[seat]:
            at_hand = Spot((at / seat).path, clause, at.problems)
            actual, expected = len(hand), sizes[seat]
            at_hand.refuse(messages.HAND_SIZE, seat=seat, found=actual, expected=expected)
    fits = check_copies([*chain.from_iterable(good)], at)
    return good if fits and len(good) == players else None


def _read_hand(raw: object, at: Spot, seat: int) -> tuple[Card, ...] | None:
    plain = moves.plain_cards(raw)
    if plain and len(plain) <= HAND + 1:
        return plain
    at = at / seat
    listed = reader.entries(raw, at, most=HAND + 1)
    return None if listed is None else moves.read_cards(listed, at)


def check_copies(card_codes: Collection[Card], at: Spot) -> bool:
    """Return whether one deck can hold these cards."""
    if cards.is_of_one_deck(cards.pile(card_codes), len(card_codes)):
        return True
    for card, actual in Counter(card_codes).items():
        if actual > COPIES:
            at.refuse(messages.CARD_TOO_OFTEN, card=card_names.card(card), found=actual)
    return False


def _check_finisher(match: Match, seat: Seat, pile: Pile, at: Spot) -> ScoredGrouping | None:
    scored = score.best_of(pile, finisher=True, options=match.options)
    minimum = match.minimum(seat)
    if scored is None:
        at.refuse(messages.CANNOT_FINISH, seat=seat)
    elif scored.natural < minimum:
        text = messages.FINISHER_BELOW_MINIMUM
        at.refuse(text, seat=seat, found=scored.natural, expected=describe(minimum))
    return scored


def _read_deal(match: Match, given: dict[str, object], at: Spot) -> RoundState | None:
    """Return the state before the first move.

    The deal is the deck: 54 cards by their numbers, and none more than twice.
    """
    first = shape.seat(given["first"], at / "first", match.players) if "first" in given else None
    hands = _plain_hands(given, match.players)
    if hands is None:
        _doubt_deal(match, given, first, at)
    if first is None or hands is None or at.problems:
        return None
    stock: Any = given["stock"]
    return RoundState(match, first, hands, stock)


def _plain_hands(given: Mapping[str, Any], players: int) -> list[Pile] | None:
    """Return the hands of a deal with which nothing is wrong; None, and no report, otherwise."""
    hands, stock = given.get("hands"), given.get("stock")
    if not isinstance(hands, list) or not isinstance(stock, list):
        return None
    if len(hands) != players or len(stock) != _stock_of(players):
        return None
    if not all(isinstance(hand, list) and len(hand) == HAND for hand in hands):
        return None
    try:
        piles = [cards.pile(hand) for hand in hands]
        deck = sum(piles) + cards.pile(stock)
    except (KeyError, TypeError):  # an unknown card, or a list or an object in its place
        return None
    return piles if cards.is_of_one_deck(deck, DECK) else None


def _doubt_deal(match: Match, given: dict[str, object], first: Seat | None, at: Spot) -> None:
    """Report why these hands and this stock are no deal."""
    hands = _read_hands(given, at, match.players, _sizes(match, None), "N34")
    stock = _read_stock(given, at, match.players)
    if first is not None and hands and stock and not at.problems:
        check_copies([*chain.from_iterable(hands), *stock], at)


def _read_stock(given: dict[str, object], at: Spot, players: int) -> tuple[Card, ...] | None:
    if "stock" not in given:
        return None
    at = at / "stock"
    listed = reader.entries(given["stock"], at, count=_stock_of(players))
    stock = None if listed is None else moves.read_cards(listed, at)
    return stock if stock and check_copies(stock, at) else None


def _stock_of(players: int) -> int:
    return DECK - HAND * players


CHECKS = {
    Evidence.SHEET: sheet.check,
    Evidence.FINAL: _check_final,
    Evidence.TRANSCRIPT: _check_transcript,
}
