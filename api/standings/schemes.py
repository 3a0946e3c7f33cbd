"""The scoring schemes of a season, and the preview of another one."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging, resource
from api.http.fields import Id, Input, Text, local
from api.http.resource import ApiRequest, Resource
from api.seasons.leagues import NamedLeague, league_of, named_league
from api.seasons.seasons import Scheme, SchemeField
from api.standings.standings import MovedOutput, NamedSeason, RowOutput, moved_row
from league import permissions
from league.errors import invalid
from league.models import Season
from league.operations.seasons import seasons
from league.permissions import Action
from scoring.models import SchemeVersion
from scoring.pure.units import format_points
from scoring.standings_queries import StandingsMove


class SchemeVersionOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Number of the version. The highest is in force.")
    scheme = Scheme()
    adopted_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    adopted_by = serializers.CharField(allow_null=True)


class SchemePreviewInput(Input):
    scheme = SchemeField(help_text="Scheme to try. Missing keys take their default.")
    on = Id(required=False, help_text="`id` of another season of the club to apply the scheme to.")
    game = Text(
        required=False, allow_blank=True, help_text="Game of the standings. Defaults to all games."
    )
    league = Id(
        required=False,
        help_text="`id` of a league of the season. Not with `on`.",
    )


class BeforeOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    points = serializers.CharField()


class PreviewRowOutput(RowOutput):
    moved = MovedOutput(help_text="Change from the scheme in force to the tried scheme.")
    before = BeforeOutput(help_text="Place and points with the scheme in force.")


class SchemePreviewOutput(serializers.Serializer[Any]):
    season = NamedSeason(help_text="Season that the scheme was applied to.")
    league = NamedLeague(required=False, help_text="League, if one was asked for.")
    game = serializers.CharField(allow_null=True)
    rows = PreviewRowOutput(many=True)


class Schemes(Resource):
    is_list = True

    @extend_schema(summary="List the schemes of a season", responses=SchemeVersionOutput(many=True))
    def get(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.VIEW)
        rows = SchemeVersion.objects.filter(season=season_row, league=None).select_related(
            "adopted_by"
        )
        return paging.list_response(request, rows, lambda row: write(row, season_row), "number")


class SchemePreview(Resource):
    @extend_schema(
        summary="Preview the standings with another scheme without saving it",
        request=SchemePreviewInput,
        responses={200: SchemePreviewOutput},
    )
    def post(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.ORGANISE)
        values = resource.read(request, SchemePreviewInput)
        league = league_of(season_row, values.pop("league", None))
        if league and "on" in values:
            raise invalid("not_with_on", "league", _("Use either `on` or `league`, not both."))
        moves = seasons.preview(season_row, league=league, **values)
        preview_season = (
            season_row.club.seasons.get(pk=values["on"]) if "on" in values else season_row
        )
        return Response(
            {
                "season": {"id": preview_season.pk, "name": preview_season.name},
                **named_league(league),
                "game": values.get("game") or None,
                "rows": [_row(move) for move in moves],
            }
        )


def write(row: SchemeVersion, season: Season) -> dict[str, Any]:
    return {
        "number": row.number,
        "scheme": Scheme(row.scheme).data,
        "adopted_at": local(row.adopted_at, season.club.timezone),
        "adopted_by": row.adopted_by.name or None if row.adopted_by else None,
    }


def _row(move: StandingsMove) -> dict[str, Any]:
    assert move.before is not None, "both schemes count the same players"
    points = format_points(move.before.points)
    return {**moved_row(move), "before": {"place": move.before.place, "points": points}}
