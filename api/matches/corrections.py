"""Checks of a round before it is stored, effects of a correction, and versions of a round."""

from typing import Any

from django.db.models import JSONField, OuterRef, Subquery
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import NumberedRound, VerdictOutput
from api.http import paging
from api.http.resource import ApiRequest, Resource
from api.matches import matches, rounds
from league import permissions
from league.errors import invalid
from league.models import Match, Player, Submission
from league.operations.matches import differences, effects, submissions
from league.operations.matches.effects import Effects, RatingEffect, TableEffect
from league.permissions import Action
from scoring import standings_queries as tables
from scoring.models import Standing
from scoring.pure.standings import StandingsRow


@extend_schema_field({})
class AnyJson(serializers.JSONField):
    pass


class ChangeOutput(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="Into the round, such as `scores.1`.")
    before = AnyJson(help_text="`null`: it was not there.")
    after = AnyJson()


class RoundVersionOutput(rounds.PlayedRoundOutput):
    changes = ChangeOutput(many=True, help_text="From the version before; none in the first.")


class RoundCheck(Resource):
    submit_methods = ("POST",)
    table_methods = ("POST",)

    @extend_schema(
        summary="What the rules would say of a round; nothing is saved",
        description="With `number` of a round that was played: as its correction.",
        request=NumberedRound,
        responses={200: VerdictOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.match(request.user, match, Action.SUBMIT)
        round, number = rounds.read(request)
        following = match_row.rounds_played + 1
        number = following if number is None else number
        if not 1 <= number <= following:
            message = _("A number from 1 to %(most)s is expected.") % {"most": following}
            raise invalid("no_such_round", "number", message)
        verdict = submissions.judge_whole(match_row, number, round)
        return Response(verdict.to_json(get_language() or "en"))


class StandOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    points = serializers.CharField(help_text="Two decimals, rounded half to even.")


class RowEffectOutput(serializers.Serializer[Any]):
    player = matches.SeatedOutput()
    before = StandOutput(allow_null=True, help_text="`null`: not in the table.")
    after = StandOutput(allow_null=True, help_text="`null`: not in the table any more.")


class TableEffectOutput(serializers.Serializer[Any]):
    game = serializers.CharField(allow_null=True, help_text="`null`: over all games.")
    rows = RowEffectOutput(many=True, help_text="Those that change, in the new order.")


class RatingEffectOutput(serializers.Serializer[Any]):
    game = serializers.CharField(allow_null=True, help_text="`null`: over all games.")
    player = matches.SeatedOutput()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField()


class EffectsOutput(serializers.Serializer[Any]):
    verdict = VerdictOutput(help_text="Of the match as it would be.")
    match = matches.MatchOutput()
    tables = TableEffectOutput(many=True)
    ratings = RatingEffectOutput(
        many=True, allow_null=True, help_text="`null`: too many matches follow to tell at once."
    )


class CorrectionEffects(Resource):
    submit_methods = ("POST",)

    @extend_schema(
        summary="What a correction would change in standings and ratings; nothing is saved",
        request=NumberedRound,
        responses={200: EffectsOutput},
    )
    def post(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.match(request.user, match, Action.SUBMIT)
        round, named = rounds.read(request)
        rounds.same_number(named, number)
        return Response(
            _write_effects(effects.correction_effects(match_row.pk, number, round, by=None))
        )


class RoundVersions(Resource):
    @extend_schema(
        summary="A round and its corrections, the first version first",
        responses=RoundVersionOutput(many=True),
    )
    def get(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.match(request.user, match, Action.VIEW)
        submissions.find(match_row, number)
        before = Submission.objects.filter(
            match=OuterRef("match"), number=OuterRef("number"), version=OuterRef("version") - 1
        )
        rows = match_row.submissions.filter(number=number).select_related("submitted_by")
        rows = rows.annotate(previous=Subquery(before.values("body"), output_field=JSONField()))
        return paging.list_response(request, rows, lambda row: _write(row, match_row), "version")


def _write_effects(effects: Effects) -> dict[str, Any]:
    return {
        "verdict": effects.verdict.to_json(get_language() or "en"),
        "match": matches.write(effects.match),
        "tables": [_write_table(each) for each in effects.tables],
        "ratings": effects.ratings and [_write_rating(each) for each in effects.ratings],
    }


def _write_table(effect: TableEffect) -> dict[str, Any]:
    rows = [(move.row.player, move.before, move.row) for move in effect.moves]
    left = [(row.player, row, None) for row in effect.gone]
    return {
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
    return {"place": row.place, "points": tables.format_points(row.points)}


def _write_rating(effect: RatingEffect) -> dict[str, Any]:
    return {
        "game": effect.game or None,
        "player": _named(effect.row.player),
        "before": effect.before and effect.before.rating.shown,
        "after": effect.row.rating.shown,
    }


def _write(row: Any, match: Match) -> dict[str, Any]:
    changes = differences.between(row.previous, row.body) if row.version > 1 else []
    return {**rounds.write(row, match), "changes": [vars(each) for each in changes]}
