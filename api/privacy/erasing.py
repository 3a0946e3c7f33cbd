"""Erasing a player."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Input, Text
from api.http.resource import ApiRequest, Resource
from league.operations.privacy import erasing


class EraseInput(Input):
    name = Text(max_length=100, help_text="Name of the player, typed as confirmation.")


class ErasePlayer(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Erase a player permanently",
        description="Allowed for the player's account, for the guardian of a child, and for an "
        "owner of the club if the player has no account. Results of other players "
        "stay valid.",
        request=EraseInput,
        responses={204: None},
    )
    def post(self, request: ApiRequest, player: int) -> Response:
        player_row = erasing.find(player, request.user)
        values = resource.read(request, EraseInput)
        erasing.erase(player_row, name=values["name"], by=request.user)
        return Response(status=204)
