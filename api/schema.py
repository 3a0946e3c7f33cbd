"""What the OpenAPI description says beyond the serializers: token, headers, pages, errors."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
from drf_spectacular.utils import Direction
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS

from api.errors import KINDS, MEDIA_TYPE
from api.paging import LIMIT, MAX_LIMIT

Json = dict[str, Any]


class BearerToken(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "api.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> Json:
        return {"type": "http", "scheme": "bearer"}


class FaultOutput(serializers.Serializer[Any]):
    """One thing that is wrong."""

    code = serializers.CharField(help_text="Stable.")
    path = serializers.CharField(allow_blank=True, help_text="Into the body; empty: all of it.")
    message = serializers.CharField(help_text="For people, in the language of Accept-Language.")
    clause = serializers.CharField(allow_blank=True, help_text="The rule, if one was broken.")


class ProblemOutput(serializers.Serializer[Any]):
    """RFC 9457."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    problems = FaultOutput(many=True)


class Pages:
    """How lists look; api.paging makes them."""

    def get_paginated_response_schema(self, schema: Json) -> Json:
        return {
            "type": "object",
            "required": ["results", "next"],
            "additionalProperties": False,
            "properties": {
                "results": schema,
                "next": {"type": ["string", "null"], "format": "uri"},
            },
        }

    def get_schema_operation_parameters(self, view: Any) -> list[Json]:
        limit = {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": LIMIT}
        return [
            _parameter("query", "cursor", "Taken from `next` of the page before."),
            _parameter("query", "limit", "Rows on a page; higher numbers give the most.", limit),
        ]


class ApiSchema(AutoSchema):
    view: Any

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> Json | None:
        operation = super().get_operation(path, path_regex, path_prefix, method, registry)
        if operation is None:
            return None
        parameters = [*operation.get("parameters", []), *self._header_parameters()]
        if parameters:
            operation["parameters"] = parameters
        self._describe_answers(operation["responses"])
        for status in sorted(self._error_statuses(operation)):
            operation["responses"][str(status)] = self._error(status)
        return operation

    def get_serializer_name(self, serializer: Any, direction: Direction) -> str:
        name: str = super().get_serializer_name(serializer, direction)
        return name.removesuffix("Input").removesuffix("Output")

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"{serializer_name}List"

    def _get_paginator(self) -> Pages:
        return Pages()

    def _is_create_operation(self) -> bool:
        return self.method == "POST" and not self._is_open

    @property
    def _is_open(self) -> bool:
        return not self.view.authentication_classes

    @property
    def _takes_key(self) -> bool:
        return self.method not in SAFE_METHODS and not self._is_open

    @property
    def _takes_if_match(self) -> bool:
        return self.method in {"PATCH", "PUT"} or self.method in self.view.if_match

    def _header_parameters(self) -> list[Json]:
        found = []
        if self._takes_key:
            text = {"type": "string", "minLength": 1, "maxLength": 255}
            found.append(_parameter("header", "Idempotency-Key", "Makes a retry safe.", text))
        if self._takes_if_match:
            found.append(_parameter("header", "If-Match", "The ETag of what you have seen."))
        if self.method == "GET" and self.view.tagged:
            found.append(_parameter("header", "If-None-Match", "The ETag that you have."))
        return found

    def _describe_answers(self, responses: Json) -> None:
        for status, response in responses.items():
            response["description"] = response["description"] or _SUCCESS[status]
            if self.view.tagged and self.method == "GET":
                response["headers"] = {"ETag": {"schema": {"type": "string"}}}
            if self._takes_key:
                replayed = {"schema": {"type": "string", "const": "true"}}
                response["headers"] = {"Idempotent-Replayed": replayed}
        if self.view.tagged and self.method == "GET":
            responses["304"] = {"description": "You have this version already."}

    def _error_statuses(self, operation: Json) -> set[int]:
        found = {429} if self.view.any_accept else {406, 429}
        if not self._is_open:
            found |= {401, 403}
        if "{" in self.path or self.view.tagged:
            found.add(404)
        if "requestBody" in operation:
            found |= {400, 413, 415}
        if self._takes_key or self._is_list_view():
            found.add(422)
        if self._takes_if_match:
            found.add(412)
        if self.method in self.view.conflicts:
            found.add(409)
        return found

    def _error(self, status: int) -> Json:
        component = self.resolve_serializer(ProblemOutput, "response")
        return {
            "description": str(KINDS[status][1]),
            "content": {MEDIA_TYPE: {"schema": component.ref}},
        }


_SUCCESS = {"200": "Done.", "201": "Created."}


def _parameter(place: str, name: str, description: str, schema: Json | None = None) -> Json:
    return {
        "in": place,
        "name": name,
        "description": description,
        "schema": schema or {"type": "string"},
    }
