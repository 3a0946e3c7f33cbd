"""Forfeits, time-outs and abandonments of matches, and their resumption. Like `submissions` it
writes the status of a match."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid, raise_faults
from league.models import ActionKind, DisputeOutcome, IncidentKind, Match, User
from league.names import visible_line
from league.operations.matches import (
    correction_policy,
    judging,
    rounds_sql,
    submissions,
    table_numbers,
)
from league.operations.matches.correction_policy import Consent
from league.operations.matches.rounds_sql import SeatedPlayer
from league.operations.matches.submissions import clean_reason
from league.operations.messages import events as messages
from league.operations.messages import place_checks
from league.operations.results import match_locking, void_results
from league.operations.results.match_locking import LockedMatch
from league.operations.webhooks import events
from scoring import ledger
from scoring.pure.results import places_with_forfeits

LONGEST_REASON = 200


@transaction.atomic
def stop(
    match: Match,
    *,
    forfeited: Collection[int] = (),
    reason: str = "",
    seen_version: int | None = None,
    is_action: bool = False,
    by: User | None,
) -> Match:
    """End a match now, with places by the current totals. Players who forfeit share the last place;
    without forfeits the time was up. `is_action` is true where it can be undone at the evening.
    Raise Conflict before the first round: a match without rounds has no result."""
    locked = _lock_running(match, seen_version)
    match = locked.match
    players = rounds_sql.seated_players([match.pk])[match.pk]
    _check(match, players, forfeited)
    if not match.rounds_played:
        words = _(
            "No round was entered: a match without rounds has no result. Cancel its table instead."
        )
        raise Conflict(words, [Fault("no_rounds", "", words).to_json()])
    verdict = judging.judge_or_refuse(match, players, _current_bodies(match))
    _set_stop(match, reason, sorted(set(forfeited)))
    match.over = True
    submissions.store_verdict(match, players, verdict)
    events.match_finished(match)
    messages.result_to_confirm(match, by=by)
    first, *others = match.forfeits or [None]
    kind = IncidentKind.FORFEIT if match.forfeits else IncidentKind.STOP
    locked.note(kind, by, reason, first, undo_data=_undo_of(match) if is_action else None)
    for player in others:
        locked.note(kind, by, reason, player)
    return match


def places_if_stopped(match: Match, forfeited: Collection[int]) -> list[int]:
    """Return the places, in seat order, that `stop` would give; nothing is stored."""
    players = rounds_sql.seated_players([match.pk])[match.pk]
    _check(match, players, forfeited)
    return places_with_forfeits(match.totals, [player.player_id in forfeited for player in players])


@transaction.atomic
def abandon(
    match: Match,
    *,
    reason: str = "",
    seen_version: int | None = None,
    is_action: bool = False,
    by: User | None,
) -> Match:
    """End a match without a result; standings ignore it. For `is_action` see `stop`."""
    locked = _lock_running(match, seen_version)
    match = locked.match
    _set_stop(match, reason, [])
    match.version += 1
    rounds_sql.store_rounds([match])
    events.match_abandoned(match)
    undo = _undo_of(match, without_result=True) if is_action else None
    locked.note(IncidentKind.ABANDON, by, reason, undo_data=undo)
    return match


def _undo_of(match: Match, *, without_result: bool = False) -> dict[str, Any]:
    """Return what undoing and redoing this end of the match takes; those who gave up by their
    seats, from 0."""
    return {
        "action": ActionKind.STOP,
        "forfeited": [
            seat
            for seat, player in enumerate(rounds_sql.seated_players([match.pk])[match.pk])
            if player.player_id in match.forfeits
        ],
        "without_result": without_result,
        "reason": match.stop_reason,
    }


@transaction.atomic
def resume(
    match: Match,
    *,
    reason: str = "",
    confirmed: bool = False,
    approved: bool = False,
    seen_version: int | None = None,
    undoes: Sequence[int] = (),
    by: User | None,
) -> Match:
    """Resume a stopped match; a result that the stop has given it is withdrawn. `undoes` has the
    numbers of the log entries of the stop. Raise what `correction_policy.require_consent`
    raises."""
    locked = match_locking.lock_match(match, seen_version)
    match = locked.match
    if match.stopped_at is None:
        raise Conflict(
            _("This match was not stopped. If it is over, correct or undo its last round.")
        )
    submissions.refuse_locked(match)
    _refuse_void(match)
    _refuse_continued(match)
    void_results.refuse_replayed(match)
    correction_policy.require_consent(match, Consent(reason, confirmed, approved))
    words = clean_reason(reason) or match.stop_reason
    match.stopped_at, match.stop_reason, match.forfeits, match.over = None, "", [], False
    with place_checks.watched(match, by=by):
        _store_running(match)
    _save_stop(match)  # at last: while it is stopped, another table may have its number
    events.match_resumed(match)
    locked.note(IncidentKind.RESUME, by, words, undo_data={"undoes": undoes} if undoes else None)
    return match


def _store_running(match: Match) -> None:
    """Store a running match, and withdraw its facts unless its rounds end it."""
    players = rounds_sql.seated_players([match.pk])[match.pk]
    if bodies := _current_bodies(match):
        submissions.store_verdict(match, players, judging.judge_or_refuse(match, players, bodies))
    else:
        match.version += 1
        table_numbers.reclaim_number(match)
        rounds_sql.store_rounds([match])
        ledger.withdraw(match.session.season_id, [match.pk])


def _lock_running(match: Match, seen_version: int | None) -> LockedMatch:
    locked = match_locking.lock_match(match, seen_version)
    if locked.match.stopped_at is not None:
        raise Conflict(
            _("This match is already stopped. Resume it first to end it in another way.")
        )
    if locked.match.over:
        raise Conflict(_("This match is already over. Correct its rounds if the result is wrong."))
    return locked


def _refuse_void(match: Match) -> None:
    if match.disputes.filter(outcome=DisputeOutcome.VOID).exists():
        words = _("A dispute left this match without a result: reopen that dispute instead.")
        raise Conflict(words, [Fault("decided_void", "", words).to_json()])


def _refuse_continued(match: Match) -> None:
    """Raise Conflict if other players go on with a match of their own."""
    later = Match.objects.filter(continues=match).first()
    if later is not None:
        words = _(
            "The others play on in a match of their own (table %(table)s): undo that table first."
        )
        words %= {"table": later.table}
        raise Conflict(words, [Fault("continued", "", words).to_json()])


def _check(match: Match, players: Sequence[SeatedPlayer], forfeited: Collection[int]) -> None:
    seated_players = {player.player_id for player in players}
    words = _("This player is not at this table.")
    raise_faults(
        [
            Fault("not_seated", f"forfeited.{index}", words)
            for index, player in enumerate(forfeited)
            if player not in seated_players
        ]
    )
    if seated_players <= set(forfeited):
        words = _("At least one player must stay. If all give up, stop the match without a result.")
        raise invalid("everybody", "forfeited", words)


def _set_stop(match: Match, reason: str, forfeits: list[int]) -> None:
    match.stopped_at, match.forfeits = timezone.now(), forfeits
    match.stop_reason = visible_line(reason)
    if len(match.stop_reason) > LONGEST_REASON:
        words = _("A reason may have at most %(most)s characters.") % {"most": LONGEST_REASON}
        raise invalid("too_long", "reason", words)
    _save_stop(match)


def _save_stop(match: Match) -> None:
    """Save the columns of the stop, which rounds_sql.store_rounds does not write."""
    Match.objects.filter(pk=match.pk).update(
        stopped_at=match.stopped_at, stop_reason=match.stop_reason, forfeits=match.forfeits
    )


def _current_bodies(match: Match) -> list[rounds_sql.Body]:
    return [row.body for row in match.submissions.current()]
