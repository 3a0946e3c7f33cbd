"""Matches that lose their result by a decision, not by their end: a dispute, or a replay that
replaces them. Like `submissions` and `stopped_matches` it writes the status of a match."""

from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault
from league.models import Match
from league.operations.matches import judging, rounds_sql, submissions


def void(match: Match, words: str) -> dict[str, Any]:
    """Stop the match without a result; return its status before, with seat numbers for players."""
    seats = [player.player_id for player in rounds_sql.seated_players([match.pk])[match.pk]]
    before = {
        "stopped_at": match.stopped_at and match.stopped_at.isoformat(),
        "stop_reason": match.stop_reason,
        "forfeits": [seats.index(player) for player in match.forfeits],
        "result_at": match.result_at and match.result_at.isoformat(),
    }
    match.stopped_at, match.stop_reason = timezone.now(), words[:200]
    match.forfeits, match.over = [], False
    _save_stop(match)
    _store_verdict(match)
    return before


def restore(match: Match, before: dict[str, Any]) -> None:
    """Give the match the status that `void` returned."""
    seats = [player.player_id for player in rounds_sql.seated_players([match.pk])[match.pk]]
    match.stopped_at = _parse_time(before["stopped_at"])
    match.stop_reason = before["stop_reason"]
    match.forfeits = sorted(seats[seat] for seat in before["forfeits"])
    match.over = match.stopped_at is not None
    _store_verdict(match)
    _save_stop(match)  # at last: while it is stopped, another table may have its number
    match.result_at = _parse_time(before["result_at"])
    Match.objects.filter(pk=match.pk).update(result_at=match.result_at)


def refuse_replayed(match: Match) -> None:
    """Raise Conflict if another match replaces this one: only undoing that replay brings its result
    back."""
    if match.replays.exists():
        words = _("This match was replayed. Undo the replay in the evening log instead.")
        raise Conflict(words, [Fault("replayed", "", words).to_json()])


def _save_stop(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(
        stopped_at=match.stopped_at, stop_reason=match.stop_reason, forfeits=match.forfeits
    )


def _store_verdict(match: Match) -> None:
    """Evaluate the current rounds of the match again."""
    players = rounds_sql.seated_players([match.pk])[match.pk]
    bodies = [row.body for row in match.submissions.current()]
    submissions.store_verdict(match, players, judging.judge_or_refuse(match, players, bodies))


def _parse_time(text: str | None) -> Any:
    return text and parse_datetime(text)
