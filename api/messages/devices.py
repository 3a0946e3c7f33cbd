"""The browsers and programs that show messages of the caller as notifications (web push)."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging, resource
from api.http.fields import Input, Text
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import PushSubscription
from league.models.messages import MOST_ENDPOINT
from league.operations.messages import devices
from league.operations.messages.devices import MOST_LABEL


class DeviceInput(Input):
    endpoint = Text(
        max_length=MOST_ENDPOINT, help_text="`endpoint` of the browser's push subscription."
    )
    p256dh = Text(max_length=100, help_text="Public key of the subscription, in base64url.")
    auth = Text(max_length=30, help_text="Authentication secret of the subscription, in base64url.")
    name = Text(
        required=False,
        allow_blank=True,
        max_length=MOST_LABEL,
        help_text="Name of the device, such as `My phone`.",
    )


class DeviceOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    last_success_at = serializers.DateTimeField(allow_null=True)
    last_error = serializers.CharField(
        allow_blank=True, help_text="Error of the last attempt: an HTTP status or a code."
    )


class Devices(Resource):
    is_list = True
    conflicts = ("POST",)

    @extend_schema(summary="List your devices", responses=DeviceOutput(many=True))
    def get(self, request: ApiRequest) -> Response:
        rows = PushSubscription.objects.filter(user=request.user)
        return paging.list_response(request, rows, write)

    @extend_schema(
        summary="Add a device",
        description="If a device with this `endpoint` exists, updates its keys.",
        request=DeviceInput,
        responses={201: DeviceOutput},
    )
    def post(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        values = resource.read(request, DeviceInput)
        device = devices.add(request.user, label=values.pop("name", ""), **values)
        location = reverse("api:device", args=[device.pk])
        return resource.created(write(device), location)


class OneDevice(Resource):
    @extend_schema(summary="Remove a device", responses={204: None})
    def delete(self, request: ApiRequest, device: int) -> Response:
        permissions.require_unbound(request.user)
        devices.remove(devices.find(request.user, device))
        return Response(status=204)


class TestDevice(Resource):
    @extend_schema(
        summary="Send a test message to a device", request=None, responses={202: DeviceOutput}
    )
    def post(self, request: ApiRequest, device: int) -> Response:
        permissions.require_unbound(request.user)
        row = devices.find(request.user, device)
        devices.send_test(row)
        return Response(write(row), 202)


def write(device: PushSubscription) -> Any:
    return DeviceOutput(
        {
            "id": device.pk,
            "name": device.label,
            "created_at": device.created_at,
            "last_success_at": device.last_success_at,
            "last_error": device.last_error,
        }
    ).data
