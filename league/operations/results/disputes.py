"""Disputes about results and their decisions. The only writer of Dispute.

A decision may leave the match without a result (`void_results`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, invalid
from league.models import Dispute, DisputeOutcome, IncidentKind, Match, User
from league.names import visible_line
from league.operations.matches import (
    correction_policy,
    match_results,
    submissions,
)
from league.operations.messages import events as messages
from league.operations.messages import place_checks
from league.operations.results import match_locking, void_results
from league.operations.results.confirmations import Speaker
from league.operations.results.match_locking import LockedMatch
from league.operations.webhooks import events
from scoring import ledger

MOST_CHARACTERS = 300
UNDECIDED: dict[str, Any] = {
    "decided_at": None,
    "decided_by": None,
    "outcome": "",
    "words": "",
    "before": {},
}


@transaction.atomic
def open_dispute(
    match: Match, speaker: Speaker, *, reason: str, by: User | None, seen_version: int | None = None
) -> Dispute:
    """Open a dispute; the result is provisional until the dispute is withdrawn or decided. Raise
    Conflict while the same player has an open dispute about this match."""
    locked = match_locking.lock_match(match, seen_version)
    reason = _cleaned_text(reason, "reason")
    if not reason:
        raise invalid("blank", "reason", _("Describe the problem."))
    match_results.require_result(locked.match)
    submissions.refuse_locked(locked.match)
    if (
        speaker.player is not None
        and _open_disputes(locked.match).filter(player=speaker.player).exists()
    ):
        words = _("This player has already disputed this result. Withdraw that dispute first.")
        raise Conflict(words, [Fault("disputed_already", "player", words).to_json()])
    dispute = Dispute.objects.create(
        match=locked.match,
        result=locked.match.result,
        player_id=speaker.player,
        reason=reason,
        opened_by=by,
    )
    _save_count(locked)
    events.match_disputed(dispute)
    messages.disputed(dispute, by=by)
    locked.note(IncidentKind.DISPUTE, by, reason, speaker.player)
    return dispute


@transaction.atomic
def withdraw(dispute: Dispute, *, by: User | None, seen_version: int | None = None) -> Dispute:
    """Withdraw an open dispute: its author no longer objects to the result."""
    locked, dispute = _lock_dispute(dispute, seen_version)
    _refuse_closed(dispute)
    _save_columns(dispute, withdrawn_at=timezone.now(), withdrawn_by=by)
    _save_count(locked)
    locked.note(IncidentKind.UNDISPUTE, by, dispute.reason, dispute.player_id)
    return dispute


@transaction.atomic
def decide(
    dispute: Dispute,
    *,
    outcome: str,
    words: str = "",
    by: User | None,
    confirmed: bool = False,
    seen_version: int | None = None,
) -> Dispute:
    """Decide an open dispute. `upheld`: the result stands. `corrected`: a round was corrected
    meanwhile. `void`: the match has no result, as if it had been abandoned; in a closed tournament
    that must be `confirmed`."""
    locked, dispute = _lock_dispute(dispute, seen_version)
    words = _cleaned_text(words, "words")
    _refuse_closed(dispute)
    match_results.require_result(locked.match)
    if outcome == DisputeOutcome.CORRECTED and locked.match.result == dispute.result:
        message = _(
            "Nothing has been corrected since this dispute was opened. Correct the round "
            "first, or let the result stand."
        )
        raise Conflict(message, [Fault("nothing_corrected", "outcome", message).to_json()])
    if outcome == DisputeOutcome.VOID:
        _refuse_own_void(locked.match, dispute, by)
        correction_policy.require_confirmed(locked.match, confirmed=confirmed)
    before = {}
    if outcome == DisputeOutcome.VOID:
        with place_checks.watched(locked.match, by=by):
            before = void_results.void(locked.match, words)
    decision_columns = {"decided_at": timezone.now(), "decided_by": by}
    _save_columns(dispute, outcome=outcome, words=words, before=before, **decision_columns)
    _save_count(locked)
    events.match_decided(dispute)
    messages.dispute_decided(dispute, by=by)
    words = words or dispute.reason
    locked.note(IncidentKind.DECIDE, by, words, dispute.player_id, outcome=outcome)
    return dispute


@transaction.atomic
def correct_and_decide(
    dispute: Dispute,
    scores: Mapping[int, Sequence[Any]],
    *,
    words: str = "",
    by: User | None,
    confirmed: bool = False,
    seen_version: int | None = None,
) -> Dispute:
    """Correct the scores of these rounds, by their numbers, and decide the dispute for its author.
    The dispute is the reason of the corrections, and the decision confirms them, except in a closed
    tournament. Raise what `submissions.correct` raises."""
    locked, dispute = _lock_dispute(dispute, seen_version)
    _refuse_closed(dispute)
    correction_policy.require_confirmed(locked.match, confirmed=confirmed)
    reason = words or dispute.reason
    for number, points in scores.items():
        standing = submissions.find(locked.match, number)
        fields = standing.body if standing.evidence == "sheet" else {"evidence": "sheet"}
        body = {**fields, "scores": list(points)}
        submissions.correct(locked.match.pk, number, body, by=by, reason=reason, confirmed=True)
    return decide(dispute, outcome=DisputeOutcome.CORRECTED, words=words, by=by)


@transaction.atomic
def reopen(
    dispute: Dispute,
    *,
    by: User | None,
    confirmed: bool = False,
    seen_version: int | None = None,
) -> Dispute:
    """Open a decided or withdrawn dispute again. A match that has lost its result by the decision
    gets the result and its confirmations back; in a closed tournament that must be `confirmed`."""
    locked, dispute = _lock_dispute(dispute, seen_version)
    if dispute.is_open:
        raise Conflict(_("This dispute is already open."))
    if dispute.outcome == DisputeOutcome.VOID:
        void_results.refuse_replayed(locked.match)
        correction_policy.require_open(locked.match)
        correction_policy.require_confirmed(locked.match, confirmed=confirmed)
        with place_checks.watched(locked.match, by=by):
            void_results.restore(locked.match, dispute.before)
    try:
        with transaction.atomic():
            _save_columns(dispute, withdrawn_at=None, withdrawn_by=None, **UNDECIDED)
    except IntegrityError:
        raise Conflict(
            _("This player has already disputed this result. Withdraw that dispute first.")
        ) from None
    _save_count(locked)
    locked.note(IncidentKind.UNDECIDE, by, dispute.reason, dispute.player_id)
    return dispute


def _lock_dispute(dispute: Dispute, seen_version: int | None) -> tuple[LockedMatch, Dispute]:
    """Lock the match and return it with the current row of the dispute. In a closed tournament a
    dispute can still be decided."""
    locked = match_locking.lock_match(dispute.match, seen_version, closed=True)
    submissions.refuse_locked(locked.match)
    current = Dispute.objects.select_related("player").get(pk=dispute.pk)
    current.match = locked.match
    return locked, current


def _refuse_closed(dispute: Dispute) -> None:
    if not dispute.is_open:
        words = _("This dispute is no longer open. Reopen it first.")
        raise Conflict(words, [Fault("dispute_closed", "", words).to_json()])


def _refuse_own_void(match: Match, dispute: Dispute, by: User | None) -> None:
    """Raise Conflict where a decision may not take the result: too late, or by the person
    who has opened the dispute where two are needed. The dispute is the reason that a policy asks
    for."""
    correction_policy.require_open(match)
    terms = correction_policy.correction_terms(match)
    if terms.needs_second_person and by is not None and by == dispute.opened_by:
        words = _(
            "You opened this dispute. In this season, someone else must decide that the match has "
            "no result."
        )
        raise Conflict(words, [Fault("correction_needs_second_person", "", words).to_json()])


def _save_columns(dispute: Dispute, **columns: Any) -> None:
    for name, value in columns.items():
        setattr(dispute, name, value)
    dispute.save(update_fields=list(columns))


def _save_count(locked: LockedMatch) -> None:
    """Save the number of open disputes and raise the versions of the match and of the standings."""
    match = locked.match
    match.disputed = _open_disputes(match).count()
    match.version += 1
    Match.objects.filter(pk=match.pk).update(disputed=match.disputed, version=match.version)
    ledger.bump_tables(match.session.season_id, match.game)


def _open_disputes(match: Match) -> "QuerySet[Dispute]":
    return Dispute.objects.filter(match=match, withdrawn_at=None, decided_at=None)


def _cleaned_text(text: str, path: str) -> str:
    text = visible_line(text)
    if len(text) > MOST_CHARACTERS:
        words = _("Use at most %(most)s characters.") % {"most": MOST_CHARACTERS}
        raise invalid("too_long", path, words)
    return text
