"""Judgement of rounds by the rules of their game: all rounds of a match, or only new ones from the
state after the last one, which is stored with the match as its `progress`.

A progress counts for the version of the match and the release of the software that have stored it.
Whatever else changes the match, and every update, so leads to all rounds being judged once more.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from games import GAMES, record
from games.base import Evidence, RoundVerdict, Verdict
from league.errors import Invalid
from league.models import Match
from league.operations.matches import matches, rounds_sql
from league.operations.matches.rounds_sql import Body, CurrentRounds, SeatedPlayer


def has_progress(match: Match) -> bool:
    """Return whether the next round can be judged from the progress of the match."""
    progress = match.progress
    return (
        isinstance(progress, dict)
        and match.rounds_played > 0
        and progress.get("version") == match.version
        and progress.get("release") == settings.VERSION
    )


def progress_after(match: Match, verdict: Verdict) -> dict[str, Any] | None:
    """Return the progress of the match after this verdict on all its rounds; None with notices,
    which cannot be read back from the stored rounds."""
    if verdict.state is None or verdict.notices:
        return None
    state = GAMES[match.game].write_state(verdict.state)
    return {"version": match.version, "release": settings.VERSION, "state": state}


def rounds_before(locked_matches: Iterable[Match]) -> dict[int, CurrentRounds]:
    """Return the rounds of each match as far as `judge_next` needs them, by the id of the match."""
    ready, others = list[int](), list[int]()
    for match in locked_matches:
        (ready if has_progress(match) else others).append(match.pk)
    judged = rounds_sql.judged_rounds(ready) if ready else {}
    return judged | (rounds_sql.current_rounds(others) if others else {})


def judge_next(
    match: Match, players: Sequence[SeatedPlayer], rounds: CurrentRounds, bodies: Sequence[Body]
) -> Verdict:
    """Return the verdict on the match with these new rounds; raise Invalid if they break rules."""
    if rounds.verdicts and match.progress is not None:
        judged = [_read_verdict(each) for each in rounds.verdicts]
        written = _record(match, players, [*rounds.verdicts, *bodies])
        verdict = record.check_next(written, judged, match.progress["state"])
        if verdict is not None:
            return _require_ok(verdict)
        rounds = rounds_sql.current_rounds([match.pk])[match.pk]
    return judge_or_refuse(match, players, [*rounds.bodies, *bodies])


def judge_or_refuse(
    match: Match, players: Sequence[SeatedPlayer], bodies: Sequence[Body]
) -> Verdict:
    """Return the verdict on all rounds of the match; raise Invalid if they break rules."""
    return _require_ok(record.check(_record(match, players, bodies)))


def _record(
    match: Match, players: Sequence[SeatedPlayer], rounds: Sequence[Body]
) -> Mapping[str, Any]:
    return record.write(match.game, match.options, [player.name for player in players], rounds)


def _require_ok(verdict: Verdict) -> Verdict:
    faults = verdict.problems or matches.total_problems(
        verdict.totals, f"rounds.{len(verdict.rounds) - 1}.scores"
    )
    if faults:
        language = get_language() or "en"
        problems = [problem.to_json(language) for problem in faults]
        raise Invalid(problems[0]["message"], problems)
    return verdict


def _read_verdict(stored: Mapping[str, Any]) -> RoundVerdict:
    """Return a verdict on a round as `RoundVerdict.to_json` wrote it."""
    scores, breakdown = tuple(stored["scores"]), stored["breakdown"]
    return RoundVerdict(True, Evidence(stored["evidence"]), scores, breakdown)
