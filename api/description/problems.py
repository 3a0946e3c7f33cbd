"""Errors in the description: the schema and the possible codes for each status."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from api.description import codes, examples
from api.description.problem_inference import CodesByStatus
from api.http.errors import KINDS, MEDIA_TYPE, TYPE
from games import GAMES
from league.operations.matches.repeated_rounds import SAME_AS_LAST_ROUND

Json = dict[str, Any]
COMPONENTS = "problems"  # until api.description.components puts them beside the other schemas
TEXT: Json = {"type": "string"}
CURRENT: Json = {
    "type": "object",
    "description": "Current state, as returned by GET, if available.",
    "additionalProperties": True,
}
UNREADABLE = ("not_json", "bad_text", "duplicate_key", "empty_body", "too_deep")
PAGED = ("bad_cursor", "bad_limit", "unknown_parameter")
ANY = {"idempotency_key_reused", "unknown_parameter"}  # of requests without problems of their own
SHARED = {
    frozenset[str](): "Invalid",
    frozenset(PAGED): "ListInvalid",
    frozenset({"unknown_parameter"}): "Invalid",
    frozenset(ANY): "Invalid",
}
REMEMBERED = {400, 403, 404, 409, 412, 415, 422}  # given again to the same Idempotency-Key


def name_of(kind: str) -> str:
    """
    >>> name_of("not-found")
    'NotFound'
    """
    return "".join(word.title() for word in kind.replace("_", "-").split("-"))


def response_of(status: int, operation: str, codes: CodesByStatus, *, judged: bool) -> Json:
    """Return the operation's own response if it has codes of its own, else the shared one."""
    own = frozenset(codes.get(status, set()) - {_whole(status)})
    games = judged and status == 422
    if status in {409, 422} and (games or own not in SHARED):
        return _response(status, f"{name_of(operation)}{name_of(KINDS[status][0])}")
    named = SHARED[own] if status == 422 else name_of(KINDS[status][0])
    return {"$ref": f"#/components/responses/{named}"}


def schemas_of(operation: str, codes: CodesByStatus, *, judged: bool) -> dict[str, Json]:
    """Return the schemas that `response_of` names for this operation only."""
    schemas: dict[str, Json] = {}
    for status in (409, 422):
        reference = response_of(status, operation, codes, judged=judged)
        if "$ref" not in reference:
            name = f"{name_of(operation)}{name_of(KINDS[status][0])}"
            also = {_whole(status)} if status == 409 else set()
            games = judged and status == 422
            schemas |= _problem(name, status, codes.get(status, set()) | also, games=games)
    return schemas


def shared_schemas() -> dict[str, Json]:
    of_league: Json = {"type": "string", "enum": [SAME_AS_LAST_ROUND.code]}
    schemas: dict[str, Json] = {
        "Fault": _fault(_record_code()),
        "Notice": _fault({"anyOf": [of_league, *_record_code()["anyOf"]]}),
    }
    for name, listed in codes.of_records().items():
        schemas[f"{name_of(name)}Code"] = {
            "type": "string",
            "description": "Codes of problems with "
            + (f"a round or the house rules of {name}." if name in GAMES else "any match record."),
            "enum": sorted(listed),
        }
    schemas |= _problem("ListInvalid", 422, PAGED)
    for status, (kind, _title) in KINDS.items():
        own = {"parse_error", "bad_idempotency_key", *UNREADABLE} if status == 400 else set()
        if status == 422:
            own = ANY
        schemas |= _problem(name_of(kind), status, {_whole(status), *own} - {"invalid"})
    return schemas


def shared_responses() -> dict[str, Json]:
    responses = {
        name_of(kind): _response(status, name_of(kind)) for status, (kind, _) in KINDS.items()
    }
    return {**responses, "ListInvalid": _response(422, "ListInvalid")}


def _response(status: int, schema: str) -> Json:
    headers: dict[str, str] = {}
    if status in REMEMBERED:
        headers["Idempotent-Replayed"] = "IdempotentReplayed"
    if status == 401:
        headers["WWW-Authenticate"] = "WWWAuthenticate"
    if status in {429, 503}:
        headers["Retry-After"] = "RetryAfter"
    return {
        "description": str(KINDS[status][1]) + ".",
        **({"headers": refer("headers", headers)} if headers else {}),
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": f"#/components/schemas/{schema}Problem"},
                **examples.of_problem(schema),
            }
        },
    }


def refer(kind: str, names: Mapping[str, str]) -> dict[str, Json]:
    return {key: {"$ref": f"#/components/{kind}/{name}"} for key, name in names.items()}


def _problem(
    name: str, status: int, listed: Collection[str], *, games: bool = False
) -> dict[str, Json]:
    """Return the schema of an RFC 9457 problem with its list of faults."""
    kind = KINDS[status][0]
    code: Json = {"type": "string", "enum": sorted(listed)}
    properties: Json = {
        "type": {**TEXT, "const": TYPE + kind},
        "title": TEXT,
        "status": {"type": "integer", "const": status},
        "detail": {
            **TEXT,
            "description": "Explanation for people, in the language of `Accept-Language`.",
        },
        "problems": {
            "type": "array",
            "minItems": 1,
            "items": {"$ref": f"#/components/schemas/{name}Fault"},
        },
    }
    whole = _object(properties)
    if status in {409, 412}:
        whole["properties"] = {**properties, "current": CURRENT}
    return {
        f"{name}Problem": whole,
        f"{name}Fault": _fault({"anyOf": [code, *_record_code()["anyOf"]]} if games else code),
    }


def _fault(code: Json) -> Json:
    """Return the schema of one fault."""
    return _object(
        {
            "code": code,
            "path": {
                **TEXT,
                "description": "Path in the body or the match record. Empty: all of it.",
            },
            "message": {
                **TEXT,
                "description": "Explanation for people, in the language of `Accept-Language`.",
            },
            "clause": {**TEXT, "description": "Clause of the game rules that was broken, if any."},
        }
    )


def _record_code() -> Json:
    names: Iterable[str] = codes.of_records()
    return {"anyOf": [{"$ref": f"#/components/schemas/{name_of(name)}Code"} for name in names]}


def _object(properties: Json) -> Json:
    return {"type": "object", "required": list(properties), "properties": properties}


def _whole(status: int) -> str:
    """Return the code for a fault of the request as a whole."""
    return KINDS[status][0].replace("-", "_")
