"""Teams drawn for one evening."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.http import entity_tags, resource
from api.http.fields import Flag, Integer
from api.http.resource import ApiRequest, Resource
from api.seasons.teams import TeamRuleInput, TeamTableOutput, write_table
from league import permissions
from league.operations.seasons.teams import MOST_TEAMS
from league.operations.sessions import team_draws
from league.permissions import Action


class TeamDrawInput(TeamRuleInput):
    number = Integer(
        required=False, min_value=team_draws.LEAST_TEAMS, max_value=MOST_TEAMS,
        help_text="Number of teams. Not with `size`.",
    )  # fmt: skip
    size = Integer(
        required=False, min_value=1, max_value=1000,
        help_text="Players of a team, as far as they can be shared out evenly.",
    )  # fmt: skip
    balanced = Flag(
        required=False, help_text="Share out the players by their ratings. Defaults to false."
    )


class TeamDraw(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Draw teams for an evening from the players who are checked in",
        description="Guests are left out. Teams drawn before are replaced, as long as no match of "
        "the evening has a result. The seed makes the draw repeatable.",
        request=TeamDrawInput,
        responses={201: TeamTableOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        row = permissions.find_session(request.user, session, Action.ORGANISE)
        values = resource.read(request, TeamDrawInput)
        table = team_draws.draw(row, by=request.user, **values)
        content = write_table(table)
        location = reverse("api:team_table", args=[table.pk])
        return resource.created(content, location, entity_tags.of_content(content))
