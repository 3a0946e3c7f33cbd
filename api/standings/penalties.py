"""Decisions of organisers beside results: byes, penalties, tie-break draws."""

from typing import Any

from django.db.models import Q
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Id, Input, Integer, List, Text, local
from api.http.filters import id_of, yes_no
from api.http.old_names import OldNames
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.seasons.leagues import NamedLeague, league_of, named_league
from league import permissions
from league.errors import Conflict, NotFound
from league.models import Club, Season, Session, User
from league.operations.seasons import penalties
from league.operations.sessions import session_log
from league.permissions import Action
from scoring.models import Draw, Penalty, SitOut

MAX_TIED = 1000


class SitOutInput(Input):
    player = Id()


class SitOutOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    session = serializers.IntegerField()
    player = SeatedOutput()
    recorded_at = serializers.DateTimeField(help_text="In the time zone of the club.")


class PenaltyInput(Input):
    session = Id(help_text="`id` of the session that dates the penalty.")
    player = Id()
    points = Integer(help_text="Points deducted, from 0 (a warning) to 100,000.")
    reason = Text(help_text="Reason for the penalty. At most 200 characters; shown to everybody.")


class LiftInput(Input):
    reason = Text(help_text="Reason for lifting the penalty. At most 200 characters.")


class LiftedOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    reason = serializers.CharField()


class PenaltyOutput(OldNames):
    old_names = {"given_by": "recorded_by"}
    id = serializers.IntegerField()
    session = serializers.IntegerField()
    player = SeatedOutput()
    points = serializers.IntegerField()
    reason = serializers.CharField()
    recorded_by = serializers.CharField(allow_null=True)
    recorded_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    lifted = LiftedOutput(
        allow_null=True, help_text="Set if the penalty was lifted and no longer counts."
    )


class DrawInput(Input):
    players = List(
        child=Id(), max_length=MAX_TIED, help_text="Ids of all players who share a place."
    )
    game = Text(
        required=False,
        allow_blank=True,
        help_text="Game of the standings. Defaults to the standings of all games.",
    )
    league = Id(required=False, help_text="`id` of a league of the season, for its standings.")


class DrawOutput(OldNames):
    """A tie-break draw. To repeat it, apply Python's `Random(seed).shuffle` to the sorted ids."""

    old_names = {"drawn_by": "recorded_by"}

    id = serializers.IntegerField()
    league = NamedLeague(
        required=False, help_text="League of the standings. Absent: the season's own."
    )
    game = serializers.CharField(allow_null=True)
    players = serializers.ListField(
        child=serializers.IntegerField(), help_text="Player ids, best first."
    )
    seed = serializers.CharField()
    recorded_by = serializers.CharField(allow_null=True)
    recorded_at = serializers.DateTimeField(help_text="In the time zone of the club.")


class SitOuts(Resource):
    is_list = True
    filters = {"player": id_of("Only rows of this player.", "player")}

    @extend_schema(summary="List the sit-outs of a session", responses=SitOutOutput(many=True))
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        rows = SitOut.objects.live().filter(session=session_row).select_related("player")
        return paging.list_response(
            request, rows, lambda row: _sit_out(row, session_row.season.club)
        )

    @extend_schema(
        summary="Record that a player sat out", request=SitOutInput, responses=SitOutOutput
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        noted = session_log.sit_out(
            session_row, by=request.user, **resource.read(request, SitOutInput)
        )
        return _created(_sit_out(noted, session_row.season.club))


class OneSitOut(Resource):
    tagged = True
    if_match = ("DELETE",)

    @extend_schema(summary="Get a sit-out", responses=SitOutOutput)
    def get(self, request: ApiRequest, session: int, number: int) -> HttpResponseBase:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        return _tagged_response(
            request, _sit_out(_find_sit_out(session_row, number), session_row.season.club)
        )

    @extend_schema(summary="Delete a sit-out", responses={204: None})
    def delete(self, request: ApiRequest, session: int, number: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        noted = _find_sit_out(session_row, number)
        entity_tags.require_content(request, _sit_out(noted, session_row.season.club))
        penalties.strike_sit_out(noted, by=request.user)
        return Response(status=204)


class Penalties(Resource):
    is_list = True
    filters = {
        "player": id_of("Only penalties of this player.", "player"),
        "session": id_of("Only penalties of this session.", "session"),
        "lifted": yes_no(
            "Only lifted penalties (`true`), or only others (`false`).",
            lambda: Q(voided_at__isnull=False),
        ),
    }

    @extend_schema(summary="List the penalties of a season", responses=PenaltyOutput(many=True))
    def get(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.VIEW)
        rows = Penalty.objects.filter(season=season_row)
        rows = rows.select_related("player", "given_by", "voided_by")
        return paging.list_response(request, rows, lambda row: _penalty(row, season_row.club))

    @extend_schema(summary="Create a penalty", request=PenaltyInput, responses=PenaltyOutput)
    def post(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.ORGANISE)
        values = resource.read(request, PenaltyInput)
        penalty = penalties.penalise(season_row, by=request.user, **values)
        return _created(_penalty(penalty, season_row.club))


class OnePenalty(Resource):
    tagged = True

    @extend_schema(summary="Get a penalty", responses=PenaltyOutput)
    def get(self, request: ApiRequest, season: int, number: int) -> HttpResponseBase:
        season_row = permissions.find_season(request.user, season, Action.VIEW)
        return _tagged_response(
            request, _penalty(_find_penalty(season_row, number), season_row.club)
        )


class Lift(Resource):
    if_match = ("POST",)
    conflicts = ("POST",)

    @extend_schema(summary="Lift a penalty", request=LiftInput, responses={200: PenaltyOutput})
    def post(self, request: ApiRequest, season: int, number: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.ORGANISE)
        values = resource.read(request, LiftInput)
        penalty = _find_penalty(season_row, number)
        entity_tags.require_content(request, _penalty(penalty, season_row.club))
        try:
            lifted = penalties.lift_penalty(penalty, by=request.user, **values)
        except Conflict as conflict:
            conflict.current = _penalty(_find_penalty(season_row, number), season_row.club)
            raise
        content = _penalty(lifted, season_row.club)
        return entity_tags.tagged(content, entity_tags.of_content(content))


class Draws(Resource):
    is_list = True

    @extend_schema(summary="List the tie-break draws of a season", responses=DrawOutput(many=True))
    def get(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.VIEW)
        rows = Draw.objects.filter(table__season=season_row)
        rows = rows.select_related("table__league", "drawn_by")
        return paging.list_response(request, rows, lambda row: _draw(row, season_row.club))

    @extend_schema(
        summary="Draw lots among all players who share a place",
        request=DrawInput,
        responses=DrawOutput,
    )
    def post(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.ORGANISE)
        values = resource.read(request, DrawInput)
        league = league_of(season_row, values.pop("league", None))
        lots = penalties.draw_for_tie(season_row, league=league, by=request.user, **values)
        return resource.created(_draw(lots, season_row.club))


def _find_sit_out(session: Session, number: int) -> SitOut:
    noted: SitOut | None = SitOut.objects.live().filter(session=session, pk=number).first()
    if noted is None:
        raise NotFound(_("There is nothing here."))
    return noted


def _find_penalty(season: Season, number: int) -> Penalty:
    penalty: Penalty | None = Penalty.objects.filter(season=season, pk=number).first()
    if penalty is None:
        raise NotFound(_("There is nothing here."))
    return penalty


def _created(content: dict[str, Any]) -> Response:
    return resource.created(content, tag=entity_tags.of_content(content))


def _tagged_response(request: ApiRequest, content: dict[str, Any]) -> HttpResponseBase:
    tag = entity_tags.of_content(content)
    return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)


def _sit_out(row: SitOut, club: Club) -> dict[str, Any]:
    return {
        "id": row.pk,
        "session": row.session_id,
        "player": {"id": row.player_id, "name": row.player.name},
        "recorded_at": local(row.recorded_at, club.timezone),
    }


def _penalty(row: Penalty, club: Club) -> dict[str, Any]:
    lifted = row.voided_at and {
        "at": local(row.voided_at, club.timezone),
        "by": _name(row.voided_by),
        "reason": row.voided_for,
    }
    content = {
        "id": row.pk,
        "session": row.session_id,
        "player": {"id": row.player_id, "name": row.player.name},
        "points": row.points,
        "reason": row.reason,
        "recorded_by": _name(row.given_by),
        "recorded_at": local(row.recorded_at, club.timezone),
        "lifted": lifted or None,
    }
    return PenaltyOutput.with_old_names(content)


def _draw(row: Draw, club: Club) -> dict[str, Any]:
    content = {
        "id": row.pk,
        **named_league(row.table.league),
        "game": row.table.game or None,
        "players": row.players,
        "seed": row.seed,
        "recorded_by": _name(row.drawn_by),
        "recorded_at": local(row.recorded_at, club.timezone),
    }
    return DrawOutput.with_old_names(content)


def _name(user: User | None) -> str | None:
    return user.name or None if user else None
