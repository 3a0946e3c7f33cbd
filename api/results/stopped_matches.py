"""Matches that are stopped, postponed or replayed, and resumed."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.http import entity_tags, resource
from api.http.fields import Flag, Id, Input, List, Text, Time
from api.http.resource import ApiRequest, Resource
from api.matches import consent, matches
from api.matches.matches import MatchOutput
from league import permissions
from league.models import Match
from league.operations.results import match_ends, postponements, replays
from league.permissions import Action
from problems.seats import MOST_SEATS


class StopInput(Input):
    forfeited = List(
        child=Id(),
        max_length=MOST_SEATS,
        required=False,
        help_text="Ids of the players who forfeit. They share the last place; the others are "
        "ranked by their totals.",
    )
    reason = Text(
        required=False,
        allow_blank=True,
        help_text="Reason for stopping the match. At most 200 characters.",
    )
    without_result = Flag(
        required=False, help_text="If true, the match is abandoned and counts in no standings."
    )


class Stop(Resource):
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(
        summary="Stop a match",
        description="Stops a match because of a forfeit, because the time is up, or without a "
        "result. Later rounds return 409 `match_stopped`.",
        request=StopInput,
        responses={200: MatchOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        values = resource.read(request, StopInput)
        entity_tags.require(
            request, entity_tags.of_match(match_row), now=lambda: matches.write(match_row, request)
        )
        options = {
            "reason": values.get("reason", ""),
            "seen_version": _expected_version(request, match_row),
        }
        stopped = match_ends.end(
            match_row,
            forfeited=values.get("forfeited", []),
            without_result=values.get("without_result", False),
            by=request.user,
            **options,
        )
        return matches.tagged(stopped, request)


class Resume(Resource):
    optional_body = True
    queries = {"POST": consent.NAMES}
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(
        summary="Resume a stopped match",
        description="Removes the result that the stop gave the match; this is a correction.",
        request=consent.ConsentInput,
        parameters=consent.PARAMETERS,
        responses={200: MatchOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        entity_tags.require(
            request, entity_tags.of_match(match_row), now=lambda: matches.write(match_row, request)
        )
        given = consent.read_consent(request, resource.read(request, consent.ConsentInput))
        resumed = match_ends.resume(
            match_row,
            reason=given.reason,
            confirmed=given.confirmed,
            seen_version=_expected_version(request, match_row),
            by=request.user,
        )
        return matches.tagged(resumed, request)


class Replay(Resource):
    optional_body = True
    queries = {"POST": consent.NAMES}
    conflicts = ("POST",)

    @extend_schema(
        summary="Replay a match that has ended",
        description="Creates a match of the same players that replaces this one. The old match "
        "keeps its rounds, but its result counts no more; this is a correction. If the replay is "
        "already being played, returns it. Undo in the log of the session restores the result.",
        request=consent.ConsentInput,
        parameters=consent.PARAMETERS,
        responses={201: MatchOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        given = consent.read_consent(request, resource.read(request, consent.ConsentInput))
        new = replays.replay(
            match_row, reason=given.reason, confirmed=given.confirmed, by=request.user
        )
        new.session.season.club.refresh_from_db(fields=["edition"])
        return matches.created(new, request)


class PostponeInput(Input):
    to = Time()
    reason = Text(
        required=False,
        allow_blank=True,
        help_text="Reason for postponing the match. At most 200 characters.",
    )


class Postpone(Resource):
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(
        summary="Postpone a match to another day",
        description="Only allowed before the match has ended. Entering a further round resumes "
        "the match.",
        request=PostponeInput,
        responses={200: MatchOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        values = resource.read(request, PostponeInput)
        entity_tags.require(
            request, entity_tags.of_match(match_row), now=lambda: matches.write(match_row, request)
        )
        version = _expected_version(request, match_row)
        later = postponements.postpone(match_row, by=request.user, seen_version=version, **values)
        return matches.tagged(later, request)


class GoOn(Resource):
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(summary="Resume a postponed match", request=None, responses={200: MatchOutput})
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        entity_tags.require(
            request, entity_tags.of_match(match_row), now=lambda: matches.write(match_row, request)
        )
        going_on = postponements.end_postponement(
            match_row, by=request.user, seen_version=_expected_version(request, match_row)
        )
        return matches.tagged(going_on, request)


def _expected_version(request: ApiRequest, match: Match) -> int | None:
    """Return the version that has to hold under the lock, compared before the match was locked."""
    return match.version if "If-Match" in request.headers else None
