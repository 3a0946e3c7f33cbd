"""Ladders: divisions with promotion and relegation, period after period."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import GAME_NAMES, GameField
from api.http import entity_tags, paging, resource
from api.http.fields import Date, Id, Input, Integer, List, Object, Text, local
from api.http.filters import holds
from api.http.resource import ApiRequest, Resource
from api.seasons.seasons import MAX_GAMES, SchemeField
from league import permissions
from league.errors import NotFound, invalid
from league.models import Came, Division, DivisionMember, Ladder, Period, PlayOff
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import MOST_RULES, PeriodPreview, PeriodWishes
from league.operations.ladders.ladders import NewDivision, PeriodDates
from league.permissions import Action
from scoring.pure.periods import MOST_DIVISIONS, MovementReason

MOST_MEMBERS = MOST_RULES["most"] * MOST_DIVISIONS
REASONS = [str(reason) for reason in MovementReason]
FINDINGS = (
    "running", "nothing_played", "play_off_due", "play_off_unused", "guests", "too_few", "too_many",
    "other_count",
)  # fmt: skip


class RulesInput(Object):
    """Read by the operation, which tells all that is wrong with them."""


class RulesOutput(serializers.Serializer[Any]):
    up = serializers.IntegerField(help_text="So many go up at each cut.")
    down = serializers.IntegerField(help_text="So many go down.")
    play_off = serializers.IntegerField(help_text="So many of either side play one table for it.")
    least = serializers.IntegerField(help_text="Players of a division.")
    most = serializers.IntegerField()


class FirstInput(Input):
    name = Text(required=False, allow_blank=True, help_text="At most 24 letters.")
    players = List(child=Id(), max_length=MOST_RULES["most"])


class LadderInput(Input):
    name = Text(help_text="At most 40 letters, once in the club.")
    period = Text(help_text="What the first period is called, in at most 30 letters.")
    starts_on = Date()
    ends_on = Date(required=False, allow_null=True)
    divisions = List(child=FirstInput(), max_length=MOST_DIVISIONS, help_text="The top first.")
    games = List(child=GameField(), max_length=MAX_GAMES, required=False)
    rules = RulesInput(
        required=False, help_text="`up`, `down`, `play_off`, `least`, `most`; others as usual."
    )
    scheme = SchemeField(required=False, help_text="Of the seasons of the first period.")


class LadderChange(Input):
    name = Text(required=False)
    games = List(child=GameField(), max_length=MAX_GAMES, required=False)
    rules = RulesInput(required=False, help_text="What is left out stays.")


class JoiningInput(Input):
    player = Id()
    level = Integer(required=False, help_text="0: where he was last, else the last division.")


class WishesInput(Input):
    leaving = List(
        child=Id(), max_length=MOST_MEMBERS, required=False, help_text="Who does not go on."
    )
    content = List(
        child=Id(), max_length=MOST_MEMBERS, required=False, help_text="Who would not go up."
    )
    joining = List(
        child=JoiningInput(),
        max_length=MOST_MEMBERS,
        required=False,
        help_text="Newcomers and those who return.",
    )
    divisions = Integer(required=False, help_text="How many there will be; default: as now.")


class PeriodInput(WishesInput):
    number = Integer(help_text="Of the period to open: the next one, so none is opened twice.")
    name = Text(help_text="At most 30 letters, once in the ladder.")
    starts_on = Date()
    ends_on = Date(required=False, allow_null=True)
    seen = Text(
        required=False,
        allow_blank=True,
        help_text="The `mark` of a preview: opened only if it is still the same.",
    )
    force = Text(
        required=False,
        allow_blank=True,
        help_text="The name of the ladder, to open it although a finding blocks.",
    )


class PlayOffInput(Input):
    players = List(child=Id(), max_length=MOST_MEMBERS, help_text="Ids in seat order.")
    game = GameField()


class DivisionMemberOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    came = serializers.ChoiceField(Came.values)
    reason = serializers.ChoiceField(REASONS)
    from_level = serializers.IntegerField(
        allow_null=True, help_text="The level before; null for who joins."
    )
    place = serializers.IntegerField(allow_null=True, help_text="The final place there.")


class DivisionOutput(serializers.Serializer[Any]):
    level = serializers.IntegerField(help_text="1 is the top.")
    name = serializers.CharField()
    season = serializers.IntegerField(help_text="Evenings and standings are those of the season.")
    players = DivisionMemberOutput(many=True)


class LotOutput(serializers.Serializer[Any]):
    """Anybody can repeat a lot: Python's `Random(seed).shuffle` of the sorted ids."""

    level = serializers.IntegerField()
    place = serializers.IntegerField(help_text="That they shared.")
    players = serializers.ListField(child=serializers.IntegerField(), help_text="The best first.")
    seed = serializers.CharField()
    by_table = serializers.BooleanField(help_text="They have played for it instead.")


class PeriodOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    opened_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    divisions = DivisionOutput(many=True)
    lots = LotOutput(many=True, help_text="That made this period.")
    forced = serializers.ListField(
        child=serializers.CharField(), help_text="What was overridden to open it."
    )
    play_offs = serializers.ListField(
        child=serializers.IntegerField(), help_text="Matches between its divisions or equals."
    )


class LadderOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.CharField()
    name = serializers.CharField()
    games = serializers.ListField(child=serializers.ChoiceField(GAME_NAMES))
    rules = RulesOutput()
    period = PeriodOutput(help_text="The present one.")


class NextDivisionOutput(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    players = DivisionMemberOutput(many=True)


class PlayOffOutput(serializers.Serializer[Any]):
    above = serializers.IntegerField(help_text="The level that is played for.")
    players = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.IntegerField(help_text="So many are there in the next period.")
    played = serializers.BooleanField()


class RemarkOutput(serializers.Serializer[Any]):
    code = serializers.ChoiceField(FINDINGS)
    level = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    blocking = serializers.BooleanField()


class NextOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    mark = serializers.CharField(help_text="Changes whenever this preview would.")
    divisions = NextDivisionOutput(many=True)
    left = serializers.ListField(child=serializers.IntegerField())
    lots = LotOutput(many=True)
    play_offs = PlayOffOutput(many=True)
    findings = RemarkOutput(many=True)


class SetTableOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    session = serializers.IntegerField()
    players = serializers.ListField(child=serializers.IntegerField())


class Ladders(Resource):
    conflicts = ("POST",)
    filters = {"name": holds("name")}
    orders = ("name",)

    @extend_schema(summary="The ladders of a club", responses=LadderOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.club(request.user, club, Action.VIEW)
        rows = Ladder.objects.filter(club=club_row).select_related("club")
        return paging.batch_list_response(request, rows, _ladders)

    @extend_schema(summary="A new ladder", request=LadderInput, responses=LadderOutput)
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.club(request.user, club, Action.ORGANISE)
        values = resource.read(request, LadderInput)
        levels = [
            NewDivision(each["players"], each.get("name", "")) for each in values.pop("divisions")
        ]
        dates = _dates(values, values.pop("period"))
        ladder = ladders.create(club_row, dates=dates, levels=levels, by=request.user, **values)
        content = _ladder(ladder)
        location = reverse("api:ladder", args=[ladder.pk])
        return resource.created(content, location, entity_tags.of_content(content))


class OneLadder(Resource):
    tagged = True
    conflicts = ("PATCH",)

    @extend_schema(summary="A ladder with its present period", responses=LadderOutput)
    def get(self, request: ApiRequest, ladder: int) -> HttpResponseBase:
        content = _ladder(permissions.ladder(request.user, ladder, Action.VIEW))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Change a ladder; its rules count for the end of the present period",
        request=LadderChange,
        responses=LadderOutput,
    )
    def patch(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.ladder(request.user, ladder, Action.ORGANISE)
        changes = resource.read(request, LadderChange, partial=True)
        with transaction.atomic():
            entity_tags.require_content(request, _ladder(ladders.lock_ladder(ladder_row)))
            content = _ladder(ladders.change(ladder_row, by=request.user, **changes))
        return entity_tags.tagged(content, entity_tags.of_content(content))


class Next(Resource):
    @extend_schema(
        summary="The next period as it would be opened now; nothing is stored",
        responses=NextOutput,
    )
    def get(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.ladder(request.user, ladder, Action.ORGANISE)
        return Response(_next(divisions.preview_period(ladder_row)))

    @extend_schema(
        summary="The same with those who leave, join, or would not go up",
        request=WishesInput,
        responses={200: NextOutput},
    )
    def post(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.ladder(request.user, ladder, Action.ORGANISE)
        return Response(
            _next(
                divisions.preview_period(ladder_row, _wishes(resource.read(request, WishesInput)))
            )
        )


class Periods(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="The periods of a ladder", responses=PeriodOutput(many=True))
    def get(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.ladder(request.user, ladder, Action.VIEW)
        zone = ladder_row.club.timezone
        rows = _whole(Period.objects.filter(ladder=ladder_row))
        return paging.list_response(request, rows, lambda row: _period(row, zone))

    @extend_schema(summary="Open the next period", request=PeriodInput, responses=PeriodOutput)
    def post(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.ladder(request.user, ladder, Action.ORGANISE)
        values = resource.read(request, PeriodInput)
        opened = ladders.open_next_period(
            ladder_row,
            number=values["number"],
            dates=_dates(values, values.pop("name")),
            wishes=_wishes(values),
            seen=values.get("seen", ""),
            force=values.get("force", ""),
            by=request.user,
        )
        content = _period(_find(ladder_row, opened.number), ladder_row.club.timezone)
        location = reverse("api:period", args=[ladder_row.pk, opened.number])
        return resource.created(content, location, entity_tags.of_content(content))


class OnePeriod(Resource):
    tagged = True
    if_match = ("DELETE",)
    conflicts = ("DELETE",)

    @extend_schema(summary="A period of a ladder", responses=PeriodOutput)
    def get(self, request: ApiRequest, ladder: int, number: int) -> HttpResponseBase:
        ladder_row = permissions.ladder(request.user, ladder, Action.VIEW)
        content = _period(_find(ladder_row, number), ladder_row.club.timezone)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Take the latest period back, as long as nobody has played",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, ladder: int, number: int) -> Response:
        ladder_row = permissions.ladder(request.user, ladder, Action.ORGANISE)
        with transaction.atomic():
            present = _find(ladders.lock_ladder(ladder_row), number)
            entity_tags.require_content(request, _period(present, ladder_row.club.timezone))
            ladders.remove_period(ladder_row, number, by=request.user)
        return Response(status=204)


class PlayOffs(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Set a play-off table", request=PlayOffInput, responses={201: SetTableOutput}
    )
    def post(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.ladder(request.user, ladder, Action.ORGANISE)
        values = resource.read(request, PlayOffInput)
        match = ladders.set_play_off(ladder_row, by=request.user, **values)
        content = {"match": match.pk, "session": match.session_id, "players": values["players"]}
        return resource.created(content, reverse("api:match", args=[match.pk]))


def _dates(values: dict[str, Any], name: str) -> PeriodDates:
    return PeriodDates(name, values.pop("starts_on"), values.pop("ends_on", None))


def _wishes(values: Mapping[str, Any]) -> PeriodWishes:
    joining = [each["player"] for each in values.get("joining", ())]
    for index, player in enumerate(joining):
        if player in joining[:index]:
            words = _("A player can be in only one division of a period.")
            raise invalid("player_twice", f"joining.{index}.player", words)
    return PeriodWishes(
        leaving=values.get("leaving", ()),
        content=values.get("content", ()),
        joining={each["player"]: each.get("level", 0) for each in values.get("joining", ())},
        count=values.get("divisions", 0),
    )


def _whole(rows: "QuerySet[Period]") -> "QuerySet[Period]":
    """Return the periods with all related rows that their JSON needs."""
    levels = Prefetch("divisions", Division.objects.order_by("level"))
    members = DivisionMember.objects.select_related("player").order_by("pk")
    tables = PlayOff.objects.filter(match__called_off_at=None).order_by("pk")
    return rows.prefetch_related(
        levels, Prefetch("divisions__members", members), Prefetch("tables", tables)
    )


def _find(ladder: Ladder, number: int) -> Period:
    period = _whole(Period.objects.filter(ladder=ladder, number=number)).first()
    if period is None:
        raise NotFound(_("There is nothing here."))
    return period


def _ladders(rows: Any) -> list[dict[str, Any]]:
    latest: dict[int, Period] = {}
    later = Period.objects.filter(ladder=OuterRef("ladder"), number__gt=OuterRef("number"))
    for period in _whole(Period.objects.filter(~Exists(later), ladder__in=rows)):
        latest[period.ladder_id] = period
    return [
        {
            "id": row.pk,
            "club": row.club.slug,
            "name": row.name,
            "games": row.games,
            "rules": row.rules,
            "period": _period(latest[row.pk], row.club.timezone),
        }
        for row in rows
    ]


def _ladder(row: Ladder) -> dict[str, Any]:
    return _ladders([row])[0]


def _period(row: Period, zone: str) -> dict[str, Any]:
    return {
        "number": row.number,
        "name": row.name,
        "opened_at": local(row.opened_at, zone),
        "divisions": [
            {
                "level": each.level,
                "name": each.name,
                "season": each.season_id,
                "players": [_member(member) for member in each.members.all()],
            }
            for each in row.divisions.all()
        ],
        "lots": row.lots,
        "forced": row.forced,
        "play_offs": [table.match_id for table in row.tables.all()],
    }


def _member(row: DivisionMember) -> dict[str, Any]:
    return {
        "id": row.player_id,
        "name": row.player.name,
        "came": row.came,
        "reason": row.reason,
        "from_level": row.source or None,
        "place": row.place or None,
    }


def _next(preview: PeriodPreview) -> dict[str, Any]:
    steps = {step.player: step for step in preview.plan.steps}
    return {
        "number": preview.number,
        "mark": preview.mark,
        "divisions": [
            {
                "level": level,
                "players": [
                    {
                        "id": player,
                        "name": preview.players[player].name,
                        "came": steps[player].came,
                        "reason": steps[player].reason,
                        "from_level": steps[player].source or None,
                        "place": steps[player].place or None,
                    }
                    for player in players
                ],
            }
            for level, players in enumerate(preview.plan.divisions, 1)
        ],
        "left": list(preview.plan.left),
        "lots": [each._asdict() for each in preview.plan.lots],
        "play_offs": [each._asdict() for each in preview.plan.play_offs],
        "findings": [
            {
                "code": each.code,
                "level": each.level or None,
                "message": each.message,
                "blocking": each.blocking,
            }
            for each in preview.remarks
        ],
    }
