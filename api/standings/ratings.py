"""Ratings of the players of a club, and the rating history of one."""

from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from api.http import entity_tags
from api.http.fields import local
from api.http.old_names import ListOutput
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.standings.standings import GAME
from games import GAMES
from league import permissions
from league.errors import NotFound
from league.models import Club, Player
from league.permissions import Action
from scoring import rating_queries
from scoring.rating_queries import RatingCareer, RatingPoint, RatingRow, RatingTable

RATING = "Conservative estimate of the player's strength. New players have 1000."
DEVIATION = "Uncertainty of the rating. Lower is more certain."
OVERALL = "Game of the rating. `null`: all games."


class RatedOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    player = SeatedOutput()
    rating = serializers.IntegerField(help_text=RATING)
    deviation = serializers.IntegerField(help_text=DEVIATION)
    played = serializers.IntegerField(help_text="Number of rated matches.")


class RatingsOutput(ListOutput):
    old_names = {"rows": "results"}
    club = serializers.CharField()
    game = serializers.CharField(allow_null=True, help_text=OVERALL)
    version = serializers.IntegerField()
    pending = serializers.BooleanField(
        help_text="If true, newer results have not been counted yet."
    )
    computed_at = serializers.DateTimeField(allow_null=True)
    results = RatedOutput(many=True)


class PointOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    played_at = serializers.DateTimeField(help_text="When the session started.")
    rating = serializers.IntegerField(help_text="Rating after the match.")
    deviation = serializers.IntegerField()


class CareerOutput(serializers.Serializer[Any]):
    game = serializers.CharField(allow_null=True, help_text=OVERALL)
    rating = serializers.IntegerField(help_text=RATING)
    deviation = serializers.IntegerField(help_text=DEVIATION)
    history = PointOutput(many=True, help_text="Rating after each match, oldest first.")


class CareersOutput(ListOutput):
    old_names = {"ratings": "results"}
    player = SeatedOutput()
    version = serializers.IntegerField()
    pending = serializers.BooleanField(
        help_text="If true, newer results have not been counted yet."
    )
    results = CareerOutput(many=True)


class Ratings(Resource):
    is_public = True
    tagged = True
    queries = {"GET": ["game"]}

    @extend_schema(summary="Get the ratings of a club", parameters=[GAME], responses=RatingsOutput)
    def get(self, request: ApiRequest, club: str) -> HttpResponseBase:
        club_row = permissions.find_club(request.user, club, Action.READ)
        game = request.query_params.get("game", "")
        if game and game not in GAMES and game not in rating_queries.rated_games(club_row.pk):
            raise NotFound(_("There is nothing here."))
        stored, pending = (
            rating_queries.rating_book(club_row.pk),
            rating_queries.is_pending(club_row.pk),
        )
        if same := entity_tags.unchanged(
            request, f'"{rating_queries.version_tag(stored, pending=pending)}"'
        ):
            return same
        view = rating_queries.rating_table(stored, game, pending=pending)
        content = RatingsOutput.of(write(club_row, view))
        return entity_tags.tagged(
            content, f'"{rating_queries.version_tag(view.book, pending=pending)}"'
        )


class Careers(Resource):
    is_public = True
    tagged = True

    @extend_schema(summary="Get the rating history of a player", responses=CareersOutput)
    def get(self, request: ApiRequest, player: int) -> HttpResponseBase:
        player_row = permissions.find_player(request.user, player, Action.READ)
        stored, pending = (
            rating_queries.rating_book(player_row.club_id),
            rating_queries.is_pending(player_row.club_id),
        )
        tag = f'"{rating_queries.version_tag(stored, pending=pending)}.{player}"'
        if same := entity_tags.unchanged(request, tag):
            return same
        content = write_careers(player_row, rating_queries.careers(player))
        content |= {"version": stored.version, "pending": pending}
        return entity_tags.tagged(CareersOutput.of(content), tag)


def write(club: Club, view: RatingTable) -> dict[str, Any]:
    computed_at = view.book.computed_at and local(view.book.computed_at, club.timezone)
    return {
        "club": club.slug,
        "game": view.game or None,
        "version": view.book.version,
        "pending": view.pending,
        "computed_at": computed_at,
        "results": [_row(row) for row in view.rows],
    }


def write_careers(player: Player, careers: list[RatingCareer]) -> dict[str, Any]:
    return {
        "player": {"id": player.pk, "name": player.name},
        "results": [
            {
                "game": career.game or None,
                "rating": career.rating.shown,
                "deviation": career.rating.deviation,
                "history": [_point(point, player.club.timezone) for point in career.points],
            }
            for career in careers
        ],
    }


def _row(row: RatingRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": {"id": row.player.pk, "name": row.player.name},
        "rating": row.rating.shown,
        "deviation": row.rating.deviation,
        "played": row.played,
    }


def _point(point: RatingPoint, timezone: str) -> dict[str, Any]:
    return {
        "match": point.match,
        "played_at": local(point.at, timezone),
        "rating": point.rating.shown,
        "deviation": point.rating.deviation,
    }
