"""The messages of the caller, as the bell of the pages shows them."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging, resource
from api.http.fields import Id, Input, List, local
from api.http.resource import ApiRequest, Resource
from league.models import Message
from league.operations.messages import inbox, texts
from league.operations.messages.choices import KINDS
from league.operations.support.links import link_to

MOST_IDS = 200


class ReadInput(Input):
    messages = List(
        child=Id(),
        max_length=MOST_IDS,
        required=False,
        help_text="Ids of the messages to mark. Defaults to all messages.",
    )


class MessageOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS)
    title = serializers.CharField(help_text="Title, in the language of the request.")
    text = serializers.CharField()
    url = serializers.CharField(help_text="Page that the message is about.")
    club = serializers.CharField(allow_null=True, help_text="`slug` of the club.")
    player = serializers.IntegerField(
        allow_null=True,
        help_text="`id` of the player that the message is about: one of yours, or a child "
        "you are guardian of.",
    )
    created_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)


class ReadOutput(serializers.Serializer[Any]):
    read = serializers.IntegerField(help_text="Number of messages that were marked.")


class Messages(Resource):
    is_list = True

    @extend_schema(
        summary="List your messages, newest first",
        description="Omits messages about a session or a match that no longer exists.",
        responses=MessageOutput(many=True),
    )
    def get(self, request: ApiRequest) -> Response:
        rows = inbox.messages_of(request.user)
        return paging.batch_list_response(request, rows, _write_all, falls=True)


class ReadMessages(Resource):
    @extend_schema(summary="Mark messages as read", request=ReadInput, responses={200: ReadOutput})
    def post(self, request: ApiRequest) -> Response:
        ids = resource.read(request, ReadInput).get("messages")
        return Response({"read": inbox.mark_read(request.user, ids)})


def _write_all(messages: Sequence[Message]) -> list[Any]:
    return [shown for message in messages if (shown := write(message)) is not None]


def write(message: Message) -> Any:
    """Return a message as the API shows it; None if what it is about is gone."""
    text = texts.describe(message, outside=False)
    if text is None:
        return None
    return MessageOutput(
        {
            "id": message.pk,
            "kind": message.kind,
            "title": text.title,
            "text": text.body,
            "url": link_to(text.path),
            "club": message.club.slug if message.club else None,
            "player": message.player_id,
            "created_at": local(message.created_at, "UTC"),
            "read_at": message.read_at and local(message.read_at, "UTC"),
        }
    ).data
