"""Replays: an ended match is played again by the same players as a new match, which replaces it.

The old match loses its result the moment the replay is created: the decision to replay a match
means that its result is not right, so it must not count while the replay is played. Undo gives the
result back.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import ActionKind, AuditKind, Match, Session, SittingTable, User
from league.names import visible_line
from league.operations.matches import (
    correction_policy,
    match_log,
    matches,
    submissions,
)
from league.operations.matches.correction_policy import Consent
from league.operations.messages import events as messages
from league.operations.messages import place_checks
from league.operations.results import void_results
from league.operations.results.stopped_matches import LONGEST_REASON
from league.operations.sessions import clocks, rematches, session_log, undo_rules
from league.operations.sessions.undo_rules import Subject
from league.operations.support import versions
from league.operations.webhooks import events


@transaction.atomic
def replay(match: Match, *, reason: str = "", confirmed: bool = False, by: User | None) -> Match:
    """Create the replay of an ended match; the match keeps its rounds and counts no more. Return
    the replay that is being played if there is one. Raise Conflict if the match is still played,
    disputed, of a tournament, or was replayed, and what `correction_policy.require_consent`
    raises."""
    versions.bump_edition(match.session.season.club_id)
    session_log.lock_session_that_takes_place(match.session)
    match = submissions.lock_match(match.pk)
    existing = match.replays.select_related("session__season__club").first()
    if existing is not None and not existing.ended:
        return existing
    reason = _cleaned_reason(reason)
    _check(match, existing)
    _require_consent(match, Consent(reason, confirmed))
    players = rematches.players_of(match)
    rematches.refuse(rematches.playing_faults(match.session, players))
    player_ids = [player.pk for player in players]
    scores = match_log.scores(match, player_ids)
    before = _void(match, reason, by)
    new = matches.create(
        match.session,
        game=match.game,
        players=player_ids,
        options=match.options,
        table=rematches.free_table_number(match),
        replay_of=match,
    )
    clocks.start_with_tables(match.session, [new.pk])
    messages.seated([new], by=by)
    session_log.set_closed(match.session, None)
    match_log.record(
        match,
        AuditKind.RESULT_REPLAY,
        by=by,
        players=player_ids,
        reason=reason,
        before={"scores": scores},
        undo_data={"action": ActionKind.REPLAY, "before": before, "reason": reason},
        matches=[match.pk, new.pk],
    )
    return new


def _cleaned_reason(reason: str) -> str:
    reason = visible_line(reason)
    if len(reason) > LONGEST_REASON:
        words = _("A reason may have at most %(most)s characters.") % {"most": LONGEST_REASON}
        raise invalid("too_long", "reason", words)
    return reason


def _check(match: Match, existing: Match | None) -> None:
    if SittingTable.objects.filter(match=match).exists():
        words = _(
            "A tournament table cannot be replayed as a new match, since later rounds depend "
            "on its result. Play its rounds again and enter them as corrections."
        )
        raise Conflict(words, [Fault("of_a_sitting", "", words).to_json()])
    if existing is not None:
        words = _("This match was already replayed. Replay that match instead.")
        raise Conflict(words, [Fault("replayed", "", words).to_json()])
    if not match.ended:
        words = _("This match is still being played. It can be replayed when it has ended.")
        raise Conflict(words, [Fault("match_not_ended", "", words).to_json()])
    if match.disputed:
        words = _("This result is disputed. Resolve the dispute first, then replay the match.")
        raise Conflict(words, [Fault("dispute_open", "", words).to_json()])


def _require_consent(match: Match, consent: Consent) -> None:
    """Raise Conflict or Invalid if the season does not allow to take the result like this."""
    if match.over and correction_policy.correction_terms(match).needs_second_person:
        words = _(
            "In this season, a second person must approve each correction of a result. Dispute "
            "this result: when someone else has decided that the match has no result, replay it."
        )
        raise Conflict(words, [Fault("correction_needs_second_person", "", words).to_json()])
    correction_policy.require_consent(match, consent)


def _void(match: Match, reason: str, by: User | None) -> dict[str, Any]:
    """Take the result of the match if it has one; return what restoring it takes."""
    if not match.over:
        return {}
    with place_checks.watched(match, by=by):
        before = void_results.void(match, reason or _("Replayed"))
    events.match_abandoned(match)
    return before


def _undo_replay(session: Session, subject: Subject, by: User | None, consent: Consent) -> None:
    old, new = _both(subject)
    matches.call_off(new)
    if subject["before"]:
        with place_checks.watched(old, by=by):
            void_results.restore(old, subject["before"])
        if old.over:
            events.match_finished(old)


def _redo_replay(session: Session, subject: Subject, by: User | None) -> Subject:
    old, new = _both(subject)
    _check(old, None)
    matches.undo_call_off(new)
    return {"before": _void(old, subject["reason"], by)}


def _both(subject: Subject) -> tuple[Match, Match]:
    """Return the old match, locked, and its replay."""
    old, new = subject["matches"]
    return submissions.lock_match(old), Match.every.get(pk=new)


undo_rules.RESULT_RULES[ActionKind.REPLAY] = undo_rules.ResultRule(_undo_replay, _redo_replay)
