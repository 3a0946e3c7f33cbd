"""Parts of the OpenAPI description that no serializer holds: the rounds of the games, written by
hand in the YAML files beside this module, their house rules, and what all operations share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from api.description import problems, webhooks
from api.description.components import options, sharing
from api.http.paging import LIMIT, MAX_LIMIT

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
        "description": "Number of seconds to wait before retrying, with 429 and 503.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
    "WWWAuthenticate": {
        "description": "Authentication scheme to use, with 401.",
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
    "CursorQuery": {
        "in": "query",
        "name": "cursor",
        "description": "Cursor from `next` of the previous page.",
    },
    "LimitQuery": {
        "in": "query",
        "name": "limit",
        "description": f"Maximum number of rows per page, up to {MAX_LIMIT}. Default: {LIMIT}.",
        "schema": {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT},
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
    parts["schemas"] = dict(sorted((parts["schemas"] | games() | problems.schemas()).items()))
    parts["responses"] = problems.responses()
    parts["parameters"] = {
        name: {"in": "header", "schema": {"type": "string"}, **definition}
        for name, definition in (PARAMETERS | webhooks.HEADERS).items()
    }
    parts["headers"] = {
        name: {"schema": {"type": "string"}, **definition} for name, definition in HEADERS.items()
    }
    result["webhooks"] = webhooks.section()
    sharing.share_parameters(result)
    sharing.tell_defaults(result)
    return result


def games() -> dict[str, Json]:
    """Return the schemas of the rounds and house rules of all games, by name."""
    schemas: dict[str, Json] = {}
    for file in sorted(Path(__file__).parent.glob("*.yaml")):
        schemas |= yaml.safe_load(file.read_text())
    return schemas | dict(_numbered(schemas)) | options.schemas()


def _numbered(schemas: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    """Yield the same rounds as they are submitted, with a number and a match beside their keys."""
    groups = ("FinalRound", "TranscriptRound")
    names = ["Sheet", *(name for group in groups for name in _variants(schemas[group]))]
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
        for group in (*groups, "Round"):
            yield f"{start}{group}{kind}", _renamed(schemas[group], start, kind)


def _variants(schema: Json) -> list[str]:
    """Return the names of the schemas in an `anyOf`."""
    return [variant["$ref"].rpartition("/")[2] for variant in schema["anyOf"]]


def _renamed(part: Any, start: str, kind: str) -> Any:
    """Return a part of the description whose references begin and end otherwise."""
    if isinstance(part, dict):
        return {key: _renamed(inner, start, kind) for key, inner in part.items()}
    if isinstance(part, list):
        return [_renamed(inner, start, kind) for inner in part]
    prefix = "#/components/schemas/"
    if isinstance(part, str) and part.startswith(prefix):
        return f"{prefix}{start}{part.removeprefix(prefix)}{kind}"
    return part
