"""Erasing a player."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Input, Text
from api.http.resource import ApiRequest, Resource
from league.operations.privacy import erasing


class EraseInput(Input):
    name = Text(max_length=100, help_text="The name of the player, typed to be sure.")


class ErasePlayer(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Erase a player for good",
        description="By the account of the player, by the guardian of a child, or, for a player "
        "without an account, by an owner of the club. Results of others stay valid.",
        request=EraseInput,
        responses={204: None},
    )
    def post(self, request: ApiRequest, player: int) -> Response:
        player_row = erasing.find(player, request.user)
        values = resource.read(request, EraseInput)
        erasing.erase(player_row, name=values["name"], by=request.user)
        return Response(status=204)
