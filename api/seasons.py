from typing import Any

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api import conditions, paging, resource
from api.fields import Choice, Date, Input, Integer, List, Text
from api.resource import ApiRequest, Resource
from league import permissions
from league.models import Season
from league.operations import seasons
from league.permissions import Action
from scoring import schemes
from scoring.models import Table

MAX_GAMES = 20


class SchemeInput(Input):
    points = Choice(choices=schemes.POINTS, required=False)
    scale = Integer(min_value=1, max_value=schemes.MAX_SCALE, required=False)
    aggregate = Choice(choices=schemes.AGGREGATES, required=False)
    tiebreaks = List(
        child=Choice(choices=schemes.TIEBREAKS), max_length=len(schemes.TIEBREAKS), required=False
    )


class SchemeOutput(serializers.Serializer[Any]):
    points = serializers.ChoiceField(schemes.POINTS)
    scale = serializers.IntegerField()
    aggregate = serializers.ChoiceField(schemes.AGGREGATES)
    tiebreaks = serializers.ListField(child=serializers.ChoiceField(schemes.TIEBREAKS))


class SeasonInput(Input):
    name = Text(help_text="At most 100 characters, once in the club.")
    starts_on = Date()
    ends_on = Date(required=False, allow_null=True)
    games = List(
        child=Text(), max_length=MAX_GAMES, required=False, help_text="Default: all known games."
    )
    scheme = SchemeInput(
        required=False, help_text="How results become points; left-out keys take their default."
    )


class SeasonOutput(serializers.Serializer[Season]):
    id = serializers.IntegerField()
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)
    games = serializers.ListField(child=serializers.CharField())
    scheme = SchemeOutput(source="tables.first.scheme")


class Seasons(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="The seasons of a club", responses=SeasonOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        found = permissions.club(request.user, club, Action.VIEW)
        return paging.answer(request, with_scheme(Season.objects.filter(club=found)), write)

    @extend_schema(summary="A new season", request=SeasonInput, responses=SeasonOutput)
    def post(self, request: ApiRequest, club: str) -> Response:
        found = permissions.club(request.user, club, Action.ORGANISE)
        season = load(seasons.create(found, **resource.read(request, SeasonInput)))
        location = reverse("api:season", args=[season.pk])
        return resource.created(write(season), location, tag_of(season))


class OneSeason(Resource):
    tagged = True
    conflicts = ("PATCH",)

    @extend_schema(summary="A season", responses=SeasonOutput)
    def get(self, request: ApiRequest, season: int) -> HttpResponseBase:
        found = load(permissions.season(request.user, season, Action.VIEW))
        tag = tag_of(found)
        return conditions.unchanged(request, tag) or conditions.tagged(write(found), tag)

    @extend_schema(
        summary="Change a season; a new scheme counts for all its results",
        request=SeasonInput,
        responses=SeasonOutput,
    )
    def patch(self, request: ApiRequest, season: int) -> Response:
        found = permissions.season(request.user, season, Action.ORGANISE)
        changes = resource.read(request, SeasonInput, partial=True)
        with transaction.atomic():
            found = load(resource.locked(found))
            conditions.require(request, tag_of(found))
            found = load(seasons.update(found, **changes))
        return conditions.tagged(write(found), tag_of(found))


def with_scheme(rows: "QuerySet[Season]") -> "QuerySet[Season]":
    """The overall table of a season knows its scheme."""
    overall = Table.objects.filter(game="").only("season_id", "scheme")
    return rows.select_related("club").prefetch_related(Prefetch("tables", overall))


def load(season: Season) -> Season:
    return with_scheme(Season.objects.all()).get(pk=season.pk)


def write(season: Season) -> Any:
    return SeasonOutput(season).data


def tag_of(season: Season) -> str:
    return conditions.of_content(write(season))
