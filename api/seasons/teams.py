"""Teams of a season, of a league or of an evening, and their members by date."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Date, Id, Input, Integer, List, Text
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import Team, TeamTable
from league.models.teams import MOST_COUNTED
from league.operations.seasons import team_checks, teams
from league.operations.seasons.team_checks import MemberData
from league.operations.support import versions
from league.permissions import Action
from scoring.pure.teams import TeamRule

BLANKS = {"draw.seed": ""}  # of a team table
RULES = [rule.value for rule in TeamRule]


class TeamRuleInput(Input):
    rule = Choice(
        RULES,
        required=False,
        help_text="How the members of a team at one table make its result there: `sum` of their "
        "points, `mean` per seat, the sum of the `best_k`, or points for its place among the teams "
        "at the table (`places`). Defaults to `sum`.",
    )
    best = Integer(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MOST_COUNTED,
        help_text="Members that count at a table. Required with `best_k`, else not allowed.",
    )


class TeamTableInput(TeamRuleInput):
    league = Id(required=False, allow_null=True, help_text="`null`: teams of the whole season.")
    session = Id(
        required=False, allow_null=True, help_text="Teams of one evening. Not with `league`."
    )


class TeamMemberInput(Input):
    player = Id()
    since = Date(required=False, allow_null=True, help_text="First day in the team.")
    until = Date(required=False, allow_null=True, help_text="Last day in the team.")


class TeamInput(Input):
    name = Text(max_length=100, help_text="Name, unique among these teams.")
    members = List(
        child=TeamMemberInput(),
        max_length=team_checks.MOST_MEMBERSHIPS,
        required=False,
        help_text="Replaces all members. On each day a player is in at most one team.",
    )


class TeamMemberOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    since = serializers.DateField(allow_null=True, help_text="`null`: from the beginning.")
    until = serializers.DateField(allow_null=True, help_text="`null`: without an end.")


class TeamOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    team_table = serializers.IntegerField()
    name = serializers.CharField()
    members = TeamMemberOutput(many=True)


class TeamDrawOutput(serializers.Serializer[Any]):
    seed = serializers.CharField(help_text="The same players and seed give the same teams.")
    teams = serializers.IntegerField(help_text="Number of teams that were drawn.")
    balanced = serializers.BooleanField(
        help_text="If true, each team has a player of each pot; `players` are the strongest first."
    )
    players = serializers.ListField(child=serializers.IntegerField())


class TeamTableOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    season = serializers.IntegerField()
    league = serializers.IntegerField(allow_null=True)
    session = serializers.IntegerField(allow_null=True)
    rule = serializers.ChoiceField(RULES)
    best = serializers.IntegerField(allow_null=True)
    draw = TeamDrawOutput(allow_null=True)


class TeamTables(Resource):
    is_public = True
    blanks = BLANKS
    is_list = True
    conflicts = ("POST",)

    @extend_schema(
        summary="List the team tables of a season, of its leagues and evenings",
        responses=TeamTableOutput(many=True),
    )
    def get(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.READ)
        return paging.list_response(request, season_row.team_tables.all(), write_table)

    @extend_schema(
        summary="Create a team table, without teams",
        request=TeamTableInput,
        responses=TeamTableOutput,
    )
    def post(self, request: ApiRequest, season: int) -> Response:
        row = permissions.find_season(request.user, season, Action.ORGANISE)
        values = resource.read(request, TeamTableInput)
        league, session = values.pop("league", None), values.pop("session", None)
        table = teams.create_table(
            row,
            league=team_checks.find_league(row, league),
            session=team_checks.find_session(row, session),
            by=request.user,
            **values,
        )
        content = write_table(table)
        location = reverse("api:team_table", args=[table.pk])
        return resource.created(content, location, entity_tags.of_content(content))


class OneTeamTable(Resource):
    is_public = True
    blanks = BLANKS
    tagged = True
    if_match = ("DELETE",)

    @extend_schema(summary="Get the settings of a team table", responses=TeamTableOutput)
    def get(self, request: ApiRequest, team_table: int) -> HttpResponseBase:
        content = write_table(permissions.find_team_table(request.user, team_table, Action.READ))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Change the rule of a team table",
        request=TeamRuleInput,
        responses=TeamTableOutput,
    )
    def patch(self, request: ApiRequest, team_table: int) -> Response:
        row = permissions.find_team_table(request.user, team_table, Action.ORGANISE)
        changes = resource.read(request, TeamRuleInput, partial=True)
        with transaction.atomic():
            row = teams.lock_table(row)
            entity_tags.require_content(request, write_table(row))
            content = write_table(teams.update_table(row, by=request.user, **changes))
        return entity_tags.tagged(content, entity_tags.of_content(content))

    @extend_schema(
        summary="Delete a team table with its teams",
        description="Results and all other standings stay.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, team_table: int) -> Response:
        row = permissions.find_team_table(request.user, team_table, Action.ORGANISE)
        with transaction.atomic():
            row = teams.lock_table(row)
            entity_tags.require_content(request, write_table(row))
            teams.delete_table(row, by=request.user)
        return Response(status=204)


class Teams(Resource):
    is_public = True
    is_list = True
    conflicts = ("POST",)
    orders = ("name",)

    @extend_schema(summary="List teams with their members", responses=TeamOutput(many=True))
    def get(self, request: ApiRequest, team_table: int) -> Response:
        row = permissions.find_team_table(request.user, team_table, Action.READ)
        return paging.batch_list_response(request, row.teams.all(), _write_teams)

    @extend_schema(summary="Create a team", request=TeamInput, responses=TeamOutput)
    def post(self, request: ApiRequest, team_table: int) -> Response:
        row = permissions.find_team_table(request.user, team_table, Action.ORGANISE)
        values = _read_team(request)
        team = teams.create_team(row, by=request.user, **values)
        content = write_team(team)
        location = reverse("api:team", args=[team.pk])
        return resource.created(content, location, entity_tags.of_content(content))


class OneTeam(Resource):
    is_public = True
    tagged = True
    conflicts = ("PATCH",)
    if_match = ("DELETE",)

    @extend_schema(summary="Get a team with its members", responses=TeamOutput)
    def get(self, request: ApiRequest, team: int) -> HttpResponseBase:
        content = write_team(permissions.find_team(request.user, team, Action.READ))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Rename a team or replace its members",
        description="A player who changes teams leaves one (`until`) before joining the other "
        "(`since`). Earlier results stay with the earlier team.",
        request=TeamInput,
        responses=TeamOutput,
    )
    def patch(self, request: ApiRequest, team: int) -> Response:
        row = permissions.find_team(request.user, team, Action.ORGANISE)
        changes = _read_team(request, partial=True)
        with transaction.atomic():
            versions.bump_edition(row.table.season.club_id)
            row = resource.locked(row)
            entity_tags.require_content(request, write_team(row))
            content = write_team(teams.update_team(row, by=request.user, **changes))
        return entity_tags.tagged(content, entity_tags.of_content(content))

    @extend_schema(summary="Delete a team", description="Results stay.", responses={204: None})
    def delete(self, request: ApiRequest, team: int) -> Response:
        row = permissions.find_team(request.user, team, Action.ORGANISE)
        with transaction.atomic():
            versions.bump_edition(row.table.season.club_id)
            row = resource.locked(row)
            entity_tags.require_content(request, write_team(row))
            teams.delete_team(row, by=request.user)
        return Response(status=204)


def write_table(table: TeamTable) -> dict[str, Any]:
    columns = {"season": "season_id", "league": "league_id", "session": "session_id"}
    return {
        "id": table.pk,
        **{name: getattr(table, column) for name, column in columns.items()},
        "rule": str(table.rule),
        "best": table.best,
        "draw": table.draw,
    }


def write_team(team: Team) -> dict[str, Any]:
    (content,) = _write_teams([team])
    return content


def _write_teams(rows: Sequence[Team]) -> list[dict[str, Any]]:
    """Return the JSON of teams of one table, in one query for all of them."""
    members = teams.members_of(rows)
    return [
        dict(
            TeamOutput(
                {
                    "id": team.pk,
                    "team_table": team.table_id,
                    "name": team.name,
                    "members": [member._asdict() for member in members[team.pk]],
                }
            ).data
        )
        for team in rows
    ]


def _read_team(request: ApiRequest, *, partial: bool = False) -> dict[str, Any]:
    values = resource.read(request, TeamInput, partial=partial)
    if "members" in values:
        values["members"] = [MemberData(**member) for member in values["members"]]
    return values
