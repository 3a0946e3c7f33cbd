"""The secret address of the caller's calendar."""

from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import translation
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http.fields import local
from api.http.idempotency import SecretResponse
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import CalendarAddress, Scope
from league.operations.calendars import addresses


class OwnCalendarOutput(serializers.Serializer[Any]):
    created_at = serializers.DateTimeField(
        allow_null=True, help_text="When the address was created. `null` if there is none."
    )
    secret = serializers.URLField(
        allow_null=True,
        help_text="Address of an iCalendar file. `null` for tokens without the scope `admin` "
        "and for tokens limited to one club.",
    )


class OwnCalendar(Resource):
    @extend_schema(
        summary="Get the secret address of your calendar",
        description="Anyone with this address can read your sessions, sign-ups and tables "
        "without a token.",
        responses=OwnCalendarOutput,
    )
    def get(self, request: ApiRequest) -> HttpResponseBase:
        return Response(write(request, addresses.find(request.user)))

    @extend_schema(
        summary="Create or replace the address of your calendar",
        request=None,
        responses={201: OwnCalendarOutput},
    )
    def post(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        return SecretResponse(write(request, addresses.renew(request.user)), 201)

    @extend_schema(summary="Delete the address of your calendar", responses={204: None})
    def delete(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        addresses.remove(request.user)
        return Response(status=204)


def write(request: ApiRequest, address: CalendarAddress | None) -> dict[str, Any]:
    if address is None:
        return {"created_at": None, "secret": None}
    # a token that reads, or knows one club, would leave behind what reads on, and all clubs
    is_shown = request.auth.scope == Scope.ADMIN and request.user.only_club is None
    return {
        "created_at": local(address.created_at, "UTC"),
        "secret": _url(request, address) if is_shown else None,
    }


def _url(request: ApiRequest, address: CalendarAddress) -> str:
    with translation.override(request.user.language or translation.get_language()):
        path = reverse("web:own_calendar", args=[addresses.secret_of(address)])
    return request.build_absolute_uri(path)
