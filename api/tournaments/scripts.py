"""The seats of all rounds of a tournament with the format `script`, from a file."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Input, Text
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import Tournament
from league.operations.exchange.import_files import seat_files
from league.operations.tournaments import seat_scripts
from league.permissions import Action


class ScriptInput(Input):
    content = Text(
        trim_whitespace=False,
        help_text="Text of a file with the columns `round`, `table`, `seat` and `player`: CSV, or "
        "JSON as a list of objects with these keys. Players are names of entrants, or numbers in "
        "the list of entrants from 1. Numbers of rounds, tables and seats have no gaps.",
    )


class ScriptOutput(serializers.Serializer[Any]):
    rounds = serializers.ListField(
        child=serializers.ListField(child=serializers.ListField(child=serializers.IntegerField())),
        help_text="Rounds, tables of each round, and `id`s of the players of each table in seat "
        "order.",
    )
    version = serializers.IntegerField(help_text="Version of the tournament.")


class Script(Resource):
    conflicts = ("PUT",)

    @extend_schema(
        summary="Get the seats of all rounds of a tournament with the format `script`",
        responses=ScriptOutput,
    )
    def get(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        return Response(_script(tournament_row))

    @extend_schema(
        summary="Replace the seats of all rounds by a file",
        description="The format of the tournament must be `script`. Every line has round, table, "
        "seat and player. All problems of the file are returned at once, and nothing is stored. "
        "Sittings that are drawn stay: their lines may be left out.",
        request=ScriptInput,
        responses={200: ScriptOutput},
    )
    def put(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        file = seat_files.read(resource.read(request, ScriptInput)["content"])
        saved = seat_scripts.save(tournament_row, file.rows, file.faults, by=request.user)
        return Response(_script(saved))


def _script(tournament: Tournament) -> dict[str, Any]:
    return {"rounds": tournament.script, "version": tournament.version}
