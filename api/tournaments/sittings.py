"""The sittings of a tournament: draw, changes by hand, publication, play, locking, and undo."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import local
from api.http.filters import one_of
from api.http.public_answers import ABSENT
from api.http.resource import ApiRequest, Resource
from api.tournaments.sitting_shapes import (
    PAUSE,
    ClockInput,
    DrawnSittingsOutput,
    NoShowInput,
    PublishInput,
    SeatsInput,
    SittingDrawInput,
    SittingOutput,
    SittingPlanOutput,
    StateInput,
    TableInput,
    WhatIfInput,
    WhatIfOutput,
    WithdrawInput,
)
from api.tournaments.tournaments import write_finding, write_player
from league import permissions
from league.errors import invalid
from league.models import Audience, Sitting, SittingKind, Tournament
from league.models.tournaments import PUBLICATION_TIMES
from league.operations.matches import match_results
from league.operations.tournaments import tournaments
from league.operations.tournaments.draw import prechecks
from league.operations.tournaments.play import (
    publication,
    sitting_clock,
    sitting_tables,
    sitting_views,
    sittings,
)
from league.operations.tournaments.play.sitting_views import SittingStatus, TableStatus
from league.permissions import Action

MOMENTS = ("drawn_at", *PUBLICATION_TIMES.values(), "started_at", "paused_at", "locked_at")
BLANKS: Mapping[str, Any] = {
    **{name: ABSENT for name in MOMENTS if name not in {"started_at", "paused_at"}},
    "seed": "",
    "note": "",
    "by_hand": ABSENT,
}


class Sittings(Resource):
    is_public = True
    blanks = BLANKS
    is_list = True
    conflicts = ("POST",)
    filters = {"kind": one_of("kind", SittingKind.values)}

    @extend_schema(
        summary="List the sittings of a tournament",
        description="Only organisers see sittings that are not published, and only members see "
        "sittings that are not published to the public.",
        responses=SittingOutput(many=True),
    )
    def get(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.READ)
        rows = Sitting.objects.filter(tournament=tournament_row).prefetch_related(
            match_results.prefetch_matches()
        )
        if not permissions.may(request.user, tournament_row.season.club, Action.ORGANISE):
            audience = Audience.PLAYERS if request.user else Audience.PUBLIC
            rows = rows.exclude(**{PUBLICATION_TIMES[audience]: None})
        return paging.batch_list_response(
            request, rows, lambda page: write_all(tournament_row, page)
        )

    @extend_schema(
        summary="Draw the next sitting",
        description="Creates a draft. Returns 409 with all blocking findings.",
        request=SittingDrawInput,
        responses=DrawnSittingsOutput,
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        values = resource.read(request, SittingDrawInput)
        session = None
        if "session" in values:
            session = tournament_row.season.sessions.filter(pk=values.pop("session")).first()
            if session is None:
                words = _("This season has no such evening.")
                raise invalid("unknown_session", "session", words)
        drawings = sittings.draw(tournament_row, session, by=request.user, **values)
        stands = [sitting_views.load_sitting(drawing) for drawing in drawings]
        location = reverse("api:sitting", args=[drawings[0].pk])
        return resource.created({"sittings": [write(stand) for stand in stands]}, location)


class OneSitting(Resource):
    is_public = True
    blanks = BLANKS
    tagged = True
    conflicts = ("PUT", "DELETE")
    if_match = ("DELETE",)

    @extend_schema(summary="Get a sitting", responses=SittingOutput)
    def get(self, request: ApiRequest, sitting: int) -> HttpResponseBase:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.READ)
        content = _content(sitting_row)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Set the seats of a sitting",
        description="Every player must be named once, at a table or in `sit_out`. Before "
        "publication, the sitting becomes a draft again. After it, only tables "
        "without rounds can change.",
        request=SeatsInput,
        responses=SittingOutput,
    )
    def put(self, request: ApiRequest, sitting: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.ORGANISE)
        values = resource.read(request, SeatsInput)
        with transaction.atomic():
            sitting_row = _turn(request, sitting_row)
            change = sitting_tables.swap if sitting_row.published_at else sittings.arrange
            change(sitting_row, values["tables"], values.get("sit_out", ()), by=request.user)
        return _response(sitting_row)

    @extend_schema(
        summary="Delete a sitting and all later ones",
        description="Only allowed before it is published.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, sitting: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.ORGANISE)
        with transaction.atomic():
            sittings.discard(_turn(request, sitting_row), by=request.user)
        return Response(status=204)


class SittingPlan(Resource):
    @extend_schema(
        summary="Get the seating request and plan of a sitting", responses=SittingPlanOutput
    )
    def get(self, request: ApiRequest, sitting: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.VIEW)
        findings = prechecks.draft_findings(sitting_row) if sitting_row.published_at is None else []
        return Response(
            {
                "request": sitting_row.request,
                "plan": sitting_row.plan,
                "round": sitting_row.plan_round,
                "reasons": sitting_row.reasons,
                "explanation": sitting_views.explain_sitting(sitting_row),
                "findings": [write_finding(finding) for finding in findings],
            }
        )


class WhatIf(Resource):
    @extend_schema(
        summary="Preview the costs of other seats",
        description="Stores nothing.",
        request=WhatIfInput,
        responses={200: WhatIfOutput},
    )
    def post(self, request: ApiRequest, sitting: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.ORGANISE)
        values = resource.read(request, WhatIfInput)
        if "swap" in values and "tables" in values:
            raise invalid("unknown_key", "swap", _("Send either `tables` or `swap`."))
        swap = values.get("swap")
        if swap is not None and len(swap) != 2:
            raise invalid("wrong_length", "swap", _("Choose two players."))
        content = sitting_views.preview_seats(
            sitting_row,
            tables=values.get("tables"),
            sit_out=values.get("sit_out", ()),
            swap=(swap[0], swap[1]) if swap else None,
        )
        return Response(
            {
                "tables": content.tables,
                "sit_out": content.sit_out,
                "before": content.before,
                "after": content.after,
                "explanation": content.explanation,
            }
        )


class State(Resource):
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(
        summary="Change the state of a sitting by one step",
        description="Order: `draft`, `checked`, `published`, `running`, (`complete`), "
        "`locked`. Backwards: `published` to `checked` while there are no rounds, "
        "`locked` to `complete`.",
        request=StateInput,
        responses={200: SittingOutput},
    )
    def post(self, request: ApiRequest, sitting: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.ORGANISE)
        state = resource.read(request, StateInput)["state"]
        with transaction.atomic():
            sitting_row = sitting_clock.change_state(
                _turn(request, sitting_row), state, by=request.user
            )
        return _response(sitting_row)


class Publish(Resource):
    optional_body = True
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(
        summary="Publish a sitting to some or all audiences",
        description="The body is optional. Publishing to `players` creates the matches, and "
        "shows the sitting to members and on phones at the tables. `screens` and "
        "`public` see it once it is published to them. Publishing again never "
        "hides it from an audience.",
        request=PublishInput,
        responses={200: SittingOutput},
    )
    def post(self, request: ApiRequest, sitting: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.ORGANISE)
        values = resource.read(request, PublishInput)
        with transaction.atomic():
            sitting_row = publication.publish(
                _turn(request, sitting_row), by=request.user, **values
            )
        return _response(sitting_row)


class Withdraw(Resource):
    optional_body = True
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(
        summary="Hide a sitting from some or all audiences",
        description="The body is optional. A sitting can be hidden from `screens` and `public` "
        "at any time, and from `players`, which hides it from everybody, only "
        "while there are no rounds.",
        request=WithdrawInput,
        responses={200: SittingOutput},
    )
    def post(self, request: ApiRequest, sitting: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.ORGANISE)
        values = resource.read(request, WithdrawInput)
        with transaction.atomic():
            sitting_row = publication.withdraw(
                _turn(request, sitting_row), by=request.user, **values
            )
        return _response(sitting_row)


class Clock(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Pause or resume the clock of a sitting, or change its length",
        request=ClockInput,
        responses={200: SittingOutput},
    )
    def post(self, request: ApiRequest, sitting: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.ORGANISE)
        values = resource.read(request, ClockInput)
        if ("clock" in values) == ("minutes" in values):
            raise invalid("missing_key", "clock", _("Send either `clock` or `minutes`."))
        if "minutes" in values:
            minutes = values["minutes"]
            return _response(sitting_clock.set_minutes(sitting_row, minutes, by=request.user))
        act = sitting_clock.pause if values["clock"] == PAUSE else sitting_clock.resume
        return _response(act(sitting_row, by=request.user))


class OneTable(Resource):
    conflicts = ("PATCH",)

    @extend_schema(
        summary="Set the extra time of a table", request=TableInput, responses={200: SittingOutput}
    )
    def patch(self, request: ApiRequest, sitting: int, number: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.ORGANISE)
        minutes = resource.read(request, TableInput)["extra_minutes"]
        with transaction.atomic():
            sitting_row = _turn(request, sitting_row)
            sitting_clock.set_extra_time(sitting_row, number, minutes, by=request.user)
        return _response(sitting_row)


class NoShow(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Record a no-show at a table",
        description="Only allowed before the first round of the table. The table is seated "
        "without the player, or with a player who sits out. The player gets no "
        "result and counts as dropped out.",
        request=NoShowInput,
        responses={200: SittingOutput},
    )
    def post(self, request: ApiRequest, sitting: int) -> Response:
        sitting_row = permissions.find_sitting(request.user, sitting, Action.ORGANISE)
        values = resource.read(request, NoShowInput)
        sitting_tables.no_show(
            sitting_row, values["player"], instead=values.get("instead"), by=request.user
        )
        return _response(sitting_row)


def write_all(tournament: Tournament, rows: Sequence[Sitting]) -> list[dict[str, Any]]:
    return [write(stand) for stand in sitting_views.sitting_statuses(tournament, rows)]


def write(stand: SittingStatus) -> dict[str, Any]:
    sitting = stand.sitting
    timezone = sitting.tournament.season.club.timezone
    at = {name: getattr(sitting, name) for name in MOMENTS}
    return {
        "id": sitting.pk,
        "tournament": sitting.tournament_id,
        "session": sitting.session_id,
        "number": sitting.number,
        "kind": sitting.kind,
        "state": stand.state,
        "tables": [_table(table, timezone) for table in stand.tables],
        "sit_out": [write_player(player) for player in stand.sit_out],
        "skipped_by": [write_player(player) for player in stand.skipped_by],
        "seed": sitting.seed,
        "by_hand": sitting.by_hand,
        "provisional": sitting.provisional,
        "note": sitting.note,
        "minutes": sitting.minutes,
        **{name: moment and local(moment, timezone) for name, moment in at.items()},
        "version": sitting.version,
    }


def _table(table: TableStatus, timezone: str) -> dict[str, Any]:
    return {
        "number": table.number,
        "players": [write_player(player) for player in table.players],
        "match": table.match.pk if table.match else None,
        "state": table.state,
        "plays_for": table.plays_for,
        "marks": list(table.marks),
        "extra_minutes": table.extra_minutes,
        "ends_at": table.ends_at and local(table.ends_at, timezone),
        "partners": [
            [[player.pk for player in team] for team in teams] for teams in table.partners
        ],
    }


def _content(sitting: Sitting) -> dict[str, Any]:
    return write(sitting_views.load_sitting(sitting))


def _response(sitting: Sitting) -> Response:
    content = _content(sitting)
    return entity_tags.tagged(content, entity_tags.of_content(content))


def _turn(request: ApiRequest, sitting: Sitting) -> Sitting:
    """Return the sitting, locked until the transaction ends, after the check of If-Match."""
    tournaments.lock_tournament(sitting.tournament, closed=True)
    locked_sitting = sittings.lock_sitting(sitting)
    entity_tags.require_content(request, _content(locked_sitting))
    return locked_sitting
