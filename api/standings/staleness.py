"""The delay of the worker behind the results of a club."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging
from api.http.fields import local
from api.http.resource import ApiRequest, Resource
from api.seasons.leagues import NamedLeague, named_league
from api.standings.standings import NamedSeason
from league import permissions
from league.models import Club
from league.permissions import Action
from scoring.models import Table


class LagOutput(serializers.Serializer[Any]):
    season = NamedSeason()
    league = NamedLeague(
        required=False, help_text="League of the standings. Absent: the season's own."
    )
    game = serializers.CharField(
        allow_null=True, help_text="Game of the standings. `null`: all games."
    )
    version = serializers.IntegerField(help_text="Version that the standings show.")
    behind = serializers.IntegerField(
        help_text="Number of changes that the standings do not show yet. Usually 0."
    )
    changed_at = serializers.DateTimeField(help_text="When the latest change was made.")
    computed_at = serializers.DateTimeField(allow_null=True)
    milliseconds = serializers.IntegerField(
        help_text="Duration of the last refresh, in milliseconds."
    )


class Lag(Resource):
    is_list = True

    @extend_schema(
        summary="Get the staleness of the standings of a club", responses=LagOutput(many=True)
    )
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        of_club = Table.every.with_projection().filter(season__club=club_row)
        rows = of_club.select_related("season")
        return paging.list_response(request, rows, lambda table: _write(table, club_row))


def _write(table: Table, club: Club) -> dict[str, Any]:
    projection = table.shown
    return {
        "season": {"id": table.season_id, "name": table.season.name},
        **named_league(table.league),
        "game": table.game or None,
        "version": projection.standings_version,
        "behind": max(0, table.facts_version - projection.standings_version),
        "changed_at": local(table.facts_at, club.timezone),
        "computed_at": projection.computed_at and local(projection.computed_at, club.timezone),
        "milliseconds": projection.milliseconds,
    }
