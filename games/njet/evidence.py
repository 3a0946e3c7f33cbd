"""From a written round to its verdict: which evidence it is, and transcripts (Z13-Z17)."""

from __future__ import annotations

from functools import partial

from games import rounds
from games.base import Breakdown, Evidence, IllegalMove, RoundVerdict
from games.njet import deals, final, illegal_moves, messages, moves, replay, rules, score, sheet
from games.njet.options import Match
from games.njet.sheet import NjetOutcome
from games.njet.state import EXPECTED, Playing, RoundState
from games.shape import Spot, describe
from problems import reader
from problems.problem import Problem, problem

GENERAL = "Z13"
# keys of a transcript
REQUIRED, OPTIONAL = ("evidence", "hands", "njet_first", "moves"), ("scores",)
ALWAYS, KNOWN = frozenset(REQUIRED), frozenset([*REQUIRED, *OPTIONAL])


def check_round(match: Match, raw: object, path: str) -> tuple[RoundVerdict, Match]:
    at = Spot(path, GENERAL, [])
    verdict, outcome = rounds.judge(match, raw, at, CHECKS, _over(match))
    return verdict, match.after(outcome.scores) if outcome else match


def _over(match: Match) -> Problem | None:
    """Return why no further round can be played."""
    if not match.over:
        return None
    return problem(messages.NJET_MATCH_OVER, "", GENERAL, rounds=describe(match.options.rounds))


def _check_transcript(match: Match, raw: object, at: Spot) -> NjetOutcome | None:
    """Judge a round from its moves (Z17)."""
    given = _fields(raw, at)
    stated = sheet.read_scores(given, at, match.players)
    played = given.get("moves")
    if "moves" in given and not isinstance(played, list):
        reader.entries(played, at / "moves")
    opening = deals.read(match, given, at)
    if opening is None or not isinstance(played, list) or at.problems:
        return None
    end = _replay(opening, match.players, played, at)
    if end is None:
        return None
    taken = score.taken_in(end)
    scores = score.scores(taken, end.setting.rules, match.options)
    return sheet.compare(scores, Breakdown(partial(score.lines_played, end, taken)), stated, at)


def _fields(raw: object, at: Spot) -> dict[str, object]:
    if isinstance(raw, dict) and ALWAYS <= raw.keys() <= KNOWN:
        return raw
    return reader.fields(raw, at, required=REQUIRED, optional=OPTIONAL)


def _replay(state: RoundState, players: int, played: list[object], at: Spot) -> Playing | None:
    """Return the end of the round; None if it is not reached, or at the first illegal move."""
    state, taken = replay.run(state, played)
    if taken < len(played):
        refusal = _refusal(state, played[taken], players)
        at.problems.append(refusal.at((at / "moves" / taken).path))
        return None
    if isinstance(state, Playing) and rules.is_over(state):
        return state
    (at / "moves").refuse(messages.NOT_ENDED, expected=messages.PHASES[EXPECTED[type(state)]])
    return None


def _refusal(state: RoundState, raw: object, players: int) -> Problem:
    """Return why a move is no move, or is not allowed."""
    try:
        return illegal_moves.why_not(state, moves.read(raw, players)).problem
    except IllegalMove as unreadable:
        return unreadable.problem


CHECKS = {
    Evidence.SHEET: sheet.check,
    Evidence.FINAL: final.check,
    Evidence.TRANSCRIPT: _check_transcript,
}
