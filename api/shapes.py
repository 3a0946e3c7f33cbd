"""The JSON of the games, as the OpenAPI description shows it; the engines decide what is right."""

from typing import Any, ClassVar

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from api.schema import FaultOutput
from games import GAMES

EVIDENCE = ("sheet", "final", "transcript")
Json = dict[str, Any]

CARDS: Json = {"type": "array", "items": {"type": "string"}, "maxItems": 60}
SCORES: Json = {
    "type": "array",
    "items": {"type": "integer"},
    "description": "In seat order. Required for a sheet, checked if present for the others.",
}
ROUND: Json = {
    "type": "object",
    "description": "One deal. The other keys depend on the game and on the evidence.",
    "required": ["evidence"],
    "properties": {
        "evidence": {"type": "string", "enum": list(EVIDENCE)},
        "scores": SCORES,
        "finisher": {
            "type": ["integer", "null"],
            "description": "neurotrio: the seat that finished, or null for nobody.",
        },
        "hands": {"type": "array", "items": CARDS, "description": "neurotrio: final, transcript."},
        "groupings": {"type": "array", "items": {"type": ["object", "null"]}},
        "first": {"type": "integer", "description": "neurotrio transcript: the first seat."},
        "stock": {**CARDS, "description": "neurotrio transcript: drawn from the front."},
        "moves": {"type": "array", "items": {"type": "object"}},
    },
    "additionalProperties": True,
}
OPTIONS: Json = {
    "type": "object",
    "description": "House rules by name.",
    "additionalProperties": True,
}
RECORD: Json = {
    "type": "object",
    "description": "The match record, version 1.",
    "required": ["record", "game", "options", "players", "rounds"],
    "properties": {
        "record": {"type": "integer", "const": 1},
        "game": {"type": "string", "examples": list(GAMES)},
        "options": OPTIONS,
        "players": {"type": "array", "items": {"type": "string"}, "description": "Seat order."},
        "rounds": {"type": "array", "items": ROUND},
    },
    "additionalProperties": False,
}
NUMBER: Json = {
    "type": "integer",
    "description": "The number of the round; refused when it is another one.",
}


class Written(serializers.Serializer[Any]):
    """JSON that is passed on as it was written."""

    written: ClassVar[Json] = {}


class Round(Written):
    written = ROUND


class NumberedRound(Written):
    written = {**ROUND, "properties": {"number": NUMBER, **ROUND["properties"]}}


class Record(Written):
    written = RECORD


class Options(Written):
    written = OPTIONS


class Breakdown(Written):
    """How one seat's score came about; its keys depend on the game."""

    written = {"type": "object", "additionalProperties": True}


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
    problems = FaultOutput(many=True)
    notices = FaultOutput(many=True)


class WrittenShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class = Written
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: str) -> Json:
        written: Json = self.target.written
        return written
