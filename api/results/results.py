"""Confirmations and disputes of results by players and organisers, and decisions of disputes."""

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Id, Input, Integer, List, Text, local
from api.http.filters import yes_no
from api.http.resource import ApiRequest, Resource
from api.matches import consent, matches
from api.matches.matches import MatchOutput
from api.matches.result_shapes import NamedPlayer
from league import permissions
from league.errors import NotFound
from league.models import Confirmation, Dispute, DisputeOutcome, Match, User
from league.operations.results import confirmations, disputes
from league.operations.results.confirmations import Speaker
from league.permissions import Action

WHO = (
    "`id` of the player who confirms or disputes. Required with the code or a "
    "token of the table. Members can name their own players, organisers any "
    "player of the match; organisers acting as the referee leave it out."
)


class ConfirmationInput(Input):
    player = Id(required=False, help_text=WHO)


class DisputeInput(Input):
    player = Id(required=False, help_text=WHO)
    reason = Text(help_text="What is wrong. At most 300 characters.")


class CorrectedScoresInput(Input):
    number = Integer(min_value=1, max_value=10_000)
    scores = List(child=Integer(min_value=-(10**6), max_value=10**6), max_length=10)


class DecisionInput(Input):
    outcome = Choice(
        choices=DisputeOutcome.values,
        help_text="`corrected`: the result was corrected. `void`: the match has no result.",
    )
    words = Text(
        required=False,
        allow_blank=True,
        help_text="Reason for the decision. At most 300 characters.",
    )
    rounds = CorrectedScoresInput(
        many=True,
        required=False,
        help_text="With `corrected`: rounds whose scores are corrected by the decision.",
    )


class WithdrawnOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)


class DecidedOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    outcome = serializers.ChoiceField(DisputeOutcome.values)
    words = serializers.CharField()


class DisputeOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    match = serializers.IntegerField()
    player = NamedPlayer(
        allow_null=True, help_text="Player who disputes the result. `null`: an organiser."
    )
    reason = serializers.CharField()
    opened_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    opened_by = serializers.CharField(allow_null=True)
    withdrawn = WithdrawnOutput(allow_null=True)
    decided = DecidedOutput(allow_null=True)


def _open() -> Q:
    return Q(withdrawn_at=None, decided_at=None)


class Confirmations(Resource):
    conflicts = ("POST",)
    if_match = ("POST",)
    submit_methods = ("POST",)
    table_methods = ("POST",)

    @extend_schema(
        summary="Confirm the result",
        description="Returns the match. Repeating a confirmation has no effect. A correction "
        "of the result removes its confirmations.",
        request=ConfirmationInput,
        responses={201: MatchOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.VIEW)
        values = resource.read(request, ConfirmationInput)
        who = _speaker(request, match_row, values)
        confirmations.confirm(
            match_row, who, by=request.user, **_expected_version(request, match_row)
        )
        return _match(match_row, request, 201)


class OneConfirmation(Resource):
    conflicts = ("DELETE",)
    if_match = ("DELETE",)
    submit_methods = ("DELETE",)
    table_methods = ("DELETE",)

    @extend_schema(summary="Withdraw a confirmation", responses={204: None})
    def delete(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.VIEW)
        rows = Confirmation.objects.filter(match=match_row, pk=number)
        confirmation = rows.select_related("match__session__season__club").first()
        if confirmation is None:
            raise NotFound(_("There is nothing here."))
        _require_own(request, match_row, confirmation.player_id)
        confirmations.take_back(
            confirmation, by=request.user, **_expected_version(request, match_row)
        )
        return Response(status=204)


class Disputes(Resource):
    is_list = True
    conflicts = ("POST",)
    if_match = ("POST",)
    submit_methods = ("POST",)
    table_methods = ("GET", "POST")
    filters = {"open": yes_no("Only open disputes (`true`), or only closed ones (`false`).", _open)}

    @extend_schema(summary="List the disputes of a match", responses=DisputeOutput(many=True))
    def get(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.VIEW)
        return paging.list_response(request, _rows(match_row), lambda row: _write(row, match_row))

    @extend_schema(
        summary="Dispute the result",
        description="The result is provisional until the dispute is decided or withdrawn.",
        request=DisputeInput,
        responses=DisputeOutput,
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.VIEW)
        values = resource.read(request, DisputeInput)
        who = _speaker(request, match_row, values)
        version = _expected_version(request, match_row)
        dispute = disputes.open_dispute(
            match_row, who, reason=values["reason"], by=request.user, **version
        )
        return resource.created(_write(_find(match_row, dispute.pk), match_row))


class Withdraw(Resource):
    conflicts = ("POST",)
    if_match = ("POST",)
    submit_methods = ("POST",)
    table_methods = ("POST",)

    @extend_schema(summary="Withdraw a dispute", request=None, responses={200: DisputeOutput})
    def post(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.VIEW)
        dispute = _find(match_row, number)
        _require_own(request, match_row, dispute.player_id)
        disputes.withdraw(dispute, by=request.user, **_expected_version(request, match_row))
        return Response(_write(_find(match_row, number), match_row))


class Decide(Resource):
    conflicts = ("POST",)
    if_match = ("POST",)
    queries = {"POST": ["confirmed"]}

    @extend_schema(
        summary="Decide a dispute",
        parameters=[consent.CONFIRMED_IN_CLOSED],
        request=DecisionInput,
        responses={200: DisputeOutput},
    )
    def post(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        dispute = _find(match_row, number)
        values = resource.read(request, DecisionInput)
        confirmed = consent.read_confirmed(request)
        version = _expected_version(request, match_row)
        words, by = values.get("words", ""), request.user
        scores = {row["number"]: row["scores"] for row in values.get("rounds", ())}
        if scores and values["outcome"] == DisputeOutcome.CORRECTED:
            disputes.correct_and_decide(
                dispute, scores, words=words, by=by, confirmed=confirmed, **version
            )
        else:
            outcome = values["outcome"]
            disputes.decide(
                dispute, outcome=outcome, words=words, by=by, confirmed=confirmed, **version
            )
        return Response(_write(_find(match_row, number), match_row))


class Reopen(Resource):
    conflicts = ("POST",)
    if_match = ("POST",)
    queries = {"POST": ["confirmed"]}

    @extend_schema(
        summary="Reopen a dispute",
        description="Undoes the decision or the withdrawal. A match without a result gets its "
        "previous result back.",
        parameters=[consent.CONFIRMED_IN_CLOSED],
        request=None,
        responses={200: DisputeOutput},
    )
    def post(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        dispute = _find(match_row, number)
        confirmed = consent.read_confirmed(request)
        version = _expected_version(request, match_row)
        disputes.reopen(dispute, by=request.user, confirmed=confirmed, **version)
        return Response(_write(_find(match_row, number), match_row))


def _speaker(request: ApiRequest, match: Match, values: dict[str, Any]) -> Speaker:
    at_table = request.auth.match_id is not None
    player = values.get("player")
    return confirmations.speaker(match, player=player, by=request.user, at_table=at_table)


def _require_own(request: ApiRequest, match: Match, player: int | None) -> None:
    at_table = request.auth.match_id is not None
    confirmations.require_author(match, player, by=request.user, at_table=at_table)


def _expected_version(request: ApiRequest, match: Match) -> dict[str, int | None]:
    """Return the version that has to hold under the lock: If-Match names the match."""
    entity_tags.require(
        request, entity_tags.of_match(match), now=lambda: matches.write(match, request)
    )
    return {"seen_version": match.version if "If-Match" in request.headers else None}


def _match(match: Match, request: ApiRequest, status: int) -> Response:
    fresh = Match.objects.select_related("session__season__club").get(pk=match.pk)
    return matches.tagged(fresh, request, status)


def _rows(match: Match) -> Any:
    related = ("match__session__season__club", "player", "opened_by", "withdrawn_by", "decided_by")
    return Dispute.objects.filter(match=match).select_related(*related)


def _find(match: Match, number: int) -> Dispute:
    dispute: Dispute | None = _rows(match).filter(pk=number).first()
    if dispute is None:
        raise NotFound(_("There is nothing here."))
    return dispute


def _write(row: Dispute, match: Match) -> dict[str, Any]:
    zone = match.session.season.club.timezone
    withdrawn = row.withdrawn_at and {
        "at": local(row.withdrawn_at, zone),
        "by": _name(row.withdrawn_by),
    }
    decided = row.decided_at and {
        "at": local(row.decided_at, zone),
        "by": _name(row.decided_by),
        "outcome": row.outcome,
        "words": row.words,
    }
    return {
        "id": row.pk,
        "match": row.match_id,
        "player": row.player and {"id": row.player.pk, "name": row.player.name},
        "reason": row.reason,
        "opened_at": local(row.opened_at, zone),
        "opened_by": _name(row.opened_by),
        "withdrawn": withdrawn,
        "decided": decided,
    }


def _name(user: User | None) -> str | None:
    return user.name or None if user else None
