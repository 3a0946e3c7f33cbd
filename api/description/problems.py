"""Errors in the description: one schema and one response for all, and the codes that each operation
can give.

The codes of a field follow from it, the codes of every request are listed here, and all others in
`problem_codes.yaml`. Tests compare each answer of the suite with them.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from rest_framework import serializers

from api.description import codes, examples
from api.http import fields
from api.http.errors import CODES, KINDS, MEDIA_TYPE
from league.operations.matches.repeated_rounds import SAME_AS_LAST_ROUND

Json = dict[str, Any]
CodesByStatus = dict[int, set[str]]
FILE = Path(__file__).with_name("problem_codes.yaml")
GAMES = "record"  # in the file: all codes of match records
PROBLEM = {"$ref": "#/components/responses/Problem"}
TEXT: Json = {"type": "string"}
EVERY_REQUEST: Mapping[int, frozenset[str]] = {  # beside the code for the request as a whole
    400: frozenset(
        {"parse_error", "bad_idempotency_key", "not_json", "bad_text", "duplicate_key", "too_deep"}
    ),
    422: frozenset({"idempotency_key_reused", "unknown_parameter"}),
}
OF_LIST = {"bad_cursor", "bad_limit"}
NEVER = {  # codes of the framework: ours differ
    "invalid",
    "datetime",
    "date",
    "make_aware",
    "overflow",
    "max_string_length",
}
PROBLEM_EXTENSION = "x-problem-codes"
RECORD_EXTENSION = "x-record-codes"


def whole(status: int) -> str:
    """Return the code for a problem of the request as a whole."""
    return KINDS[status][0].replace("-", "_")


def codes_of_operation(name: str) -> tuple[CodesByStatus, bool]:
    """Return the codes in the file for an operation, by status, and whether it gives the codes of
    match records too."""
    entry = table().get(name, {})
    by_status = {status: set(listed) for status, listed in entry.items() if status != GAMES}
    return by_status, bool(entry.get(GAMES))


def of_body(body: fields.Input) -> set[str]:
    """Return the codes for what can be wrong with a body of these fields."""
    listed = {"not_an_object", "unknown_key"}
    for field in body.fields.values():
        listed |= set(_of_field(field))
    return listed


def schemas() -> dict[str, Json]:
    """Return the schemas of a problem, of the faults in it and of their codes."""
    fault = _object(
        {
            "code": {"$ref": "#/components/schemas/ProblemCode"},
            "path": {
                **TEXT,
                "description": "Path in the body or the match record. Empty: all of it.",
            },
            "message": {
                **TEXT,
                "description": "Explanation for people, in the language of `Accept-Language`.",
            },
            "clause": {
                **TEXT,
                "description": "Clause of the game rules that was broken, if any.",
            },
        }
    )
    pointer = {
        **TEXT,
        "description": "Pointer into the request body (RFC 6901), for problems of a JSON body.",
    }
    problem = _object(
        {
            "type": TEXT,
            "title": TEXT,
            "status": {"type": "integer"},
            "detail": {
                **TEXT,
                "description": "Explanation for people, in the language of `Accept-Language`.",
            },
            "problems": {
                "type": "array",
                "minItems": 1,
                "items": {"$ref": "#/components/schemas/Fault"},
            },
        }
    )
    problem["properties"]["current"] = {
        "type": "object",
        "description": "Current state, as returned by GET, with 409, 410 and 412 if available.",
        "additionalProperties": True,
    }
    problem["description"] = (
        "An error (RFC 9457). Every operation can give 400, 401, 403, 404, 406, 413, 415, 422, 429 "
        f"and 503; its `{PROBLEM_EXTENSION}` lists the codes that it gives itself."
    )
    meanings = all_codes()
    return {
        "Problem": problem,
        "Fault": {**fault, "properties": {**fault["properties"], "pointer": pointer}},
        "Notice": fault,
        "ProblemCode": {
            "type": "string",
            "description": "Stable code of a problem or notice. New codes may be added.",
            "enum": list(meanings),
            "x-enum-descriptions": list(meanings.values()),
        },
    }


def record_codes() -> set[str]:
    """Return the codes of match records of all games."""
    return {code for listed in codes.of_records().values() for code in listed}


def all_codes() -> dict[str, str]:
    """Return all codes with their meanings, first the codes of match records."""
    meanings = {SAME_AS_LAST_ROUND.code: SAME_AS_LAST_ROUND.en}
    for listed in codes.of_records().values():
        meanings |= listed
    return {**meanings, **codes.CODES}


def responses() -> dict[str, Json]:
    """Return the one response for all errors."""
    headers = {
        "Retry-After": "RetryAfter",
        "WWW-Authenticate": "WWWAuthenticate",
        "Idempotent-Replayed": "IdempotentReplayed",
    }
    return {
        "Problem": {
            "description": "The request was refused; nothing was changed.",
            "headers": refer("headers", headers),
            "content": {
                MEDIA_TYPE: {
                    "schema": {"$ref": "#/components/schemas/Problem"},
                    **examples.of_problems(),
                }
            },
        }
    }


def refer(kind: str, names: Mapping[str, str]) -> dict[str, Json]:
    return {key: {"$ref": f"#/components/{kind}/{name}"} for key, name in names.items()}


@cache
def table() -> Mapping[str, Mapping[Any, Any]]:
    content: Mapping[str, Mapping[Any, Any]] = yaml.safe_load(FILE.read_text())
    return content


def _of_field(field: Any) -> Iterator[str]:
    yield from _of_itself(field)
    yield from _of_inside(field)


def _of_inside(field: Any) -> Iterator[str]:
    """Yield the codes of the entries of a list or the keys of an object."""
    if isinstance(field, fields.Input):
        yield from of_body(field)
    elif isinstance(field, serializers.ListField):
        yield from set(_of_itself(field.child)) - {"missing_key"}
        yield from _of_inside(field.child)


def _of_itself(field: Any) -> Iterator[str]:
    bounds = {"max_length", "min_length", "max_value", "min_value"}
    can = {
        "required": field.required,
        "null": not field.allow_null,
        "blank": not getattr(field, "allow_blank", True),
        "empty": not getattr(field, "allow_empty", True),
        **{bound: getattr(field, bound, None) is not None for bound in bounds},
    }
    for code in field.error_messages:
        if can.get(code, type(field).__module__.startswith("api.") and code not in NEVER):
            yield CODES.get(code, code)


def _object(properties: Json) -> Json:
    return {"type": "object", "required": list(properties), "properties": properties}
