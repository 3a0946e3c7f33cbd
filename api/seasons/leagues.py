"""Leagues over the evenings of a season."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import GameField, GameOutput
from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Date, Input, Integer, List, Text
from api.http.filters import in_name
from api.http.public_answers import ABSENT, ABSENT_WITHOUT_TOKEN
from api.http.resource import ApiRequest, Resource
from api.seasons.seasons import MAX_GAMES, Scheme, SchemeField
from league import permissions
from league.errors import invalid
from league.models import League, MemberRule, PlaceRule, Season
from league.operations.seasons import league_tables, leagues
from league.operations.support import versions
from league.permissions import Action

MAX_MEMBERS = 10_000
# who counts may tell the age of children, and no public page shows it
BLANKS = dict.fromkeys(("member_rule", "joined_since", "players"), ABSENT)
OWN_FIELDS = ("id", "season_id", "name", *leagues.RULES)


class NamedLeague(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


def named_league(league: League | None) -> dict[str, Any]:
    """Return the key of a league, or nothing for the season's own standings."""
    return {"league": {"id": league.pk, "name": league.name}} if league else {}


def league_of(season: Season, pk: int | None) -> League | None:
    """Return the league of a season that a request names, if it does; raise Invalid for one of
    another season."""
    if pk is None:
        return None
    league = season.leagues.filter(pk=pk).first()
    if league is None:
        raise invalid("unknown_league", "league", _("This season has no such league."))
    return league


class LeagueInput(Input):
    name = Text(help_text="Name, unique in the season. At most 100 characters.")
    games = List(
        child=GameField(),
        max_length=MAX_GAMES,
        required=False,
        help_text="Games of the season that count. Empty: all of them.",
    )
    starts_on = Date(
        required=False, allow_null=True, help_text="First day that counts. `null`: the season's."
    )
    ends_on = Date(
        required=False, allow_null=True, help_text="Last day that counts. `null`: the season's."
    )
    member_rule = Choice(
        choices=MemberRule.values,
        required=False,
        help_text="Who counts: `all` players of the club, only the `listed` ones, those "
        "`under_18`, or those who `joined` the club on or after `joined_since`. Defaults to `all`. "
        "A player who became a member by a rule remains one.",
    )
    place_rule = Choice(
        choices=PlaceRule.values,
        required=False,
        help_text="Places at a table with players who are not members: `table`, as played, or "
        "`members`, as if the others had not played. A table with one member does not count then. "
        "Defaults to `table`.",
    )
    joined_since = Date(
        required=False, allow_null=True, help_text="Required with `joined`, else not allowed."
    )
    players = List(
        child=Integer(min_value=1),
        max_length=MAX_MEMBERS,
        required=False,
        help_text="Members besides the players of the rule: `id`s. Replaces all "
        "members. Required with `listed`, not allowed with `all`.",
    )
    scheme = SchemeField(
        required=False, help_text="How results become points. Missing keys take their default."
    )


class LeagueOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    season = serializers.IntegerField(source="season_id")
    name = serializers.CharField()
    games = serializers.ListField(child=GameOutput(), help_text="Empty: all games of the season.")
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)
    member_rule = serializers.ChoiceField(
        MemberRule.values, required=False, help_text=ABSENT_WITHOUT_TOKEN
    )
    place_rule = serializers.ChoiceField(PlaceRule.values)
    joined_since = serializers.DateField(
        required=False, allow_null=True, help_text=ABSENT_WITHOUT_TOKEN
    )
    players = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text=f"The members. Empty if all players count. {ABSENT_WITHOUT_TOKEN}",
    )
    scheme = Scheme()


class Leagues(Resource):
    is_public = True
    is_list = True
    blanks = BLANKS
    conflicts = ("POST",)
    filters = {"name": in_name()}
    orders = ("name",)

    @extend_schema(
        summary="List the leagues of a season",
        description="The season's own standings count everything and are not in this list.",
        responses=LeagueOutput(many=True),
    )
    def get(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.READ)
        return paging.batch_list_response(request, season_row.leagues.all(), _write_all)

    @extend_schema(summary="Create a league", request=LeagueInput, responses=LeagueOutput)
    def post(self, request: ApiRequest, season: int) -> Response:
        season_row = permissions.find_season(request.user, season, Action.ORGANISE)
        values = resource.read(request, LeagueInput)
        league = leagues.create(season_row, by=request.user, **values)
        content = write(league)
        location = reverse("api:league", args=[league.pk])
        return resource.created(content, location, entity_tags.of_content(content))


class OneLeague(Resource):
    is_public = True
    blanks = BLANKS
    tagged = True
    conflicts = ("PATCH",)
    if_match = ("DELETE",)

    @extend_schema(summary="Get a league", responses=LeagueOutput)
    def get(self, request: ApiRequest, league: int) -> HttpResponseBase:
        content = write(permissions.find_league(request.user, league, Action.READ))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Update a league; its standings are counted again",
        request=LeagueInput,
        responses=LeagueOutput,
    )
    def patch(self, request: ApiRequest, league: int) -> Response:
        row = permissions.find_league(request.user, league, Action.ORGANISE)
        changes = resource.read(request, LeagueInput, partial=True)
        with transaction.atomic():
            versions.bump_edition(row.season.club_id)
            row = resource.locked(row)
            entity_tags.require_content(request, write(row))
            content = write(leagues.update(row, by=request.user, **changes))
        return entity_tags.tagged(content, entity_tags.of_content(content))

    @extend_schema(
        summary="Delete a league",
        description="Results and the season's own standings stay.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, league: int) -> Response:
        row = permissions.find_league(request.user, league, Action.ORGANISE)
        with transaction.atomic():
            versions.bump_edition(row.season.club_id)
            row = resource.locked(row)
            entity_tags.require_content(request, write(row))
            leagues.delete(row, by=request.user)
        return Response(status=204)


def write(league: League) -> dict[str, Any]:
    (content,) = _write_all([league])
    return content


def _write_all(rows: Sequence[League]) -> list[dict[str, Any]]:
    """Return the JSON of leagues, in two queries for all of them."""
    members = leagues.members_of(rows)
    schemes = league_tables.schemes_of(rows)
    return [
        dict(
            LeagueOutput(
                {
                    **{name: getattr(league, name) for name in OWN_FIELDS},
                    "players": members[league.pk],
                    "scheme": schemes[league.pk].spelled_out(),
                }
            ).data
        )
        for league in rows
    ]
