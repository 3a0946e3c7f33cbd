"""Seating wishes and needs of the players of a club, and the step-free tables of its room. For
organisers only."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Flag, Id, Input, Integer, List, Text
from api.http.filters import one_of
from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import Club, Player, SeatingWish, WishKind
from league.models.seating_needs import LONGEST_NOTE
from league.operations.people import seating_needs
from league.operations.people.seating_needs import MOST_TABLES
from league.operations.support.locks import lock_row
from league.permissions import Action


class SeatingWishInput(Input):
    one = Id()
    other = Id()
    kind = Choice(WishKind.values)
    note = Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_NOTE,
        help_text="Reason for the organisers, such as `family`. At most 80 characters.",
    )


class SeatingNeedsInput(Input):
    level = Integer(
        required=False,
        allow_null=True,
        help_text="Level that the club chooses, from 0. Players far apart in level sit apart. "
        "`null`: none.",
    )
    step_free = Flag(required=False, help_text="If true, the player needs a step-free table.")
    fixed_table = Integer(
        required=False,
        allow_null=True,
        help_text="Number of the table at which the player always sits, from 1. `null`: none.",
    )


class StepFreeTablesInput(Input):
    tables = List(
        child=Integer(),
        max_length=MOST_TABLES,
        help_text="Numbers of the tables that can be reached without steps, from 1.",
    )


class WishingPlayerOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class SeatingWishOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    one = WishingPlayerOutput()
    other = WishingPlayerOutput()
    kind = serializers.ChoiceField(WishKind.values)
    note = serializers.CharField(allow_blank=True)


class SeatingNeedsOutput(serializers.Serializer[Any]):
    player = WishingPlayerOutput()
    level = serializers.IntegerField(allow_null=True)
    step_free = serializers.BooleanField()
    fixed_table = serializers.IntegerField(allow_null=True)


class StepFreeTablesOutput(ListOutput):
    old_names = {"tables": "results"}
    results = serializers.ListField(child=serializers.IntegerField())


class SeatingWishes(Resource):
    is_list = True
    filters = {"kind": one_of("kind", WishKind.values)}

    @extend_schema(
        summary="List the seating wishes of a club",
        description="Pairs of players who must not, or must, share a table at sessions. Only for "
        "organisers. Tournaments have wishes of their own.",
        responses=SeatingWishOutput(many=True),
    )
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        rows = seating_needs.wishes_of(club_row).select_related("one", "other")
        return paging.list_response(request, rows, _write_wish)

    @extend_schema(
        summary="Create a seating wish for two players",
        description="Replaces an existing wish of the pair.",
        request=SeatingWishInput,
        responses={201: SeatingWishOutput},
    )
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        values = resource.read(request, SeatingWishInput)
        wish = seating_needs.set_wish(club_row, **values, by=request.user)
        return resource.created(_write_wish(wish))


class OneSeatingWish(Resource):
    @extend_schema(summary="Remove a seating wish", responses={204: None})
    def delete(self, request: ApiRequest, club: str, number: int) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        seating_needs.remove_wish(club_row, number, by=request.user)
        return Response(status=204)


class SeatingNeeds(Resource):
    is_list = True

    @extend_schema(
        summary="List the players of a club who have seating needs",
        description="Only for organisers. Players without any need are left out.",
        responses=SeatingNeedsOutput(many=True),
    )
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        rows = seating_needs.players_with_needs(club_row)
        return paging.list_response(request, rows, _write_needs)


class SeatingNeedsOfPlayer(Resource):
    tagged = True

    @extend_schema(summary="Get the seating needs of a player", responses=SeatingNeedsOutput)
    def get(self, request: ApiRequest, player: int) -> HttpResponseBase:
        player_row = permissions.find_player(request.user, player, Action.ORGANISE)
        content = _write_needs(player_row)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Update the seating needs of a player",
        description="Changes apply from the next seating of a session.",
        request=SeatingNeedsInput,
        responses=SeatingNeedsOutput,
    )
    def patch(self, request: ApiRequest, player: int) -> Response:
        player_row = permissions.find_player(request.user, player, Action.ORGANISE)
        changes = resource.read(request, SeatingNeedsInput, partial=True)
        with transaction.atomic():
            player_row = lock_row(Player.objects.all(), player_row.pk)
            entity_tags.require_content(request, _write_needs(player_row))
            player_row = seating_needs.set_need(player_row, by=request.user, **changes)
        content = _write_needs(player_row)
        return entity_tags.tagged(content, entity_tags.of_content(content))


class StepFreeTables(Resource):
    tagged = True

    @extend_schema(
        summary="Get the step-free tables of a club's room", responses=StepFreeTablesOutput
    )
    def get(self, request: ApiRequest, club: str) -> HttpResponseBase:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        content = _write_tables(club_row)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Replace the step-free tables of a club's room",
        request=StepFreeTablesInput,
        responses=StepFreeTablesOutput,
    )
    def put(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        tables = resource.read(request, StepFreeTablesInput)["tables"]
        with transaction.atomic():
            club_row = lock_row(Club.objects.all(), club_row.pk)
            entity_tags.require_content(request, _write_tables(club_row))
            club_row = seating_needs.set_step_free_tables(
                club_row, tables, by=request.user, path="tables"
            )
        content = _write_tables(club_row)
        return entity_tags.tagged(content, entity_tags.of_content(content))


def _write_wish(wish: SeatingWish) -> dict[str, Any]:
    return {
        "id": wish.pk,
        "one": _write_player(wish.one),
        "other": _write_player(wish.other),
        "kind": wish.kind,
        "note": wish.note,
    }


def _write_needs(player: Player) -> dict[str, Any]:
    return {
        "player": _write_player(player),
        "level": player.level,
        "step_free": player.step_free,
        "fixed_table": player.fixed_table,
    }


def _write_player(player: Player) -> dict[str, Any]:
    return {"id": player.pk, "name": player.name}


def _write_tables(club: Club) -> Mapping[str, Any]:
    return StepFreeTablesOutput.of({"results": club.step_free_tables})
