"""The corrections of a match that wait for a second person: proposed, approved, rejected,
withdrawn."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league import permissions
from league.errors import Conflict, Forbidden, Invalid, NotFound
from league.models import CorrectionProposal, Match, ProposalKind
from league.operations.matches import correction_policy, submissions
from league.operations.results import correction_proposals
from league.operations.results.correction_preview import preview_correction
from league.operations.results.correction_proposals import ProposedCorrection
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed
from league.web.results.effects import effects_context
from league.web.support.double_submissions import once
from league.web.support.request import Request


@desk
@once
def corrections(request: Request, pk: int) -> HttpResponse:
    """List the proposals of a match; a POST proposes to take back its last round or to resume it,
    or decides the waiting proposal."""
    match = permissions.find_match(request.user, pk, Action.SUBMIT)
    if request.method != "POST":
        return _corrections_page(request, match)
    if request.POST.get("do") == "look":
        return _preview_page(request, match)
    act = ACTIONS.get(request.POST.get("do", ""))
    if act is None:
        raise Http404
    try:
        act(request, match)
    except (Invalid, Conflict, Forbidden) as error:
        return _corrections_page(request, match, error.detail)
    return redirect("web:corrections", pk)


def _propose_withdrawal(request: Request, match: Match) -> None:
    number = request.POST.get("number", "")
    round_number = int(number) if number.isdecimal() and len(number) < 5 else 0
    _propose(request, match, ProposedCorrection(ProposalKind.WITHDRAWAL, round_number))


def _propose_resumption(request: Request, match: Match) -> None:
    permissions.require(request.user, match.session.season.club, Action.ORGANISE)
    _propose(request, match, ProposedCorrection(ProposalKind.RESUMPTION))


def _propose(request: Request, match: Match, correction: ProposedCorrection) -> None:
    reason = request.POST.get("reason", "")
    correction_proposals.propose(match, correction, by=request.user, reason=reason)


def _approve(request: Request, match: Match) -> None:
    confirmed = request.POST.get("confirmed") == "yes"
    proposal = _posted_proposal(request, match)
    correction_proposals.approve(proposal, by=request.user, confirmed=confirmed)
    messages.success(request, _("The correction now counts."))


def _reject(request: Request, match: Match) -> None:
    correction_proposals.reject(_posted_proposal(request, match), by=request.user)
    messages.success(request, _("The correction has been rejected: the result stays."))


def _withdraw(request: Request, match: Match) -> None:
    correction_proposals.withdraw(_posted_proposal(request, match), by=request.user)


ACTIONS: Mapping[str, Callable[[Request, Match], None]] = {
    "take_back": _propose_withdrawal,
    "go_on": _propose_resumption,
    "approve": _approve,
    "reject": _reject,
    "withdraw": _withdraw,
}


def _posted_proposal(request: Request, match: Match) -> CorrectionProposal:
    text = request.POST.get("row", "")
    rows = CorrectionProposal.objects.filter(match=match)
    rows = rows.select_related(*correction_proposals.RELATED)
    row = rows.filter(pk=int(text) if text.isdecimal() and len(text) < 19 else 0).first()
    if row is None:
        raise Http404
    right = correction_proposals.right_to_decide(row)
    permissions.require(request.user, match.session.season.club, right)
    return row


def _preview_page(request: Request, match: Match) -> HttpResponse:
    """Render the page with what the round that is proposed would change."""
    row = _posted_proposal(request, match)
    if row.kind != ProposalKind.ROUND or row.number is None:
        raise Http404
    try:
        preview = preview_correction(match.pk, row.number, row.body or {}, by=request.user)
    except (Invalid, Conflict, NotFound) as error:
        return _corrections_page(request, match, error.detail)
    seats = list(match.seats.select_related("player"))
    return _corrections_page(request, match, preview=effects_context(seats, preview))


def _corrections_page(
    request: Request, match: Match, refused: str = "", preview: Mapping[str, Any] | None = None
) -> HttpResponse:
    club = match.session.season.club
    match = permissions.find_match(request.user, match.pk, Action.SUBMIT)  # as it is after the act
    rows = list(
        CorrectionProposal.objects.filter(match=match).select_related(*correction_proposals.RELATED)
    )
    context = {
        "match": match,
        "session": match.session,
        "season": match.session.season,
        "club": club,
        "member": True,
        "terms": correction_policy.correction_terms(match),
        "closed_scope": correction_policy.closed_scope(match),
        "is_alone": not correction_policy.has_second_person(match, request.user),
        "waiting": [_described(request, row) for row in rows if row.is_pending],
        "decided": [row for row in reversed(rows) if not row.is_pending],
        "organiser": is_allowed(request, club, Action.ORGANISE),
        "refused": refused,
        **(preview or {}),
    }
    status = 409 if refused else 200
    return render(request, "results/corrections.html", context, status=status)


def _described(request: Request, row: CorrectionProposal) -> dict[str, Any]:
    """Return a proposal with the points that it changes, and what this reader may do with it."""
    is_own = row.proposed_by == request.user and not row.at_table
    right = correction_proposals.right_to_decide(row)
    return {
        "row": row,
        **(_scores(row) if row.kind == ProposalKind.ROUND else {}),
        "is_own": is_own,
        "may_withdraw": row.proposed_by == request.user,
        "may_decide": is_allowed(request, row.match.session.season.club, right) and not is_own,
    }


def _scores(row: CorrectionProposal) -> dict[str, Any]:
    """Return the points of each player as they are and as they would be, and the evidence."""
    current = [
        submission
        for submission in row.match.submissions.current()
        if submission.number == row.number
    ]
    verdict = submissions.judge_whole(row.match, row.number or 0, row.body or {})
    if not current or not verdict.ok:  # the match has changed since
        return {}
    proposed = verdict.rounds[current[0].number - 1]
    seats = row.match.seats.select_related("player")
    return {
        "lines": list(zip(seats, current[0].scores, proposed.scores or (), strict=True)),
        "evidence_now": current[0].evidence,
        "evidence": proposed.evidence,
    }
