"""The part of the description about games from outside. Each server has its own, so the part is
added when the description is read, not when its file is made."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from api.description.components import options
from games.base import Evidence, levels_of
from games.outside_game import OutsideGame

Json = dict[str, Any]
ROUNDS = ("Round", "RoundRequest", "RoundOfMatchRequest")
OPTIONS, OPTIONS_REQUEST, GAME = "Options", "OptionsRequest", "GameEnum"
CODE = "OutsideCode"
OF_ANY_RECORD = {"$ref": "#/components/schemas/RecordCode"}


def added(description: Json, games: Mapping[str, OutsideGame]) -> Json:
    """Return the description with these games: their slugs, house rules, rounds and codes."""
    if not games:
        return description
    content = deepcopy(description)
    schemas: dict[str, Json] = content["components"]["schemas"]
    for slug, game in games.items():
        schemas[GAME]["enum"].append(slug)
        title = f"Outside_{slug}_"  # no other schema begins so
        for variants, required in ((OPTIONS, True), (OPTIONS_REQUEST, False)):
            schemas[f"{title}{variants}"] = options.of_game(game, required=required)
            _add_variant(schemas, variants, f"{title}{variants}")
        levels = [level.value for level in levels_of(game) if level != Evidence.SHEET]
        if levels:
            schemas[f"{title}Round"] = _round(game, levels)
            for variants in ROUNDS:
                _add_variant(schemas, variants, f"{title}Round")
    names = ", ".join(game.name for game in games.values())
    schemas[CODE] = {
        "type": "string",
        "description": f"Codes of games from outside, which their own pages explain: {names}.",
    }
    for codes in _codes(schemas):
        codes.append({"$ref": f"#/components/schemas/{CODE}"})
    return content


def _add_variant(schemas: dict[str, Json], variants: str, name: str) -> None:
    schemas[variants]["anyOf"].append({"$ref": f"#/components/schemas/{name}"})


def _round(game: OutsideGame, levels: list[str]) -> Json:
    return {
        "type": "object",
        "description": f"Other evidence of {game.name}; the game says which keys it has.",
        "required": ["evidence"],
        "additionalProperties": True,
        "properties": {"evidence": {"type": "string", "enum": levels}},
    }


def _codes(part: Any) -> Iterator[list[Json]]:
    """Yield the variants of each `code` that a record or its rounds can be refused with."""
    if isinstance(part, dict):
        variants = part.get("anyOf")
        if isinstance(variants, list) and OF_ANY_RECORD in variants:
            yield variants
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _codes(inner)
