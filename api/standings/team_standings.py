"""The standings of teams, and the results that made them."""

from decimal import Decimal
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers

from api.http import entity_tags
from api.http.old_names import ListOutput, OldNames
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.operations.exchange.season_files import formats
from league.operations.exchange.season_files.sheets import Cell, SeasonSheet
from league.operations.seasons import team_standings
from league.operations.seasons.team_standings import TeamView
from league.permissions import Action
from scoring.pure.teams import TeamMatch
from scoring.pure.units import format_points

COLUMNS = ("place", "team", "points", "played", "wins", "evenings", "members")
CSV_FILE = {
    (200, "text/csv"): OpenApiResponse(
        str, "CSV file in UTF-8 with the header " + ",".join(COLUMNS)
    )
}


class NamedTeam(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class TeamRowOutput(OldNames):
    old_names = {"evenings": "sessions"}
    place = serializers.IntegerField()
    team = NamedTeam()
    points = serializers.CharField(help_text="Points with two decimals, rounded half to even.")
    played = serializers.IntegerField(help_text="Matches that counted for the team.")
    wins = serializers.IntegerField(help_text="Matches that a member won.")
    sessions = serializers.IntegerField()
    members = serializers.IntegerField(help_text="Players whose results counted.")


class TeamStandingsOutput(ListOutput):
    old_names = {"rows": "results"}
    team_table = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Version of the results that were counted.")
    results = TeamRowOutput(many=True)


class TeamSeatOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    players = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Ids of the members at this seat; several if they shared it.",
    )
    points = serializers.CharField()
    counted = serializers.BooleanField(help_text="False for a seat that is not among the best.")


class TeamMatchOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    session = serializers.IntegerField()
    points = serializers.CharField(help_text="Points of the team at this table.")
    place = serializers.IntegerField(
        allow_null=True, help_text="Place among the teams at the table. `null` without another."
    )
    teams = serializers.IntegerField(help_text="Teams at the table.")
    won = serializers.BooleanField(help_text="If true, a member won the match.")
    seats = TeamSeatOutput(many=True)


class TeamResultsOutput(ListOutput):
    old_names = {"matches": "results"}
    team = NamedTeam()
    version = serializers.IntegerField(help_text="Version of the results that were counted.")
    points = serializers.CharField()
    results = TeamMatchOutput(many=True)


class TeamStandings(Resource):
    is_public = True
    tagged = True

    @extend_schema(
        summary="Get the standings of teams",
        description="Most points come first, then most wins; teams that are still tied share "
        "their place. Teams without a match come last. Only results count, no penalties.",
        responses=TeamStandingsOutput,
    )
    def get(self, request: ApiRequest, team_table: int) -> HttpResponseBase:
        table = permissions.find_team_table(request.user, team_table, Action.READ)
        view = team_standings.compute(table)
        content = {"team_table": table.pk, "version": view.version, "results": _rows(view)}
        content = TeamStandingsOutput.of(content)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)


class TeamStandingsCSV(Resource):
    any_accept = True
    tagged = True

    @extend_schema(
        summary="Export the standings of teams as CSV",
        operation_id="team_tables_standings_csv",
        responses=CSV_FILE,
    )
    def get(self, request: ApiRequest, team_table: int) -> HttpResponseBase:
        table = permissions.find_team_table(request.user, team_table, Action.VIEW)
        view = team_standings.compute(table)
        tag = entity_tags.of_content({"rows": _rows(view)})
        if same := entity_tags.unchanged(request, tag):
            return same
        response = HttpResponse(_write_csv(view), "text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="teams-{table.pk}.csv"'
        response["ETag"] = tag
        return response


class TeamResults(Resource):
    is_public = True
    tagged = True

    @extend_schema(
        summary="Get the origin of a team's points: what each member brought at which table",
        responses=TeamResultsOutput,
    )
    def get(self, request: ApiRequest, team: int) -> HttpResponseBase:
        row = permissions.find_team(request.user, team, Action.READ)
        view = team_standings.compute(row.table)
        matches = view.matches_of(row)
        content = {
            "team": {"id": row.pk, "name": row.name},
            "version": view.version,
            "points": format_points(sum(match.points for match in matches)),
            "results": [_match(match) for match in matches],
        }
        content = TeamResultsOutput.of(content)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)


def _rows(view: TeamView) -> list[dict[str, Any]]:
    rows = [
        {
            "place": row.place,
            "team": {"id": row.team, "name": view.teams[row.team].name},
            "points": format_points(row.points),
            "played": row.played,
            "wins": row.wins,
            "sessions": row.evenings,
            "members": row.members,
        }
        for row in view.rows
    ]
    return [TeamRowOutput.with_old_names(row) for row in rows]


def _write_csv(view: TeamView) -> bytes:
    rows: list[list[Cell]] = [
        [
            *(row.place, view.teams[row.team].name, Decimal(format_points(row.points))),
            *(row.played, row.wins, row.evenings, row.members),
        ]
        for row in view.rows
    ]
    return formats.to_csv(SeasonSheet("standings", COLUMNS, rows))


def _match(match: TeamMatch) -> dict[str, Any]:
    return {
        "match": match.match,
        "session": match.session,
        "points": format_points(match.points),
        "place": match.place,
        "teams": match.teams,
        "won": match.won,
        "seats": [
            {
                "seat": seat.seat,
                "players": list(seat.players),
                "points": format_points(seat.points),
                "counted": seat.counts,
            }
            for seat in match.seats
        ],
    }
