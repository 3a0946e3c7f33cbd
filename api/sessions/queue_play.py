"""Queue play of a session: the players who wait, in order, and the next tables."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import GameField, GameOutput
from api.http import resource
from api.http.fields import Input, Integer, local
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from league import permissions
from league.models import Session
from league.operations.sessions import queue_play
from league.permissions import Action
from problems.seats import MOST_SEATS


class QueuePlayInput(Input):
    game = GameField(help_text="Game of the next tables.")
    size = Integer(
        required=False,
        min_value=0,
        max_value=MOST_SEATS,
        help_text="Players at a table. Defaults to 0: 3 to 5, as the game allows.",
    )


class WaitingOutput(serializers.Serializer[Any]):
    """A player in the queue."""

    player = SeatedOutput()
    place = serializers.IntegerField(
        help_text="From 1. Players who became free at the same time share a place."
    )
    since = serializers.DateTimeField(help_text="In the time zone of the club.")
    passes = serializers.IntegerField(help_text="Tables that have started since then.")


class QueueOutput(serializers.Serializer[Any]):
    """The queue. It is empty while queue play is off."""

    on = serializers.BooleanField()
    game = GameOutput(allow_null=True, help_text="`null` while queue play is off.")
    size = serializers.IntegerField(help_text="Players at a table. 0: the usual ones.")
    waiting = WaitingOutput(many=True, help_text="The players who have waited longest come first.")
    tables = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Player ids of the next tables, in seat order. Send them to `seating/`.",
    )
    missing = serializers.IntegerField(help_text="Players that the next table still needs.")
    time_is_up = serializers.BooleanField(
        help_text="Whether the clock of an arena has run out. No further table starts then."
    )
    refusals = serializers.ListField(
        child=serializers.CharField(),
        help_text="Wishes and needs that prevent the next table, with the remedy. Empty unless "
        "the caller is an organiser.",
    )


class QueuePlay(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Get the queue of a session", responses=QueueOutput)
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        return Response(_write(request, session_row))

    @extend_schema(
        summary="Switch queue play on, or change its game and table size",
        request=QueuePlayInput,
        responses={200: QueueOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        values = resource.read(request, QueuePlayInput)
        queue_play.switch_on(session_row, **values, by=request.user)
        return Response(_write(request, session_row))

    @extend_schema(summary="Switch queue play off", responses={204: None})
    def delete(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        queue_play.switch_off(session_row, by=request.user)
        return Response(status=204)


def _write(request: ApiRequest, session: Session) -> dict[str, Any]:
    club, is_on = session.season.club, session.queue_since is not None
    queue = queue_play.queue_of(session)
    organises = permissions.may(request.user, club, Action.ORGANISE)
    return {
        "on": is_on,
        "game": session.queue_game if is_on else None,
        "size": session.queue_size,
        "waiting": [
            {
                "player": {"id": player.pk, "name": player.name},
                "place": waiting.place,
                "since": local(waiting.since, club.timezone),
                "passes": waiting.passes,
            }
            for waiting, player in (queue.order if queue else ())
        ],
        "tables": queue.tables if queue else [],
        "missing": queue.missing if queue else 0,
        "time_is_up": queue is not None and queue.time_is_up,
        "refusals": queue_play.unmet_words(queue) if queue and organises else [],
    }
