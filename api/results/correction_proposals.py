"""Corrections of results that wait for a second person."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import Round, named
from api.http import paging, resource
from api.http.fields import Choice, Id, Input, Object, Text, local
from api.http.filters import yes_no
from api.http.resource import ApiRequest, Resource
from api.matches import consent
from api.matches.consent import MOST_REASON
from league import permissions
from league.errors import NotFound, invalid
from league.models import CorrectionProposal, Match, ProposalKind, ProposalState, User
from league.operations.results import correction_proposals
from league.operations.results.correction_proposals import ProposedCorrection
from league.permissions import Action


@extend_schema_field(named("Round"))
class ProposedRound(Object):
    """Read by the rules of the game, which tell all that is wrong with it."""


class ProposalInput(Input):
    kind = Choice(
        choices=ProposalKind.values,
        help_text="`round`: replace a round. `withdrawal`: remove the last round. "
        "`resumption`: resume a stopped match; only organisers can propose this.",
    )
    number = Id(required=False, help_text="Number of the round. Not allowed with `resumption`.")
    round = ProposedRound(
        required=False, help_text="New version of the round. Only allowed with `round`."
    )
    reason = Text(
        required=False,
        allow_blank=True,
        max_length=MOST_REASON,
        help_text="Reason for the correction.",
    )


class ProposalDecisionOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)


class ProposalOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    match = serializers.IntegerField()
    kind = serializers.ChoiceField(ProposalKind.values)
    number = serializers.IntegerField(allow_null=True)
    round = Round(allow_null=True)
    reason = serializers.CharField()
    state = serializers.ChoiceField(
        ProposalState.values,
        help_text="State of the proposal. `outdated`: the result has changed since.",
    )
    at_table = serializers.BooleanField(
        help_text="If true, it was proposed with the code or a token of the table."
    )
    proposed_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    proposed_by = serializers.CharField(allow_null=True)
    decided = ProposalDecisionOutput(allow_null=True)


def _pending() -> Q:
    return Q(state=ProposalState.PENDING)


class Proposals(Resource):
    is_list = True
    conflicts = ("POST",)
    submit_methods = ("POST",)
    table_methods = ("GET", "POST")
    filters = {
        "pending": yes_no(
            "Only pending proposals (`true`), or only closed ones (`false`).", _pending
        )
    }

    @extend_schema(
        summary="List the proposed corrections of a match", responses=ProposalOutput(many=True)
    )
    def get(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.VIEW)
        return paging.list_response(request, _rows(match_row), write)

    @extend_schema(
        summary="Propose a correction",
        description="For seasons whose `correction_policy` requires a second person. Nothing "
        "changes until another person approves the proposal. Repeating a proposal "
        "has no effect.",
        request=ProposalInput,
        responses={201: ProposalOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.SUBMIT)
        values = resource.read(request, ProposalInput)
        correction = _correction(values)
        if correction.kind == ProposalKind.RESUMPTION:
            permissions.require(request.user, match_row.session.season.club, Action.ORGANISE)
        proposal = correction_proposals.propose(
            match_row,
            correction,
            by=request.user,
            reason=values.get("reason", ""),
            at_table=request.auth.match_id is not None,
        )
        return resource.created(write(_find(match_row, proposal.pk)))


class Decision(Resource):
    """A decision about a proposal, whose subclasses name the act."""

    conflicts = ("POST",)

    def decide(
        self,
        request: ApiRequest,
        match: int,
        number: int,
        act: Callable[..., CorrectionProposal],
    ) -> Response:
        match_row = permissions.find_match(request.user, match, Action.SUBMIT)
        proposal = _find(match_row, number)
        right = correction_proposals.right_to_decide(proposal)
        permissions.require(request.user, match_row.session.season.club, right)
        act(proposal, by=request.user)
        return Response(write(_find(match_row, number)))


class Approve(Decision):
    queries = {"POST": ["confirmed"]}

    @extend_schema(
        summary="Approve a proposed correction",
        description="Applies the correction. Allowed for everybody who may correct the match, "
        "except the author. Returns 409 `proposal_outdated` if the result has "
        "changed since.",
        parameters=[consent.CONFIRMED_IN_CLOSED],
        request=None,
        responses={200: ProposalOutput},
    )
    def post(self, request: ApiRequest, match: int, number: int) -> Response:
        confirmed = consent.read_confirmed(request)
        approve = partial(correction_proposals.approve, confirmed=confirmed)
        return self.decide(request, match, number, approve)


class Reject(Decision):
    @extend_schema(
        summary="Reject a proposed correction",
        description="The result does not change. Allowed for everybody who may correct the match.",
        request=None,
        responses={200: ProposalOutput},
    )
    def post(self, request: ApiRequest, match: int, number: int) -> Response:
        return self.decide(request, match, number, correction_proposals.reject)


class Withdraw(Decision):
    submit_methods = ("POST",)

    @extend_schema(
        summary="Withdraw your proposed correction",
        description="Only the author can withdraw a proposal. The result does not change.",
        request=None,
        responses={200: ProposalOutput},
    )
    def post(self, request: ApiRequest, match: int, number: int) -> Response:
        return self.decide(request, match, number, correction_proposals.withdraw)


class SessionProposals(Resource):
    is_list = True

    @extend_schema(
        summary="List the pending corrections of a session",
        responses=ProposalOutput(many=True),
    )
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        rows = correction_proposals.pending_in_session(session_row)
        return paging.list_response(request, rows, write)


def _correction(values: dict[str, Any]) -> ProposedCorrection:
    """Return the proposed correction; raise Invalid for parts that are missing or too many."""
    kind = ProposalKind(values["kind"])
    expected = {
        "number": kind != ProposalKind.RESUMPTION,
        "round": kind == ProposalKind.ROUND,
    }
    for key, is_expected in expected.items():
        if is_expected and key not in values:
            raise invalid("missing_key", key, _("This key is required."))
        if not is_expected and key in values:
            raise invalid("unknown_key", key, _("Unknown key."))
    return ProposedCorrection(kind, values.get("number"), values.get("round"))


def _rows(match: Match) -> Any:
    return CorrectionProposal.objects.filter(match=match).select_related(
        *correction_proposals.RELATED
    )


def _find(match: Match, pk: int) -> CorrectionProposal:
    row: CorrectionProposal | None = _rows(match).filter(pk=pk).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    return row


def write(row: CorrectionProposal) -> dict[str, Any]:
    timezone = row.match.session.season.club.timezone
    decided = row.decided_at and {
        "at": local(row.decided_at, timezone),
        "by": _name(row.decided_by),
    }
    return {
        "id": row.pk,
        "match": row.match_id,
        "kind": row.kind,
        "number": row.number,
        "round": row.body,
        "reason": row.reason,
        "state": ProposalState.OUTDATED if row.is_outdated else row.state,
        "at_table": row.at_table,
        "proposed_at": local(row.proposed_at, timezone),
        "proposed_by": _name(row.proposed_by),
        "decided": decided or None,
    }


def _name(user: User | None) -> str | None:
    return user.name or None if user else None
