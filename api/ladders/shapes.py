"""The shapes of requests and answers about ladders."""

from typing import Any

from rest_framework import serializers

from api.games.shapes import GameField, GameOutput
from api.http.fields import Choice, Date, Id, Input, Integer, List, Object, Text
from api.http.old_names import OldNames
from api.http.public_answers import ABSENT_WITHOUT_TOKEN
from api.seasons.seasons import MAX_GAMES, SchemeField
from league.models import Came, MemberWish
from league.operations.ladders.divisions import MOST_RULES
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
    up = serializers.IntegerField(help_text="Number of players who move up at each cut.")
    down = serializers.IntegerField(help_text="Number of players who move down at each cut.")
    play_off = serializers.IntegerField(
        help_text="Number of players on each side of a cut who play for the places at one table."
    )
    least = serializers.IntegerField(help_text="Minimum number of players in a division.")
    most = serializers.IntegerField()


class FirstInput(Input):
    name = Text(
        required=False, allow_blank=True, help_text="Name of the division. At most 24 characters."
    )
    players = List(child=Id(), max_length=MOST_RULES["most"])


class LadderInput(Input):
    name = Text(help_text="Name, unique in the club. At most 40 characters.")
    period = Text(help_text="Name of the first period. At most 30 characters.")
    starts_on = Date()
    ends_on = Date(required=False, allow_null=True)
    divisions = List(
        child=FirstInput(), max_length=MOST_DIVISIONS, help_text="Divisions, highest first."
    )
    games = List(child=GameField(), max_length=MAX_GAMES, required=False)
    rules = RulesInput(
        required=False,
        help_text="`up`, `down`, `play_off`, `least` and `most`. Missing keys take their default.",
    )
    scheme = SchemeField(required=False, help_text="Scheme of the seasons of the first period.")


class LadderChange(Input):
    name = Text(required=False)
    games = List(child=GameField(), max_length=MAX_GAMES, required=False)
    rules = RulesInput(required=False, help_text="Missing keys stay unchanged.")


class JoiningInput(Input):
    player = Id()
    level = Integer(
        required=False,
        help_text="Level of the division. 0: the player's last level, or the lowest division.",
    )


class WishesInput(Input):
    leaving = List(
        child=Id(),
        max_length=MOST_MEMBERS,
        required=False,
        help_text="Ids of players who leave the ladder.",
    )
    content = List(
        child=Id(),
        max_length=MOST_MEMBERS,
        required=False,
        help_text="Ids of players who do not want to move up.",
    )
    joining = List(
        child=JoiningInput(),
        max_length=MOST_MEMBERS,
        required=False,
        help_text="New and returning players.",
    )
    divisions = Integer(
        required=False, help_text="Number of divisions. Defaults to the current number."
    )


class PeriodInput(WishesInput):
    number = Integer(
        help_text="Number of the period to open. Must be the next one, so that none is "
        "opened twice."
    )
    name = Text(help_text="Name, unique in the ladder. At most 30 characters.")
    starts_on = Date()
    ends_on = Date(required=False, allow_null=True)
    seen = Text(
        required=False,
        allow_blank=True,
        help_text="`mark` of a preview. Returns 409 if the preview has changed since.",
    )
    force = Text(
        required=False,
        allow_blank=True,
        help_text="Name of the ladder, typed as confirmation, to ignore blocking findings.",
    )


class PlayOffInput(Input):
    players = List(child=Id(), max_length=MOST_MEMBERS, help_text="Player ids in seat order.")
    game = GameField()


class DivisionMemberOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    came = serializers.ChoiceField(Came.values)
    reason = serializers.ChoiceField(REASONS)
    from_level = serializers.IntegerField(
        allow_null=True, help_text="Level in the previous period. `null` for players who join."
    )
    place = serializers.IntegerField(
        allow_null=True, help_text="Final place in the previous period."
    )


class DivisionOutput(serializers.Serializer[Any]):
    level = serializers.IntegerField(help_text="Level of the division. 1 is the top.")
    name = serializers.CharField()
    season = serializers.IntegerField(
        help_text="Season that contains the sessions and standings of the division."
    )
    players = DivisionMemberOutput(many=True)


class LotOutput(serializers.Serializer[Any]):
    """A tie-break draw. To repeat it, apply Python's `Random(seed).shuffle` to the sorted ids."""

    level = serializers.IntegerField()
    place = serializers.IntegerField(help_text="Place that the players shared.")
    players = serializers.ListField(
        child=serializers.IntegerField(), help_text="Player ids, best first."
    )
    seed = serializers.CharField()
    by_table = serializers.BooleanField(
        help_text="If true, a play-off table decided instead of the draw."
    )


class PeriodOutput(OldNames):
    old_names = {"lots": "draws"}
    number = serializers.IntegerField()
    name = serializers.CharField()
    opened_at = serializers.DateTimeField(
        required=False, help_text=f"In the time zone of the club. {ABSENT_WITHOUT_TOKEN}"
    )
    divisions = DivisionOutput(many=True)
    draws = LotOutput(many=True, help_text="Tie-break draws used to open the period.")
    forced = serializers.ListField(
        child=serializers.CharField(),
        help_text="Findings that were ignored to open the period. Empty without a token.",
    )
    play_offs = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Ids of the play-off matches between divisions or tied players.",
    )


class LadderOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.CharField()
    name = serializers.CharField()
    games = serializers.ListField(child=GameOutput())
    rules = RulesOutput()
    period = PeriodOutput(help_text="Current period.")


class NextDivisionOutput(serializers.Serializer[Any]):
    level = serializers.IntegerField()
    players = DivisionMemberOutput(many=True)


class PlayOffOutput(serializers.Serializer[Any]):
    above = serializers.IntegerField(help_text="Level that the players compete for.")
    players = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.IntegerField(help_text="Number of players who reach this level.")
    played = serializers.BooleanField()


class RemarkOutput(serializers.Serializer[Any]):
    code = serializers.ChoiceField(FINDINGS)
    level = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    blocking = serializers.BooleanField()


class NextOutput(OldNames):
    old_names = {"lots": "draws"}
    number = serializers.IntegerField()
    mark = serializers.CharField(help_text="Mark of the preview. Changes when the preview changes.")
    divisions = NextDivisionOutput(many=True)
    left = serializers.ListField(child=serializers.IntegerField())
    draws = LotOutput(many=True)
    play_offs = PlayOffOutput(many=True)
    findings = RemarkOutput(many=True)


class SetTableOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    session = serializers.IntegerField()
    players = serializers.ListField(child=serializers.IntegerField())


class LadderWishInput(Input):
    player = Integer(help_text="`id` of a player of the current period.")
    wish = Choice(
        ["", *MemberWish.values],
        allow_blank=True,
        help_text="`leaves`, or `content` to decline moving up. Empty: goes on.",
    )


class LadderWishesOutput(serializers.Serializer[Any]):
    leaving = serializers.ListField(child=serializers.IntegerField())
    content = serializers.ListField(child=serializers.IntegerField())
