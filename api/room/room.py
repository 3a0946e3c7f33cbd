from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Input, Text, Time, local
from api.http.old_names import ListOutput, OldNames
from api.http.resource import ApiRequest, Resource
from api.signups.lookups import occasion
from league import permissions
from league.models import RoomAnnouncement, Session, TableCall, Tournament
from league.operations.room import announcements, table_calls
from league.permissions import Action


class AnnouncementInput(Input):
    text = Text(help_text="At most 160 characters.")
    until = Time(
        required=False, allow_null=True, help_text="When it ends by itself, within seven days."
    )


class AnnouncementOutput(OldNames):
    old_names = {"at": "created_at"}
    id = serializers.IntegerField()
    text = serializers.CharField()
    created_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    until = serializers.DateTimeField(allow_null=True)


class AnnouncementsOutput(ListOutput):
    old_names = {"announcements": "results"}
    results = AnnouncementOutput(many=True)


class CallOutput(OldNames):
    old_names = {"at": "created_at"}
    match = serializers.IntegerField()
    table = serializers.IntegerField(help_text="Number of the table.")
    created_at = serializers.DateTimeField(help_text="In the time zone of the club.")


class CallsOutput(ListOutput):
    old_names = {"calls": "results"}
    results = CallOutput(many=True)


class Announcements(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="List the announcements that the room sees now", responses=AnnouncementsOutput
    )
    def get(self, request: ApiRequest, **where: int) -> Response:
        row = occasion(request, where, Action.VIEW)
        zone = _zone(row)
        shown = [_announcement(announcement, zone) for announcement in announcements.visible(row)]
        return Response(AnnouncementsOutput.of({"results": shown}))

    @extend_schema(
        summary="Announce something to the room",
        description="Shown on screens, on phones at the tables and on the public page. The same "
        "text again changes its end.",
        request=AnnouncementInput,
        responses={201: AnnouncementOutput},
    )
    def post(self, request: ApiRequest, **where: int) -> Response:
        row = occasion(request, where, Action.ORGANISE)
        values = resource.read(request, AnnouncementInput)
        announcement = announcements.announce(row, **values, by=request.user)
        return resource.created(_announcement(announcement, _zone(row)))


class OneAnnouncement(Resource):
    @extend_schema(summary="Remove an announcement", responses={204: None})
    def delete(self, request: ApiRequest, number: int, **where: int) -> Response:
        row = occasion(request, where, Action.ORGANISE)
        announcements.remove(row, number, by=request.user)
        return Response(status=204)


class Calls(Resource):
    @extend_schema(
        summary="List the tables that call the organiser",
        description="The longest waiting first.",
        responses=CallsOutput,
    )
    def get(self, request: ApiRequest, **where: int) -> Response:
        row = occasion(request, where, Action.VIEW)
        calls = table_calls.open_calls(row)
        shown = [_call(call, number, _zone(row)) for number, call in calls]
        return Response(CallsOutput.of({"results": shown}))


class OneCall(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Call the organiser to a table",
        description="While a call is open, returns it. Returns 409 for half a minute after a "
        "call was done, and once the match has ended.",
        request=None,
        responses={201: CallOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        row = permissions.find_match(request.user, match, Action.SUBMIT)
        call = table_calls.call(row, by=request.user)
        zone = row.session.season.club.timezone
        return resource.created(_call(call, row.table, zone))

    @extend_schema(summary="Mark the call of a table as done", responses={204: None})
    def delete(self, request: ApiRequest, match: int) -> Response:
        row = permissions.find_match(request.user, match, Action.ORGANISE)
        table_calls.finish(row, by=request.user)
        return Response(status=204)


def _zone(row: Session | Tournament) -> str:
    return row.season.club.timezone


def _announcement(row: RoomAnnouncement, zone: str) -> dict[str, Any]:
    until = row.until and local(row.until, zone)
    content = {"id": row.pk, "text": row.text, "created_at": local(row.at, zone), "until": until}
    return AnnouncementOutput.with_old_names(content)


def _call(row: TableCall, number: int, zone: str) -> dict[str, Any]:
    content = {"match": row.match_id, "table": number, "created_at": local(row.at, zone)}
    return CallOutput.with_old_names(content)
