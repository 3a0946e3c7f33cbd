"""The JSON of the games as the OpenAPI description shows it; only the engines validate it fully."""

from typing import Any, ClassVar

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from api.http.fields import Object, Text
from games import GAMES, SLUGS
from games.record import MOST_ROUNDS
from problems.reader import LONGEST_NAME
from problems.seats import LEAST_SEATS, MOST_SEATS

EVIDENCE = ("sheet", "final", "transcript")
GAME_NAMES = list(GAMES)
Json = dict[str, Any]


class JsonSchemaSerializer(serializers.Serializer[Any]):
    """JSON that is passed on unchanged; api.description.components describes its named parts."""

    json_schema: ClassVar[Json] = {"type": "object", "additionalProperties": True}


def named(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _record(game: Json, options: Json, *, least_rounds: int) -> Json:
    keys: Json = {
        "record": {"type": "integer", "const": 1},
        "game": {"type": "string", **game},
        "options": options,
        "players": {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
            "description": "Names of the players in seat order.",
            "minItems": LEAST_SEATS,
            "maxItems": MOST_SEATS,
        },
        "rounds": {
            "type": "array",
            "items": named("Round"),
            "minItems": least_rounds,
            "maxItems": MOST_ROUNDS,
        },
    }
    return {
        "type": "object",
        "description": "Match record, version 1.",
        "required": list(keys),
        "properties": keys,
        "additionalProperties": False,
    }


class Round(JsonSchemaSerializer):
    """In api.description.components, as all that is only named here."""


@extend_schema_serializer(component_name="Round")
class NumberedRound(JsonSchemaSerializer):
    """RoundRequest: with a number beside its keys."""


@extend_schema_serializer(component_name="CorrectedRound")
class CorrectedRound(JsonSchemaSerializer):
    """RoundRequest with the reason and the confirmation of a correction beside its keys."""


class Record(JsonSchemaSerializer):
    """A record of a match. A match under way may have no round yet."""

    json_schema = _record({}, named("Options"), least_rounds=0)


@extend_schema_serializer(component_name="Record")
class WrittenRecord(JsonSchemaSerializer):
    json_schema = _record({"enum": GAME_NAMES}, named("OptionsRequest"), least_rounds=1)


class Options(JsonSchemaSerializer):
    """House rules."""


@extend_schema_field(named("OptionsRequest"))
class OptionsField(Object):
    """Read by the game itself."""


class GameOutput(serializers.CharField):
    """The name of a game in answers: matches stay when their game is not installed any more."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("help_text", f"Game, such as `{SLUGS[0]}`, installed or not.")
        super().__init__(**options)


@extend_schema_field(serializers.ChoiceField(GAME_NAMES))
class GameField(Text):
    """Looked up by the operations, which also refuse an empty one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_blank=True, **options)


@extend_schema_field(serializers.ChoiceField(GAME_NAMES, allow_null=True))
class OptionalGameField(GameField):
    """A game, or `null` for all games."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)


class Breakdown(JsonSchemaSerializer):
    """The items that make up one seat's score; its keys depend on the game."""

    json_schema = {"type": "object", "additionalProperties": True}


class Fault(JsonSchemaSerializer):
    """One thing that is wrong."""


class Notice(JsonSchemaSerializer):
    """A notice about an accepted record, such as an unusual score."""


class Finding(serializers.Serializer[Any]):
    """Problem in the input of a job."""

    code = serializers.CharField(help_text="Stable code.")
    path = serializers.CharField(
        allow_blank=True, help_text="Path in the file. Empty: the whole file."
    )
    message = serializers.CharField(
        help_text="Explanation for people, in the language of the sender."
    )
    clause = serializers.CharField(
        allow_blank=True, help_text="Clause of the game rules that was broken, if any."
    )


class RoundVerdict(serializers.Serializer[Any]):
    ok = serializers.BooleanField()
    evidence = serializers.ChoiceField(EVIDENCE, allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    breakdown = Breakdown(many=True)


class VerdictOutput(serializers.Serializer[Any]):
    ok = serializers.BooleanField()
    game = serializers.CharField(allow_null=True)
    evidence = serializers.ChoiceField(EVIDENCE, allow_null=True)
    rounds = RoundVerdict(many=True)
    totals = serializers.ListField(child=serializers.IntegerField())
    over = serializers.BooleanField()
    places = serializers.ListField(child=serializers.IntegerField())
    problems = Fault(many=True)
    notices = Notice(many=True)


class WrittenShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class = JsonSchemaSerializer
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> Json:
        schema: Json = self.target.json_schema
        return schema
