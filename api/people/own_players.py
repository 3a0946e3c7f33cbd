from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Flag, Input, Text
from api.http.resource import ApiRequest, Resource
from league.errors import NotFound
from league.models import Player, Visibility
from league.operations.people import visibility


class VisibilityChoiceInput(Input):
    visibility = Choice(choices=Visibility.values, help_text="What the public sees of the player.")
    alias = Text(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="Name shown to the public with `alias`. Must not be the name of another "
        "player of the club.",
    )
    hides_achievements = Flag(
        required=False, help_text="If true, nobody sees your achievements, not even members."
    )


class OwnPlayerOutput(serializers.Serializer[Player]):
    id = serializers.IntegerField()
    club = serializers.CharField(source="club.slug", help_text="`slug` of the club.")
    name = serializers.CharField()
    public_name = serializers.CharField(help_text="Name shown to the public.")
    visibility = serializers.ChoiceField(Visibility.values)
    alias = serializers.CharField(allow_blank=True)
    has_chosen = serializers.BooleanField()
    hides_achievements = serializers.BooleanField()
    is_child = serializers.BooleanField(
        help_text="If true, the player is a child and you are the guardian."
    )


class OwnPlayers(Resource):
    is_list = True

    @extend_schema(
        summary="List the players of your account, including children you are guardian of",
        responses=OwnPlayerOutput(many=True),
    )
    def get(self, request: ApiRequest) -> Response:
        return paging.list_response(request, visibility.players_of(request.user), write)


class OneOwnPlayer(Resource):
    @extend_schema(
        summary="Choose what the public sees of one of your players",
        request=VisibilityChoiceInput,
        responses=OwnPlayerOutput,
    )
    def patch(self, request: ApiRequest, player: int) -> Response:
        values = resource.read(request, VisibilityChoiceInput)
        with transaction.atomic():
            player_row = visibility.players_of(request.user).filter(pk=player).first()
            if player_row is None:
                raise NotFound(_("There is nothing here."))
            player_row = visibility.choose(player_row, by=request.user, **values)
        content = write(player_row)
        return entity_tags.tagged(content, entity_tags.of_content(content))


def write(player: Player) -> Any:
    return OwnPlayerOutput(player).data
