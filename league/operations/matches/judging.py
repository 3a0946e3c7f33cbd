"""Judgement of the rounds of a match by the rules of its game."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language

from games import record
from games.base import Verdict
from league.errors import Invalid
from league.models import Match
from league.operations.matches import matches
from league.operations.matches.rounds_sql import Body, SeatedPlayer
from league.operations.seasons import house_rules


def judge_or_refuse(
    match: Match, players: Sequence[SeatedPlayer], bodies: Sequence[Body]
) -> Verdict:
    """Return the verdict on all rounds of the match; raise Invalid if they break rules."""
    return _require_ok(record.check(_record(match, players, bodies)))


def _record(
    match: Match, players: Sequence[SeatedPlayer], rounds: Sequence[Body]
) -> Mapping[str, Any]:
    house_rules.require_installed(match.game)
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
