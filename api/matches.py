from typing import Any

from django.db.models import QuerySet, prefetch_related_objects
from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api import conditions, paging, resource
from api.fields import Id, Input, List, Object, Text
from api.resource import ApiRequest, Resource
from api.shapes import EVIDENCE, Options, Record
from league import permissions
from league.models import Match
from league.operations import matches
from league.permissions import Action

MAX_PLAYERS = 8


class MatchInput(Input):
    game = Text()
    options = Object(required=False, help_text="House rules; left-out names take their default.")
    players = List(child=Id(), max_length=MAX_PLAYERS, help_text="Ids in seat order.")


class SeatedOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class MatchOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    session = serializers.IntegerField()
    game = serializers.CharField()
    options = Options(help_text="All house rules, the defaults too.")
    players = SeatedOutput(many=True, help_text="In seat order.")
    totals = serializers.ListField(child=serializers.IntegerField())
    over = serializers.BooleanField()
    places = serializers.ListField(child=serializers.IntegerField())
    rounds_played = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Counts accepted rounds and corrections.")
    evidence = serializers.ChoiceField(
        EVIDENCE, allow_null=True, help_text="The weakest of the rounds; `null` before the first."
    )


class Matches(Resource):
    @extend_schema(summary="The matches of an evening", responses=MatchOutput(many=True))
    def get(self, request: ApiRequest, session: int) -> Response:
        found = permissions.session(request.user, session, Action.VIEW)
        return paging.answer(request, with_seats(Match.objects.filter(session=found)), write)

    @extend_schema(summary="A new match", request=MatchInput, responses=MatchOutput)
    def post(self, request: ApiRequest, session: int) -> Response:
        found = permissions.session(request.user, session, Action.ORGANISE)
        match = matches.create(found, **resource.read(request, MatchInput))
        location = reverse("api:match", args=[match.pk])
        return resource.created(write(match), location, conditions.of_match(match))


class OneMatch(Resource):
    tagged = True

    @extend_schema(summary="A match", responses=MatchOutput)
    def get(self, request: ApiRequest, match: int) -> HttpResponseBase:
        found = permissions.match(request.user, match, Action.VIEW)
        tag = conditions.of_match(found)
        return conditions.unchanged(request, tag) or conditions.tagged(write(found), tag)


class MatchRecord(Resource):
    @extend_schema(summary="The match record, ready for `python -m games check`", responses=Record)
    def get(self, request: ApiRequest, match: int) -> Response:
        found = permissions.match(request.user, match, Action.VIEW)
        return Response(matches.written(found))


def with_seats(rows: "QuerySet[Match]") -> "QuerySet[Match]":
    return rows.prefetch_related("seats__player")


def write(match: Match) -> dict[str, Any]:
    prefetch_related_objects([match], "seats__player")  # no query when a list did it
    return {
        "id": match.pk,
        "session": match.session_id,
        "game": match.game,
        "options": match.options,
        "players": [{"id": seat.player_id, "name": seat.player.name} for seat in match.seats.all()],
        "totals": match.totals,
        "over": match.over,
        "places": match.places,
        "rounds_played": match.rounds_played,
        "version": match.version,
        "evidence": match.evidence or None,
    }
