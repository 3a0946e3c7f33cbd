"""The caller's message settings."""

from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, resource
from api.http.fields import Choice, Flag, Input, Integer, Text
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import MailTime, MessageSettings
from league.operations.messages import choices, devices
from league.operations.messages.choices import KINDS


class ChannelsInput(Input):
    bell = Flag(required=False, help_text="If true, shows the message on the web pages.")
    mail = Choice(
        choices=MailTime.values, required=False, help_text="How to send the message by e-mail."
    )
    push = Flag(required=False, help_text="If true, sends the message to the registered devices.")


class KindsInput(Input):
    seated = ChannelsInput(required=False)
    place_free = ChannelsInput(required=False)
    session_changed = ChannelsInput(required=False)
    session_tomorrow = ChannelsInput(required=False)
    result_to_confirm = ChannelsInput(required=False)
    dispute = ChannelsInput(required=False)
    place_changed = ChannelsInput(required=False)
    month = ChannelsInput(required=False)


class MessageSettingsInput(Input):
    choices = KindsInput(
        required=False, help_text="Settings by kind of message. Missing kinds stay unchanged."
    )
    digest_hour = Integer(
        required=False, help_text="Hour at which the daily e-mail is sent, from 0 to 23."
    )
    silent_from = Integer(
        required=False,
        allow_null=True,
        help_text="Hour at which quiet hours begin, from 0 to 23. `null`: no quiet hours.",
    )
    silent_until = Integer(
        required=False,
        allow_null=True,
        help_text="Hour at which quiet hours end, from 0 to 23. `null`: no quiet hours.",
    )
    timezone = Text(
        required=False,
        allow_blank=True,
        max_length=64,
        help_text="Leave empty to use the club’s time zone.",
    )


class ChannelsOutput(serializers.Serializer[Any]):
    bell = serializers.BooleanField()
    mail = serializers.ChoiceField(MailTime.values)
    push = serializers.BooleanField()


class KindsOutput(serializers.Serializer[Any]):
    seated = ChannelsOutput()
    place_free = ChannelsOutput()
    session_changed = ChannelsOutput()
    session_tomorrow = ChannelsOutput()
    result_to_confirm = ChannelsOutput()
    dispute = ChannelsOutput()
    place_changed = ChannelsOutput()
    month = ChannelsOutput()


class MessageSettingsOutput(serializers.Serializer[Any]):
    choices = KindsOutput()
    digest_hour = serializers.IntegerField()
    silent_from = serializers.IntegerField(allow_null=True)
    silent_until = serializers.IntegerField(allow_null=True)
    timezone = serializers.CharField(allow_blank=True)
    push_key = serializers.CharField(
        help_text="Public key of the server, used as `applicationServerKey` by a browser."
    )


class MessageChoices(Resource):
    tagged = True

    @extend_schema(summary="Get your message settings", responses=MessageSettingsOutput)
    def get(self, request: ApiRequest) -> HttpResponseBase:
        content = write(choices.settings_of(request.user))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Update your message settings",
        request=MessageSettingsInput,
        responses=MessageSettingsOutput,
    )
    def patch(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        changes = resource.read(request, MessageSettingsInput, partial=True)
        with transaction.atomic():
            user = resource.locked(request.user)
            entity_tags.require_content(request, write(choices.settings_of(user)))
            content = write(choices.update(user, **changes))
        return entity_tags.tagged(content, entity_tags.of_content(content))


def write(settings: MessageSettings) -> Any:
    kinds = choices.all_choices(settings)
    return MessageSettingsOutput(
        {
            "choices": {kind.value: kinds[kind].to_json() for kind in KINDS},
            "digest_hour": settings.digest_hour,
            "silent_from": settings.silent_from,
            "silent_until": settings.silent_until,
            "timezone": settings.timezone,
            "push_key": devices.public_key(),
        }
    ).data
