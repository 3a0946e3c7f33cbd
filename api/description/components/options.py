"""The house rules of all games in the OpenAPI description, from their own descriptions."""

from typing import Any

from games import GAMES
from games.base import Game, house_rules_of, usual_options
from games.house_rules import Choice, HouseRule, Number, NumberPerSeat, Numbers, default, labels

Json = dict[str, Any]
# options that are newer than some matches of their game
ABSENT_IN_OLD_MATCHES = {"short_ante", "two_players"}


def schemas() -> dict[str, Json]:
    """Return the schemas of the options of each game, as answers and as requests, and of any
    game."""
    result: dict[str, Json] = {}
    names: list[str] = []
    for slug in GAMES:
        names.append(model_name(slug))
        result[f"{names[-1]}Options"] = of_game(GAMES[slug], required=True)
        result[f"{names[-1]}OptionsRequest"] = of_game(GAMES[slug], required=False)
    result["OtherOptions"] = {
        "type": "object",
        "description": "House rules of a game from outside that is not installed on this server "
        "any more.",
        "additionalProperties": True,
    }
    result["Options"] = {
        "description": "All house rules of the game, including defaults.",
        "anyOf": _references([*names, "Other"], "Options"),
    }
    result["OptionsRequest"] = {
        "description": "House rules by name. Missing names take their default.",
        "anyOf": _references(names, "OptionsRequest"),
    }
    return result


def of_game(game: Game[Any], *, required: bool) -> Json:
    """Return the schema of the house rules of one game; answers have all, requests some."""
    properties = {rule.name: _property(game, rule) for rule in house_rules_of(game)}
    always = [name for name in properties if name not in ABSENT_IN_OLD_MATCHES]
    return {
        "type": "object",
        "description": f"House rules of {game.name}.",
        "properties": properties,
        "additionalProperties": False,
        **({"required": always} if required and always else {}),
    }


def model_name(slug: str) -> str:
    """Return the name of a game in names of schemas: `OhHell` for `oh_hell`."""
    return slug.title().replace("_", "")


def _references(names: list[str], kind: str) -> list[Json]:
    return [{"$ref": f"#/components/schemas/{name}{kind}"} for name in names]


def _property(game: Game[Any], rule: HouseRule) -> Json:
    shape: Json = {
        **_shape(rule, game.seats),
        "description": _description(rule, usual_options(game).get(rule.name)),
    }
    if not isinstance(rule, NumberPerSeat):
        shape["default"] = default(rule, 0)
    return shape


def _shape(rule: HouseRule, seats: range) -> Json:
    match rule:
        case Number():
            most = rule.shared.stock // seats[0] if rule.shared else rule.most
            limit = {} if most is None else {"maximum": most}
            return {"type": "integer", "minimum": rule.least, **limit}
        case NumberPerSeat():
            items = {"type": "integer", "minimum": rule.least}
            return {"type": "array", "minItems": 2, "maxItems": seats[-1], "items": items}
        case Numbers():
            items = {"type": "integer", "minimum": rule.least}
            return {"type": "array", "minItems": 1, "uniqueItems": True, "items": items}
        case Choice():
            return {"type": "string", "enum": [str(value) for value in rule.choices]}
    return {"type": "boolean"}


def _description(rule: HouseRule, usual: object) -> str:
    """Return label, help, values, and the default of new matches if it differs from a record's."""
    sentences = [f"{rule.label.en}.", *([rule.help.en] if rule.help else [])]
    if isinstance(rule, NumberPerSeat):
        sentences.append(f"A number for each seat, {rule.default} by default.")
    if isinstance(rule, Number) and rule.shared:
        total = rule.shared.stock
        sentences.append(f"Times the number of players it is at most {total}.")
    sentences += [f"`{value}`: {label.en}." for value, label in labels(rule).items()]
    if usual is not None:
        sentences.append(
            f"Default of a record; new matches have `{usual}` unless they or their season say "
            "otherwise."
        )
    if rule.name in ABSENT_IN_OLD_MATCHES:
        sentences.append("Absent in matches created before this option, which have the default.")
    return " ".join(sentences)
