"""Parts of the OpenAPI description that no serializer holds: the rounds of the games, written by
hand in the YAML files beside this module, their house rules, and what all operations share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from api.description import problems
from api.description.components import options

Json = dict[str, Any]
NUMBER: Json = {
    "type": "integer",
    "description": "Number of the round. Refused if it is not the expected one.",
}
MATCH: Json = {"type": "integer", "description": "`id` of a match of this session."}
CONSENT: Json = {
    "reason": {
        "type": "string",
        "description": "Reason for the correction. At most 200 characters.",
        "maxLength": 200,
    },
    "confirmed": {
        "type": "boolean",
        "description": "`true` confirms that a result will be corrected. Required if the season "
        "warns about corrections.",
    },
}
HEADERS: Json = {
    "ETag": {"description": "Version of the response body.", "required": True},
    "OptionalETag": {"description": "Version of the response body, if it has one."},
    "Location": {"description": "URL of the new resource, if it has one."},
    "IdempotentReplayed": {
        "description": "Present if this is the stored response to an earlier request with the "
        "same `Idempotency-Key`.",
        "schema": {"type": "string", "const": "true"},
    },
    "RetryAfter": {
        "description": "Number of seconds to wait before retrying.",
        "required": True,
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
    "WWWAuthenticate": {
        "description": "Authentication scheme to use.",
        "required": True,
        "schema": {"type": "string", "const": "Bearer"},
    },
    "ContentDisposition": {"description": "Suggested file name.", "required": True},
}
PARAMETERS: Json = {
    "AcceptLanguage": {
        "name": "Accept-Language",
        "description": "Language of texts for people: `en`, `fr` or `de`.",
        "example": "fr",
    },
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "description": "Repeating a request with the same key returns the first response again.",
        "schema": {
            "type": "string",
            "pattern": r"^[!-~]([ -~]*[!-~])?$",
            "minLength": 1,
            "maxLength": 255,
        },
        "example": "table-4-round-1",
    },
    "IfMatch": {
        "name": "If-Match",
        "description": "`ETag` of the version you have seen. Returns 412 if it has changed since.",
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "description": "`ETag` of the version you have. Returns 304 if it has not changed.",
    },
}


def add(result: Json, generator: Any, request: Any, public: bool) -> Json:
    """Add the shared components to the description (a hook of drf-spectacular)."""
    parts = result["components"]
    errors = problems.shared_schemas() | parts.pop(problems.COMPONENTS, {})
    parts["schemas"] = dict(sorted((parts["schemas"] | games() | errors).items()))
    parts["responses"] = problems.shared_responses()
    parts["parameters"] = {
        name: {"in": "header", "schema": {"type": "string"}, **definition}
        for name, definition in PARAMETERS.items()
    }
    parts["headers"] = {
        name: {"schema": {"type": "string"}, **definition} for name, definition in HEADERS.items()
    }
    return result


def games() -> dict[str, Json]:
    """Return the schemas of the rounds and house rules of all games, by name."""
    schemas: dict[str, Json] = {}
    for file in sorted(Path(__file__).parent.glob("*.yaml")):
        schemas |= yaml.safe_load(file.read_text())
    return schemas | dict(_numbered(schemas)) | options.schemas()


def _numbered(schemas: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    """Yield the same rounds as they are submitted, with a number and a match beside their keys."""
    names = [schema["$ref"].rpartition("/")[2] for schema in schemas["Round"]["anyOf"]]
    for name in names:
        keys = {"number": NUMBER, **schemas[name]["properties"]}
        yield f"{name}Request", {**schemas[name], "properties": keys}
        yield (
            f"Corrected{name}Request",
            {**schemas[name], "properties": {**keys, **CONSENT}},
        )
        needed = ["match", *schemas[name]["required"]]
        keys = {"match": MATCH, **keys}
        yield f"{name}OfMatchRequest", {**schemas[name], "required": needed, "properties": keys}
    for start, kind in (("", "Request"), ("", "OfMatchRequest"), ("Corrected", "Request")):
        yield (
            f"{start}Round{kind}",
            {
                "description": schemas["Round"]["description"],
                "anyOf": [{"$ref": f"#/components/schemas/{start}{name}{kind}"} for name in names],
            },
        )
