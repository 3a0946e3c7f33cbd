"""The draw of seats for all free players of a session, seating them by it, and changes of tables
before their first round."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import GAME_NAMES, GameField
from api.http import entity_tags, resource
from api.http.fields import Choice, Id, Input, Integer, List, Text
from api.http.resource import ApiRequest, Resource
from api.matches import matches
from league import permissions
from league.errors import invalid
from league.models import Match
from league.operations.matches import table_numbers
from league.operations.matches.matches import LOWEST_FREE
from league.operations.sessions import seating_proposals, session_log, table_changes
from league.operations.sessions.seating_proposals import Order
from league.permissions import Action
from seating.sizes import SitOutReason

MAX_TABLES = 500


class SeatingDrawInput(Input):
    game = GameField()
    order = Choice(
        [str(order) for order in Order],
        required=False,
        help_text="How players are drawn. Defaults to `random`.",
    )
    seed = Text(
        required=False,
        allow_blank=True,
        help_text="Seed of the draw. The same seed repeats a draw.",
    )
    preferred = Integer(
        required=False,
        min_value=0,
        help_text="Preferred table size. 0: 3 to 5, as the game allows.",
    )


class SeatingDrawOutput(serializers.Serializer[Any]):
    """A draw of tables, which is not stored."""

    game = serializers.ChoiceField(GAME_NAMES)
    order = serializers.ChoiceField([str(order) for order in Order])
    seed = serializers.CharField()
    preferred = serializers.IntegerField()
    tables = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Player ids by table, in seat order.",
    )
    sit_out = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.ChoiceField(
        [str(reason) for reason in SitOutReason],
        allow_null=True,
        help_text="Reason why players sit out. `null` if nobody does.",
    )


class SeatingInput(Input):
    game = GameField()
    tables = List(
        child=List(child=Id(), max_length=matches.MAX_PLAYERS),
        max_length=MAX_TABLES,
        help_text="Player ids by table, in seat order. Players must be checked in and not seated.",
    )
    sit_out = List(child=Id(), max_length=MAX_TABLES, required=False)
    order = Choice(
        [str(order) for order in Order], required=False, help_text="`order` of the draw."
    )
    seed = Text(required=False, allow_blank=True, max_length=seating_proposals.LONGEST_SEED)


class SeatingOutput(serializers.Serializer[Any]):
    ref = serializers.CharField(help_text="`ref` of the entry in the session log, to undo it.")
    matches = matches.MatchOutput(many=True)
    sit_out = serializers.ListField(child=serializers.IntegerField())


class Draw(Resource):
    @extend_schema(
        summary="Draw tables for all players who are checked in and not seated",
        request=SeatingDrawInput,
        responses={200: SeatingDrawOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        proposal = seating_proposals.propose(
            session_row, **resource.read(request, SeatingDrawInput)
        )
        return Response(
            {
                "game": proposal.game,
                "order": proposal.order,
                "seed": proposal.seed,
                "preferred": proposal.preferred,
                "tables": proposal.tables,
                "sit_out": proposal.sit_out,
                "reason": proposal.reason,
            }
        )


class Seating(Resource):
    @extend_schema(
        summary="Create the matches of a draw with default house rules, all or none",
        request=SeatingInput,
        responses={201: SeatingOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        seating = session_log.seat_players(
            session_row, by=request.user, **resource.read(request, SeatingInput)
        )
        seated_matches = Match.objects.filter(pk__in=seating.matches).order_by("pk")
        return resource.created(
            {
                "ref": seating.ref,
                "matches": matches.write_all(list(seated_matches)),
                "sit_out": seating.sit_out,
            }
        )


class TableMergeInput(Input):
    into = Id(help_text="Id of the match whose table the players join.")


class MergeTables(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Merge the table of a match into another one",
        description="Only allowed while neither match has rounds. The players take the seats "
        "behind those of `into`, whose game and house rules hold; this match is cancelled. One "
        "entry in the log of the session, which can be undone.",
        request=TableMergeInput,
        responses={200: matches.MatchOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        source = permissions.find_match(request.user, match, Action.ORGANISE)
        into = _other_match(source, resource.read(request, TableMergeInput)["into"])
        merged = table_changes.merge(source, into, by=request.user)
        return entity_tags.tagged(matches.write(merged), entity_tags.of_match_view(merged))


def _other_match(match: Match, pk: int) -> Match:
    rows = Match.objects.select_related("session__season__club")
    other = rows.filter(session=match.session_id, pk=pk).first()
    if other is None:
        raise invalid("unknown_match", "into", _("Choose another table of this evening."))
    return other


class TableSplitInput(Input):
    players = List(
        child=Id(),
        max_length=matches.MAX_PLAYERS,
        help_text="Ids of the players who move to the new table. They keep their order of seats.",
    )
    table = Integer(
        min_value=1,
        max_value=table_numbers.MOST_NUMBER,
        required=False,
        help_text="Number of the new table. By default the lowest one that is free.",
    )


class TableSplitOutput(serializers.Serializer[Any]):
    match = matches.MatchOutput(help_text="The match with the players who stay.")
    new = matches.MatchOutput(help_text="The match of the new table.")


class SplitTable(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Split the table of a match into two",
        description="Only allowed while the match has no rounds. The new match has the same game "
        "and house rules. One entry in the log of the session, which can be undone.",
        request=TableSplitInput,
        responses={201: TableSplitOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        row = permissions.find_match(request.user, match, Action.ORGANISE)
        values = resource.read(request, TableSplitInput)
        table = values.get("table", LOWEST_FREE)
        changed = table_changes.split(row, values["players"], table=table, by=request.user)
        first, second = matches.write_all([changed.match, changed.new])
        return resource.created(
            {"match": first, "new": second}, reverse("api:match", args=[changed.new.pk])
        )


class CallOff(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Cancel a match",
        description="Only allowed while the match has no rounds. The match is then shown only "
        "in the session log.",
        request=None,
        responses={204: None},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        session_log.call_off(match_row, by=request.user)
        return Response(status=204)
