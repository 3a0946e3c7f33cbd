"""Checks of a round before it is stored, effects of a correction, and versions of a round."""

from typing import Any

from django.db.models import JSONField, OuterRef, Subquery
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import CorrectedRound, NumberedRound, VerdictOutput
from api.games.verdicts import verdict_response
from api.http import paging, resource
from api.http.fields import Flag, Id, Input, List, Text
from api.http.resource import ApiRequest, Resource
from api.matches import consent, matches, rounds
from api.seasons.leagues import NamedLeague, named_league
from league import permissions
from league.errors import invalid
from league.models import Division, Match, Player, Submission
from league.operations.matches import differences, submissions
from league.operations.matches.effects import Effects, RatingEffect, TableEffect
from league.operations.results import seat_corrections
from league.operations.results.correction_preview import (
    CorrectionPreview,
    preview_correction,
    preview_seats,
)
from league.permissions import Action
from scoring.models import Standing
from scoring.pure.standings import StandingsRow
from scoring.pure.units import format_points


@extend_schema_field({})
class AnyJson(serializers.JSONField):
    pass


class ChangeOutput(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="Path in the round, such as `scores.1`.")
    before = AnyJson(help_text="Value before the correction. `null` if the key did not exist.")
    after = AnyJson()


class RoundVersionOutput(rounds.PlayedRoundOutput):
    changes = ChangeOutput(
        many=True, help_text="Changes from the previous version. Empty for the first version."
    )


class RoundCheck(Resource):
    submit_methods = ("POST",)
    table_methods = ("POST",)

    @extend_schema(
        summary="Check a round without saving it",
        description="With the `number` of a played round, checks it as a correction of that round.",
        request=NumberedRound,
        responses={200: VerdictOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.SUBMIT)
        round_, number = rounds.read(request)
        following = match_row.rounds_played + 1
        number = following if number is None else number
        if not 1 <= number <= following:
            message = _("Enter a number from 1 to %(most)s.") % {"most": following}
            raise invalid("no_such_round", "number", message)
        verdict = submissions.judge_whole(match_row, number, round_)
        return verdict_response(verdict)


class StandOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    points = serializers.CharField(help_text="Points with two decimals, rounded half to even.")


class RowEffectOutput(serializers.Serializer[Any]):
    player = matches.SeatedOutput()
    before = StandOutput(
        allow_null=True,
        help_text="Row before the correction. `null` if the player was not in the standings.",
    )
    after = StandOutput(
        allow_null=True,
        help_text="Row after the correction. `null` if the player is no longer in the standings.",
    )


class TableEffectOutput(serializers.Serializer[Any]):
    league = NamedLeague(
        required=False, help_text="League of the standings. Absent: the season's own."
    )
    game = serializers.CharField(
        allow_null=True, help_text="Game of the standings. `null`: all games."
    )
    rows = RowEffectOutput(many=True, help_text="Rows that would change, in the new order.")


class RatingEffectOutput(serializers.Serializer[Any]):
    game = serializers.CharField(
        allow_null=True, help_text="Game of the rating. `null`: all games."
    )
    player = matches.SeatedOutput()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField()


class DivisionStandOutput(serializers.Serializer[Any]):
    level = serializers.IntegerField(help_text="Level of the division. 1 is the top.")
    name = serializers.CharField()


class PromotionEffectOutput(serializers.Serializer[Any]):
    player = matches.SeatedOutput()
    before = DivisionStandOutput(allow_null=True)
    after = DivisionStandOutput(allow_null=True)


class SeatMoveOutput(serializers.Serializer[Any]):
    sitting = serializers.IntegerField(help_text="Number of the sitting in the tournament.")
    player = matches.SeatedOutput()
    before = serializers.IntegerField(
        allow_null=True,
        help_text="Number of the table before the correction. `null` if not seated.",
    )
    after = serializers.IntegerField(allow_null=True)


class SeatEffectsOutput(serializers.Serializer[Any]):
    moves = SeatMoveOutput(
        many=True,
        help_text="Players who would have been seated elsewhere. Seats that were drawn do "
        "not change.",
    )
    unknown = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Numbers of sittings that would be drawn differently, with unknown seats.",
    )


class EffectsOutput(serializers.Serializer[Any]):
    verdict = VerdictOutput(help_text="Verdict on the match after the correction.")
    match = matches.MatchOutput()
    tables = TableEffectOutput(many=True)
    ratings = RatingEffectOutput(
        many=True,
        allow_null=True,
        help_text="Ratings that would change. `null` if there are too many later matches to "
        "compute it here.",
    )
    promotions = PromotionEffectOutput(
        many=True, help_text="Players who would continue in another division of the ladder."
    )
    seats = SeatEffectsOutput(
        help_text="Effect on the sittings of a tournament that were drawn later."
    )


class CorrectionEffects(Resource):
    body_is_round = True
    submit_methods = ("POST",)

    @extend_schema(
        summary="Preview the effects of a correction without saving it",
        description="Computes the effects on standings, ratings, promotions of a ladder, and "
        "seats drawn later.",
        request=CorrectedRound,
        responses={200: EffectsOutput},
    )
    def post(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.SUBMIT)
        body, named = rounds.read(request)
        rounds.same_number(named, number)
        round_, _consent = consent.apart(request, body)
        preview = preview_correction(match_row.pk, number, round_, by=None)
        return Response(_write_preview(preview, request))


class TrueSeatsInput(Input):
    players = List(child=Id(), max_length=10, help_text="Players who really sat there, in order.")
    reason = Text(required=False, allow_blank=True, max_length=200)
    confirmed = Flag(
        required=False, help_text="Confirms a correction that the season asks to confirm."
    )


class TrueSeats(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Correct the seats of a played match",
        description="The scores stay at their seats and go to these players. If players come "
        "from other tables of the same sitting, those who leave this table take their seats. "
        "Each round gets a new version.",
        request=TrueSeatsInput,
        responses={200: matches.MatchOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        values = resource.read(request, TrueSeatsInput)
        seats = seat_corrections.with_exchanges(match_row, values.pop("players"))
        seat_corrections.correct_seats(seats, by=request.user, **values)
        return Response(
            matches.write(permissions.find_match(request.user, match, Action.VIEW), request)
        )


class SeatsEffects(Resource):
    @extend_schema(
        summary="Preview the effects of corrected seats without saving them",
        request=TrueSeatsInput,
        responses={200: EffectsOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        players = resource.read(request, TrueSeatsInput)["players"]
        seats = seat_corrections.with_exchanges(match_row, players)
        return Response(_write_preview(preview_seats(match_row.pk, seats, by=None), request))


class RoundVersions(Resource):
    is_list = True

    @extend_schema(
        summary="List the versions of a round, oldest first",
        responses=RoundVersionOutput(many=True),
    )
    def get(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.VIEW)
        submissions.find(match_row, number)
        before = Submission.objects.filter(
            match=OuterRef("match"), number=OuterRef("number"), version=OuterRef("version") - 1
        )
        rows = match_row.submissions.filter(number=number).select_related("submitted_by")
        rows = rows.annotate(previous=Subquery(before.values("body"), output_field=JSONField()))
        return paging.list_response(request, rows, lambda row: _write(row, match_row), "version")


def _write_preview(preview: CorrectionPreview, request: ApiRequest) -> dict[str, Any]:
    return {
        **_write_effects(preview.effects, request),
        "promotions": [
            {
                "player": _named(promotion.player),
                "before": _division(promotion.before),
                "after": _division(promotion.after),
            }
            for promotion in preview.promotions
        ],
        "seats": {
            "moves": [
                {
                    "sitting": move.sitting,
                    "player": _named(move.player),
                    "before": move.table_now,
                    "after": move.table,
                }
                for move in preview.seats.moves
            ],
            "unknown": preview.seats.unknown,
        },
    }


def _division(division: Division | None) -> dict[str, Any] | None:
    return {"level": division.level, "name": division.name} if division else None


def _write_effects(effects: Effects, request: ApiRequest) -> dict[str, Any]:
    return {
        "verdict": effects.verdict.to_json(get_language() or "en"),
        "match": matches.write(effects.match, request),
        "tables": [_write_table(table) for table in effects.tables],
        "ratings": effects.ratings and [_write_rating(rating) for rating in effects.ratings],
    }


def _write_table(effect: TableEffect) -> dict[str, Any]:
    rows = [(move.row.player, move.before, move.row) for move in effect.moves]
    left = [(row.player, row, None) for row in effect.gone]
    return {
        **named_league(effect.table.league),
        "game": effect.table.game or None,
        "rows": [
            {"player": _named(player), "before": _stand(before), "after": _stand(after)}
            for player, before, after in [*rows, *left]
        ],
    }


def _named(player: Player) -> dict[str, Any]:
    return {"id": player.pk, "name": player.name}


def _stand(row: Standing | StandingsRow | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {"place": row.place, "points": format_points(row.points)}


def _write_rating(effect: RatingEffect) -> dict[str, Any]:
    return {
        "game": effect.game or None,
        "player": _named(effect.row.player),
        "before": effect.before and effect.before.rating.shown,
        "after": effect.row.rating.shown,
    }


def _write(row: Any, match: Match) -> dict[str, Any]:
    changes = differences.between(row.previous, row.body) if row.version > 1 else []
    return {**rounds.write(row, match), "changes": [vars(change) for change in changes]}
