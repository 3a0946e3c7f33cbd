"""Ladders: divisions with promotion and relegation, period after period."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import local
from api.http.filters import in_name
from api.http.public_answers import ABSENT
from api.http.resource import ApiRequest, Resource
from api.ladders.shapes import (
    LadderChange,
    LadderInput,
    LadderOutput,
    LadderWishesOutput,
    LadderWishInput,
    NextOutput,
    PeriodInput,
    PeriodOutput,
    PlayOffInput,
    SetTableOutput,
    WishesInput,
)
from league import permissions
from league.errors import NotFound, invalid
from league.models import Division, DivisionMember, Ladder, Period, PlayOff
from league.operations.ladders import divisions, ladders
from league.operations.ladders.divisions import PeriodPreview, PeriodWishes
from league.operations.ladders.ladders import NewDivision, PeriodDates
from league.permissions import Action

BLANKS: Mapping[str, Any] = {"opened_at": ABSENT, "forced": []}


class Ladders(Resource):
    is_public = True
    blanks = {f"period.{key}": value for key, value in BLANKS.items()}
    is_list = True
    conflicts = ("POST",)
    filters = {"name": in_name()}
    orders = ("name",)

    @extend_schema(summary="List the ladders of a club", responses=LadderOutput(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.READ)
        rows = Ladder.objects.filter(club=club_row).select_related("club")
        return paging.batch_list_response(request, rows, _ladders)

    @extend_schema(summary="Create a ladder", request=LadderInput, responses=LadderOutput)
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        values = resource.read(request, LadderInput)
        levels = [
            NewDivision(division["players"], division.get("name", ""))
            for division in values.pop("divisions")
        ]
        dates = _dates(values, values.pop("period"))
        ladder = ladders.create(club_row, dates=dates, levels=levels, by=request.user, **values)
        content = _ladder(ladder)
        location = reverse("api:ladder", args=[ladder.pk])
        return resource.created(content, location, entity_tags.of_content(content))


class OneLadder(Resource):
    is_public = True
    blanks = Ladders.blanks
    tagged = True
    conflicts = ("PATCH",)

    @extend_schema(summary="Get a ladder", responses=LadderOutput)
    def get(self, request: ApiRequest, ladder: int) -> HttpResponseBase:
        content = _ladder(permissions.find_ladder(request.user, ladder, Action.READ))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Update a ladder; its rules apply to the end of the current period",
        request=LadderChange,
        responses=LadderOutput,
    )
    def patch(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.ORGANISE)
        changes = resource.read(request, LadderChange, partial=True)
        with transaction.atomic():
            entity_tags.require_content(request, _ladder(ladders.lock_ladder(ladder_row)))
            content = _ladder(ladders.change(ladder_row, by=request.user, **changes))
        return entity_tags.tagged(content, entity_tags.of_content(content))


class Next(Resource):
    @extend_schema(
        summary="Preview the next period without saving it",
        responses=NextOutput,
    )
    def get(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.ORGANISE)
        return Response(_next(divisions.preview_period(ladder_row)))

    @extend_schema(
        summary="Preview the next period with players who leave, join or do not move up",
        request=WishesInput,
        responses={200: NextOutput},
    )
    def post(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.ORGANISE)
        return Response(
            _next(
                divisions.preview_period(
                    ladder_row, _wishes(ladder_row, resource.read(request, WishesInput))
                )
            )
        )


class Periods(Resource):
    is_public = True
    blanks = BLANKS
    is_list = True
    conflicts = ("POST",)

    @extend_schema(summary="List the periods of a ladder", responses=PeriodOutput(many=True))
    def get(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.READ)
        zone = ladder_row.club.timezone
        rows = _whole(Period.objects.filter(ladder=ladder_row))
        return paging.list_response(request, rows, lambda row: _period(row, zone))

    @extend_schema(summary="Open the next period", request=PeriodInput, responses=PeriodOutput)
    def post(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.ORGANISE)
        values = resource.read(request, PeriodInput)
        opened = ladders.open_next_period(
            ladder_row,
            number=values["number"],
            dates=_dates(values, values.pop("name")),
            wishes=_wishes(ladder_row, values),
            seen=values.get("seen", ""),
            force=values.get("force", ""),
            by=request.user,
        )
        content = _period(_find(ladder_row, opened.number), ladder_row.club.timezone)
        location = reverse("api:period", args=[ladder_row.pk, opened.number])
        return resource.created(content, location, entity_tags.of_content(content))


class OnePeriod(Resource):
    is_public = True
    blanks = BLANKS
    tagged = True
    if_match = ("DELETE",)
    conflicts = ("DELETE",)

    @extend_schema(summary="Get a period of a ladder", responses=PeriodOutput)
    def get(self, request: ApiRequest, ladder: int, number: int) -> HttpResponseBase:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.READ)
        content = _period(_find(ladder_row, number), ladder_row.club.timezone)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Delete the latest period before anybody has played",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, ladder: int, number: int) -> Response:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.ORGANISE)
        with transaction.atomic():
            present = _find(ladders.lock_ladder(ladder_row), number)
            entity_tags.require_content(request, _period(present, ladder_row.club.timezone))
            ladders.remove_period(ladder_row, number, by=request.user)
        return Response(status=204)


class Wishes(Resource):
    @extend_schema(
        summary="List the wishes recorded for the next period", responses=LadderWishesOutput
    )
    def get(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.ORGANISE)
        return Response(_recorded(ladder_row))

    @extend_schema(
        summary="Record that a player leaves or declines to move up",
        description="Possible at any time of a period. A play-off that was played keeps counting.",
        request=LadderWishInput,
        responses={200: LadderWishesOutput},
    )
    def post(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.ORGANISE)
        values = resource.read(request, LadderWishInput)
        ladders.record_wish(ladder_row, values["player"], values["wish"], by=request.user)
        return Response(_recorded(ladder_row))


class PlayOffs(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Create a play-off table", request=PlayOffInput, responses={201: SetTableOutput}
    )
    def post(self, request: ApiRequest, ladder: int) -> Response:
        ladder_row = permissions.find_ladder(request.user, ladder, Action.ORGANISE)
        values = resource.read(request, PlayOffInput)
        match = ladders.set_play_off(ladder_row, by=request.user, **values)
        content = {"match": match.pk, "session": match.session_id, "players": values["players"]}
        return resource.created(content, reverse("api:match", args=[match.pk]))


def _dates(values: dict[str, Any], name: str) -> PeriodDates:
    return PeriodDates(name, values.pop("starts_on"), values.pop("ends_on", None))


def _recorded(ladder: Ladder) -> dict[str, Any]:
    wishes = divisions.recorded_wishes(divisions.current_period(ladder))
    return {"leaving": list(wishes.leaving), "content": list(wishes.content)}


def _wishes(ladder: Ladder, values: Mapping[str, Any]) -> PeriodWishes:
    """Return the wishes of a request, together with those recorded before."""
    joining = [wish["player"] for wish in values.get("joining", ())]
    for index, player in enumerate(joining):
        if player in joining[:index]:
            words = _("A player can be in only one division of a period.")
            raise invalid("player_twice", f"joining.{index}.player", words)
    wishes = PeriodWishes(
        leaving=values.get("leaving", ()),
        content=values.get("content", ()),
        joining={wish["player"]: wish.get("level", 0) for wish in values.get("joining", ())},
        count=values.get("divisions", 0),
    )
    return divisions.with_recorded(ladder, wishes)


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
    content = {
        "number": row.number,
        "name": row.name,
        "opened_at": local(row.opened_at, zone),
        "divisions": [
            {
                "level": division.level,
                "name": division.name,
                "season": division.season_id,
                "players": [_member(member) for member in division.members.all()],
            }
            for division in row.divisions.all()
        ],
        "draws": row.lots,
        "forced": row.forced,
        "play_offs": [table.match_id for table in row.tables.all()],
    }
    return PeriodOutput.with_old_names(content)


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
    content = {
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
        "draws": [lot._asdict() for lot in preview.plan.lots],
        "play_offs": [play_off._asdict() for play_off in preview.plan.play_offs],
        "findings": [
            {
                "code": remark.code,
                "level": remark.level or None,
                "message": remark.message,
                "blocking": remark.blocking,
            }
            for remark in preview.remarks
        ],
    }
    return NextOutput.with_old_names(content)
