from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api import conditions, matches, paging, resource
from api.fields import local
from api.resource import ApiRequest, Resource
from api.shapes import EVIDENCE, Breakdown, NumberedRound, Round, VerdictOutput
from league import permissions
from league.errors import invalid
from league.models import Match, Submission
from league.operations import submissions
from league.permissions import Action


class PlayedRoundOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Rises with each correction.")
    round = Round()
    scores = serializers.ListField(child=serializers.IntegerField())
    breakdown = Breakdown(many=True)
    evidence = serializers.ChoiceField(EVIDENCE)
    submitted_at = serializers.DateTimeField()
    submitted_by = serializers.CharField(allow_null=True)
    reason = serializers.CharField(help_text="Of a correction; empty when none was given.")


class AcceptedOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    verdict = VerdictOutput(help_text="Of the match so far.")
    match = matches.MatchOutput()


class Rounds(Resource):
    tagged = True
    if_match = ("POST",)
    submit_methods = ("POST",)
    conflicts = ("POST",)

    @extend_schema(
        summary="The rounds of a match as they stand", responses=PlayedRoundOutput(many=True)
    )
    def get(self, request: ApiRequest, match: int) -> HttpResponseBase:
        found = permissions.match(request.user, match, Action.VIEW)
        tag = conditions.of_match(found)
        if same := conditions.unchanged(request, tag):
            return same
        response = paging.answer(request, current(found), lambda row: write(row, found), "number")
        response["ETag"] = tag
        return response

    @extend_schema(
        summary="Submit the next round", request=NumberedRound, responses={201: AcceptedOutput}
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        found = permissions.match(request.user, match, Action.SUBMIT)
        round, number = read(request)
        accepted = submissions.submit(
            found.pk,
            round,
            by=request.user,
            number=number,
            seen_version=conditions.seen_version(request, found),
        )
        location = reverse("api:round", args=[found.pk, accepted.submission.number])
        return resource.created(write_accepted(accepted), location, tag_of(accepted))


class OneRound(Resource):
    tagged = True
    submit_methods = ("PUT",)

    @extend_schema(summary="A round as it stands", responses=PlayedRoundOutput)
    def get(self, request: ApiRequest, match: int, number: int) -> HttpResponseBase:
        found = permissions.match(request.user, match, Action.VIEW)
        row = submissions.find(found, number)
        tag = conditions.of_round(row)
        return conditions.unchanged(request, tag) or conditions.tagged(write(row, found), tag)

    @extend_schema(
        summary="Correct a round; the old version is kept, later rounds are checked again",
        request=NumberedRound,
        responses=AcceptedOutput,
    )
    def put(self, request: ApiRequest, match: int, number: int) -> Response:
        found = permissions.match(request.user, match, Action.SUBMIT)
        with transaction.atomic():
            held = resource.locked(found)
            row = submissions.find(held, number)
            round, named = read(request)
            if named not in (None, number):
                raise invalid("other_number", "number", _("The address names another round."))
            conditions.require(request, conditions.of_round(row), conditions.of_match(held))
            accepted = submissions.correct(held.pk, number, round, by=request.user)
        return conditions.tagged(write_accepted(accepted), tag_of(accepted))


def read(request: ApiRequest) -> tuple[dict[str, Any], int | None]:
    """The ROUND, and the number that may stand beside its keys."""
    body = resource.as_object(resource.body(request))
    number = body.get("number")
    if "number" in body and type(number) is not int:
        raise invalid("not_an_integer", "number", _("A whole number is expected."))
    return {key: value for key, value in body.items() if key != "number"}, number


def current(match: Match) -> "QuerySet[Submission]":
    """The latest version of each round."""
    newer = Submission.objects.filter(
        match=OuterRef("match"), number=OuterRef("number"), version__gt=OuterRef("version")
    )
    return match.submissions.filter(~Exists(newer)).select_related("submitted_by")


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
        "submitted_by": row.submitted_by.name or None if row.submitted_by else None,
        "reason": row.reason,
    }


def write_accepted(accepted: submissions.Accepted) -> dict[str, Any]:
    return {
        "number": accepted.submission.number,
        "verdict": accepted.verdict.to_json(get_language() or "en"),
        "match": matches.write(accepted.match),
    }


def tag_of(accepted: submissions.Accepted) -> str:
    return conditions.of_round(accepted.submission)
