"""Awards that a club defines, and their winners."""

from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import GameOutput, OptionalGameField
from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Date, Flag, Id, Input, Integer, Text
from api.http.filters import in_name
from api.http.old_names import OldNames
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from league import permissions
from league.errors import invalid
from league.models import AwardCategory, Club, ClubAward, Currency, League
from league.models.awards import MOST_CENTS, MOST_NEEDED
from league.operations.standings import award_winners, club_awards
from league.operations.standings.award_winners import AwardResult, ShownCandidate
from league.operations.support import versions
from league.permissions import Action
from scoring.pure.club_awards import NotGiven
from scoring.pure.statistics import STATISTICS, exact_value, plain_value


class AwardInput(OldNames, Input):
    old_names = {"minimum_evenings": "minimum_sessions"}
    name = Text(help_text="Name, unique in the club. At most 100 characters.")
    statistic = Choice(
        choices=list(STATISTICS),
        help_text="The value by which players are compared. Scores need `game`.",
    )
    lowest = Flag(required=False, help_text="Whether the lowest value wins. Defaults to `false`.")
    season = Id(
        required=False,
        allow_null=True,
        help_text="Season whose results count. `null`: all seasons of the club. A change removes "
        "`league`.",
    )
    league = Id(
        required=False,
        allow_null=True,
        help_text="League of `season` whose results and points count. `null`: the season's own.",
    )
    game = OptionalGameField(required=False, help_text="Game that counts. `null`: all games.")
    starts_on = Date(required=False, allow_null=True, help_text="First day that counts.")
    ends_on = Date(required=False, allow_null=True, help_text="Last day that counts.")
    category = Choice(
        choices=AwardCategory.values,
        required=False,
        help_text="Who can win: `all`, or `newcomers`, whose first evening in the club is not "
        "before `starts_on` or else the first day of the season. Guests never win. Defaults to "
        "`all`.",
    )
    minimum_matches = Integer(
        min_value=0,
        max_value=MOST_NEEDED,
        required=False,
        help_text="Matches that a winner must have played in the period. Defaults to 0.",
    )
    minimum_sessions = Integer(
        min_value=0,
        max_value=MOST_NEEDED,
        required=False,
        help_text="Evenings on which a winner must have played in the period. Defaults to 0.",
    )
    prize = Text(
        required=False, allow_blank=True, help_text="Prize in words. At most 100 characters."
    )
    amount = Integer(
        min_value=0,
        max_value=MOST_CENTS,
        required=False,
        help_text="Prize money in cents. Equal winners share it. Defaults to 0.",
    )
    currency = Choice(
        choices=Currency.values, required=False, help_text="Currency of `amount`. Default: `EUR`."
    )


class AwardOutput(OldNames):
    old_names = AwardInput.old_names
    id = serializers.IntegerField()
    name = serializers.CharField()
    statistic = serializers.ChoiceField(list(STATISTICS))
    lowest = serializers.BooleanField()
    season = serializers.IntegerField(source="season_id", allow_null=True)
    league = serializers.IntegerField(source="league_id", allow_null=True)
    game = GameOutput(allow_null=True)
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)
    category = serializers.ChoiceField(AwardCategory.values)
    minimum_matches = serializers.IntegerField()
    minimum_sessions = serializers.IntegerField()
    prize = serializers.CharField(allow_blank=True)
    amount = serializers.IntegerField()
    currency = serializers.ChoiceField(Currency.values)


class CandidateOutput(serializers.Serializer[Any]):
    player = SeatedOutput()
    value = serializers.CharField(
        help_text="Value with two decimals; counts are whole numbers, and shares are in per cent."
    )
    exact = serializers.CharField(
        help_text="The same as a whole number or a fraction, such as `7/12`; shares are parts of 1."
    )
    played = serializers.IntegerField(help_text="Matches that count.")
    evenings = serializers.IntegerField(help_text="Evenings with such a match.")
    matches = serializers.ListField(
        child=serializers.IntegerField(), help_text="The matches that prove the value."
    )
    sessions = serializers.ListField(
        child=serializers.IntegerField(), help_text="The evenings that prove the value."
    )


class WinnersOutput(serializers.Serializer[Any]):
    winners = CandidateOutput(many=True, help_text="Equal players. Empty if it is not given.")
    runners_up = CandidateOutput(many=True, help_text="The next players, at most three.")
    not_given = serializers.ChoiceField(
        [reason.value for reason in NotGiven],
        allow_null=True,
        help_text="`no_result`: no result counts; `no_player`: no newcomer has one; `minimum`: "
        "no player has enough matches or evenings; `zero`: the best value is 0; `tied`: too many "
        "players are equal.",
    )
    tied = serializers.IntegerField(help_text="Number of players who are equal at the top.")
    amount_each = serializers.IntegerField(
        help_text="Prize money of each winner in cents, rounded down."
    )
    amount_left = serializers.IntegerField(help_text="Cents that cannot be shared equally.")


class Awards(Resource):
    is_public = True
    is_list = True
    conflicts = ("POST",)
    filters = {"name": in_name()}
    orders = ("name",)

    @extend_schema(summary="List the awards of a club", responses=AwardOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.READ)
        return paging.list_response(request, club_row.awards.all(), write)

    @extend_schema(summary="Create an award", request=AwardInput, responses=AwardOutput)
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        values = _read(request, club_row)
        content = write(club_awards.create(club_row, by=request.user, **values))
        location = reverse("api:award", args=[content["id"]])
        return resource.created(content, location, entity_tags.of_content(content))


class AwardPreview(Resource):
    @extend_schema(
        summary="Preview the winners of an award",
        description="Nothing is stored.",
        request=AwardInput,
        responses={200: WinnersOutput},
    )
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        award = club_awards.build(club_row, **_read(request, club_row))
        (result,) = award_winners.results(club_row, [award])
        return Response(_write_result(result))


class OneAward(Resource):
    is_public = True
    tagged = True
    conflicts = ("PATCH",)
    if_match = ("DELETE",)

    @extend_schema(summary="Get an award", responses=AwardOutput)
    def get(self, request: ApiRequest, award: int) -> HttpResponseBase:
        content = write(permissions.find_award(request.user, award, Action.READ))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(summary="Update an award", request=AwardInput, responses=AwardOutput)
    def patch(self, request: ApiRequest, award: int) -> Response:
        row = permissions.find_award(request.user, award, Action.ORGANISE)
        changes = _read(request, row.club, partial=True)
        with transaction.atomic():
            versions.bump_edition(row.club_id)
            row = resource.locked(row)
            entity_tags.require_content(request, write(row))
            content = write(club_awards.update(row, by=request.user, **changes))
        return entity_tags.tagged(content, entity_tags.of_content(content))

    @extend_schema(summary="Delete an award", description="Results stay.", responses={204: None})
    def delete(self, request: ApiRequest, award: int) -> Response:
        row = permissions.find_award(request.user, award, Action.ORGANISE)
        with transaction.atomic():
            versions.bump_edition(row.club_id)
            row = resource.locked(row)
            entity_tags.require_content(request, write(row))
            club_awards.delete(row, by=request.user)
        return Response(status=204)


class Winners(Resource):
    is_public = True

    @extend_schema(
        summary="Get the winners of an award, with their proof",
        description="Computed from the results of today; nothing is stored.",
        responses=WinnersOutput,
    )
    def get(self, request: ApiRequest, award: int) -> Response:
        row = permissions.find_award(request.user, award, Action.READ)
        (result,) = award_winners.results(row.club, [row])
        return Response(_write_result(result))


def write(award: ClubAward) -> dict[str, Any]:
    values = {name: getattr(award, name) for name in club_awards.FIELDS if name != "season"}
    values["minimum_sessions"] = award.minimum_evenings
    values |= {"id": award.pk, "season_id": award.season_id, "league_id": award.league_id}
    return dict(AwardOutput({**values, "game": award.game or None}).data)


def _read(request: ApiRequest, club: Club, *, partial: bool = False) -> dict[str, Any]:
    """Return the values of a request, with season and league as objects."""
    values = resource.read(request, AwardInput, partial=partial)
    if "minimum_sessions" in values:
        values["minimum_evenings"] = values.pop("minimum_sessions")
    if "game" in values:
        values["game"] = values["game"] or ""
    if values.get("season") is not None:
        values["season"] = club.seasons.filter(pk=values["season"]).first()
        if values["season"] is None:
            raise invalid("unknown_season", "season", _("The club has no such season."))
    if values.get("league") is not None:
        leagues = League.objects.select_related("season").filter(season__club=club)
        values["league"] = leagues.filter(pk=values["league"]).first()
        if values["league"] is None:
            raise invalid("unknown_league", "league", _("This season has no such league."))
    return values


def _write_result(result: AwardResult) -> dict[str, Any]:
    return dict(
        WinnersOutput(
            {
                "winners": [_write_candidate(each) for each in result.winners],
                "runners_up": [_write_candidate(each) for each in result.runners_up],
                "not_given": result.reason,
                "tied": result.tied,
                "amount_each": result.each_cents,
                "amount_left": result.rest_cents,
            }
        ).data
    )


def _write_candidate(shown: ShownCandidate) -> dict[str, Any]:
    measure = shown.candidate.measure
    return {
        "player": {"id": shown.player.pk, "name": shown.player.name},
        "value": plain_value(shown.statistic, measure),
        "exact": str(exact_value(shown.statistic, measure)),
        "played": shown.candidate.matches,
        "evenings": shown.candidate.evenings,
        "matches": list(measure.matches),
        "sessions": list(measure.sessions),
    }
