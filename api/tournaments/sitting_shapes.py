"""The JSON of sittings in requests and answers."""

from typing import Any

from rest_framework import serializers

from api.http.fields import Choice, Flag, Id, Input, Integer, List, Text
from api.http.public_answers import ABSENT_WITHOUT_TOKEN
from api.matches.matches import SeatedOutput
from api.tournaments.brackets import plays_for_field
from api.tournaments.tournaments import MAX_RULES, RULES, DrawFindingOutput
from league.models import Audience, SittingKind, SittingState
from league.operations.sessions.session_log import MOST_PLAYERS
from league.operations.tournaments.draw import seating_requests
from league.operations.tournaments.play.sitting_views import TABLE_STATES
from problems.seats import MOST_SEATS
from scoring.pure.results import ResultMark

AUDIENCES = [*map(str, Audience)]
MODES = sorted(str(mode) for mode in seating_requests.MODES)
PAUSE, GO_ON = "pause", "go_on"
CLOCK_ACTIONS = [PAUSE, GO_ON]


class SittingDrawInput(Input):
    session = Id(
        required=False,
        help_text="`id` of the session. Defaults to the session of the previous sitting.",
    )
    seed = Text(
        required=False,
        allow_blank=True,
        help_text="Seed of the draw. The same seed repeats a draw. Defaults to a seed "
        "derived from the tournament's.",
    )
    mode = Choice(
        MODES,
        required=False,
        help_text="How players are drawn. Defaults to the mode of the format.",
    )
    rules = List(child=Choice(RULES), max_length=MAX_RULES, required=False)
    provisional = Flag(
        required=False,
        help_text="If true, draws although results are missing and marks the sitting as "
        "provisional.",
    )


class SeatsInput(Input):
    tables = List(
        child=List(child=Id(), max_length=MOST_SEATS),
        max_length=MOST_PLAYERS,
        help_text="Player ids by table, in seat order.",
    )
    sit_out = List(child=Id(), max_length=MOST_PLAYERS, required=False)


class WhatIfInput(Input):
    tables = List(
        child=List(child=Id(), max_length=MOST_SEATS), max_length=MOST_PLAYERS, required=False
    )
    sit_out = List(child=Id(), max_length=MOST_PLAYERS, required=False)
    swap = List(
        child=Id(),
        max_length=2,
        required=False,
        help_text="Ids of two players who swap seats, instead of `tables`.",
    )


class StateInput(Input):
    state = Choice(SittingState.values, help_text="Next or previous state.")


class PublishInput(Input):
    to = List(
        child=Choice(AUDIENCES),
        max_length=len(AUDIENCES),
        required=False,
        help_text="Audiences that may see the sitting. Defaults to all. Must include "
        "`players` unless it is already published to them.",
    )


class WithdrawInput(Input):
    hide_from = List(
        child=Choice(AUDIENCES),
        max_length=len(AUDIENCES),
        required=False,
        help_text="Audiences to hide the sitting from. Defaults to all. `players` always "
        "includes the others.",
    )


class ClockInput(Input):
    clock = Choice(CLOCK_ACTIONS, required=False)
    minutes = Integer(
        required=False,
        help_text="New length of the round in minutes, for all tables, instead of `clock`. "
        "Sending it twice changes nothing more.",
    )


class TableInput(Input):
    extra_minutes = Integer()


class NoShowInput(Input):
    player = Id()
    instead = Id(required=False, help_text="`id` of a player who sits out and takes the seat.")


class SittingTableOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Number of the table, from 1.")
    players = SeatedOutput(many=True, help_text="Players in seat order.")
    match = serializers.IntegerField(
        allow_null=True, help_text="`id` of the match, created when the sitting is published."
    )
    state = serializers.ChoiceField(TABLE_STATES)
    marks = serializers.ListField(
        child=serializers.ChoiceField(list(ResultMark)),
        help_text="Marks of the result, or of a missing result.",
    )
    extra_minutes = serializers.IntegerField()
    ends_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When the time is up. `null` without a clock, and while the clock is paused.",
    )
    plays_for = plays_for_field()
    partners = serializers.ListField(
        child=serializers.ListField(child=serializers.ListField(child=serializers.IntegerField())),
        help_text="For games with partners, suggested teams of players for each round. "
        "Otherwise empty.",
    )


class SittingOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    session = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Number of the sitting, from 1.")
    kind = serializers.ChoiceField(SittingKind.values)
    state = serializers.ChoiceField(
        SittingState.values, help_text="State of the sitting. `complete` follows from the matches."
    )
    tables = SittingTableOutput(many=True)
    sit_out = SeatedOutput(many=True)
    skipped_by = SeatedOutput(many=True, help_text="Players who asked to skip this round.")
    seed = serializers.CharField(help_text="Empty without a token.")
    by_hand = serializers.BooleanField(required=False, help_text=ABSENT_WITHOUT_TOKEN)
    provisional = serializers.BooleanField(
        help_text="If true, the sitting was drawn while results were missing."
    )
    note = serializers.CharField(help_text="Results that were missing. Empty without a token.")
    minutes = serializers.IntegerField()
    drawn_at = serializers.DateTimeField(
        required=False, help_text=f"In the time zone of the club. {ABSENT_WITHOUT_TOKEN}"
    )
    published_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text=f"When the sitting was published to the players. {ABSENT_WITHOUT_TOKEN}",
    )
    screens_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text=f"When the sitting was published to the screens. {ABSENT_WITHOUT_TOKEN}",
    )
    public_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text=f"When the sitting was published to the public. {ABSENT_WITHOUT_TOKEN}",
    )
    started_at = serializers.DateTimeField(allow_null=True)
    paused_at = serializers.DateTimeField(allow_null=True)
    locked_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text=ABSENT_WITHOUT_TOKEN
    )
    version = serializers.IntegerField()


class DrawnSittingsOutput(serializers.Serializer[Any]):
    sittings = SittingOutput(
        many=True, help_text="Drawn sittings: one, or all remaining sittings of a round robin."
    )


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
    """`request` and `plan` for `python -m seating check`. Players are named by their ids."""

    request = serializers.DictField()
    plan = serializers.DictField()
    round = serializers.IntegerField(
        help_text="Index of this sitting in the rounds of the plan, from 0."
    )
    reasons = serializers.ListField(child=serializers.DictField())
    explanation = SeatingExplanationOutput()
    findings = DrawFindingOutput(
        many=True,
        help_text="For a draft: changes since the draw, and constraints that are not met.",
    )


class WhatIfOutput(serializers.Serializer[Any]):
    tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    sit_out = serializers.ListField(child=serializers.IntegerField())
    before = serializers.DictField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Costs of the current seats by rule, in the order of the rules. `null` if "
        "the players have changed.",
    )
    after = serializers.DictField(child=serializers.IntegerField())
    explanation = SeatingExplanationOutput()
