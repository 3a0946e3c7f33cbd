"""The part of the description about games from outside. Each server has its own, so the part is
added when the description is read, not when its file is made."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from api.description.components import options
from games.base import Evidence, levels_of
from games.outside_game import OutsideGame

Json = dict[str, Any]
KINDS = ("", "Request", "OfMatchRequest")
OPTIONS, OPTIONS_REQUEST, GAME = "Options", "OptionsRequest", "GameEnum"
CODE = "ProblemCode"


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
        for level in levels_of(game):
            if level != Evidence.SHEET:
                name = f"{title}{level.value.title()}"
                schemas[name] = _round(game, level.value)
                for kind in KINDS:
                    _add_variant(schemas, f"{level.value.title()}Round{kind}", name)
    names = ", ".join(game.name for game in games.values())
    outside = {
        "type": "string",
        "description": f"Codes of games from outside, which their own pages explain: {names}.",
    }
    schemas[CODE] = {"anyOf": [schemas[CODE], outside]}
    return content


def _add_variant(schemas: dict[str, Json], variants: str, name: str) -> None:
    schemas[variants]["anyOf"].append({"$ref": f"#/components/schemas/{name}"})


def _round(game: OutsideGame, level: str) -> Json:
    return {
        "type": "object",
        "description": f"Other evidence of {game.name}; the game says which keys it has.",
        "required": ["evidence"],
        "additionalProperties": True,
        "properties": {"evidence": {"type": "string", "const": level}},
    }
