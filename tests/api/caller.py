"""A program that calls the API. Every answer it gets is compared with the OpenAPI description."""

import json
import re
from functools import cache
from typing import Any

from django.test import Client
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from api.description import docs, problems
from api.http.errors import MEDIA_TYPE
from games import GAMES, SLUGS
from league.models import User
from league.operations.people import tokens

BASE = "/api/v1/"
TOLD = {
    "ETag",
    "Location",
    "Retry-After",
    "WWW-Authenticate",
    "Idempotent-Replayed",
    "Content-Disposition",
}


class Caller:
    def __init__(self, token: str = "") -> None:
        self.client = Client()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **headers: str) -> Any:
        return self.send("GET", path, None, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        return self.send("POST", path, body, **headers)

    def put(self, path: str, body: Any, **headers: str) -> Any:
        return self.send("PUT", path, body, **headers)

    def patch(self, path: str, body: Any, **headers: str) -> Any:
        return self.send("PATCH", path, body, **headers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send `body` as JSON, or as it is if it is bytes."""
        if body is None:
            body = b""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        response = self.client.generic(
            method,
            path if path.startswith("/") else BASE + path,
            data,
            content_type=named.pop("Content-Type", "application/json"),
            headers={**self.headers, **named},
        )
        agree(method, response)
        return response


def caller(user: User, scope: str = "admin") -> Caller:
    return Caller(tokens.issue(user, scope)[1])


def problem_codes(response: Any) -> list[tuple[str, str]]:
    return [(problem["code"], problem["path"]) for problem in response.json()["problems"]]


def agree(method: str, response: Any) -> None:
    """Check that the description names this answer, its headers and the codes of its problems, and
    that the body fits the description and has no other keys."""
    operation = operation_of(method, response.request["PATH_INFO"])
    if operation is None or response.status_code in {405, 500}:
        return
    status = str(response.status_code)
    described = operation["responses"].get(status) or operation["responses"].get(f"{status[0]}XX")
    assert described, f"{response.status_code} is not described for {method}: {response.content!r}"
    described = resolve(described)
    agree_headers(described.get("headers", {}), response.headers)
    media = response.headers.get("Content-Type", "").partition(";")[0]
    if response.status_code in {204, 304}:
        assert not response.content
        return
    assert media in described["content"], media
    if media.endswith("json"):
        schema = described["content"][media]["schema"]
        validator(schema["$ref"]).validate(response.json())
    if media == MEDIA_TYPE:
        agree_codes(operation, response)


def agree_codes(operation: Any, response: Any) -> None:
    """Check that the description names the codes of this refusal for its operation."""
    status = response.status_code
    described = {
        problems.whole(status),
        *problems.EVERY_REQUEST.get(status, ()),
        *operation.get(problems.PROBLEM_EXTENSION, {}).get(str(status), ()),
    }
    if operation.get(problems.RECORD_EXTENSION):
        described |= problems.record_codes()
    codes = {problem["code"] for problem in response.json()["problems"]}
    assert codes <= described or set(GAMES) != set(SLUGS), (operation["operationId"], codes)


def agree_headers(described: dict[str, Any], headers: Any) -> None:
    present = TOLD & {name for name in TOLD if name in headers}
    assert present <= described.keys(), present - described.keys()
    for name, header in described.items():
        header = resolve(header)
        assert name in headers or not header.get("required"), name
        if name in headers:
            Draft202012Validator(header["schema"]).validate(headers[name])


def resolve(part: Any) -> Any:
    """Return the part itself, or the part that it refers to."""
    if "$ref" not in part:
        return part
    _hash, _components, kind, name = part["$ref"].split("/")
    return docs.description()["components"][kind][name]


def operation_of(method: str, path: str) -> Any:
    for pattern, methods in _patterns(tuple(GAMES)):
        if pattern.fullmatch(path.partition("?")[0]):
            return methods.get(method.lower())
    return None


@cache
def _patterns(_games: tuple[str, ...]) -> list[tuple[re.Pattern[str], Any]]:
    return [
        (
            re.compile(
                re.sub(r"\{\w+\}", "[^/]+", re.escape(path).replace(r"\{", "{").replace(r"\}", "}"))
            ),
            methods,
        )
        for path, methods in sorted(
            docs.description()["paths"].items(),
            key=lambda path_and_operations: path_and_operations[0].count("{"),
        )  # rounds/check/ before rounds/{number}/
    ]


def validator(reference: str) -> Draft202012Validator:
    return _validator(reference, tuple(GAMES))


@cache
def _validator(reference: str, games: tuple[str, ...]) -> Draft202012Validator:
    return Draft202012Validator({"$ref": reference, "components": _closed(games)})


@cache
def _closed(_games: tuple[str, ...]) -> Any:
    """Return the components, with no other keys than those described. Clients may ignore what is
    new, but we must not forget to describe it."""
    return _close(docs.description()["components"])


def _close(part: Any) -> Any:
    if isinstance(part, list):
        return [_close(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    closed = {key: _close(value) for key, value in part.items()}
    if isinstance(part.get("properties"), dict) and part.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed
