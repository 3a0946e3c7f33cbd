"""The games of the server, as they describe themselves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from api.games.shapes import EVIDENCE
from api.http import entity_tags
from api.http.resource import Resource
from games import GAMES, SLUGS
from games.base import (
    Ending,
    EndKind,
    Game,
    endings_of,
    house_rules_of,
    levels_of,
    rule_book_for,
    usual_options,
)
from games.house_rules import (
    Choice,
    Flag,
    HouseRule,
    Number,
    NumberPerSeat,
    Numbers,
    default,
    named_values,
    range_of,
)
from games.rule_book import Clause, RuleBook

TYPES: Mapping[str, type[HouseRule]] = {
    "integer": Number,
    "integer_per_seat": NumberPerSeat,
    "integers": Numbers,
    "choice": Choice,
    "boolean": Flag,
}


@extend_schema_field(
    {
        "type": ["string", "integer", "boolean", "array"],
        "items": {"type": "integer"},
        "description": "As in a match record.",
    }
)
class OptionValue(serializers.JSONField):
    """A value of a house rule."""


class NamedValueOutput(serializers.Serializer[Any]):
    value = OptionValue()
    label = serializers.CharField()  # type: ignore[assignment]  # a key, not the field's own label


class OptionOutput(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Name in `options` of a match and of a record.")
    label = serializers.CharField()  # type: ignore[assignment]
    help = serializers.CharField(allow_blank=True)
    type = serializers.ChoiceField(
        list(TYPES),
        help_text="`integer_per_seat` is a list with a number for each seat, `integers` a list of "
        "different numbers.",
    )
    default = OptionValue(
        help_text="Default of a record, with `integer_per_seat` the number of each seat."
    )
    usual = OptionValue(
        help_text="Default of new matches, unless the season has its own. Seldom differs from "
        "`default`."
    )
    least = serializers.IntegerField(
        allow_null=True, help_text="Smallest number. `null` if the option is no number."
    )
    most = serializers.IntegerField(
        allow_null=True, help_text="Largest number. `null` if there is no limit."
    )
    most_in_all = serializers.IntegerField(
        allow_null=True,
        help_text="Largest product of the number and the number of players. `null` if there is no "
        "limit.",
    )
    range = serializers.CharField(allow_null=True, help_text="Possible numbers in words.")
    choices = NamedValueOutput(
        many=True,
        help_text="Values with a label. All values of a `choice`, the common ones of "
        "`integer_per_seat`.",
    )


class FewerSeatsOutput(serializers.Serializer[Any]):
    players = serializers.IntegerField()
    option = serializers.CharField(help_text="The option that allows it if it is `true`.")


class SeatsOutput(serializers.Serializer[Any]):
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    by_option = FewerSeatsOutput(
        many=True, help_text="Smaller numbers of players that an option allows."
    )


class GameEndingOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(
        list(EndKind),
        help_text="`total`: after a round, a total has reached the number of `option`. `rounds`: "
        "as many rounds are played. `no_chips`: a player has none left. `no_ante`: a player cannot "
        "pay the next ante.",
    )
    option = serializers.CharField(
        allow_null=True, help_text="Name of the option with the number, if there is one."
    )
    only_with = serializers.DictField(
        child=OptionValue(), help_text="Values of options without which no match ends so."
    )
    clause = serializers.CharField(help_text="Clause of the game rules.")
    title = serializers.CharField(help_text="Title of the clause.")
    text = serializers.CharField(help_text="Text of the clause.")


class GameDescriptionOutput(serializers.Serializer[Any]):
    slug = serializers.CharField(help_text=f"Such as `{SLUGS[0]}`, as `game` of a match.")
    name = serializers.CharField()
    seats = SeatsOutput(help_text="Numbers of players.")
    evidence = serializers.ListField(
        child=serializers.ChoiceField(EVIDENCE),
        help_text="Evidence levels that its rounds can have, the weakest first.",
    )
    options = OptionOutput(many=True, help_text="House rules, the most common ones first.")
    endings = GameEndingOutput(
        many=True, help_text="Ways in which a match ends. Empty if the game does not list them."
    )


class GamesOutput(serializers.Serializer[Any]):
    results = GameDescriptionOutput(many=True)
    next = serializers.CharField(allow_null=True, help_text="Always `null`: all are on one page.")


class Games(Resource):
    """No token is needed. Rate limit per IP address."""

    authentication_classes = ()
    permission_classes = ()
    is_public = True
    tagged = True

    @extend_schema(summary="List the games of the server", responses=GamesOutput)
    def get(self, request: Request) -> HttpResponseBase:
        language = get_language() or "en"
        games = [write(game, language) for game in GAMES.values()]
        content = {"results": games, "next": None}
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)


def write(game: Game[Any], language: str) -> dict[str, Any]:
    usual = usual_options(game)
    return {
        "slug": game.slug,
        "name": game.name,
        "seats": {
            "least": game.seats[0],
            "most": game.seats[-1],
            "by_option": [
                {"players": players, "option": option}
                for players, option in game.seats_by_option.items()
            ],
        },
        "evidence": [level.value for level in levels_of(game)],
        "options": [_option(rule, usual, language) for rule in house_rules_of(game)],
        "endings": list(_endings(endings_of(game), rule_book_for(game, language))),
    }


def _option(rule: HouseRule, usual: Mapping[str, object], language: str) -> dict[str, Any]:
    value, words = _default(rule), range_of(rule)
    shared = rule.shared if isinstance(rule, Number) else None
    return {
        "name": rule.name,
        "label": rule.label.say(language),
        "help": rule.help.say(language) if rule.help else "",
        "type": next(name for name, kind in TYPES.items() if isinstance(rule, kind)),
        "default": value,
        "usual": usual.get(rule.name, value),
        "least": None if isinstance(rule, Choice | Flag) else rule.least,
        "most": rule.most if isinstance(rule, Number) else None,
        "most_in_all": shared and shared.stock,
        "range": words and words.say(language),
        "choices": [
            {"value": value, "label": label.say(language)}
            for value, label in named_values(rule).items()
        ],
    }


def _default(rule: HouseRule) -> object:
    return rule.default if isinstance(rule, NumberPerSeat) else default(rule, 0)


def _endings(endings: Sequence[Ending], book: RuleBook | None) -> Iterator[dict[str, Any]]:
    for ending in endings:
        clause = book and book.clause(ending.clause)
        yield {
            "kind": ending.kind,
            "option": ending.option or None,
            "only_with": dict(ending.only_with),
            "clause": ending.clause,
            "title": clause.title if clause else "",
            "text": _text(book, clause) if book and clause else "",
        }


def _text(book: RuleBook, clause: Clause) -> str:
    blocks = [block for block in clause.blocks if block.kind != "picture"]
    return "\n".join(book.plain(block.spans) for block in blocks)
