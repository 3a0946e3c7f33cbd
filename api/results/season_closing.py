"""Closing a season, and reopening it."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Input
from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from api.matches.open_matters import OpenMatterOutput, force, write_matters
from league import permissions
from league.operations.results import open_matters, season_closing
from league.permissions import Action


class CloseSeasonInput(Input):
    force = force("the name of the season")


class SeasonClosingOutput(ListOutput):
    old_names = {"open": "results"}
    results = OpenMatterOutput(many=True, help_text="What is still open in the season.")


class CloseSeason(Resource):
    optional_body = True
    conflicts = ("POST",)

    @extend_schema(summary="List what is open in a season", responses=SeasonClosingOutput)
    def get(self, request: ApiRequest, season: int) -> Response:
        row = permissions.find_season(request.user, season, Action.ORGANISE)
        matters = write_matters(open_matters.of_season(row))
        return Response(SeasonClosingOutput.of({"results": matters}))

    @extend_schema(
        summary="Close a season",
        description="A closed season takes no new sessions and matches, and corrections of its "
        "results need `confirmed`.",
        request=CloseSeasonInput,
        responses={204: None},
    )
    def post(self, request: ApiRequest, season: int) -> Response:
        row = permissions.find_season(request.user, season, Action.ORGANISE)
        given = resource.read(request, CloseSeasonInput).get("force", "")
        season_closing.close(row, force=given, by=request.user)
        return Response(status=204)


class ReopenSeason(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Reopen a closed season", request=None, responses={204: None})
    def post(self, request: ApiRequest, season: int) -> Response:
        row = permissions.find_season(request.user, season, Action.ORGANISE)
        season_closing.reopen(row, by=request.user)
        return Response(status=204)
