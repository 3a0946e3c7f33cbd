"""From a written round to its verdict: which evidence it is, finals and transcripts (J21-J23)."""

from __future__ import annotations

from collections.abc import Sequence

from games import rounds, shape
from games.base import Evidence, RoundVerdict, Seat
from games.nain_jaune import card_names, cards, deals, messages, moves, rules, score, sheet
from games.nain_jaune.cards import ACE_OF_HEARTS, BOX_CARDS, BOXES, LOW, Cards
from games.nain_jaune.options import Match, Opener
from games.nain_jaune.rules import NOBODY
from games.nain_jaune.score import NainJauneOutcome
from games.shape import Spot
from problems import reader

GENERAL = "J21"
TRANSCRIPT, TRANSCRIPT_MAY = ("evidence", "hands", "moves"), ("aside", "opener", "scores")
TRANSCRIPT_KEYS = frozenset((*TRANSCRIPT, *TRANSCRIPT_MAY))


def check_round(match: Match, raw: object, path: str) -> tuple[RoundVerdict, Match]:
    at = Spot(path, GENERAL, [])
    verdict, outcome = rounds.judge(match, raw, at, CHECKS, match.end)
    return verdict, match.after(outcome.scores, outcome.boxes, outcome.winner) if outcome else match


def _check_final(match: Match, raw: object, at: Spot) -> NainJauneOutcome | None:
    """Judge a round from the cards left and the boxes taken (J23)."""
    required = ("evidence", "left", "taken")
    given = reader.fields(raw, at, required=required, optional=("aside", "scores"))
    stated = sheet.read_scores(given, at, match.players)
    left = deals.read_hands(given, "left", at, match)
    aside = deals.read_aside(given, at, match)
    taken = deals.read_taken(given, at, match)
    if left is None or aside is None:
        return None
    deals.check_apart(left, aside, at)
    deals.check_void(match, at, ace_is_aside=bool(aside & ACE_OF_HEARTS))
    at_left = at / "left"
    winner = _find_winner(match, left, at_left)
    if taken is not None:
        _check_taken(left, aside, taken, at / "taken")
        _check_room(match, left, taken, at_left)
    if taken is None or at.problems:
        return None
    return _compare(score.outcome(match, left, taken, winner), stated, at)


def _find_winner(match: Match, left: Sequence[Cards], at: Spot) -> Seat | None:
    """Return the seat with the empty hand; None for a dead round too."""
    empty = [Seat(seat) for seat, hand in enumerate(left) if not hand]
    if len(empty) > 1:
        at.refuse(messages.EMPTY_HANDS, seats=", ".join(map(str, empty)))
    elif not empty and not match.can_be_dead:
        at.refuse(messages.NO_EMPTY_HAND)
    elif not empty:
        for seat, hand in enumerate(left):
            if hand & LOW:
                low = card_names.the_cards(cards.codes(hand & LOW))
                (at / seat).refuse(messages.LOW_CARD_IN_DEAD_ROUND, seat=seat, cards=low)
    return empty[0] if len(empty) == 1 else None


def _check_taken(
    left: Sequence[Cards], aside: Cards, taken: Sequence[Seat | None], at: Spot
) -> None:
    """Report each box that was taken without its card laid, or not taken although it was."""
    unplayed = aside
    for hand in left:
        unplayed |= hand
    for box, card, taker in zip(BOXES, BOX_CARDS, taken, strict=True):
        if taker is None and not unplayed & card:
            (at / box).refuse(messages.BOX_TAKEN_BY_NOBODY, box=card_names.the_card(box))
        elif taker is not None and unplayed & card:
            (at / box).refuse(messages.BOX_CARD_NOT_LAID, box=card_names.the_card(box), seat=taker)


def _check_room(
    match: Match, left: Sequence[Cards], taken: Sequence[Seat | None], at: Spot
) -> None:
    """Report each seat that must have been dealt more cards than the largest hand."""
    expected = match.largest_hand
    for seat, hand in enumerate(left):
        actual = hand.bit_count() + taken.count(seat)
        if actual > expected:
            (at / seat).refuse(messages.TOO_MANY_CARDS, seat=seat, found=actual, expected=expected)


def _check_transcript(match: Match, raw: object, at: Spot) -> NainJauneOutcome | None:
    """Judge a round from its moves (J22)."""
    given = _transcript_fields(raw, at)
    stated = sheet.read_scores(given, at, match.players)
    played = given.get("moves", [])
    if type(played) is not list:
        reader.entries(played, at / "moves")
    dealt = deals.read_dealt(given, match)
    if dealt is None:
        _explain_deal(match, given, at)
        return None
    hands, aside = dealt
    deals.check_void(match, at, ace_is_aside=bool(aside & ACE_OF_HEARTS))
    first = rules.first_opener(hands)
    opener = deals.read_opener(match, given, first, at)
    if opener is None or type(played) is not list or at.problems:
        return None
    end = rules.deal(match, opener, hands)
    spot, unfinished = at / "moves", messages.MOVES_STOP_EARLY
    rounds.replay(end, played, spot, end.house.players, moves.read, rules.advance, unfinished)
    if at.problems:
        return None
    winner = None if end.winner == NOBODY else Seat(end.winner)
    outcome = score.outcome(match, end.hands, end.takers, winner, hands)
    if winner is None and match.opener is Opener.HIDDEN and opener != first:
        outcome = outcome._replace(winner=opener)  # J13: he won the latest round that was won
    return _compare(outcome, stated, at)


def _transcript_fields(raw: object, at: Spot) -> dict[str, object]:
    if type(raw) is dict and "hands" in raw and "moves" in raw and TRANSCRIPT_KEYS.issuperset(raw):
        return raw
    return reader.fields(raw, at, required=TRANSCRIPT, optional=TRANSCRIPT_MAY)


def _explain_deal(match: Match, given: dict[str, object], at: Spot) -> None:
    """Report all that is wrong with a deal that could not be read."""
    hands = deals.read_hands(given, "hands", at, match)
    aside = deals.read_aside(given, at, match)
    if hands is None or aside is None:
        return
    deals.check_apart(hands, aside, at)
    deals.check_deal(match, hands, aside, at)
    deals.check_void(match, at, ace_is_aside=bool(aside & ACE_OF_HEARTS))
    deals.read_opener(match, given, rules.first_opener(hands), at)


def _compare(
    outcome: NainJauneOutcome, stated: tuple[int, ...] | None, at: Spot
) -> NainJauneOutcome | None:
    """Return the outcome, unless stated scores differ from those that the cards give."""
    if stated is not None and stated != outcome.scores:
        shape.compare_scores(stated, outcome.scores, at / "scores")
    return None if at.problems else outcome


CHECKS = {
    Evidence.SHEET: sheet.check,
    Evidence.FINAL: _check_final,
    Evidence.TRANSCRIPT: _check_transcript,
}
