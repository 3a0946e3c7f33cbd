from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpResponseBase, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Date, Flag, Input, Text
from api.http.filters import in_name_of_player, one_of
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import NotFound
from league.models import Player, Visibility
from league.operations.people import clubs, duplicates
from league.operations.support import versions
from league.permissions import Action


class PlayerInput(Input):
    name = Text(help_text="Name of the player. At most 100 characters.")
    email = Text(required=False, allow_blank=True, max_length=254)
    nickname = Text(
        required=False,
        allow_blank=True,
        max_length=50,
        help_text="Name by which the club knows the player. Lists show it beside the full name.",
    )
    visibility = Choice(
        choices=Visibility.values,
        required=False,
        help_text="What the public sees of the player. Defaults to `player_visibility` of the "
        "club, for children to at most `alias`. Once the player has chosen, an organiser can only "
        "reduce it.",
    )
    alias = Text(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="Name shown to the public with `alias`. Must not be the name of another "
        "player of the club.",
    )
    is_child = Flag(
        required=False,
        help_text="If true, the public sees at most an alias of the player, unless the "
        "guardian's account allows more.",
    )
    is_guest = Flag(
        required=False,
        help_text="If true, the player plays without being ranked in any standings. Earlier "
        "results leave them, and return when it is false again.",
    )
    counts_from = Date(
        required=False,
        allow_null=True,
        help_text="Results of sessions before this day, in the time zone of the club, count in no "
        "standings, as if the player had been a guest. `null`: all results count.",
    )
    guest_note = Text(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="Where a guest comes from, such as another club. Only organisers see it.",
    )
    hides_achievements = Flag(
        required=False,
        help_text="If true, nobody sees the achievements of the player. Once the player has "
        "chosen, an organiser can only set it to true.",
    )


class PlayerOutput(serializers.Serializer[Player]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.CharField(
        allow_null=True, help_text="`null` unless the caller is an organiser. Empty if not known."
    )
    nickname = serializers.CharField(allow_blank=True)
    visibility = serializers.ChoiceField(Visibility.values)
    alias = serializers.CharField(allow_blank=True)
    is_child = serializers.BooleanField(
        allow_null=True, help_text="`null` unless the caller is an organiser."
    )
    is_guest = serializers.BooleanField()
    counts_from = serializers.DateField(allow_null=True)
    guest_note = serializers.CharField(
        allow_null=True, help_text="`null` unless the caller is an organiser."
    )
    has_chosen = serializers.BooleanField(
        help_text="If true, the player or the guardian has chosen the visibility."
    )
    hides_achievements = serializers.BooleanField()


class CreatedPlayerOutput(PlayerOutput):
    looks_like = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="`id` of the players who have the same name or a similar one, and may be the "
        "same person. The player was created all the same; merge the two if it is one person.",
    )


class Players(Resource):
    is_list = True
    filters = {"name": in_name_of_player(), "visibility": one_of("visibility", Visibility.values)}
    orders = ("name",)

    @extend_schema(summary="List the players of a club", responses=PlayerOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.VIEW)
        organises = permissions.may(request.user, club_row, Action.ORGANISE)
        rows = Player.objects.filter(club=club_row)
        return paging.list_response(request, rows, partial(write, for_organiser=organises))

    @extend_schema(
        summary="Create a player", request=PlayerInput, responses={201: CreatedPlayerOutput}
    )
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        values = resource.read(request, PlayerInput)
        player = clubs.add_player(club_row, by=request.user, **values)
        content = write(player, for_organiser=True)
        alike = duplicates.look_alikes(club_row, player.name, but=player.pk)
        location = reverse("api:player", args=[player.pk])
        return resource.created(
            {**content, "looks_like": [other.pk for other in alike]},
            location,
            entity_tags.of_content(content),
        )


class OnePlayer(Resource):
    tagged = True

    @extend_schema(summary="Get a player", responses=PlayerOutput)
    def get(self, request: ApiRequest, player: int) -> HttpResponseBase:
        try:
            player_row = permissions.find_player(request.user, player, Action.VIEW)
        except NotFound:
            return _of_survivor(request, player)
        organises = permissions.may(request.user, player_row.club, Action.ORGANISE)
        content = write(player_row, for_organiser=organises)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(summary="Update a player", request=PlayerInput, responses=PlayerOutput)
    def patch(self, request: ApiRequest, player: int) -> Response:
        player_row = permissions.find_player(request.user, player, Action.ORGANISE)
        changes = resource.read(request, PlayerInput, partial=True)
        with transaction.atomic():
            versions.bump_edition(player_row.club_id)
            player_row = resource.locked(player_row)
            entity_tags.require_content(request, write(player_row, for_organiser=True))
            player_row = clubs.update_player(player_row, by=request.user, **changes)
        content = write(player_row, for_organiser=True)
        return entity_tags.tagged(content, entity_tags.of_content(content))


def _of_survivor(request: ApiRequest, pk: int) -> HttpResponseBase:
    """Redirect to the player that this one was merged into; raise NotFound if it was not merged."""
    merged = Player.every.filter(pk=pk).exclude(merged_into=None).first()
    if merged is None:
        raise NotFound(_("There is nothing here."))
    survivor = permissions.find_player(request.user, merged.survivor.pk, Action.VIEW)
    return HttpResponsePermanentRedirect(reverse("api:player", args=[survivor.pk]))


def write(player: Player, *, for_organiser: bool) -> Any:
    hidden = {} if for_organiser else {"email": None, "is_child": None, "guest_note": None}
    return {**PlayerOutput(player).data, **hidden}
