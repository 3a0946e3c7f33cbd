"""The deliveries of a webhook; for owners only."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging
from api.http.fields import local
from api.http.filters import one_of
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import NotFound
from league.models import Attempt, Club, Outgoing
from league.models.outbox import CALL_STATES
from league.operations.webhooks import outbox
from league.permissions import Action

STATES = [state.value for state in CALL_STATES]


class EventOutput(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="`webhook-id` of the message.")
    type = serializers.CharField()
    created_at = serializers.DateTimeField(help_text="In the time zone of the club.")


class DeliveryOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    event = EventOutput()
    state = serializers.ChoiceField(STATES)
    attempts = serializers.IntegerField()
    next_attempt_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class AttemptOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    status = serializers.IntegerField(
        allow_null=True, help_text="HTTP status of the response. `null` if there was none."
    )
    error = serializers.CharField(
        allow_null=True, help_text="Stable code of the error, such as `timeout`."
    )
    milliseconds = serializers.IntegerField()
    response = serializers.CharField(
        allow_blank=True, help_text="First 1024 bytes of the response."
    )


class LoggedDeliveryOutput(DeliveryOutput):
    body = serializers.CharField(help_text="Message as sent and signed.")
    log = AttemptOutput(many=True)


class Deliveries(Resource):
    is_list = True
    filters = {"state": one_of("state", STATES)}

    @extend_schema(summary="List the deliveries of a webhook", responses=DeliveryOutput(many=True))
    def get(self, request: ApiRequest, club: str, webhook: int) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        rows = _of(club_row, webhook)
        return paging.list_response(request, rows, lambda row: write(row, club_row))


class OneDelivery(Resource):
    @extend_schema(summary="Get a delivery and its attempts", responses=LoggedDeliveryOutput)
    def get(self, request: ApiRequest, club: str, webhook: int, delivery: int) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        row = find(club_row, webhook, delivery)
        log = [_attempt(attempt, club_row) for attempt in row.log.all()]
        assert row.event is not None, "a constraint"
        body = outbox.serialize(row.event).decode()
        return Response({**write(row, club_row), "body": body, "log": log})


class ReplayDelivery(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Send a message again", request=None, responses={202: DeliveryOutput})
    def post(self, request: ApiRequest, club: str, webhook: int, delivery: int) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        again = outbox.replay_one(find(club_row, webhook, delivery), by=request.user)
        return Response(write(again, club_row), 202)


def find(club: Club, webhook: int, delivery: int) -> Outgoing:
    row = _of(club, webhook).filter(pk=delivery).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    return row


def write(row: Outgoing, club: Club) -> dict[str, Any]:
    assert row.event is not None, "a constraint"
    return {
        "id": row.pk,
        "event": {
            "id": row.event.code,
            "type": row.event.type,
            "created_at": local(row.event.created_at, club.timezone),
        },
        "state": row.state,
        "attempts": row.attempts,
        "next_attempt_at": row.next_attempt_at and local(row.next_attempt_at, club.timezone),
        "created_at": local(row.created_at, club.timezone),
        "finished_at": row.ended_at and local(row.ended_at, club.timezone),
    }


def _of(club: Club, webhook: int) -> "QuerySet[Outgoing]":
    if not club.webhooks.live().filter(pk=webhook).exists():
        raise NotFound(_("There is nothing here."))
    return Outgoing.objects.filter(webhook=webhook).select_related("event", "webhook")


def _attempt(row: Attempt, club: Club) -> dict[str, Any]:
    return {
        "number": row.number,
        "at": local(row.at, club.timezone),
        "status": row.status,
        "error": row.error or None,
        "milliseconds": row.milliseconds,
        "response": row.response,
    }
