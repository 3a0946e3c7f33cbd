"""Matches that people end before their rules do: by a forfeit, by the clock, or without a result;
and how they are resumed. With submissions the only writer of how a match stands."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid, refuse
from league.models import IncidentKind, Match, Outcome, User
from league.operations.matches import rounds_sql, submissions
from league.operations.matches.rounds_sql import SeatedPlayer
from league.operations.results import match_locking
from league.operations.results.match_locking import Held
from league.operations.webhooks import events
from scoring import ledger

LONGEST_REASON = 200


@transaction.atomic
def stop(
    match: Match,
    *,
    forfeited: Collection[int] = (),
    reason: str = "",
    seen_version: int | None = None,
    by: User | None,
) -> Match:
    """It ends now, with places by the totals so far; those who gave up share the last one. Without
    forfeits: the time was up. Conflict before the first round: nobody has a result yet."""
    held = _take(match, seen_version)
    found = held.match
    players = rounds_sql.seated_players([found.pk])[found.pk]
    _check(found, players, forfeited)
    if not found.rounds_played:
        words = _("No round was entered: a match without rounds has no result.")
        raise Conflict(words, [Fault("no_rounds", "", words).to_json()])
    verdict = submissions.judge_or_refuse(found, players, _bodies(found))
    _stamp(found, reason, sorted(set(forfeited)))
    found.over = True
    submissions.store_verdict(found, players, verdict)
    events.match_finished(found)
    for player in found.forfeits:
        held.note(IncidentKind.FORFEIT, by, reason, player)
    if not found.forfeits:
        held.note(IncidentKind.STOP, by, reason)
    return found


@transaction.atomic
def abandon(
    match: Match, *, reason: str = "", seen_version: int | None = None, by: User | None
) -> Match:
    """It ends without a result: nobody's standings know of it, and nobody waits for it."""
    held = _take(match, seen_version)
    found = held.match
    _stamp(found, reason, [])
    found.version += 1
    rounds_sql.store_rounds([found])
    events.match_abandoned(found)
    held.note(IncidentKind.ABANDON, by, reason)
    return found


@transaction.atomic
def resume(match: Match, *, seen_version: int | None = None, by: User | None) -> Match:
    """It goes on where it was stopped; a result that it had is none any more."""
    held = match_locking.hold(match, seen_version)
    found = held.match
    if found.stopped_at is None:
        raise Conflict(_("This match was not stopped."))
    submissions.refuse_locked(found)
    _refuse_void(found)
    was = found.stop_reason
    found.stopped_at, found.stop_reason, found.forfeits, found.over = None, "", [], False
    _save(found)
    players = rounds_sql.seated_players([found.pk])[found.pk]
    if bodies := _bodies(found):
        submissions.store_verdict(
            found, players, submissions.judge_or_refuse(found, players, bodies)
        )
    else:
        found.version += 1
        rounds_sql.store_rounds([found])
        ledger.withdraw(found.session.season_id, [found.pk])
    events.match_resumed(found)
    held.note(IncidentKind.RESUME, by, was)
    return found


def _take(match: Match, seen_version: int | None) -> Held:
    held = match_locking.hold(match, seen_version)
    if held.match.stopped_at is not None:
        raise Conflict(_("This match was stopped already."))
    if held.match.over:
        raise Conflict(_("This match is over already."))
    return held


def _refuse_void(match: Match) -> None:
    if match.disputes.filter(outcome=Outcome.VOID).exists():
        words = _("A dispute has left this match without a result: its decision can be reopened.")
        raise Conflict(words, [Fault("decided_void", "", words).to_json()])


def _check(match: Match, players: Sequence[SeatedPlayer], forfeited: Collection[int]) -> None:
    seated = {player.player_id for player in players}
    words = _("This player does not sit at this table.")
    refuse(
        [
            Fault("not_seated", f"forfeited.{index}", words)
            for index, player in enumerate(forfeited)
            if player not in seated
        ]
    )
    if seated <= set(forfeited):
        words = _("Somebody has to be left: a match that all give up is abandoned.")
        raise invalid("everybody", "forfeited", words)


def _stamp(match: Match, reason: str, forfeits: list[int]) -> None:
    match.stopped_at, match.forfeits = timezone.now(), forfeits
    match.stop_reason = " ".join(reason.split())
    if len(match.stop_reason) > LONGEST_REASON:
        words = _("A reason has at most %(most)s characters.") % {"most": LONGEST_REASON}
        raise invalid("too_long", "reason", words)
    _save(match)


def _save(match: Match) -> None:
    """What rounds_sql.store_rounds leaves alone."""
    Match.objects.filter(pk=match.pk).update(
        stopped_at=match.stopped_at, stop_reason=match.stop_reason, forfeits=match.forfeits
    )


def _bodies(match: Match) -> list[rounds_sql.Body]:
    return [row.body for row in match.submissions.current()]
