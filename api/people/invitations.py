"""Invitations to a club, and answers to them."""

from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import get_script_prefix, reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging, resource
from api.http.fields import Choice, Id, Input, Text, local
from api.http.filters import one_of
from api.http.idempotency import SecretResponse
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import Club, Invitation, InvitationState, Role
from league.operations.people import invitations
from league.permissions import Action

STATES = [*InvitationState.values, "expired"]


class InvitationInput(Input):
    role = Choice(
        choices=Role.values,
        help_text="Role that the invitation grants. Only owners can invite owners.",
    )
    player = Id(
        required=False,
        allow_null=True,
        help_text="`id` of a player of the club. The player is linked to the account that accepts.",
    )
    email = Text(
        required=False,
        allow_blank=True,
        max_length=254,
        help_text="Address to which the server sends the link, if it can send e-mail.",
    )


class InvitationTokenInput(Input):
    token = Text(max_length=200, help_text="Part of the link after `/join/`.")


class InvitationOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The `slug` of the club.")
    role = serializers.ChoiceField(Role.values)
    player = serializers.IntegerField(allow_null=True)
    email = serializers.CharField(allow_blank=True)
    invited_by = serializers.CharField(help_text="Name of the person who sent the invitation.")
    state = serializers.ChoiceField(STATES)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)


class NewInvitationOutput(InvitationOutput):
    secret = serializers.CharField(
        allow_null=True,
        help_text="Link of the invitation, shown only once. `null` if the response is a replay.",
    )


class AnswerOutput(serializers.Serializer[Any]):
    club = serializers.CharField(help_text="The `slug` of the club.")
    role = serializers.ChoiceField(Role.values)
    player = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(STATES)


class Invitations(Resource):
    is_list = True
    conflicts = ("POST",)
    filters = {"state": one_of("state", InvitationState.values)}

    @extend_schema(summary="List the invitations of a club", responses=InvitationOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        return paging.list_response(request, _of(club_row), partial(write, club=club_row))

    @extend_schema(
        summary="Create an invitation", request=InvitationInput, responses=NewInvitationOutput
    )
    def post(self, request: ApiRequest, club: str) -> SecretResponse:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        row = invitations.create(
            club_row, by=request.user, **resource.read(request, InvitationInput)
        )
        content = {**write(row, club=club_row), "secret": _link(request, row)}
        location = reverse("api:invitation", args=[club, row.pk])
        return SecretResponse(content, 201, headers={"Location": location})


class OneInvitation(Resource):
    @extend_schema(summary="Get an invitation", responses=InvitationOutput)
    def get(self, request: ApiRequest, club: str, invitation: int) -> Response:
        row = permissions.find_invitation(request.user, club, invitation)
        return Response(write(row, club=row.club))

    @extend_schema(
        summary="Revoke an invitation; answered invitations do not change",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, club: str, invitation: int) -> Response:
        row = permissions.find_invitation(request.user, club, invitation)
        invitations.revoke(row, by=request.user)
        return Response(status=204)


class Acceptance(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Accept an invitation",
        request=InvitationTokenInput,
        responses={200: AnswerOutput},
    )
    def post(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        token = resource.read(request, InvitationTokenInput)["token"]
        return Response(_answer(invitations.accept(token, by=request.user)))


class Refusal(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Decline an invitation", request=InvitationTokenInput, responses={200: AnswerOutput}
    )
    def post(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        token = resource.read(request, InvitationTokenInput)["token"]
        return Response(_answer(invitations.decline(token, by=request.user)))


def write(row: Invitation, club: Club) -> dict[str, Any]:
    moments = ("created_at", "expires_at", "answered_at")
    return {
        "id": row.pk,
        "club": club.slug,
        "role": row.role,
        "player": row.player_id,
        "email": row.email,
        "invited_by": row.invited_by.name,
        "state": "expired" if row.is_expired else row.state,
        **{name: (at := getattr(row, name)) and local(at, club.timezone) for name in moments},
    }


def _of(club: Club) -> QuerySet[Invitation]:
    return Invitation.objects.filter(club=club).select_related("invited_by")


def _answer(row: Invitation) -> dict[str, Any]:
    return {
        "club": row.club.slug,
        "role": row.role,
        "player": row.player_id,
        "state": row.state,
    }


def _link(request: HttpRequest, row: Invitation) -> str:
    return request.build_absolute_uri(f"{get_script_prefix()}join/{invitations.token_of(row)}/")
