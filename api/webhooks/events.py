"""The events of a club for programs that follow them: as JSON pages, or as server-sent events.

Each answer of server-sent events ends. The reader asks again by itself after the number that it has
seen, as the standard demands, so no connection holds a thread.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.response import Response

from api.http import paging
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import invalid
from league.models import Event, EventType
from league.operations.support import waiting
from league.operations.webhooks import feed, outbox
from league.permissions import Action

LONGEST_WAIT = 25  # seconds, less than proxies allow
RETRY_MILLISECONDS = 500
LARGEST_NUMBER = 2**63 - 1
STREAM = "text/event-stream"
AFTER = OpenApiParameter(
    "after",
    int,
    description="`last` of the previous answer. Without it there are no events, only `last`: read "
    "the current state then, and go on from there.",
)
WAIT = OpenApiParameter(
    "wait",
    int,
    description="Seconds to wait if there is nothing new, at most 25. Defaults to 0, and to 25 for "
    "`text/event-stream`.",
)
LIMIT = OpenApiParameter("limit", int, description="Maximum number of events. Defaults to 50.")
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    int,
    OpenApiParameter.HEADER,
    description="Like `after`. Readers of `text/event-stream` send it by themselves.",
)
EVENT_STREAM = {
    (200, STREAM): OpenApiResponse(
        str, "Server-sent events: `id` is the number, `event` the type, `data` a webhook message."
    )
}

STREAM_EXAMPLE = OpenApiExample(
    "stream",
    "retry: 500\n\n"
    "id: 8\nevent: standings.updated\n"
    'data: {"type":"standings.updated","timestamp":"2026-10-01T20:30:00.000+00:00","data":'
    '{"standings":{"season":1,"league":null,"game":null,"version":12}}}\n\n',
    media_type=STREAM,
    response_only=True,
    status_codes=["200"],
)


class FeedEventOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Position in the feed of the club, from 1.")
    id = serializers.CharField(help_text="The `webhook-id` of the same event.")
    type = serializers.ChoiceField(EventType.values)
    timestamp = serializers.DateTimeField()
    data = serializers.DictField(help_text="As in the webhook message of this type.")  # type: ignore[assignment]  # a key


class FeedOutput(serializers.Serializer[Any]):
    results = FeedEventOutput(many=True)
    next = serializers.URLField(
        allow_null=True, help_text="URL of the next page. `null` if there are no more events now."
    )
    last = serializers.IntegerField(help_text="Number to send as `after` in the next request.")


class EventStreamRenderer(BaseRenderer):
    """Writes a page of events as server-sent events."""

    media_type, format, charset = STREAM, "events", "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        events = data["results"]
        begin = "" if events else f"id: {data['last']}\n"  # not before its events have arrived
        blocks = [f"retry: {RETRY_MILLISECONDS}\n{begin}\n"]
        for event in events:
            message = {name: event[name] for name in ("type", "timestamp", "data")}
            line = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
            blocks.append(f"id: {event['number']}\nevent: {event['type']}\ndata: {line}\n\n")
        return "".join(blocks).encode()


class Events(Resource):
    renderer_classes = (JSONRenderer, EventStreamRenderer)
    for_other_sites = True
    queries = {"GET": ("after", "wait", "limit")}

    @extend_schema(
        summary="Follow the events of a club",
        description="Events in the order in which they happened, each once. They are stored from "
        "the first request on, for 30 days by default. With `Accept: text/event-stream` they are "
        "server-sent events, for `EventSource` and similar readers: after `retry`, a block with "
        "`id`, `event` and `data` for each. Each answer ends after the events that are there; "
        "readers ask again by themselves with `Last-Event-ID`. 410: events after this number are "
        "no longer stored; `current` has the number to go on after.",
        parameters=[AFTER, WAIT, LIMIT, LAST_EVENT_ID],
        responses={200: FeedOutput, **EVENT_STREAM},
        examples=[STREAM_EXAMPLE],
    )
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.VIEW)
        after, seconds = _after(request), _wait(request)
        page = feed.read(club_row, after, paging.limit_of(request))
        if after is not None and not page.events and seconds:
            waiting.let_wait(request, waiting.Wait(club_row.pk, page.last, seconds))
        following = None
        if page.has_more:
            following = _address_after(request, page.last)
        shown = [_write(event) for event in page.events]
        response = Response({"results": shown, "next": following, "last": page.last})
        response["Cache-Control"] = "no-store"
        return response


def _write(event: Event) -> dict[str, Any]:
    message = outbox.message_of(event)
    return {"number": event.number, "id": event.code, **message}


def _address_after(request: ApiRequest, number: int) -> str:
    query = request.query_params.copy()
    query["after"] = str(number)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _after(request: ApiRequest) -> int | None:
    """Return the number that the reader has seen. The header is from later than the address, which
    readers of server-sent events repeat."""
    numbers = [
        _whole_number(text, name, LARGEST_NUMBER)
        for name, text in (
            ("after", request.query_params.get("after")),
            ("Last-Event-ID", request.headers.get("Last-Event-ID")),
        )
        if text is not None
    ]
    return numbers[-1] if numbers else None


def _wait(request: ApiRequest) -> int:
    text = request.query_params.get("wait")
    if text is None:
        return LONGEST_WAIT if request.accepted_media_type.startswith(STREAM) else 0
    return _whole_number(text, "wait", LONGEST_WAIT)


def _whole_number(text: str, name: str, most: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= most:
        return int(text)
    words = _("Enter a whole number from %(least)s to %(most)s.")
    raise invalid("out_of_range", name, words % {"least": 0, "most": most})
