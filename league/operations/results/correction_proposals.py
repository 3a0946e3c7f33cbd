"""Corrections of results that wait for a second person. The only writer of CorrectionProposal.

A proposal is tried when it is made, so an invalid one is refused immediately. Approving it makes
the correction in the name of its author.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import Conflict, Fault, Forbidden, Stale, invalid
from league.models import (
    AuditKind,
    CorrectionProposal,
    Match,
    ProposalKind,
    ProposalState,
    Session,
    User,
)
from league.operations.audit import club_log
from league.operations.audit.club_log import Words
from league.operations.matches import correction_policy, match_results, submissions
from league.operations.matches.submissions import clean_reason
from league.operations.results import match_locking, stopped_matches
from league.operations.support.dry_run import dry_run
from league.permissions import Action

RELATED = ("match__session__season__club", "proposed_by", "decided_by")


class ProposedCorrection(NamedTuple):
    """The content of a proposal. `number` is the round, None for a resumption; `body` its new
    content, None unless the kind is another version of a round."""

    kind: ProposalKind
    number: int | None = None
    body: Mapping[str, Any] | None = None


@transaction.atomic
def propose(
    match: Match,
    correction: ProposedCorrection,
    *,
    by: User,
    reason: str = "",
    at_table: bool = False,
    seen_version: int | None = None,
) -> CorrectionProposal:
    """Store a correction for a second person to approve; repeating it changes nothing. Raise
    Conflict while another one waits, and the errors of the correction itself. `seen_version` is the
    version of the round."""
    match = match_locking.lock_match(match, closed=True).match
    match_results.require_result(match)
    correction_policy.require_open(match)
    _require_needed(match)
    _refuse_stale(match, correction.number, seen_version)
    proposal = CorrectionProposal(
        match=match,
        result=match.result,
        **correction._asdict(),
        reason=clean_reason(reason),
        at_table=at_table,
        proposed_by=by,
    )
    waiting = pending(match).first()
    if waiting is not None and not waiting.is_outdated:
        if _is_same(waiting, proposal):
            return waiting
        raise _pending_conflict(waiting)
    _try(proposal)
    if waiting is not None:
        _close(waiting, ProposalState.OUTDATED, None)
    proposal.save(force_insert=True)
    _bump_version(match)
    _log(proposal, AuditKind.CORRECTION_PROPOSED, by)
    return proposal


@transaction.atomic
def approve(
    proposal: CorrectionProposal, *, by: User, confirmed: bool = False
) -> CorrectionProposal:
    """Store the correction, in the name of its author. Raise Forbidden for the author, Conflict if
    the result has changed since, and Invalid without `confirmed` in a closed tournament."""
    proposal = _lock_pending(proposal)
    if proposal.proposed_by == by and not proposal.at_table:
        words = _("You proposed this correction: someone else must approve it.")
        raise Forbidden(words)
    if proposal.is_outdated:
        words = _(
            "The match has changed since this correction was proposed. Reject it, and propose it"
            " again if it still applies."
        )
        raise Conflict(words, [Fault("proposal_outdated", "", words).to_json()])
    correction_policy.require_open(proposal.match)
    correction_policy.require_confirmed(proposal.match, confirmed=confirmed)
    _apply(proposal)
    _log(proposal, AuditKind.CORRECTION_APPROVED, by)
    return _close(proposal, ProposalState.APPROVED, by)


@transaction.atomic
def reject(proposal: CorrectionProposal, *, by: User) -> CorrectionProposal:
    """Reject a correction: the result stays."""
    proposal = _lock_pending(proposal)
    _bump_version(proposal.match)
    _log(proposal, AuditKind.CORRECTION_REJECTED, by)
    return _close(proposal, ProposalState.REJECTED, by)


@transaction.atomic
def withdraw(proposal: CorrectionProposal, *, by: User) -> CorrectionProposal:
    """Withdraw one's own proposal. Raise Forbidden for anybody but its author."""
    proposal = _lock_pending(proposal)
    if proposal.proposed_by != by:
        raise Forbidden(_("Only the author can withdraw a proposal. You can reject it."))
    _bump_version(proposal.match)
    _log(proposal, AuditKind.CORRECTION_WITHDRAWN, by)
    return _close(proposal, ProposalState.WITHDRAWN, by)


def pending(match: Match) -> "QuerySet[CorrectionProposal]":
    """Return the proposals of a match that wait: at most one."""
    rows = CorrectionProposal.objects.filter(match=match, state=ProposalState.PENDING)
    return rows.select_related(*RELATED)


def pending_in_session(session: Session) -> "QuerySet[CorrectionProposal]":
    """Return the proposals that wait at the tables of a session."""
    rows = CorrectionProposal.objects.filter(
        match__session=session, state=ProposalState.PENDING, match__called_off_at=None
    )
    return rows.select_related(*RELATED)


def right_to_decide(proposal: CorrectionProposal) -> Action:
    """Return the right needed to propose or decide it: the same as for the act itself."""
    return Action.ORGANISE if proposal.kind == ProposalKind.RESUMPTION else Action.SUBMIT


def _log(proposal: CorrectionProposal, kind: AuditKind, by: User) -> None:
    """Record in the log of the club what became of a proposal."""
    match = proposal.match
    players = list(match.seats.values_list("player", flat=True))
    club_log.record(
        match.session.season.club_id,
        kind,
        by=by,
        subject={"matches": [match.pk], "players": players, "round": proposal.number},
        after={"reason": Words(proposal.reason, players=players)},
    )


def _require_needed(match: Match) -> None:
    if not correction_policy.correction_terms(match).needs_second_person:
        words = _("This season needs no second person for corrections: correct the round directly.")
        raise Conflict(words, [Fault("no_second_person_needed", "", words).to_json()])


def _refuse_stale(match: Match, number: int | None, seen_version: int | None) -> None:
    if number is None or seen_version is None:
        return
    if submissions.find(match, number).version != seen_version:
        raise Stale(_("The round has changed since you opened it."))


def _is_same(waiting: CorrectionProposal, proposal: CorrectionProposal) -> bool:
    names = ("kind", "number", "body", "proposed_by_id", "at_table")
    return all(getattr(waiting, name) == getattr(proposal, name) for name in names)


def _pending_conflict(waiting: CorrectionProposal) -> Conflict:
    if waiting.at_table or waiting.proposed_by is None:
        words = _("A correction from the table is already waiting: approve or reject it first.")
    else:
        words = _("A correction by %(name)s is already waiting: approve or reject it first.")
        words %= {"name": waiting.proposed_by.name or waiting.proposed_by.email}
    return Conflict(words, [Fault("proposal_pending", "", words).to_json()])


def _try(proposal: CorrectionProposal) -> None:
    """Raise what the correction would raise; raise Invalid if it would change nothing."""
    with dry_run(), club_log.as_one_act():  # a preview is no act
        _apply(proposal)
        result = Match.objects.values_list("result", flat=True).get(pk=proposal.match_id)
    if result == proposal.result:
        raise invalid("nothing_changes", "", _("This correction changes nothing."))


def _apply(proposal: CorrectionProposal) -> None:
    match, by, reason = proposal.match, proposal.proposed_by, proposal.reason
    if proposal.kind == ProposalKind.RESUMPTION:
        stopped_matches.resume(match, by=by, reason=reason, approved=True)
        return
    assert proposal.number is not None, "a constraint of the table"
    if proposal.kind == ProposalKind.WITHDRAWAL:
        submissions.withdraw(match.pk, proposal.number, by=by, reason=reason, approved=True)
        return
    submissions.correct(
        match.pk, proposal.number, proposal.body or {}, by=by, reason=reason, approved=True
    )


def _lock_pending(proposal: CorrectionProposal) -> CorrectionProposal:
    """Lock the match and return the current row of the proposal; raise Conflict if it was decided
    already."""
    locked = match_locking.lock_match(proposal.match, closed=True)
    current = CorrectionProposal.objects.select_related("proposed_by", "decided_by").get(
        pk=proposal.pk
    )
    current.match = locked.match
    if not current.is_pending:
        words = _("This correction is no longer waiting: it is %(state)s.")
        message = words % {"state": current.get_state_display()}
        raise Conflict(message, [Fault("proposal_closed", "", message).to_json()])
    return current


def _close(
    proposal: CorrectionProposal, state: ProposalState, by: User | None
) -> CorrectionProposal:
    proposal.state, proposal.decided_at, proposal.decided_by = state, timezone.now(), by
    proposal.save(update_fields=["state", "decided_at", "decided_by"])
    return proposal


def _bump_version(match: Match) -> None:
    """Raise the version of the match, so that pages reload it."""
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
