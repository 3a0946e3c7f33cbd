"""Rematches of matches that have ended."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Choice, Input
from api.http.resource import ApiRequest, Resource
from api.matches import matches
from api.matches.matches import MatchOutput
from league import permissions
from league.operations.sessions import rematches
from league.operations.sessions.rematches import SeatOrder
from league.permissions import Action


class RematchInput(Input):
    seats = Choice(
        [order.value for order in SeatOrder],
        required=False,
        help_text="`same` (the default), or `rotated`: the player of the second seat starts.",
    )


class Rematch(Resource):
    optional_body = True
    conflicts = ("POST",)

    @extend_schema(
        summary="Start the rematch of a match that has ended",
        description="Creates a match with the same game, players and house rules, at the same "
        "table if its number is free. If the rematch is already being played, returns it.",
        request=RematchInput,
        responses={201: MatchOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.SUBMIT)
        values = resource.read(request, RematchInput)
        order = SeatOrder(values.get("seats", SeatOrder.SAME))
        rematch = rematches.start(match_row, order, by=request.user).match
        rematch.session.season.club.refresh_from_db(fields=["edition"])
        return matches.created(rematch, request)
