"""The draw of seats for all free players of a session, seating them by it, and changes of tables
before their first round."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import GameField, GameOutput
from api.http import paging, resource
from api.http.fields import Choice, Id, Input, Integer, List, Text, local
from api.http.resource import ApiRequest, Resource
from api.matches import matches
from api.seasons.seasons import MAX_GAMES
from league import permissions
from league.errors import invalid
from league.models import Match, SeatingPlan
from league.operations.matches import match_results, table_numbers
from league.operations.matches.matches import LOWEST_FREE
from league.operations.seating import plans
from league.operations.seating.requests import parse_plan
from league.operations.sessions import seating_proposals, session_log, table_changes
from league.operations.sessions.seating_proposals import Choices, Order, SeatBalance, TeamMates
from league.permissions import Action
from problems.seats import MOST_SEATS
from seating.sizes import SitOutReason

MAX_TABLES = 500


ORDERS = [str(order) for order in Order]
TEAM_MATES = [str(choice) for choice in TeamMates]
BALANCES = [str(balance) for balance in SeatBalance]


class _ChoicesInput(Input):
    """Choices of an organiser; `game` is short for `games` with one game."""

    game = GameField(required=False)
    games = List(child=GameField(), required=False, max_length=MAX_GAMES)
    order = Choice(
        ORDERS, required=False, help_text="How players are drawn. Defaults to `opponents`."
    )
    balance = Choice(
        BALANCES, required=False, help_text="What seats even out. Defaults to `starter`."
    )
    seed = Text(
        required=False,
        allow_blank=True,
        max_length=seating_proposals.LONGEST_SEED,
        help_text="Seed of the draw. The same seed repeats a draw.",
    )
    teams = Choice(
        TEAM_MATES,
        required=False,
        help_text="Team mates sit `apart` or `together`. Only for players who are in teams that "
        "day. Defaults to `apart`.",
    )
    preferred = Integer(
        required=False,
        min_value=0,
        help_text="Preferred table size. 0: 3 to 5, as the game allows.",
    )


class SeatingDrawInput(_ChoicesInput):
    """A draw of all players who are checked in and not seated."""


class SeatingPartOutput(serializers.Serializer[Any]):
    """The tables of one game: the request and the plan, in the formats of `python -m seating`."""

    game = GameOutput()
    request = serializers.DictField()
    plan = serializers.DictField()


class SeatingDrawOutput(serializers.Serializer[Any]):
    """A draw of tables, which is not stored."""

    game = GameOutput()
    games = serializers.ListField(child=GameOutput())
    order = serializers.ChoiceField(ORDERS)
    balance = serializers.ChoiceField(BALANCES)
    teams = serializers.ChoiceField(TEAM_MATES)
    seed = serializers.CharField()
    preferred = serializers.IntegerField()
    tables = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Player ids by table, in seat order.",
    )
    table_games = serializers.ListField(child=GameOutput(), help_text="The game of each table.")
    sit_out = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.ChoiceField(
        [str(reason) for reason in SitOutReason],
        allow_null=True,
        help_text="Reason why players sit out. `null` if nobody does.",
    )
    parts = SeatingPartOutput(many=True)


class SeatingInput(_ChoicesInput):
    """A draw to carry out. Without `table_games` all tables play `game`."""

    tables = List(
        child=List(child=Id(), max_length=MOST_SEATS),
        max_length=MAX_TABLES,
        help_text="Player ids by table, in seat order. Players must be checked in and not seated.",
    )
    table_games = List(child=GameField(), max_length=MAX_TABLES, required=False)
    sit_out = List(child=Id(), max_length=MAX_TABLES, required=False)


class SeatingOutput(serializers.Serializer[Any]):
    ref = serializers.CharField(help_text="`ref` of the entry in the session log, to undo it.")
    matches = matches.MatchOutput(many=True)
    sit_out = serializers.ListField(child=serializers.IntegerField())


class KeptPartOutput(SeatingPartOutput):
    matches = serializers.ListField(child=serializers.IntegerField())
    explanation = serializers.DictField(
        help_text="Costs of each table and pair by rule, and why players sit out."
    )


class KeptPlanOutput(serializers.Serializer[Any]):
    """A plan that was carried out."""

    id = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    parts = KeptPartOutput(many=True)


class Draw(Resource):
    @extend_schema(
        summary="Draw tables for all players who are checked in and not seated",
        request=SeatingDrawInput,
        responses={200: SeatingDrawOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        choices = _choices(resource.read(request, SeatingDrawInput))
        proposal = seating_proposals.propose(session_row, choices)
        return Response(
            {
                "game": proposal.game,
                "games": list(proposal.choices.games),
                "order": proposal.choices.order,
                "balance": proposal.choices.balance,
                "teams": proposal.choices.teams,
                "seed": proposal.seed,
                "preferred": proposal.choices.preferred,
                "tables": proposal.tables,
                "table_games": proposal.table_games,
                "sit_out": proposal.sit_out,
                "reason": proposal.reason,
                "parts": [
                    {"game": part.game, "request": part.request, "plan": part.stored_plan}
                    for part in proposal.parts
                ],
            }
        )


class Seating(Resource):
    is_list = True

    @extend_schema(
        summary="List the plans that were carried out, with the reasons of each table",
        responses=KeptPlanOutput(many=True),
    )
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        rows = session_row.seating_plans.select_related("session__season__club")
        return paging.list_response(request, rows, _write_kept_plan)

    @extend_schema(
        summary="Create the matches of a draw with default house rules, all or none",
        request=SeatingInput,
        responses={201: SeatingOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        body = resource.read(request, SeatingInput)
        choices, tables = _choices(body), body["tables"]
        games = body.get("table_games") or [choices.games[0]] * len(tables)
        if len(games) != len(tables):
            raise invalid(
                "wrong_length", "table_games", _("Send each table’s game, or leave it out.")
            )
        seating = seating_proposals.seat(
            session_row,
            choices,
            tables=tables,
            table_games=games,
            sit_out=body.get("sit_out", ()),
            by=request.user,
        )
        rows = Match.objects.filter(pk__in=seating.matches).order_by("pk")
        seated_matches = match_results.with_relations(rows, club=True)
        return resource.created(
            {
                "ref": seating.ref,
                "matches": matches.write_all(list(seated_matches), request),
                "sit_out": seating.sit_out,
            }
        )


def _write_kept_plan(stored: SeatingPlan) -> dict[str, Any]:
    parts = []
    for part in stored.parts:
        plan = parse_plan(part["plan"])
        parts.append({**part, "explanation": plans.explain_plan(part["request"], plan, 0)})
    return {
        "id": stored.pk,
        "created_at": local(stored.created_at, stored.session.season.club.timezone),
        "parts": parts,
    }


def _choices(body: Mapping[str, Any]) -> Choices:
    """Return the choices of a request; raise Invalid if it names no game."""
    named = body.get("games") or [body[key] for key in ("game",) if key in body]
    games = tuple(dict.fromkeys(named))
    if not games:
        raise invalid("blank", "game", _("Choose a game."))
    return Choices(
        games,
        Order(body.get("order", Order.OPPONENTS)),
        SeatBalance(body.get("balance", SeatBalance.STARTER)),
        body.get("preferred", 0),
        body.get("seed", ""),
        TeamMates(body.get("teams", TeamMates.APART)),
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
        return matches.tagged(merged, request)


def _other_match(match: Match, pk: int) -> Match:
    rows = Match.objects.select_related("session__season__club")
    other = rows.filter(session=match.session_id, pk=pk).first()
    if other is None:
        raise invalid("unknown_match", "into", _("Choose another table of this evening."))
    return other


class TableSplitInput(Input):
    players = List(
        child=Id(),
        max_length=MOST_SEATS,
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
        first, second = matches.write_all([changed.match, changed.new], request)
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
