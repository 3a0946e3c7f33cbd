"""The matches of a season, a club or a player, over all sessions."""

from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.http import paging
from api.http.resource import ApiRequest, Resource
from api.matches import match_filters
from api.matches.matches import BLANKS, MatchOutput, readable, write_all
from league import permissions
from league.models import Club, Match
from league.operations.matches import match_results, table_turns
from league.permissions import Action


class MatchList(Resource):
    is_public = True
    blanks = BLANKS
    is_list = True
    filters = match_filters.OF_SEVERAL_SESSIONS
    orders = ("created_at",)


class MatchesOfSeason(MatchList):
    @extend_schema(summary="List the matches of a season", responses=MatchOutput(many=True))
    def get(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.READ)
        rows = Match.objects.filter(session__season=season_row)
        return _page(request, season_row.club, rows)


class MatchesOfClub(MatchList):
    @extend_schema(summary="List the matches of a club", responses=MatchOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.READ)
        rows = Match.objects.filter(session__season__club=club_row)
        return _page(request, club_row, rows)


class MatchesOfPlayer(MatchList):
    filters = match_filters.OF_ONE_PLAYER

    @extend_schema(
        summary="List the matches of a player",
        description="Matches in which the player had a seat in any round.",
        responses=MatchOutput(many=True),
    )
    def get(self, request: ApiRequest, player: int) -> Response:
        player_row = permissions.find_player(request.user, player, Action.READ)
        rows = Match.objects.filter(table_turns.sits_or_sat([player_row]))
        return _page(request, player_row.club, rows)


def _page(request: ApiRequest, club: Club, rows: "QuerySet[Match]") -> Response:
    rows = match_results.with_relations(rows.filter(readable(request.user)), club=True)
    rows = rows.defer("sitting_table__sitting__request", "sitting_table__sitting__plan")
    with timezone.override(ZoneInfo(club.timezone)):
        return paging.batch_list_response(request, rows, lambda page: write_all(page, request))
