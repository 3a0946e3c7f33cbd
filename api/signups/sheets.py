"""Sheets on which players sign up, and the tables to come."""

from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, resource
from api.http.fields import Flag, Input, Integer, Time, local
from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from api.signups.lookups import occasion, sheet_of, zone_of
from league.errors import NotFound, invalid
from league.models import SignUpSheet
from league.operations.signups import expected_tables, roster, sheets
from league.operations.signups.forecasts import Gain, GameForecast
from league.operations.support import versions
from league.permissions import Action
from problems.seats import MOST_SEATS
from seating.sizes import Partition

USUAL: dict[str, Any] = {
    "closes_at": None,
    "capacity": None,
    "guests_allowed": 0,
    "is_closed": False,
}


class SignUpSheetInput(Input):
    closes_at = Time(
        required=False, allow_null=True, help_text="Sign-up deadline. `null`: the start."
    )
    capacity = Integer(
        required=False, allow_null=True, help_text="Number of places. `null`: unlimited."
    )
    guests_allowed = Integer(
        required=False, help_text="Number of guests that a player may bring. Defaults to 0."
    )
    is_closed = Flag(
        required=False, help_text="If true, sign-up is closed regardless of the deadline."
    )


class SignUpSheetOutput(serializers.Serializer[Any]):
    session = serializers.IntegerField(allow_null=True)
    tournament = serializers.IntegerField(allow_null=True)
    closes_at = serializers.DateTimeField(
        allow_null=True, help_text="In the time zone of the club."
    )
    deadline = serializers.DateTimeField(
        allow_null=True,
        help_text="Effective deadline: `closes_at`, or the start if that is earlier.",
    )
    capacity = serializers.IntegerField(allow_null=True)
    guests_allowed = serializers.IntegerField()
    is_closed = serializers.BooleanField()


class TablesToComeOutput(serializers.Serializer[Any]):
    players = serializers.IntegerField()
    tables = serializers.ListField(
        child=serializers.IntegerField(), help_text="Table sizes, largest first."
    )
    sit_out = serializers.IntegerField()


class GainOutput(TablesToComeOutput):
    more = serializers.IntegerField()
    words = serializers.CharField(
        help_text="Description for people, in the language of the request."
    )


class GameForecastOutput(serializers.Serializer[Any]):
    game = serializers.CharField()
    yes = TablesToComeOutput(
        help_text="Tables for players who have a place and want to play the game."
    )
    with_maybe = TablesToComeOutput(help_text="Tables if those who answered `maybe` come as well.")
    gain = GainOutput(
        allow_null=True,
        help_text="Smallest number of additional players that gives better tables. `null` if "
        "a few more do not help.",
    )


class ForecastOutput(ListOutput):
    old_names = {"games": "results"}
    results = GameForecastOutput(many=True)


class OneSheet(Resource):
    tagged = True
    conflicts = ("PATCH", "PUT")

    @extend_schema(summary="Get the sign-up sheet", responses=SignUpSheetOutput)
    def get(self, request: ApiRequest, **where: int) -> HttpResponseBase:
        sheet = sheet_of(request, where, Action.VIEW)
        tag = _tag_of(sheet)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(write(sheet), tag)

    @extend_schema(
        summary="Open or replace the sign-up sheet",
        description="Missing keys take their default. Returns 409 if `capacity` is lower than "
        "the number of places taken.",
        request=SignUpSheetInput,
        responses=SignUpSheetOutput,
    )
    def put(self, request: ApiRequest, **where: int) -> Response:
        place = occasion(request, where, Action.ORGANISE)
        values = USUAL | resource.read(request, SignUpSheetInput)
        with transaction.atomic():
            versions.bump_edition(place.season.club_id)
            try:
                sheet = sheets.find(place)
            except NotFound:
                entity_tags.require(request)  # there is nothing that a tag could name
                closed = values.pop("is_closed")
                sheet = sheets.open_sheet(place, by=request.user, **values)
                if closed:
                    sheet = sheets.change(sheet, is_closed=True, by=request.user)
                return entity_tags.tagged(write(sheet), _tag_of(sheet))
            return _change(request, sheet, values)

    @extend_schema(
        summary="Update the sign-up sheet", request=SignUpSheetInput, responses=SignUpSheetOutput
    )
    def patch(self, request: ApiRequest, **where: int) -> Response:
        place = occasion(request, where, Action.ORGANISE)
        changes = resource.read(request, SignUpSheetInput, partial=True)
        with transaction.atomic():
            versions.bump_edition(place.season.club_id)
            return _change(request, sheets.find(place), changes)

    @extend_schema(summary="Delete the sign-up sheet and all answers", responses={204: None})
    def delete(self, request: ApiRequest, **where: int) -> Response:
        sheets.remove(sheet_of(request, where, Action.ORGANISE), by=request.user)
        return Response(status=204)


class Forecast(Resource):
    queries = {"GET": ["preferred"]}

    @extend_schema(
        summary="Forecast the tables from the answers so far",
        parameters=[
            OpenApiParameter(
                "preferred", int, description="Preferred table size. Defaults to the usual size."
            )
        ],
        responses=ForecastOutput,
    )
    def get(self, request: ApiRequest, **where: int) -> Response:
        sheet = sheet_of(request, where, Action.VIEW)
        games = expected_tables.of_sheet(sheet, _preferred(request))
        return Response(ForecastOutput.of({"results": [_write_game(game) for game in games]}))


def write(sheet: SignUpSheet) -> dict[str, Any]:
    zone, deadline = zone_of(sheet), sheets.deadline(sheet)
    return {
        "session": sheet.session_id,
        "tournament": sheet.tournament_id,
        "closes_at": sheet.closes_at and local(sheet.closes_at, zone),
        "deadline": deadline and local(deadline, zone),
        "capacity": sheet.capacity,
        "guests_allowed": sheet.guests_allowed,
        "is_closed": sheet.is_closed,
    }


def _change(request: ApiRequest, sheet: SignUpSheet, changes: dict[str, Any]) -> Response:
    """Change a sheet if it is the one that the caller has seen; called in a transaction."""
    entity_tags.require_content(request, write(roster.lock(sheet).sheet))
    sheet = sheets.change(sheet, by=request.user, **changes)
    return entity_tags.tagged(write(sheet), _tag_of(sheet))


def _tag_of(sheet: SignUpSheet) -> str:
    return entity_tags.of_content(write(sheet))


def _preferred(request: ApiRequest) -> int:
    text = request.query_params.get("preferred", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= MOST_SEATS):
        words = _("Enter a whole number from 1 to %(most)s.") % {"most": MOST_SEATS}
        raise invalid("out_of_range", "preferred", words)
    return int(text)


def _write_game(game: GameForecast) -> dict[str, Any]:
    return {
        "game": game.game,
        "yes": _write_tables(game.players, game.tables),
        "with_maybe": _write_tables(game.players_with_maybe, game.tables_with_maybe),
        "gain": game.gain and _write_gain(game, game.gain),
    }


def _write_gain(game: GameForecast, gain: Gain) -> dict[str, Any]:
    return {
        **_write_tables(game.players + gain.more, gain.tables),
        "more": gain.more,
        "words": expected_tables.gain_words(game),
    }


def _write_tables(players: int, tables: Partition) -> dict[str, Any]:
    return {"players": players, "tables": list(tables.tables), "sit_out": tables.sit_out}
