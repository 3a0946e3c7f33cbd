from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpResponseBase
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import (
    EVIDENCE,
    Breakdown,
    CorrectedRound,
    NumberedRound,
    Round,
    VerdictOutput,
)
from api.http import entity_tags, paging, resource
from api.http.fields import local
from api.http.resource import ApiRequest, Resource
from api.matches import conflicts, consent, matches
from league import permissions
from league.errors import Conflict, invalid
from league.models import Match, Submission
from league.operations.matches import submissions
from league.operations.matches.repeated_rounds import OnRepeat


class PlayedRoundOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    version = serializers.IntegerField(
        help_text="Version of the round. Increases with each correction."
    )
    round = Round()
    scores = serializers.ListField(child=serializers.IntegerField())
    breakdown = Breakdown(many=True)
    evidence = serializers.ChoiceField(EVIDENCE)
    submitted_at = serializers.DateTimeField()
    submitted_by = serializers.CharField(
        allow_null=True, help_text="Name of the account. `null` without a token."
    )
    phone_of_table = serializers.IntegerField(
        allow_null=True,
        help_text="Number of the table whose phone sent the round; submitted_by is null then. "
        "`null` without a token.",
    )
    reason = serializers.CharField(
        help_text="Reason for the correction. Empty if none was given, and without a token."
    )


class AcceptedOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    verdict = VerdictOutput(help_text="Verdict on the match so far.")
    match = matches.MatchOutput()


BLANKS = {"submitted_by": None, "phone_of_table": None, "reason": ""}


class Rounds(Resource):
    is_public = True
    blanks = BLANKS
    is_list = True
    tagged = True
    if_match = ("POST",)
    submit_methods = ("POST",)
    table_methods = ("GET", "POST")
    conflicts = ("POST",)
    body_is_round = True

    @extend_schema(summary="List the rounds of a match", responses=PlayedRoundOutput(many=True))
    def get(self, request: ApiRequest, match: int) -> HttpResponseBase:
        match_row = matches.find_readable(request.user, match)
        tag = entity_tags.of_match_view(match_row)
        if same := entity_tags.unchanged(request, tag):
            return same
        response = paging.list_response(
            request, current(match_row), lambda row: write(row, match_row), "number"
        )
        response["ETag"] = tag
        return response

    @extend_schema(
        summary="Submit the next round", request=NumberedRound, responses={201: AcceptedOutput}
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        with resource.in_transaction():
            locked_match = submissions.lock_match_for_entry(request.user, match)
            match_row = locked_match.match
            round_, number = read(request)
            entity_tags.require(
                request,
                entity_tags.of_match(match_row),
                now=lambda: matches.write(match_row, request),
            )
            try:
                accepted = submissions.add(
                    locked_match,
                    round_,
                    by=request.user,
                    number=number,
                    device=resource.device(request),
                    on_repeat=OnRepeat.TELL,
                )
            except Conflict as conflict:
                raise _conflict_with_round(conflict, match_row, number, round_) from None
        location = f"{request.path}{accepted.submission.number}/"
        return resource.created(write_accepted(accepted, request), location, tag_of(accepted))


class OneRound(Resource):
    is_public = True
    blanks = BLANKS
    body_is_round = True
    queries = {"PUT": consent.NAMES}
    tagged = True
    submit_methods = ("PUT",)
    table_methods = ("GET", "PUT")

    @extend_schema(summary="Get a round", responses=PlayedRoundOutput)
    def get(self, request: ApiRequest, match: int, number: int) -> HttpResponseBase:
        match_row = matches.find_readable(request.user, match)
        row = submissions.find(match_row, number)
        tag = entity_tags.of_round(row)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(write(row, match_row), tag)

    @extend_schema(
        summary="Correct a round; keeps the old version and checks later rounds again",
        description="If the match has a result, `correction_policy` of the season decides what "
        "a correction requires. If it requires a second person, propose the "
        "correction instead.",
        request=CorrectedRound,
        parameters=consent.PARAMETERS,
        responses=AcceptedOutput,
    )
    def put(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.match_to_enter(request.user, match, number)
        with transaction.atomic():
            locked_match = resource.locked(match_row)
            row = submissions.find(locked_match, number)
            body, named = read(request)
            same_number(named, number)
            entity_tags.require(
                request,
                entity_tags.of_round(row),
                entity_tags.of_match(locked_match),
                now=lambda: write(row, match_row),
            )
            round_, given = consent.apart(request, body)
            accepted = submissions.correct(
                locked_match.pk, number, round_, by=request.user, **given._asdict()
            )
        return entity_tags.tagged(write_accepted(accepted, request), tag_of(accepted))


def read(request: ApiRequest) -> tuple[dict[str, Any], int | None]:
    """Return the round in the body, and the number that may stand beside its keys."""
    body = resource.as_object(resource.body(request))
    number = body.get("number")
    if "number" in body and type(number) is not int:
        raise invalid("not_an_integer", "number", _("Enter a whole number."))
    return {key: value for key, value in body.items() if key != "number"}, number


def same_number(named: int | None, number: int) -> None:
    if named not in (None, number):
        raise invalid(
            "other_number", "number", _("The round number differs from the one in the URL.")
        )


def _conflict_with_round(
    conflict: Conflict, match: Match, number: int | None, sent: dict[str, Any]
) -> Conflict:
    if number is None:
        return conflict
    row = match.submissions.filter(number=number).order_by("-version").first()
    return conflicts.of_round(conflict, row, write(row, match), sent) if row else conflict


def current(match: Match) -> "QuerySet[Submission]":
    """Return the latest version of each round."""
    newer = Submission.objects.filter(
        match=OuterRef("match"), number=OuterRef("number"), version__gt=OuterRef("version")
    )
    return match.submissions.filter(~Exists(newer)).select_related("submitted_by")


def _submitter(row: Submission) -> str | None:
    if row.submitted_by is None or row.phone_of_table is not None:
        return None
    return row.submitted_by.name or None


def write(row: Submission, match: Match) -> dict[str, Any]:
    verdict: Mapping[str, Any] = row.verdict
    return {
        "number": row.number,
        "version": row.version,
        "round": row.body,
        "scores": row.scores,
        "breakdown": verdict["breakdown"],
        "evidence": row.evidence,
        "submitted_at": local(row.submitted_at, match.session.season.club.timezone),
        "submitted_by": _submitter(row),
        "phone_of_table": row.phone_of_table,
        "reason": row.reason,
    }


def write_accepted(accepted: submissions.AcceptedRound, request: ApiRequest) -> dict[str, Any]:
    return {
        "number": accepted.submission.number,
        "verdict": accepted.verdict.to_json(get_language() or "en"),
        "match": matches.write(accepted.match, request, accepted.players),
    }


def tag_of(accepted: submissions.AcceptedRound) -> str:
    return entity_tags.of_round(accepted.submission)
