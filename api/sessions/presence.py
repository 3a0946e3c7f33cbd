"""Players present at a session."""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging, resource
from api.http.fields import Choice, Id, Input, Text, local
from api.http.filters import yes_no
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from league import permissions
from league.errors import NotFound, invalid
from league.models import Club, Presence, Session
from league.operations.people.person_search import Creation
from league.operations.sessions import session_log
from league.operations.signups import session_arrivals
from league.permissions import Action

CREATE = [creation.value for creation in Creation if creation != Creation.NEVER]


class PresenceInput(Input):
    player = Id(required=False)
    name = Text(
        required=False,
        allow_blank=True,
        help_text="Name of the person, instead of `player`.",
    )
    creation = Choice(
        CREATE,
        required=False,
        help_text="When `name` adds a player to the club. `unknown` (default): only if it fits no "
        "player; if it fits but is not the name of one player, 409 with the players it fits. "
        "`new`: unless a player has this name. `another`: even then.",
    )


class PresenceOutput(serializers.Serializer[Any]):
    """A stay at a session. A player who leaves and returns has two."""

    id = serializers.IntegerField()
    session = serializers.IntegerField()
    player = SeatedOutput()
    since = serializers.DateTimeField(help_text="In the time zone of the club.")
    until = serializers.DateTimeField(
        allow_null=True, help_text="When the player was checked out. `null` while checked in."
    )


class Presences(Resource):
    is_list = True
    conflicts = ("POST",)
    filters = {
        "here": yes_no(
            "Only players who are checked in (`true`), or only checked out (`false`).",
            lambda: Q(until=None),
        )
    }

    @extend_schema(
        summary="List the players who attended a session", responses=PresenceOutput(many=True)
    )
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        rows = Presence.objects.valid().filter(session=session_row).select_related("player")
        return paging.list_response(request, rows, lambda row: _write(row, session_row.season.club))

    @extend_schema(
        summary="Check in a player",
        description="If the player is already checked in, returns the current stay.",
        request=PresenceInput,
        responses={201: PresenceOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        values = resource.read(request, PresenceInput)
        if ("player" in values) == ("name" in values):
            message = _("Send either `player` or `name`.")
            raise invalid("missing_key", "player", message)
        with transaction.atomic():  # ignore a check-out before the stay is read
            if "name" in values:
                creation = Creation(values.get("creation", Creation.UNKNOWN))
                person = session_arrivals.check_in_person(
                    session_row, values["name"], creation, done=(), by=request.user
                )
                player = person.pk
            else:
                player = values["player"]
                session_log.check_in(session_row, [player], by=request.user)
            stay = _stay(session_row, player)
        return resource.created(_write(stay, session_row.season.club))


class OnePresence(Resource):
    @extend_schema(summary="Check out a player", responses={204: None})
    def delete(self, request: ApiRequest, session: int, player: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        if not Presence.objects.valid().filter(session=session_row, player=player).exists():
            raise NotFound(_("There is nothing here."))
        session_log.check_out(session_row, [player], by=request.user)
        return Response(status=204)


def _stay(session: Session, player: int) -> Presence:
    here = Presence.objects.current().select_related("player")
    return here.get(session=session, player=player)


def _write(row: Presence, club: Club) -> dict[str, Any]:
    return {
        "id": row.pk,
        "session": row.session_id,
        "player": {"id": row.player_id, "name": row.player.name},
        "since": local(row.since, club.timezone),
        "until": row.until and local(row.until, club.timezone),
    }
