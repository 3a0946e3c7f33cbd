from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import GameField, GameOutput
from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Date, Input, Integer, List, Object, Text, local
from api.http.filters import in_name, yes_no
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import CorrectionPolicy, Quorum, Season
from league.models.seasons import MOST_DAYS, MOST_HOURS
from league.operations.seasons import deleting, seasons
from league.operations.support import versions
from league.permissions import Action
from scoring.models import Table
from scoring.pure import schemes
from scoring.pure.tiebreaks import TIEBREAKS

MAX_GAMES = 20


def _count(
    words: str, least: int = 0, most: int = schemes.MAX_EVENINGS
) -> serializers.IntegerField:
    return serializers.IntegerField(
        required=False,
        allow_null=least == 1,  # there is no such limit; where 0 is possible, it says so
        min_value=least,
        max_value=most,
        help_text=words,
    )


class Scheme(serializers.Serializer[Any]):
    """How results become points. Responses contain the first four keys, and others if they
    differ from their default. In requests, missing keys take their default."""

    points = serializers.ChoiceField(tuple(schemes.POINTS), required=False)
    scale = serializers.IntegerField(required=False, min_value=1, max_value=schemes.MAX_SCALE)
    aggregate = serializers.ChoiceField(
        schemes.AGGREGATES,
        required=False,
        help_text="Points of a season: the sum of the sessions that count, or the mean of all "
        "matches, rounded half to even to two decimals. `mean` cannot be combined with "
        "`best_evenings`, `drop_worst` or a `sit_out` other than `nothing`.",
    )
    tiebreaks = serializers.ListField(
        child=serializers.ChoiceField(tuple(TIEBREAKS)), required=False
    )
    place_points = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        required=False,
        allow_null=True,
        help_text="Maps table sizes, from 2 to 12, to the points of each place, first to last. "
        "Lists for more than 8 may be missing: then the longest list counts, and each place after "
        "its end earns as much as its last.",
    )
    cap = _count("Maximum points gained or lost with `capped_margin`.", 1, schemes.MAX_POINTS)
    best_evenings = _count("Number of best sessions of a player that count.", 1)
    drop_worst = _count(
        "Number of worst sessions of a player that do not count. One always counts."
    )
    minimum_evenings = _count(
        "Minimum number of sessions. Players with fewer are ranked after all others."
    )
    minimum_matches = _count(
        "Minimum number of matches. Players with fewer are ranked after all others.",
        0,
        schemes.MAX_MATCHES,
    )
    attendance = _count("Points for each session attended.", 0, schemes.MAX_POINTS)
    sit_out = serializers.ChoiceField(
        schemes.SIT_OUT_VALUES,
        required=False,
        help_text="Points of a round in which a player sits out: nothing, the own mean so far (at "
        "least half a win), or the points of a win.",
    )
    kept_per_month = _count(
        "Share of its points, in per cent, that a result keeps for each calendar month before that "
        "of the last session of the table. null: results do not fade. Only with `sum`.",
        1,
        schemes.MAX_KEPT,
    )
    columns = serializers.ListField(
        child=serializers.ChoiceField(schemes.COLUMNS),
        max_length=schemes.MOST_COLUMNS,
        required=False,
        help_text="Statistics shown beside the points, at most 4. They do not change the places.",
    )
    planned_evenings = _count("Number of sessions in the season, to predict possible places.", 1)
    matches_per_evening = _count(
        "Maximum number of matches per player and session, to predict possible places.", 1
    )

    def to_representation(self, instance: Any) -> Any:
        return schemes.read(instance).to_json()


@extend_schema_field(Scheme)
class SchemeField(Object):
    """Read by the scoring itself, which tells all that is wrong with it."""


class SeasonInput(Input):
    name = Text(help_text="Name, unique in the club. At most 100 characters.")
    starts_on = Date()
    ends_on = Date(required=False, allow_null=True)
    games = List(
        child=GameField(),
        max_length=MAX_GAMES,
        required=False,
        help_text="Games played in the season. Defaults to all games.",
    )
    scheme = SchemeField(
        required=False, help_text="How results become points. Missing keys take their default."
    )
    house_rules = Object(
        required=False,
        help_text="House rules of new matches, by game: `options` as in a match. Missing names "
        "take the defaults of the product. Replaces all that was stored. Existing matches keep "
        "theirs.",
    )
    confirmation = Choice(
        choices=Quorum.values,
        required=False,
        help_text="Who confirms a result. Defaults to `nobody`.",
    )
    confirm_after_hours = Integer(
        min_value=0,
        max_value=MOST_HOURS,
        required=False,
        help_text="Hours after which a result counts as confirmed, rounded up to the full "
        "hour. 0: never automatically.",
    )
    correction_policy = Choice(
        choices=CorrectionPolicy.values,
        required=False,
        help_text="What a correction of a result requires. Defaults to `free`. Once the "
        "season exists, only owners can change it.",
    )
    corrections_close_after = Integer(
        min_value=0,
        max_value=MOST_DAYS,
        required=False,
        allow_null=True,
        help_text="Number of days after a session in which its results can be corrected. "
        "`null`: no limit. Only owners can change it.",
    )


class SeasonOutput(serializers.Serializer[Season]):
    id = serializers.IntegerField()
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)
    games = serializers.ListField(child=GameOutput())
    scheme = Scheme(source="tables.first.scheme")
    house_rules = serializers.DictField(
        child=serializers.DictField(), help_text="House rules of new matches, by game."
    )
    confirmation = serializers.ChoiceField(Quorum.values)
    confirm_after_hours = serializers.IntegerField()
    correction_policy = serializers.ChoiceField(CorrectionPolicy.values)
    corrections_close_after = serializers.IntegerField(allow_null=True)
    closed_at = serializers.SerializerMethodField()

    @extend_schema_field(
        serializers.DateTimeField(
            allow_null=True, help_text="Set if the season is closed. In the time zone of the club."
        )
    )
    def get_closed_at(self, season: Season) -> str | None:
        if season.closed_at is None:
            return None
        return local(season.closed_at, season.club.timezone)


def _active() -> Q:
    """Return the condition for seasons that run today, in the club's time zone, which `get` has
    activated."""
    today = timezone.localdate()
    return Q(starts_on__lte=today) & (Q(ends_on__isnull=True) | Q(ends_on__gte=today))


class Seasons(Resource):
    is_public = True
    is_list = True
    conflicts = ("POST",)
    filters = {
        "name": in_name(),
        "active": yes_no(
            "Only seasons that are active today (`true`), or only others (`false`).", _active
        ),
    }
    orders = ("name", "starts_on")

    @extend_schema(summary="List the seasons of a club", responses=SeasonOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.READ)
        with timezone.override(ZoneInfo(club_row.timezone)):
            return paging.list_response(
                request, with_scheme(Season.objects.filter(club=club_row)), write
            )

    @extend_schema(summary="Create a season", request=SeasonInput, responses=SeasonOutput)
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        season = load(
            seasons.create(club_row, by=request.user, **resource.read(request, SeasonInput))
        )
        location = reverse("api:season", args=[season.pk])
        return resource.created(write(season), location, tag_of(season))


class OneSeason(Resource):
    is_public = True
    tagged = True
    conflicts = ("PATCH", "DELETE")
    if_match = ("DELETE",)

    @extend_schema(summary="Get a season", responses=SeasonOutput)
    def get(self, request: ApiRequest, season: int) -> HttpResponseBase:
        season_row = load(permissions.find_season(request.user, season, Action.READ))
        tag = tag_of(season_row)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(write(season_row), tag)

    @extend_schema(
        summary="Update a season; a new scheme applies to all its results",
        request=SeasonInput,
        responses=SeasonOutput,
    )
    def patch(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.ORGANISE)
        changes = resource.read(request, SeasonInput, partial=True)
        with transaction.atomic():
            versions.bump_edition(season_row.club_id)
            season_row = load(resource.locked(season_row))
            entity_tags.require_content(request, write(season_row))
            season_row = load(seasons.update(season_row, by=request.user, **changes))
        return entity_tags.tagged(write(season_row), tag_of(season_row))

    @extend_schema(
        summary="Delete a season that was created by mistake",
        description="Returns 409 with `in_use` for everything that belongs to it, such as "
        "sessions. A tournament and a period of a ladder are deleted as such.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.ORGANISE)
        with transaction.atomic():
            versions.bump_edition(season_row.club_id)
            season_row = load(resource.locked(season_row))
            entity_tags.require_content(request, write(season_row))
            deleting.delete_season(season_row, by=request.user)
        return Response(status=204)


def with_scheme(rows: "QuerySet[Season]") -> "QuerySet[Season]":
    """Return the seasons with the scheme of their overall table."""
    overall = Table.objects.filter(game="").only("season_id", "scheme")
    return rows.select_related("club").prefetch_related(Prefetch("tables", overall))


def load(season: Season) -> Season:
    return with_scheme(Season.objects.all()).get(pk=season.pk)


def write(season: Season) -> Any:
    return SeasonOutput(season).data


def tag_of(season: Season) -> str:
    return entity_tags.of_content(write(season))
