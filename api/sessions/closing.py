"""Closing a session: the open tables, and how each one ends."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Choice, Id, Input, List
from api.http.resource import ApiRequest, Resource
from api.matches.open_matters import OpenMatterOutput, force, write_matters
from league import permissions
from league.operations.results import closing
from league.operations.results.closing import Ending
from league.permissions import Action

MAX_TABLES = 500
CHOICES = [ending.value for ending in Ending]
ENDINGS = (
    "`stop`: ends with the result so far. `abandon`: ends without a result. `cancel`: for a match "
    "without rounds. `leave`: stays open."
)


class EndingInput(Input):
    match = Id()
    do = Choice(CHOICES, help_text=ENDINGS)


class CloseInput(Input):
    matches = List(
        child=EndingInput(),
        max_length=MAX_TABLES,
        required=False,
        help_text="How each open match ends: all that `GET` lists. By default the first of its "
        "`choices`.",
    )
    force = force("the date of the session, such as `2026-10-01`")


class OpenTableOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    table = serializers.IntegerField()
    rounds_played = serializers.IntegerField()
    choices = serializers.ListField(
        child=serializers.ChoiceField(CHOICES),
        help_text=f"{ENDINGS} Default: the first.",
    )


class ClosingOutput(serializers.Serializer[Any]):
    matches = OpenTableOutput(many=True, help_text="Open matches, by table number.")
    postponed = serializers.ListField(
        child=serializers.IntegerField(), help_text="Ids of postponed matches. They stay postponed."
    )
    present = serializers.ListField(
        child=serializers.IntegerField(), help_text="Ids of the players who are checked out."
    )
    open = OpenMatterOutput(
        many=True,
        help_text="What stays open: postponed matches and results that are not settled. Disputes, "
        "proposed corrections and matches that are left open need `force`.",
    )


class Close(Resource):
    optional_body = True
    conflicts = ("POST",)

    @extend_schema(summary="Preview the closing of a session", responses=ClosingOutput)
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        planned = closing.plan(session_row)
        return Response(
            {
                "matches": [
                    {
                        "match": table.match.pk,
                        "table": table.number,
                        "rounds_played": table.match.rounds_played,
                        "choices": list(table.choices),
                    }
                    for table in planned.tables
                ],
                "postponed": [numbered_match.match.pk for numbered_match in planned.postponed],
                "present": [player.pk for player in planned.present],
                "open": write_matters(planned.matters),
            }
        )

    @extend_schema(
        summary="Close a session",
        description="Ends the open matches and checks out the players. One entry in the log of the "
        "session, which can be undone. Another check-in or match opens the session again.",
        request=CloseInput,
        responses={204: None},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        values = resource.read(request, CloseInput)
        chosen = values.get("matches")
        endings = None if chosen is None else {row["match"]: Ending(row["do"]) for row in chosen}
        given = values.get("force", "")
        closing.close(session_row, endings, force=given, by=request.user)
        return Response(status=204)
