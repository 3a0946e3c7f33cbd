"""Expected players of a session, players of the last one, and checking in oneself at the door."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Id, Input, List, local
from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.signups.lookups import person
from league import permissions
from league.errors import Forbidden
from league.models import Player, Session
from league.operations.sessions.current_sessions import LONGEST_SESSION
from league.operations.sessions.session_log import MOST_PLAYERS
from league.operations.signups import access, self_check_in, session_arrivals
from league.permissions import Action


class ExpectedOutput(serializers.Serializer[Any]):
    expected = SeatedOutput(many=True, help_text="Players with a place who are not checked in.")
    missing = SeatedOutput(
        many=True, help_text="The expected players, from a quarter of an hour after the start."
    )


class ExpectedInput(Input):
    players = List(
        child=Id(),
        max_length=MOST_PLAYERS,
        required=False,
        help_text="Ids of expected players. Defaults to all of them.",
    )


class SessionPlayersOutput(ListOutput):
    old_names = {"players": "results"}
    results = SeatedOutput(many=True)


class DoorOutput(serializers.Serializer[Any]):
    link = serializers.CharField(help_text="Link for a QR code at the door.")
    opens_at = serializers.DateTimeField(
        help_text="When the link starts working, in the time zone of the club."
    )
    closes_at = serializers.DateTimeField()


class SelfCheckInInput(Input):
    player = Id(help_text="`id` of a player of your account, or of a child you are guardian of.")


class Expected(Resource):
    @extend_schema(summary="List the expected players of a session", responses=ExpectedOutput)
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        expected = session_arrivals.expected(session_row)
        missing = session_arrivals.missing(session_row, timezone.now())
        return Response({"expected": _people(expected), "missing": _people(missing)})


class CheckInExpected(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Check in expected players",
        description="Returns the players who were checked in. Players who are already "
        "checked in do not change.",
        request=ExpectedInput,
        responses={200: SessionPlayersOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        values = resource.read(request, ExpectedInput)
        stays = session_arrivals.check_in_expected(session_row, by=request.user, **values)
        players = Player.objects.filter(pk__in=[stay.player_id for stay in stays])
        people = _people(sorted(players, key=Player.sort_key))
        return Response(SessionPlayersOutput.of({"results": people}))


class LastTime(Resource):
    @extend_schema(
        summary="List the players of the previous session",
        description="Returns the players who attended the club's previous session.",
        responses=SessionPlayersOutput,
    )
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        people = _people(session_arrivals.players_of_last_session(session_row))
        return Response(SessionPlayersOutput.of({"results": people}))


class Door(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Get the check-in link of a session", responses=DoorOutput)
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        club = session_row.season.club
        permissions.require_secret(request.user, club, permissions.DOOR_LINK)
        return Response(_write_door(request, session_row))

    @extend_schema(
        summary="Check yourself in",
        description="Possible from two hours before the start until the end of the session.",
        request=SelfCheckInInput,
        responses={204: None},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        player = resource.read(request, SelfCheckInInput)["player"]
        own = access.players_of_account(session_row.season.club, request.user)
        chosen = next((own_player for own_player in own if own_player.pk == player), None)
        if chosen is None:
            raise Forbidden(_("You can check in only your own players."))
        self_check_in.check_in(session_row, chosen, by=request.user, now=timezone.now())
        return Response(status=204)


def _people(players: Iterable[Player]) -> list[dict[str, Any]]:
    return [person(player) for player in players]


def _write_door(request: HttpRequest, session: Session) -> dict[str, Any]:
    zone = session.season.club.timezone
    return {
        "link": request.build_absolute_uri(
            f"{get_script_prefix()}{self_check_in.path_of(session)}"
        ),
        "opens_at": local(session.starts_at - self_check_in.OPENS_BEFORE, zone),
        "closes_at": local(session.starts_at + LONGEST_SESSION, zone),
    }
