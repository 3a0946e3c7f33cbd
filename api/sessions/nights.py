"""League nights: sessions of several seasons of a club that share their tables."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Input, Integer, List
from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from api.sessions.sessions import SessionOutput, write
from league import permissions
from league.models import Session
from league.operations.sessions import nights
from league.permissions import Action


class NightInput(Input):
    sessions = List(
        child=Integer(min_value=1),
        max_length=nights.MOST_SESSIONS,
        help_text="Sessions that join the night: `id`s. Other open sessions of the club on the "
        "same day, at the same place.",
    )


class NightOutput(ListOutput):
    old_names = {"sessions": "results"}
    id = serializers.IntegerField(allow_null=True, help_text="null while it is not joined.")
    results = SessionOutput(
        many=True, help_text="The sessions of the night; only the session itself without one."
    )


class OfSession(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Get the league night of a session", responses=NightOutput)
    def get(self, request: ApiRequest, session: int) -> Response:
        row = permissions.find_session(request.user, session, Action.VIEW)
        return Response(_write(row))

    @extend_schema(
        summary="Join sessions as a league night",
        description="Sessions of a night share the numbers of their tables. Returns 409 for "
        "sessions that are closed, cancelled or of a tournament, and for open tables with the same "
        "number.",
        request=NightInput,
        responses={200: NightOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        row = permissions.find_session(request.user, session, Action.ORGANISE)
        values = resource.read(request, NightInput)
        row.night = nights.join(row, values["sessions"], by=request.user)
        return Response(_write(row))

    @extend_schema(
        summary="Take a session out of its league night",
        description="A night ends when one session is left.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, session: int) -> Response:
        row = permissions.find_session(request.user, session, Action.ORGANISE)
        nights.separate(row, by=request.user)
        return Response(status=204)


def _write(session: Session) -> dict[str, Any]:
    sessions = nights.sessions_of(session)
    rows = [write(row) for row in sessions]
    return NightOutput.of({"id": session.night_id, "results": rows})
