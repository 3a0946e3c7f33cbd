"""The JSON of sittings in requests and answers."""

from typing import Any

from rest_framework import serializers

from api.http.fields import Choice, Flag, Id, Input, Integer, List, Text
from api.matches.matches import MAX_PLAYERS, SeatedOutput
from api.tournaments.tournaments import MAX_RULES, RULES, DrawFindingOutput
from league.models import Audience, SittingKind, SittingState
from league.operations.sessions.session_log import MOST_PLAYERS
from league.operations.tournaments.draw import seating_requests
from league.operations.tournaments.play.sitting_views import TABLE_STATES
from scoring.pure.results import ResultMark

AUDIENCES = [*map(str, Audience)]
MODES = sorted(str(mode) for mode in seating_requests.MODES)
PAUSE, GO_ON = "pause", "go_on"


class SittingDrawInput(Input):
    session = Id(required=False, help_text="That of the sitting before, if absent.")
    seed = Text(
        required=False,
        allow_blank=True,
        help_text="The same seed draws the same again; if absent it follows from the tournament's.",
    )
    mode = Choice(MODES, required=False, help_text="That of the format, if absent.")
    rules = List(child=Choice(RULES), max_length=MAX_RULES, required=False)
    provisional = Flag(required=False, help_text="Though results are missing; it is marked so.")


class SeatsInput(Input):
    tables = List(
        child=List(child=Id(), max_length=MAX_PLAYERS),
        max_length=MOST_PLAYERS,
        help_text="Ids of players, each table in seat order.",
    )
    sit_out = List(child=Id(), max_length=MOST_PLAYERS, required=False)


class WhatIfInput(Input):
    tables = List(
        child=List(child=Id(), max_length=MAX_PLAYERS), max_length=MOST_PLAYERS, required=False
    )
    sit_out = List(child=Id(), max_length=MOST_PLAYERS, required=False)
    swap = List(
        child=Id(),
        max_length=2,
        required=False,
        help_text="Two who change places, instead of `tables`.",
    )


class StateInput(Input):
    state = Choice(SittingState.values, help_text="One step forwards or back.")


class PublishInput(Input):
    to = List(
        child=Choice(AUDIENCES),
        max_length=len(AUDIENCES),
        required=False,
        help_text="Everybody, if absent. The players come first, or at once with the others.",
    )


class WithdrawInput(Input):
    hide_from = List(
        child=Choice(AUDIENCES),
        max_length=len(AUDIENCES),
        required=False,
        help_text="Everybody, if absent; so also where the players are named.",
    )


class ClockInput(Input):
    clock = Choice([PAUSE, GO_ON])


class TableInput(Input):
    extra_minutes = Integer()


class NoShowInput(Input):
    player = Id()
    instead = Id(required=False, help_text="Who takes the seat, of those who sit out.")


class SittingTableOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="From 1.")
    players = SeatedOutput(many=True, help_text="In seat order.")
    match = serializers.IntegerField(allow_null=True, help_text="Made when it is published.")
    state = serializers.ChoiceField(TABLE_STATES)
    marks = serializers.ListField(
        child=serializers.ChoiceField(list(ResultMark)),
        help_text="Of its result, or the lack of one.",
    )
    extra_minutes = serializers.IntegerField()
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="`null` without a clock, and while it stands still."
    )
    partners = serializers.ListField(
        child=serializers.ListField(child=serializers.ListField(child=serializers.IntegerField())),
        help_text="In games with partners, teams of players round by round: a proposal, nobody is "
        "bound by it. Else empty.",
    )


class SittingOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    session = serializers.IntegerField()
    number = serializers.IntegerField(help_text="From 1.")
    kind = serializers.ChoiceField(SittingKind.values)
    state = serializers.ChoiceField(
        SittingState.values, help_text="`complete` follows from the matches of the tables."
    )
    tables = SittingTableOutput(many=True)
    sit_out = SeatedOutput(many=True)
    seed = serializers.CharField()
    by_hand = serializers.BooleanField()
    provisional = serializers.BooleanField(help_text="Drawn while results were missing.")
    note = serializers.CharField(help_text="Which ones.")
    minutes = serializers.IntegerField()
    drawn_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    published_at = serializers.DateTimeField(allow_null=True, help_text="To the players.")
    screens_at = serializers.DateTimeField(allow_null=True, help_text="To the screens.")
    public_at = serializers.DateTimeField(allow_null=True, help_text="To everybody else.")
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    locked_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class DrawnSittingsOutput(serializers.Serializer[Any]):
    sittings = SittingOutput(many=True, help_text="One; of a round robin all that are left.")


class SeatingCostOutput(serializers.Serializer[Any]):
    rule = serializers.ChoiceField(RULES)
    players = serializers.ListField(child=serializers.IntegerField())
    times = serializers.IntegerField()


class TableCostOutput(serializers.Serializer[Any]):
    players = serializers.ListField(child=serializers.IntegerField())
    costs = SeatingCostOutput(many=True)


class SitterOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    reason = serializers.CharField()
    sat_out_before = serializers.IntegerField()
    fewest_before = serializers.IntegerField()


class SeatingExplanationOutput(serializers.Serializer[Any]):
    tables = TableCostOutput(many=True)
    sit_out = SitterOutput(many=True)


class SittingPlanOutput(serializers.Serializer[Any]):
    """`python -m seating check` takes `request` and `plan`; players are named by their ids."""

    request = serializers.DictField()
    plan = serializers.DictField()
    round = serializers.IntegerField(help_text="Of the plan, from 0, that is this sitting.")
    reasons = serializers.ListField(child=serializers.DictField())
    explanation = SeatingExplanationOutput()
    findings = DrawFindingOutput(
        many=True, help_text="Of a draft: what has changed since the draw, and what is not met."
    )


class WhatIfOutput(serializers.Serializer[Any]):
    tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    sit_out = serializers.ListField(child=serializers.IntegerField())
    before = serializers.DictField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="By rule, in their order; `null` when other players are here now.",
    )
    after = serializers.DictField(child=serializers.IntegerField())
    explanation = SeatingExplanationOutput()
