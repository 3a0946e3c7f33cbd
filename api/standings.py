"""The table of a season, overall or of one game, as JSON and CSV."""

import csv
import io
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from api import conditions
from api.fields import local
from api.matches import SeatedOutput
from api.resource import ApiRequest, Resource
from games import GAMES
from league import permissions
from league.errors import NotFound
from league.models import Season
from league.permissions import Action
from scoring import tables
from scoring.models import Standing, Table

FORMULA = ("=", "+", "-", "@", "\t", "\r")
COLUMNS = ("place", "player", "points", "played", "wins")
GAME = OpenApiParameter("game", str, description="Of this game only, such as `neurotrio`.")


class NamedSeason(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class TiebreaksOutput(serializers.Serializer[Any]):
    """Those of the scheme; `null` where it was not looked at."""

    wins = serializers.IntegerField(required=False, allow_null=True)
    mini_table = serializers.CharField(required=False, allow_null=True)
    best_evening = serializers.CharField(required=False, allow_null=True)


class RowOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    player = SeatedOutput()
    points = serializers.CharField(help_text="Two decimals, rounded half to even.")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    tiebreaks = TiebreaksOutput()


class StandingsOutput(serializers.Serializer[Any]):
    season = NamedSeason()
    game = serializers.CharField(allow_null=True, help_text="`null`: over all games.")
    version = serializers.IntegerField()
    pending = serializers.BooleanField(help_text="Newer results are about to be counted.")
    computed_at = serializers.DateTimeField(allow_null=True)
    rows = RowOutput(many=True)


class Standings(Resource):
    tagged = True

    @extend_schema(summary="The standings", parameters=[GAME], responses=StandingsOutput)
    def get(self, request: ApiRequest, season: int) -> HttpResponseBase:
        found = permissions.season(request.user, season, Action.VIEW)
        table = table_of(request, found)
        if same := conditions.unchanged(request, tag_of(table)):
            return same
        view = tables.read(table)
        return conditions.tagged(write(found, view), tag_of(view.table))


class StandingsCSV(Resource):
    any_accept = True
    tagged = True

    @extend_schema(
        summary="The standings for a spreadsheet",
        operation_id="seasons_standings_csv",
        parameters=[GAME],
        responses={(200, "text/csv"): OpenApiResponse(str, "Header: " + ",".join(COLUMNS))},
    )
    def get(self, request: ApiRequest, season: int) -> HttpResponseBase:
        table = table_of(request, permissions.season(request.user, season, Action.VIEW))
        if same := conditions.unchanged(request, tag_of(table)):
            return same
        view = tables.read(table)
        response = HttpResponse(write_csv(view), "text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="standings-{season}.csv"'
        response["ETag"] = tag_of(view.table)
        return response


def table_of(request: ApiRequest, season: Season) -> Table:
    game = request.query_params.get("game", "")
    table = tables.find(season.pk, game) if game in GAMES or not game else None
    if table is None:
        raise NotFound(_("This season has no such table."))
    return table


def tag_of(table: Table) -> str:
    return f'"{tables.tag(table)}"'


def write(season: Season, view: tables.View) -> dict[str, Any]:
    computed_at = view.computed_at and local(view.computed_at, season.club.timezone)
    return {
        "season": {"id": season.pk, "name": season.name},
        "game": view.table.game or None,
        "version": view.version,
        "pending": view.pending,
        "computed_at": computed_at,
        "rows": [_row(row) for row in view.rows],
    }


def write_csv(view: tables.View) -> str:
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(COLUMNS)
    for row in view.rows:
        points = tables.decimals(row.points)
        sheet.writerow([row.place, _cell(row.player.name), points, row.played, row.wins])
    return text.getvalue()


def _row(row: Standing) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": {"id": row.player_id, "name": row.player.name},
        "points": tables.decimals(row.points),
        "played": row.played,
        "wins": row.wins,
        "tiebreaks": {code: _tiebreak(code, value) for code, value in row.tiebreaks.items()},
    }


def _tiebreak(code: str, value: str | None) -> int | str | None:
    if value is None:
        return None
    return int(value) if code == "wins" else tables.decimals(value)


def _cell(text: str) -> str:
    """A spreadsheet must not compute a name."""
    return f"'{text}" if text.startswith(FORMULA) else text
