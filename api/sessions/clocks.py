"""The clock of a session and of its tables: started, stopped, with extra time."""

from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, resource
from api.http.fields import Choice, Flag, Input, Integer, local
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import invalid
from league.models import Match, Session
from league.operations.sessions import clocks, session_clock
from league.operations.support.countdowns import Countdown
from league.permissions import Action

ACTIONS = [*session_clock.ACTIONS]
START = "start"
ONE_OF = "Send `clock`, `minutes` or `extra_minutes`. `start` may have `minutes`."


class TableClockInput(Input):
    clock = Choice(ACTIONS, required=False)
    minutes = Integer(
        required=False, help_text="Length in minutes. Sending it twice changes nothing more."
    )
    extra_minutes = Integer(
        required=False,
        help_text="Extra minutes, in place of earlier ones. Sending them twice changes nothing "
        "more.",
    )


class SessionClockInput(TableClockInput):
    starts_with_tables = Flag(
        required=False,
        help_text="Whether each new table starts a clock of its own. With `minutes` only.",
    )


class ClockOutput(serializers.Serializer[Any]):
    minutes = serializers.IntegerField(help_text="Length in minutes. 0 without a clock.")
    extra_minutes = serializers.IntegerField()
    started_at = serializers.DateTimeField(
        allow_null=True, help_text="In the time zone of the club."
    )
    paused_at = serializers.DateTimeField(allow_null=True)
    paused_seconds = serializers.IntegerField(help_text="Length of earlier pauses.")
    ends_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When the time is up. `null` without a clock, and while the clock is paused.",
    )


class SessionClockOutput(ClockOutput):
    starts_with_tables = serializers.BooleanField()


class TableClockOutput(ClockOutput):
    own = serializers.BooleanField(
        help_text="Whether the table has a clock of its own. Otherwise the other values are those "
        "of the session, and `extra_minutes` includes those of the table."
    )


class SessionClock(Resource):
    tagged = True
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(summary="Get the clock of a session", responses=SessionClockOutput)
    def get(self, request: ApiRequest, session: int) -> HttpResponseBase:
        content = _content(permissions.find_session(request.user, session, Action.VIEW))
        return _tagged(request, content)

    @extend_schema(
        summary="Start, pause, resume or reset the clock of a session, or change its length",
        description=f"{ONE_OF} One entry in the log of the session, which can be undone.",
        request=SessionClockInput,
        responses={200: SessionClockOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        owner = permissions.find_session(request.user, session, Action.ORGANISE)
        return _act(request, owner, resource.read(request, SessionClockInput))


class TableClock(Resource):
    tagged = True
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(
        summary="Get the clock by which a table plays",
        description="Tables of tournaments have theirs in the sitting.",
        responses=TableClockOutput,
    )
    def get(self, request: ApiRequest, match: int) -> HttpResponseBase:
        content = _content(permissions.find_match(request.user, match, Action.VIEW))
        return _tagged(request, content)

    @extend_schema(
        summary="Start, pause, resume or reset the clock of a table, or give it extra time",
        description=f"{ONE_OF} A table follows the clock of its session until it starts or pauses "
        "a clock of its own, and again after `reset`. One entry in the log of the session, which "
        "can be undone.",
        request=TableClockInput,
        responses={200: TableClockOutput},
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        owner = permissions.find_match(request.user, match, Action.ORGANISE)
        return _act(request, owner, resource.read(request, TableClockInput))


def _tagged(request: ApiRequest, content: dict[str, Any]) -> HttpResponseBase:
    tag = entity_tags.of_content(content)
    return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)


def _act(request: ApiRequest, owner: Session | Match, values: dict[str, Any]) -> Response:
    action, minutes = values.get("clock"), values.get("minutes")
    extra_minutes = values.get("extra_minutes")
    setting = {key: values[key] for key in ("starts_with_tables",) if key in values}
    chosen = [extra_minutes, minutes if action is None else action]
    is_one = sum(value is not None for value in chosen) == 1
    if not is_one or (minutes is not None and action not in {None, START}):
        words = _("Send either `clock`, `minutes` or `extra_minutes`.")
        raise invalid("missing_key", "clock", words)
    if setting and minutes is None:
        raise invalid("missing_key", "minutes", _("Send `minutes` too."))
    with transaction.atomic():
        session_clock.lock(owner)
        entity_tags.require_content(request, _content(owner))
        if extra_minutes is not None:
            session_clock.set_extra_minutes(owner, extra_minutes, by=request.user)
        elif action is None:
            assert minutes is not None, "it is the only key left"
            session_clock.set_minutes(owner, minutes, **setting, by=request.user)
        elif action == START:
            session_clock.start(owner, minutes=minutes, **setting, by=request.user)
        else:
            session_clock.ACTIONS[action](owner, by=request.user)
    content = _content(owner)
    return entity_tags.tagged(content, entity_tags.of_content(content))


def _content(owner: Session | Match) -> dict[str, Any]:
    if isinstance(owner, Session):
        row = clocks.find(owner)
        values = _countdown(clocks.countdown(row), owner.season.club.timezone)
        return {**values, "starts_with_tables": row.starts_with_tables}
    table = clocks.of_table(owner)
    values = _countdown(table.countdown, owner.session.season.club.timezone)
    return {**values, "own": table.is_own}


def _countdown(clock: Countdown, timezone: str) -> dict[str, Any]:
    moments = {name: getattr(clock, name) for name in ("started_at", "paused_at", "ends_at")}
    return {
        "minutes": clock.minutes,
        "extra_minutes": clock.extra_minutes,
        "paused_seconds": clock.paused_seconds,
        **{name: moment and local(moment, timezone) for name, moment in moments.items()},
    }
