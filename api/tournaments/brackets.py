"""The final bracket of a tournament."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.tournaments.tournaments import write_player
from league import permissions
from league.models import Audience, SittingKind, SittingState
from league.operations.tournaments.play import brackets
from league.operations.tournaments.play.brackets import BracketLevel, BracketTable
from league.operations.tournaments.play.sitting_views import TABLE_STATES
from league.permissions import Action


class BracketLineOutput(serializers.Serializer[Any]):
    player = SeatedOutput()
    place = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    went_on = serializers.BooleanField(
        allow_null=True, help_text="If true, the player advanced. `null` if not known yet."
    )
    forfeited = serializers.BooleanField()


def plays_for_field() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="First and last place that the table of a final plays for. `null` unless the "
        "final has several tables.",
    )


class BracketTableOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    match = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(TABLE_STATES)
    plays_for = plays_for_field()
    lines = BracketLineOutput(
        many=True, help_text="Players of the table, best first once there is a result."
    )


class BracketLevelOutput(serializers.Serializer[Any]):
    sitting = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(SittingKind.values)
    state = serializers.ChoiceField(SittingState.values)
    tables = BracketTableOutput(many=True)
    byes = SeatedOutput(many=True, help_text="Players who sat out. In a knock-out they advance.")


class BracketOutput(ListOutput):
    old_names = {"levels": "results"}
    results = BracketLevelOutput(many=True, help_text="Sittings in order.")


class Bracket(Resource):
    is_public = True

    @extend_schema(summary="Get the bracket of a tournament", responses=BracketOutput)
    def get(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.READ)
        hidden = permissions.may(request.user, tournament_row.season.club, Action.ORGANISE)
        audience = Audience.PLAYERS if request.user else Audience.PUBLIC
        levels = brackets.bracket(tournament_row, hidden=hidden, to=audience)
        return Response(BracketOutput.of({"results": [_level(level) for level in levels]}))


def _level(level: BracketLevel) -> dict[str, Any]:
    sitting = level.stand.sitting
    return {
        "sitting": sitting.pk,
        "number": sitting.number,
        "kind": sitting.kind,
        "state": level.stand.state,
        "tables": [_table(table) for table in level.tables],
        "byes": [write_player(player) for player in level.byes],
    }


def _table(table: BracketTable) -> dict[str, Any]:
    return {
        "number": table.stand.number,
        "match": table.stand.match.pk if table.stand.match else None,
        "state": table.stand.state,
        "plays_for": table.stand.plays_for,
        "lines": [
            {
                "player": write_player(line.player),
                "place": line.place,
                "score": line.score,
                "went_on": line.went_on,
                "forfeited": line.forfeited,
            }
            for line in table.lines
        ],
    }
