"""The webhooks of a club; for owners only."""

from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Flag, Input, List, Text, Time, local
from api.http.idempotency import SecretResponse
from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from api.webhooks import deliveries
from league import permissions
from league.errors import NotFound
from league.models import Club, EventType, Webhook, WebhookFormat
from league.models.webhooks import DisableReason
from league.operations.webhooks import chat_words, outbox, webhooks
from league.permissions import Action

MAX_EVENTS = 50


class NewWebhookInput(Input):
    url = Text(help_text="URL that starts with `https://` and is not in a private network.")
    events = List(child=Choice(choices=EventType.values), max_length=MAX_EVENTS)
    format = Choice(
        choices=WebhookFormat.values,
        required=False,
        help_text="`events`: signed data for programs. Other values: messages for people in "
        "a chat.",
    )
    description = Text(
        required=False,
        allow_blank=True,
        help_text="Purpose of the webhook. At most 100 characters.",
    )


class WebhookInput(NewWebhookInput):
    enabled = Flag(required=False)


class ReplayInput(Input):
    since = Time(
        help_text="Resends all events since this time. Events are kept for 30 days by default."
    )


class WebhookOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    url = serializers.CharField(
        help_text="URL that is called. Only its host for tokens without the scope `admin`."
    )
    format = serializers.ChoiceField(WebhookFormat.values)
    description = serializers.CharField(allow_blank=True)
    events = serializers.ListField(child=serializers.ChoiceField(EventType.values))
    enabled = serializers.BooleanField()
    disabled_because = serializers.ChoiceField(DisableReason.values, allow_null=True)
    disabled_at = serializers.DateTimeField(allow_null=True)
    failing_since = serializers.DateTimeField(
        allow_null=True, help_text="First failure since the last successful delivery."
    )
    slow_since = serializers.DateTimeField(
        allow_null=True, help_text="First response that took three seconds or longer."
    )
    created_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    created_by = serializers.CharField(allow_null=True)


class SecretOutput(WebhookOutput):
    secret = serializers.CharField(
        allow_null=True,
        help_text="Secret of the webhook, shown only once. `null` if the response is a replay.",
    )


class ExampleOutput(serializers.Serializer[Any]):
    event = serializers.ChoiceField(EventType.values)
    words = serializers.CharField(
        help_text="Example in the language of the club, about invented people."
    )


class ExamplesOutput(ListOutput):
    old_names = {"examples": "results"}
    results = ExampleOutput(many=True)


class CountOutput(serializers.Serializer[Any]):
    deliveries = serializers.IntegerField(help_text="Number of deliveries that were queued.")


class Webhooks(Resource):
    is_list = True

    @extend_schema(summary="List the webhooks of a club", responses=WebhookOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        rows = Webhook.objects.live().filter(club=club_row).select_related("created_by")
        return paging.list_response(
            request, rows, partial(write, club=club_row, is_whole=shows_urls(request, club_row))
        )

    @extend_schema(summary="Create a webhook", request=NewWebhookInput, responses=SecretOutput)
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.OWN)
        values = resource.read(request, NewWebhookInput)
        webhook = webhooks.create(club_row, by=request.user, **values)
        location = reverse("api:webhook", args=[club_row.slug, webhook.pk])
        headers = {"Location": location, "ETag": tag_of(request, webhook, club_row)}
        shown = write(webhook, club_row, is_whole=shows_urls(request, club_row))
        content = {**shown, "secret": webhook.secret}
        return SecretResponse(content, 201, headers=headers)


class OneWebhook(Resource):
    tagged = True
    if_match = ("DELETE",)

    @extend_schema(summary="Get a webhook", responses=WebhookOutput)
    def get(self, request: ApiRequest, club: str, webhook: int) -> HttpResponseBase:
        club_row, row = find(request, club, webhook)
        tag = tag_of(request, row, club_row)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(
            write(row, club_row, is_whole=shows_urls(request, club_row)), tag
        )

    @extend_schema(
        summary="Update, enable or disable a webhook",
        request=WebhookInput,
        responses=WebhookOutput,
    )
    def patch(self, request: ApiRequest, club: str, webhook: int) -> Response:
        club_row, row = find(request, club, webhook)
        changes = resource.read(request, WebhookInput, partial=True)
        with transaction.atomic():
            entity_tags.require(request, tag_of(request, webhooks.lock_webhook(row), club_row))
            row = webhooks.update(row, by=request.user, **changes)
        shown = write(row, club_row, is_whole=shows_urls(request, club_row))
        return entity_tags.tagged(shown, tag_of(request, row, club_row))

    @extend_schema(summary="Delete a webhook", responses={204: None})
    def delete(self, request: ApiRequest, club: str, webhook: int) -> Response:
        club_row, row = find(request, club, webhook)
        with transaction.atomic():
            entity_tags.require(request, tag_of(request, webhooks.lock_webhook(row), club_row))
            webhooks.remove(row, by=request.user)
        return Response(status=204)


class Rotate(Resource):
    @extend_schema(
        summary="Replace the secret of a webhook; the old one stays valid for 24 hours",
        request=None,
        responses={200: SecretOutput},
    )
    def post(self, request: ApiRequest, club: str, webhook: int) -> Response:
        club_row, row = find(request, club, webhook)
        row = webhooks.rotate(row, by=request.user)
        shown = write(row, club_row, is_whole=shows_urls(request, club_row))
        return SecretResponse({**shown, "secret": row.secret})


class SendTest(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Send a test message", request=None, responses={202: deliveries.DeliveryOutput}
    )
    def post(self, request: ApiRequest, club: str, webhook: int) -> Response:
        club_row, row = find(request, club, webhook)
        return Response(deliveries.write(outbox.send_test(row, by=request.user), club_row), 202)


class Preview(Resource):
    @extend_schema(
        summary="Get examples of chat messages",
        responses=ExamplesOutput,
    )
    def get(self, request: ApiRequest, club: str, webhook: int) -> Response:
        club_row, row = find(request, club, webhook)
        words = chat_words.samples(club_row)
        examples = [{"event": event, "words": words[event]} for event in row.events]
        return Response(ExamplesOutput.of({"results": examples}))


class Replay(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Resend all events since a time",
        request=ReplayInput,
        responses={202: CountOutput},
    )
    def post(self, request: ApiRequest, club: str, webhook: int) -> Response:
        _club, row = find(request, club, webhook)
        values = resource.read(request, ReplayInput)
        return Response({"deliveries": outbox.replay(row, values["since"], by=request.user)}, 202)


def find(request: ApiRequest, club: str, webhook: int) -> tuple[Club, Webhook]:
    club_row = permissions.find_club(request.user, club, Action.OWN)
    rows = Webhook.objects.live().select_related("club", "created_by")
    row = rows.filter(club=club_row, pk=webhook).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    return club_row, row


def shows_urls(request: ApiRequest, club: Club) -> bool:
    """Return whether whole URLs may be shown: the URL of a chat is enough to write there."""
    return permissions.may_show_secret(request.user, club, permissions.WEBHOOK_URL)


def write(row: Webhook, club: Club, *, is_whole: bool) -> dict[str, Any]:
    return {
        "id": row.pk,
        "url": row.url if is_whole else f"https://{urlsplit(row.url).hostname}/…",
        "format": row.format,
        "description": row.description,
        "events": row.events,
        "enabled": row.enabled,
        "disabled_because": row.disabled_because or None,
        "disabled_at": row.disabled_at and local(row.disabled_at, club.timezone),
        "failing_since": row.failing_since and local(row.failing_since, club.timezone),
        "slow_since": row.slow_since and local(row.slow_since, club.timezone),
        "created_at": local(row.created_at, club.timezone),
        "created_by": row.created_by.name or None if row.created_by else None,
    }


def tag_of(request: ApiRequest, row: Webhook, club: Club) -> str:
    shown = write(row, club, is_whole=shows_urls(request, club))
    return entity_tags.of_content(shown)
