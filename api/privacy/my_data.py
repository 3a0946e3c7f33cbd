"""All data about a person as a file, made by a job."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.exchange import jobs
from api.exchange.jobs import JobOutput
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.operations.privacy import my_data
from league.permissions import Action


class AccountData(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Export all data of your account", request=None, responses={202: JobOutput}
    )
    def post(self, request: ApiRequest) -> Response:
        permissions.require_unbound(request.user)
        return jobs.started(my_data.start_for_account(request.user), request)


class PlayerData(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Export all data of a player without an account",
        request=None,
        responses={202: JobOutput},
    )
    def post(self, request: ApiRequest, player: int) -> Response:
        player_row = permissions.find_player(request.user, player, Action.ORGANISE)
        return jobs.started(my_data.start_for_player(player_row, by=request.user), request)
