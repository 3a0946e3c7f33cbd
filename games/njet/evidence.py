"""From a written round to its verdict: which evidence it is, and transcripts (Z13-Z17)."""

from __future__ import annotations

from collections import Counter

from games import shape
from games.base import Evidence, IllegalMove, Problem, RoundVerdict
from games.njet import final, messages, moves, pieces, refusals, replay, rules, score, sheet
from games.njet.options import Match
from games.njet.pieces import Card
from games.njet.sheet import Outcome
from games.njet.state import EXPECTED, Playing, State
from games.shape import Spot, shown

GENERAL = "Z13"
DECKS = {players: sorted(pieces.deck(players)) for players in pieces.HAND_SIZE}
PROBLEMS = 50  # as many are reported of one round


def check_round(match: Match, raw: object, path: str) -> tuple[RoundVerdict, Match]:
    at = Spot(path, GENERAL, [])
    evidence = shape.evidence(raw, at)
    outcome = None
    if match.over:
        at.problems.clear()
        at.refuse(messages.NJET_MATCH_OVER, rounds=shown(match.options.rounds))
    elif evidence:
        outcome = CHECKS[evidence](match, raw, at)
    if outcome is None:
        return RoundVerdict(False, evidence, problems=tuple(at.problems[:PROBLEMS])), match
    verdict = RoundVerdict(True, evidence, outcome.scores, outcome.breakdown)
    return verdict, match.after(outcome.scores)


def _check_transcript(match: Match, raw: object, at: Spot) -> Outcome | None:
    """Z17."""
    required = ("evidence", "hands", "njet_first", "moves")
    given = shape.fields(raw, at, required=required, optional=("scores",))
    stated = sheet.read_scores(given, at, match.players)
    played = shape.entries(given["moves"], at / "moves") if "moves" in given else None
    state = _read_deal(match, given, at)
    if state is None or played is None or at.problems:
        return None
    end = _replay(state, match.players, played, at / "moves")
    return sheet.compare(score.explain_played(end), stated, at) if end else None


def _replay(state: State, players: int, played: list[object], at: Spot) -> Playing | None:
    """The end of the round; None if it is not reached, or at the first illegal move."""
    state, taken = replay.run(state, played)
    if taken < len(played):
        found = _refusal(state, played[taken], players)
        at.problems.append(found.at((at / taken).path))
        return None
    if isinstance(state, Playing) and rules.is_over(state):
        return state
    at.refuse(messages.NOT_ENDED, expected=EXPECTED[type(state)])
    return None


def _refusal(state: State, raw: object, players: int) -> Problem:
    """Why a move is no move, or is not allowed."""
    try:
        return refusals.why_not(state, moves.read(raw, players)).problem
    except IllegalMove as unreadable:
        return unreadable.problem


def _read_deal(match: Match, given: dict[str, object], at: Spot) -> State | None:
    """The hands are the whole deck: so many cards each, and none more often than it is there."""
    first = None
    if "njet_first" in given:
        first = shape.seat(given["njet_first"], at / "njet_first", match.players)
    if "hands" not in given:
        return None
    at = at / "hands"
    listed = shape.entries(given["hands"], at, count=match.players) or []
    hands = [_read_hand(raw, seat, match.hand_size, at / seat) for seat, raw in enumerate(listed)]
    good = [hand for hand in hands if hand is not None]
    is_deck = _check_copies([card for hand in good for card in hand], match.players, at)
    if first is None or not is_deck or len(good) < match.players:
        return None
    return rules.deal(match, first, good)


def _read_hand(raw: object, seat: int, size: int, at: Spot) -> tuple[Card, ...] | None:
    listed = shape.entries(raw, at)
    if listed is None:
        return None
    if len(listed) != size:
        at.refuse(messages.HAND_SIZE, seat=seat, found=len(listed), expected=size)
        return None
    return moves.read_cards(listed, at)


def _check_copies(cards: list[Card], players: int, at: Spot) -> bool:
    """Whether one deck can hold these cards."""
    if sorted(cards) == DECKS[players]:
        return True
    deck = Counter(DECKS[players])
    often = Counter(cards) - deck
    for card in often:
        counted = {"found": cards.count(card), "expected": deck[card]}
        at.refuse(messages.CARD_TOO_OFTEN, card=card, players=players, **counted)
    return not often


CHECKS = {
    Evidence.SHEET: sheet.check,
    Evidence.FINAL: final.check,
    Evidence.TRANSCRIPT: _check_transcript,
}
