"""From a written round to its verdict: which evidence it is, finals and transcripts (J21-J23)."""

from __future__ import annotations

from collections.abc import Sequence

from games import shape
from games.base import Evidence, IllegalMove, RoundVerdict, Seat
from games.nain_jaune import deals, messages, moves, pieces, rules, score, sheet
from games.nain_jaune.options import Match
from games.nain_jaune.pieces import BOX_CARDS, BOXES, LOW, Cards
from games.nain_jaune.rules import State
from games.nain_jaune.score import Outcome
from games.shape import Spot

GENERAL = "J21"
PROBLEMS = 50  # as many are reported of one round
KINDS = {evidence.value: evidence for evidence in Evidence}
TRANSCRIPT, TRANSCRIPT_MAY = ("evidence", "hands", "moves"), ("aside", "opener", "scores")


def check_round(match: Match, raw: object, path: str) -> tuple[RoundVerdict, Match]:
    at = Spot(path, GENERAL, [])
    evidence = _read_evidence(raw, at)
    outcome = None
    end = match.end
    if end:
        at.problems[:] = [end.at(path)]
    elif evidence:
        outcome = CHECKS[evidence](match, raw, at)
    if outcome is None:
        return RoundVerdict(False, evidence, problems=tuple(at.problems[:PROBLEMS])), match
    verdict = RoundVerdict(True, evidence, outcome.scores, outcome.breakdown)
    return verdict, match.after(outcome.scores, outcome.boxes, outcome.winner)


def _read_evidence(raw: object, at: Spot) -> Evidence | None:
    if type(raw) is dict:
        said = raw.get("evidence")
        if type(said) is str and said in KINDS:
            return KINDS[said]
    return shape.evidence(raw, at)


def _check_final(match: Match, raw: object, at: Spot) -> Outcome | None:
    """J23."""
    required = ("evidence", "left", "taken")
    given = shape.fields(raw, at, required=required, optional=("aside", "scores"))
    stated = sheet.read_scores(given, at, match.players)
    left = deals.read_hands(given, "left", at, match)
    aside = deals.read_aside(given, at, match)
    taken = deals.read_taken(given, at, match)
    if left is None or aside is None:
        return None
    deals.check_apart(left, aside, at)
    deals.check_void(match, aside, at)
    winner = _find_winner(match, left, at / "left")
    if taken is not None:
        _check_taken(left, aside, taken, at / "taken")
        _check_room(match, left, taken, at / "left")
    if taken is None or at.problems:
        return None
    return _compare(score.outcome(match, left, taken, winner), stated, at)


def _find_winner(match: Match, left: Sequence[Cards], at: Spot) -> Seat | None:
    """The empty hand; None for a dead round too."""
    empty = [Seat(seat) for seat, held in enumerate(left) if not held]
    if len(empty) > 1:
        at.refuse(messages.EMPTY_HANDS, seats=", ".join(map(str, empty)))
    elif not empty and not match.can_be_dead:
        at.refuse(messages.NO_EMPTY_HAND)
    elif not empty:
        for seat, held in enumerate(left):
            if held & LOW:
                low = " ".join(pieces.codes(held & LOW))
                (at / seat).refuse(messages.LOW_CARD_IN_DEAD_ROUND, seat=seat, cards=low)
    return empty[0] if len(empty) == 1 else None


def _check_taken(
    left: Sequence[Cards], aside: Cards, taken: Sequence[Seat | None], at: Spot
) -> None:
    """A box is taken if and only if its card was laid."""
    unplayed = aside
    for held in left:
        unplayed |= held
    for box, card, taker in zip(BOXES, BOX_CARDS, taken, strict=True):
        if taker is None and not unplayed & card:
            (at / box).refuse(messages.BOX_TAKEN_BY_NOBODY, box=box)
        elif taker is not None and unplayed & card:
            (at / box).refuse(messages.BOX_CARD_NOT_LAID, box=box, seat=taker)


def _check_room(
    match: Match, left: Sequence[Cards], taken: Sequence[Seat | None], at: Spot
) -> None:
    """No seat was dealt more cards than the largest hand."""
    for seat, held in enumerate(left):
        found = held.bit_count() + taken.count(Seat(seat))
        if found > match.largest_hand:
            expected = match.largest_hand
            (at / seat).refuse(messages.TOO_MANY_CARDS, seat=seat, found=found, expected=expected)


def _check_transcript(match: Match, raw: object, at: Spot) -> Outcome | None:
    """J22."""
    given = shape.fields(raw, at, required=TRANSCRIPT, optional=TRANSCRIPT_MAY)
    stated = sheet.read_scores(given, at, match.players)
    played = given.get("moves", [])
    if type(played) is not list:
        shape.entries(played, at / "moves")
    state = _read_deal(match, given, at)
    if state is None or type(played) is not list or at.problems:
        return None
    dealt = state.hands
    state = _replay(state, played, at)
    if at.problems:
        return None
    winner = None if state.winner == rules.NOBODY else Seat(state.winner)
    outcome = score.outcome(match, state.hands, state.takers, winner)
    for line, held in zip(outcome.breakdown, dealt, strict=True):
        line["hand"] = pieces.codes(held)
    return _compare(outcome, stated, at)


def _read_deal(match: Match, given: dict[str, object], at: Spot) -> State | None:
    hands: list[Cards] | None
    aside: Cards | None
    whole = deals.read_whole(given, match)
    if whole:
        hands, aside = whole
    else:
        hands = deals.read_hands(given, "hands", at, match)
        aside = deals.read_aside(given, at, match)
        if hands is None or aside is None:
            return None
        deals.check_apart(hands, aside, at)
        deals.check_deal(match, hands, aside, at)
    deals.check_void(match, aside, at)
    opener = deals.read_opener(match, given, hands, at)
    return None if opener is None else rules.deal(match, opener, hands)


def _replay(state: State, played: list[object], at: Spot) -> State:
    """Stops at the first illegal move."""
    state, taken = rules.replay(state, played)
    if taken < len(played):
        try:
            rules.refuse(state, moves.read(played[taken], state.house.players))
        except IllegalMove as illegal:
            at.problems.append(illegal.problem.at((at / "moves" / taken).path))
    elif not state.over:
        (at / "moves").refuse(messages.MOVES_STOP_EARLY)
    return state


def _compare(outcome: Outcome, stated: tuple[int, ...] | None, at: Spot) -> Outcome | None:
    """The scores written, if any, are those that the cards give."""
    if stated is not None and stated != outcome.scores:
        shape.compare_scores(stated, outcome.scores, at / "scores")
    return None if at.problems else outcome


CHECKS = {
    Evidence.SHEET: sheet.check,
    Evidence.FINAL: _check_final,
    Evidence.TRANSCRIPT: _check_transcript,
}
