from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging, resource
from api.http.fields import Id, Input, List, Text
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import NotFound, invalid
from league.models import Player, PlayerMerge, User
from league.operations.identity import merging
from league.permissions import Action

MOST_UNITS = 1000


class MergeInput(Input):
    into = Id(help_text="Player who is kept and receives all results.")


class UndoMergeInput(Input):
    units = List(
        child=Text(max_length=40),
        max_length=MOST_UNITS,
        required=False,
        help_text="`key` of each unit in `later` to give to the merged player.",
    )


class LaterUnitOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    is_forced = serializers.BooleanField(
        help_text="If true, the unit always goes to the merged player, who was entered there."
    )


class MergeOutput(serializers.Serializer[PlayerMerge]):
    id = serializers.IntegerField()
    merged = serializers.IntegerField(source="merged_id")
    into = serializers.IntegerField(source="survivor_id")
    at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class OneMergeOutput(MergeOutput):
    later = LaterUnitOutput(
        many=True,
        help_text="Sessions and tournaments in which the kept player took part since the merge.",
    )


class Merges(Resource):
    is_list = True

    @extend_schema(summary="List the merges of players in a club", responses=MergeOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        return paging.list_response(request, club_row.merges.all(), write)


class Merge(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Merge a player into another",
        request=MergeInput,
        responses={201: MergeOutput},
    )
    def post(self, request: ApiRequest, player: int) -> Response:
        player_row = permissions.find_player(request.user, player, Action.ORGANISE)
        into = resource.read(request, MergeInput)["into"]
        survivor = Player.objects.filter(pk=into, club=player_row.club_id).first()
        if survivor is None:
            raise invalid("unknown_player", "into", _("The club has no such player."))
        stored = merging.merge(player_row, survivor, by=request.user)
        return resource.created(write(stored), reverse("api:merge", args=[stored.pk]))


class OneMerge(Resource):
    @extend_schema(summary="Get a merge", responses=OneMergeOutput)
    def get(self, request: ApiRequest, merge: int) -> Response:
        stored = _find(request.user, merge)
        later = [
            {"key": unit.key, "name": unit.name, "is_forced": unit.is_forced}
            for unit in merging.later_units(stored)
        ]
        return Response({**write(stored), "later": later})


class UndoMerge(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Undo a merge", request=UndoMergeInput, responses={200: MergeOutput})
    def post(self, request: ApiRequest, merge: int) -> Response:
        stored = _find(request.user, merge)
        units = resource.read(request, UndoMergeInput).get("units", [])
        merging.undo(stored, by=request.user, units=units)
        stored.refresh_from_db()
        return Response(write(stored))


def _find(user: User, pk: int) -> PlayerMerge:
    stored = PlayerMerge.objects.select_related("club").filter(pk=pk).first()
    if stored is None:
        raise NotFound(_("There is nothing here."))
    permissions.require(user, stored.club, Action.ORGANISE)
    return stored


def write(stored: PlayerMerge) -> Any:
    return MergeOutput(stored).data
