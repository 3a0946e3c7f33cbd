from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api import paging, resource
from api.fields import Choice, Input, Text
from api.resource import ApiRequest, Resource
from league import permissions
from league.models import Player, Visibility
from league.operations import clubs
from league.permissions import Action


class PlayerInput(Input):
    name = Text(help_text="At most 100 characters.")
    email = Text(required=False, allow_blank=True, max_length=254)
    visibility = Choice(
        choices=Visibility.values,
        required=False,
        help_text="What the public reads; default `full`.",
    )


class PlayerOutput(serializers.Serializer[Player]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.CharField(
        allow_null=True, help_text="`null` for callers who may not organise; empty when unknown."
    )
    visibility = serializers.ChoiceField(Visibility.values)


class Players(Resource):
    @extend_schema(summary="The players of a club", responses=PlayerOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        found = permissions.club(request.user, club, Action.VIEW)
        organises = permissions.may(request.user, found, Action.ORGANISE)
        rows = Player.objects.filter(club=found)
        return paging.answer(request, rows, partial(write, with_email=organises))

    @extend_schema(summary="A new player", request=PlayerInput, responses=PlayerOutput)
    def post(self, request: ApiRequest, club: str) -> Response:
        found = permissions.club(request.user, club, Action.ORGANISE)
        player = clubs.add_player(found, **resource.read(request, PlayerInput))
        return resource.created(write(player, with_email=True))


def write(player: Player, *, with_email: bool) -> Any:
    email = {} if with_email else {"email": None}
    return {**PlayerOutput(player).data, **email}
