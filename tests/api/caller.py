"""A program that calls the API. Every answer it gets is compared with the OpenAPI description."""

import json
import re
from functools import cache
from typing import Any

from django.test import Client
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from api import docs, tokens
from league.models import User

BASE = "/api/v1/"


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
        """`body` as JSON; bytes as they are."""
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
    """The description names this answer, and this body fits it."""
    operation = _operation(method, response.request["PATH_INFO"])
    if operation is None or response.status_code in {405, 500}:
        return
    described = operation["responses"].get(str(response.status_code))
    assert described, f"{response.status_code} is not described for {method}: {response.content!r}"
    media = response.headers.get("Content-Type", "").partition(";")[0]
    if response.status_code == 304:
        assert not response.content
        return
    assert media in described["content"], media
    if media.endswith("json"):
        reference = described["content"][media]["schema"]["$ref"]
        _validator(reference).validate(response.json())


def _operation(method: str, path: str) -> Any:
    for pattern, methods in _patterns():
        if pattern.fullmatch(path):
            return methods.get(method.lower())
    return None


@cache
def _patterns() -> list[tuple[re.Pattern[str], Any]]:
    return [
        (
            re.compile(
                re.sub(r"\{\w+\}", "[^/]+", re.escape(path).replace(r"\{", "{").replace(r"\}", "}"))
            ),
            methods,
        )
        for path, methods in docs.description()["paths"].items()
    ]


@cache
def _validator(reference: str) -> Draft202012Validator:
    components = docs.description()["components"]
    return Draft202012Validator({"$ref": reference, "components": components})
