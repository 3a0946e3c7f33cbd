"""Sign-up settings of a club: who may sign up, the club's code, personal links."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.urls import get_script_prefix
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, resource
from api.http.fields import Choice, Input
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import PersonalLink, Player, SignUpAccess, SignUpSettings
from league.operations.signups import access, personal_links
from league.operations.support import versions
from league.permissions import Action


class SignUpSettingsInput(Input):
    access = Choice(
        SignUpAccess.values, help_text="How players sign up. Each value includes those before it."
    )


class SignUpSettingsOutput(serializers.Serializer[Any]):
    access = serializers.ChoiceField(SignUpAccess.values)
    code = serializers.CharField(
        allow_null=True,
        help_text="Code of the club, if players can sign up with it. `null` for callers who may "
        "not sign up other players, by role or by the scope of the token.",
    )


class PersonalLinkOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    link = serializers.CharField(
        allow_null=True,
        help_text="Link that signs up this player. `null` if there is none. Anyone who has "
        "it can answer for the player.",
    )
    is_open = serializers.BooleanField(help_text="If true, the club uses personal links.")


class OneSignUpSettings(Resource):
    tagged = True

    @extend_schema(summary="Get the sign-up settings of a club", responses=SignUpSettingsOutput)
    def get(self, request: ApiRequest, club: str) -> HttpResponseBase:
        club_row = permissions.find_club(request.user, club, Action.VIEW)
        content = _write(request, access.settings_of(club_row))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Update the sign-up settings of a club",
        request=SignUpSettingsInput,
        responses=SignUpSettingsOutput,
    )
    def patch(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        changes = resource.read(request, SignUpSettingsInput, partial=True)
        with transaction.atomic():
            versions.bump_edition(club_row.pk)
            settings = access.settings_of(club_row)
            entity_tags.require_content(request, _write(request, settings))
            if changes:
                settings = access.change(club_row, by=request.user, **changes)
        content = _write(request, settings)
        return entity_tags.tagged(content, entity_tags.of_content(content))


class SignUpCode(Resource):
    @extend_schema(
        summary="Replace the sign-up code of a club",
        request=None,
        responses={200: SignUpSettingsOutput},
    )
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        return Response(_write(request, access.renew_code(club_row, by=request.user)))


class OnePersonalLink(Resource):
    @extend_schema(summary="Get the personal link of a player", responses=PersonalLinkOutput)
    def get(self, request: ApiRequest, player: int) -> Response:
        player_row = permissions.find_player(request.user, player, Action.ORGANISE)
        permissions.require_secret(request.user, player_row.club, permissions.PERSONAL_LINK)
        return Response(_write_link(request, player_row, personal_links.of_player(player_row)))

    @extend_schema(
        summary="Create or replace the personal link of a player",
        request=None,
        responses={201: PersonalLinkOutput},
    )
    def post(self, request: ApiRequest, player: int) -> Response:
        player_row = permissions.find_player(request.user, player, Action.ORGANISE)
        link = personal_links.make(player_row, by=request.user)
        return resource.created(_write_link(request, player_row, link))

    @extend_schema(summary="Revoke the personal link of a player", responses={204: None})
    def delete(self, request: ApiRequest, player: int) -> Response:
        player_row = permissions.find_player(request.user, player, Action.ORGANISE)
        personal_links.revoke(player_row, by=request.user)
        return Response(status=204)


def _write(request: ApiRequest, settings: SignUpSettings) -> dict[str, Any]:
    uses_code = settings.access == SignUpAccess.CODE and permissions.may_show_secret(
        request.user, settings.club, permissions.SIGN_UP_CODE
    )
    return {"access": settings.access, "code": settings.code if uses_code else None}


def _write_link(request: HttpRequest, player: Player, link: PersonalLink | None) -> dict[str, Any]:
    address = None
    if link is not None:
        path = f"{get_script_prefix()}{personal_links.path_of(link)}"
        address = request.build_absolute_uri(path)
    return {
        "player": player.pk,
        "link": address,
        "is_open": access.allows(player.club, SignUpAccess.LINK),
    }
