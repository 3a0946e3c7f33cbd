from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Input, Integer, PossibleMistake, Text, Time, local
from api.http.filters import day
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import Session
from league.models.seasons import LONGEST_FOLLOW_DELAY, LONGEST_REASON, MOST_WEIGHT
from league.operations.seasons import deleting, notices, seasons
from league.operations.sessions import nights
from league.operations.support import versions
from league.permissions import Action

FOLLOW_DELAY_HELP = (
    "Minutes until spectators see a move of a round that is entered move by move; 0: at once, "
    "null: never."
)

WEIGHT_HELP = "Weight of the results in all standings, in per cent: 200 counts double, 50 half."


class SessionInput(Input):
    starts_at = Time(help_text="When the session starts. RFC 3339 date and time with offset.")
    place = Text(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="Defaults to the meeting place of the club when something is created.",
    )

    weight = Integer(
        required=False,
        min_value=1,
        max_value=MOST_WEIGHT,
        help_text=f"{WEIGHT_HELP} Defaults to 100.",
    )


class SessionChanges(SessionInput):
    follow_delay = Integer(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=LONGEST_FOLLOW_DELAY,
        help_text=FOLLOW_DELAY_HELP,
    )


class SessionOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    season = serializers.IntegerField()
    starts_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    place = serializers.CharField()
    cancelled = serializers.BooleanField()
    cancel_reason = serializers.CharField(help_text='Why it is cancelled. `""` without a reason.')
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text="In the time zone of the club; null while it is not closed."
    )
    follow_delay = serializers.IntegerField(allow_null=True, help_text=FOLLOW_DELAY_HELP)
    weight = serializers.IntegerField(help_text=WEIGHT_HELP)
    night = serializers.IntegerField(
        allow_null=True, help_text="The league night of the session, or null."
    )


class StoredSession(SessionOutput):
    notices = PossibleMistake(
        many=True,
        help_text="`same_time`, `after_season` or `before_season`: it was stored, but the time "
        "may be a mistake.",
    )


class Sessions(Resource):
    is_public = True
    is_list = True
    filters = {
        "from": day(
            "Only sessions on or after this day, in the time zone of the club.",
            "starts_at__date__gte",
        ),
        "to": day(
            "Only sessions on or before this day, in the time zone of the club.",
            "starts_at__date__lte",
        ),
    }
    old_filters = {"until": "to"}
    orders = ("starts_at",)

    @extend_schema(summary="List the sessions of a season", responses=SessionOutput(many=True))
    def get(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.READ)
        rows = Session.objects.filter(season=season_row).select_related("season__club")
        with timezone.override(ZoneInfo(season_row.club.timezone)):
            return paging.list_response(request, rows, write)

    @extend_schema(summary="Create a session", request=SessionInput, responses=StoredSession)
    def post(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.ORGANISE)
        session = seasons.open_session(
            season_row, by=request.user, **resource.read(request, SessionInput)
        )
        location = reverse("api:session", args=[session.pk])
        return resource.created(write_stored(session), location, tag_of(session))


class OneSession(Resource):
    is_public = True
    tagged = True
    conflicts = ("DELETE",)
    if_match = ("DELETE",)

    @extend_schema(summary="Get a session", responses=SessionOutput)
    def get(self, request: ApiRequest, session: int) -> HttpResponseBase:
        session_row = permissions.find_session(request.user, session, Action.READ)
        tag = tag_of(session_row)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(write(session_row), tag)

    @extend_schema(
        summary="Update a session",
        description="The other open sessions of its league night move with it, by the same time "
        "and to the same place.",
        request=SessionChanges,
        responses=StoredSession,
    )
    def patch(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        changes = resource.read(request, SessionChanges, partial=True)
        with transaction.atomic():
            versions.bump_edition(session_row.season.club_id)
            session_row = resource.locked(session_row)
            entity_tags.require_content(request, write(session_row))
            session_row = nights.update_together(session_row, by=request.user, **changes)
        return entity_tags.tagged(write_stored(session_row), tag_of(session_row))

    @extend_schema(
        summary="Delete a session that was created by mistake",
        description="Webhooks get `session.cancelled`. Returns 409 with `in_use` for everything "
        "that belongs to it, such as matches, presence and sign-ups.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        with transaction.atomic():
            versions.bump_edition(session_row.season.club_id)
            session_row = resource.locked(session_row)
            entity_tags.require_content(request, write(session_row))
            deleting.delete_session(session_row, by=request.user)
        return Response(status=204)


class CancelInput(Input):
    reason = Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_REASON,
        help_text="Why the session is cancelled. Everybody reads it.",
    )


class Cancel(Resource):
    optional_body = True
    conflicts = ("POST",)

    @extend_schema(
        summary="Cancel a session; it stays in the list",
        description="The body may be empty. The other open sessions of its league night are "
        "cancelled too. Returns 409 if one of them has tables.",
        request=CancelInput,
        responses={200: SessionOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        values = resource.read(request, CancelInput)
        return Response(write(nights.cancel_together(session_row, by=request.user, **values)))


class Reinstate(Resource):
    @extend_schema(
        summary="Reinstate a cancelled session",
        request=None,
        responses={200: SessionOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        return Response(write(nights.reinstate_together(session_row, by=request.user)))


def write(session: Session) -> dict[str, Any]:
    return {
        "id": session.pk,
        "season": session.season_id,
        "starts_at": local(session.starts_at, session.season.club.timezone),
        "place": session.place,
        "cancelled": session.cancelled_at is not None,
        "cancel_reason": session.cancel_reason,
        "closed_at": session.closed_at and local(session.closed_at, session.season.club.timezone),
        "follow_delay": session.follow_delay,
        "weight": session.weight,
        "night": session.night_id,
    }


def write_stored(session: Session) -> dict[str, Any]:
    stored_notices = [notice.to_json() for notice in notices.of_session(session)]
    return {**write(session), "notices": stored_notices}


def tag_of(session: Session) -> str:
    return entity_tags.of_content(write(session))
