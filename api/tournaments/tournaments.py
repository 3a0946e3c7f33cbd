"""Tournaments, what prevents a draw, their audit log, and the ranking."""

from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import GameField, GameOutput, OptionsField
from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Flag, Input, Integer, List, Text, Time, local
from api.http.filters import id_of, one_of
from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.seasons.seasons import SchemeField
from games import GAMES
from league import permissions
from league.models import (
    Format,
    IncidentKind,
    Tournament,
)
from league.operations.people.seating_needs import MOST_TABLES
from league.operations.seasons import deleting
from league.operations.tournaments import (
    audit_log,
    final_ranking,
    tournaments,
)
from league.operations.tournaments.audit_log import TournamentLine
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.draw.prechecks import Finding
from league.operations.tournaments.final_ranking import Decision, LevelReached
from league.operations.tournaments.play import tournament_end
from league.permissions import Action
from problems.seats import SEATS
from scoring.models import Standing
from scoring.pure.units import format_points
from seating.rules import Rule

MAX_RULES = len(Rule)
RULES = [str(rule) for rule in Rule]


class TournamentSettings(Input):
    name = Text(
        help_text="Name of the tournament and its season, unique in the club. At most 100 "
        "characters."
    )
    game = GameField()
    options = OptionsField(
        required=False,
        help_text="House rules of every match. Lists with a value per seat (`minimums`) have "
        "the length of the largest table; smaller tables use the first values.",
    )
    format = Choice(
        Format.values, required=False, help_text="Format of the tournament. Defaults to `social`."
    )
    sittings_planned = Integer(
        required=False,
        help_text="Number of planned sittings. 0: unlimited. With a script: its number of rounds.",
    )
    least = Integer(
        required=False, help_text="Minimum number of players at a table. 0: as the game allows."
    )
    most = Integer(
        required=False, help_text="Maximum number of players at a table. 0: as the game allows."
    )
    preferred = List(child=Integer(), max_length=len(SEATS), required=False)
    rules = List(
        child=Choice(RULES),
        max_length=MAX_RULES,
        required=False,
        help_text="Seating rules, most important first. Empty: the default order.",
    )
    go_on = Integer(
        required=False, help_text="Number of players who advance from each table of a knock-out."
    )
    finalists = Integer(
        required=False,
        help_text="Number of players in the final, which follows the planned sittings. 0: no "
        "final.",
    )
    consolation = Flag(
        required=False,
        help_text="If true, players who are out of a knock-out play for the places below the "
        "final, at further tables of its sitting.",
    )
    minutes = Integer(required=False, help_text="Minutes per sitting. 0: no clock.")
    step_free_tables = List(
        child=Integer(),
        max_length=MOST_TABLES,
        required=False,
        help_text="Numbers of the step-free tables, from 1.",
    )


class TournamentInput(TournamentSettings):
    starts_at = Time(help_text="When the first session starts. RFC 3339 date and time with offset.")
    place = Text(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="Defaults to the meeting place of the club.",
    )
    scheme = SchemeField(
        required=False, help_text="How results become points. Missing keys take their default."
    )
    seed = Text(
        required=False,
        allow_blank=True,
        help_text="Seed that all draws derive from. Random by default.",
    )


class TournamentChangeInput(TournamentSettings):
    closed = Flag(
        required=False,
        help_text="If true, no more sittings can be drawn, and no entrants added or removed.",
    )


class TournamentOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    season = serializers.IntegerField(
        help_text="`id` of the season with the standings, penalties and sessions."
    )
    name = serializers.CharField()
    game = GameOutput()
    options = serializers.DictField(help_text="House rules of every match, without defaults.")
    format = serializers.ChoiceField(Format.values)
    sittings_planned = serializers.IntegerField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    preferred = serializers.ListField(child=serializers.IntegerField())
    rules = serializers.ListField(child=serializers.ChoiceField(RULES))
    go_on = serializers.IntegerField()
    finalists = serializers.IntegerField()
    consolation = serializers.BooleanField()
    minutes = serializers.IntegerField()
    step_free_tables = serializers.ListField(
        child=serializers.IntegerField(), help_text="Empty without a token."
    )
    seed = serializers.CharField(help_text="Empty without a token.")
    closed_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class DrawFindingOutput(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Stable code.")
    path = serializers.CharField(
        allow_blank=True,
        help_text="Subject of the finding, such as `sittings.2.tables.3` or `entrants.17` (a "
        "player id).",
    )
    message = serializers.CharField()
    blocking = serializers.BooleanField(help_text="If true, no sitting can be drawn.")
    provisional = serializers.BooleanField(
        help_text="If true, a draw with `provisional` is possible nevertheless."
    )


class PrecheckOutput(ListOutput):
    old_names = {"findings": "results"}
    results = DrawFindingOutput(many=True, help_text="Findings, blocking ones first.")


class IncidentOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(IncidentKind.values)
    sitting = serializers.IntegerField(allow_null=True, help_text="Number of the sitting.")
    table = serializers.IntegerField(allow_null=True, help_text="Number of the table.")
    player = SeatedOutput(allow_null=True)
    other = SeatedOutput(allow_null=True)
    note = serializers.CharField()
    at = serializers.DateTimeField(help_text="In the time zone of the club.")
    by = serializers.CharField(allow_null=True)


class RankedPlayerOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="Final place, shared by equals.")
    player = SeatedOutput()
    points = serializers.CharField(help_text="Points of the standings, with two decimals.")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    level = serializers.IntegerField(
        allow_null=True,
        help_text="Number of the last knock-out sitting or final that the player reached, even "
        "with a bye. Playing on beside the final does not count. `null` if none.",
    )
    final_place = serializers.IntegerField(
        allow_null=True,
        help_text="Place at a table of the final sitting. `null` without a result there.",
    )
    final_score = serializers.IntegerField(allow_null=True)


class RankingOutput(ListOutput):
    old_names = {"rows": "results"}
    tournament = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Version of the standings.")
    pending = serializers.BooleanField(
        help_text="If true, newer results have not been counted yet."
    )
    ended = serializers.BooleanField(
        help_text="If true, the tournament is closed, or everything that was planned is played."
    )
    decided_by = serializers.ChoiceField(
        [str(decision) for decision in Decision],
        help_text="`final`: tables of the final, then level, then standings. `levels`: level, then "
        "standings. `standings`: the standings.",
    )
    results = RankedPlayerOutput(many=True, help_text="Players with a result, best first.")


BLANKS = {"seed": "", "step_free_tables": []}


class Tournaments(Resource):
    is_public = True
    is_list = True
    blanks = BLANKS
    conflicts = ("POST",)
    filters = {
        "format": one_of("format", Format.values),
        "game": one_of("game", GAMES),
        "season": id_of("Only tournaments of this season.", "season"),
    }

    @extend_schema(summary="List the tournaments of a club", responses=TournamentOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.READ)
        rows = Tournament.objects.filter(season__club=club_row).select_related("season__club")
        return paging.list_response(request, rows, write)

    @extend_schema(
        summary="Create a tournament with its season and first session",
        request=TournamentInput,
        responses=TournamentOutput,
    )
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        values = resource.read(request, TournamentInput)
        tournament = tournaments.create(club_row, by=request.user, **values)
        location = reverse("api:tournament", args=[tournament.pk])
        return resource.created(
            write(tournament), location, entity_tags.of_content(write(tournament))
        )


class OneTournament(Resource):
    is_public = True
    blanks = BLANKS
    tagged = True
    conflicts = ("PATCH", "DELETE")
    if_match = ("DELETE",)

    @extend_schema(summary="Get a tournament", responses=TournamentOutput)
    def get(self, request: ApiRequest, tournament: int) -> HttpResponseBase:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.READ)
        content = write(tournament_row)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Update, close or reopen a tournament",
        description="`game`, `options` and `format` cannot change once a sitting is drawn.",
        request=TournamentChangeInput,
        responses=TournamentOutput,
    )
    def patch(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        changes = resource.read(request, TournamentChangeInput, partial=True)
        closed = changes.pop("closed", None)
        with transaction.atomic():
            tournament_row = tournaments.lock_tournament(tournament_row, closed=True)
            entity_tags.require_content(request, write(tournament_row))
            if closed is False:
                tournament_row = tournaments.reopen(tournament_row, by=request.user)
            if changes:
                tournament_row = tournaments.change(tournament_row, by=request.user, **changes)
            if closed:
                tournament_row = tournaments.close(tournament_row, by=request.user)
        content = write(tournament_row)
        return entity_tags.tagged(content, entity_tags.of_content(content))

    @extend_schema(
        summary="Delete a tournament that was created by mistake",
        description="Its season and its sessions are deleted with it; webhooks get "
        "`session.cancelled`. Returns 409 with `in_use` for everything else that belongs to it, "
        "such as entrants and sittings.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        with transaction.atomic():
            tournament_row = tournaments.lock_tournament(tournament_row, closed=True)
            entity_tags.require_content(request, write(tournament_row))
            deleting.delete_tournament(tournament_row, by=request.user)
        return Response(status=204)


class Precheck(Resource):
    @extend_schema(summary="List the obstacles to the next draw", responses=PrecheckOutput)
    def get(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        findings = [write_finding(finding) for finding in prechecks.precheck(tournament_row)]
        return Response(PrecheckOutput.of({"results": findings}))


class Incidents(Resource):
    is_list = True
    filters = {
        "kind": one_of("kind", IncidentKind.values),
        "player": id_of("Only entries about this player.", "player"),
    }

    @extend_schema(
        summary="List the audit entries of a tournament", responses=IncidentOutput(many=True)
    )
    def get(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        chosen = paging.filter_values(request)
        lines = [
            line
            for line in audit_log.lines(tournament_row)
            if chosen.get("kind") in (None, line.entry.kind)
            and chosen.get("player") in (None, line.player and line.player.pk)
        ]
        timezone = tournament_row.season.club.timezone
        return paging.sequence_response(request, lines, lambda line: _incident(line, timezone))


class Ranking(Resource):
    is_public = True

    @extend_schema(
        summary="Get the final ranking of a tournament",
        description="The places that pages, certificates and files show. The standings of its "
        "season rank by points alone.",
        responses=RankingOutput,
    )
    def get(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.READ)
        ranking = final_ranking.final_ranking(tournament_row)
        content = {
            "tournament": tournament_row.pk,
            "version": ranking.view.version,
            "pending": ranking.view.pending,
            "ended": tournament_end.has_ended(tournament_row),
            "decided_by": ranking.decision,
            "results": [
                _ranked_player(row, ranking.levels.get(row.player_id)) for row in ranking.rows
            ],
        }
        return Response(RankingOutput.of(content))


def write(tournament: Tournament) -> dict[str, Any]:
    return {
        "id": tournament.pk,
        "season": tournament.season_id,
        "name": tournament.season.name,
        **{name: getattr(tournament, name) for name in tournaments.SETTINGS},
        "seed": tournament.seed,
        "closed_at": tournament.closed_at
        and local(tournament.closed_at, tournament.season.club.timezone),
        "version": tournament.version,
    }


def write_finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "path": finding.path,
        "message": finding.message,
        "blocking": finding.blocking,
        "provisional": finding.provisional,
    }


def write_player(player: Any) -> dict[str, Any] | None:
    return {"id": player.pk, "name": player.name} if player else None


def _incident(line: TournamentLine, timezone: str) -> dict[str, Any]:
    entry = line.entry
    return {
        "id": line.id,
        "kind": entry.kind,
        "sitting": entry.sitting,
        "table": entry.table,
        "player": write_player(line.player),
        "other": write_player(line.other),
        "note": entry.note,
        "at": local(entry.at, timezone),
        "by": entry.by.name or None if entry.by else None,
    }


def _ranked_player(row: Standing, level: LevelReached | None) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": write_player(row.player),
        "points": format_points(row.points),
        "played": row.played,
        "wins": row.wins,
        "level": level.reached if level else None,
        "final_place": level.place if level else None,
        "final_score": level.score if level else None,
    }
