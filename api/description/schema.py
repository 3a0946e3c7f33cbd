"""Additions to the OpenAPI description beyond the serializers: token, headers, pages, errors."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent, force_instance
from drf_spectacular.utils import Direction
from rest_framework.permissions import SAFE_METHODS

from api.description import examples, problem_inference, problems
from api.http import fields
from api.http.paging import LIMIT, MAX_LIMIT

Json = dict[str, Any]


class BearerToken(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "api.http.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> Json:
        return {"type": "http", "scheme": "bearer"}


class Pages:
    """The shape of lists in the description; api.http.paging makes them."""

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
            _parameter("cursor", "Cursor from `next` of the previous page.", {"type": "string"}),
            _parameter("limit", f"Maximum number of rows per page, up to {MAX_LIMIT}.", limit),
            *_ordering(view),
            *(
                _parameter(name, list_filter.words, list_filter.schema)
                for name, list_filter in view.filters.items()
            ),
        ]


class ApiSchema(AutoSchema):
    view: Any

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> Json | None:
        operation = super().get_operation(path, path_regex, path_prefix, method, registry)
        if operation is None:
            return None
        if "requestBody" in operation:
            # an empty one is 400, never "nothing"
            operation["requestBody"]["required"] = not self.view.optional_body
        names = problems.refer("parameters", {name: name for name in self._headers()})
        operation["parameters"] = [*operation.get("parameters", []), *names.values()]
        self._describe_answers(operation["responses"])
        name, codes, judged = operation["operationId"], self._codes(operation), self._is_judged
        for status in sorted(self._error_statuses(operation, codes)):
            answer = problems.response_of(status, name, codes, judged=judged)
            operation["responses"][str(status)] = answer
        for shape, schema in problems.schemas_of(name, codes, judged=judged).items():
            kind = problems.COMPONENTS
            part = ResolvedComponent(shape, kind, schema, shape)  # type: ignore[no-untyped-call]
            registry.register_on_missing(part)
        return examples.of_operation(operation)

    def get_serializer_name(self, serializer: Any, direction: Direction) -> str:
        name: str = super().get_serializer_name(serializer, direction)
        return name.removesuffix("Input").removesuffix("Output")

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"{serializer_name}List"

    def _map_basic_serializer(self, serializer: Any, direction: Direction) -> Json:
        """Return the schema without other keys in bodies of requests, and without the docstring of
        a base class."""
        basic = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        schema: Json = basic
        serializer = force_instance(serializer)  # type: ignore[no-untyped-call]
        if isinstance(serializer, fields.Input):
            schema["additionalProperties"] = False
        if type(serializer).__doc__ is None:
            schema.pop("description", None)
        return schema

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

    @property
    def _is_tagged(self) -> bool:
        return self.method == "GET" and bool(self.view.tagged)

    @property
    def _reached(self) -> tuple[problem_inference.CodesByStatus, bool]:
        view: Any = type(self.view)
        return problem_inference.codes(getattr(view, self.method.lower()), view)

    @property
    def _is_judged(self) -> bool:
        """Return whether a match record is sent, which a game may refuse with 422."""
        _raised, judged = self._reached
        return judged and not self._is_open

    def _codes(self, operation: Json) -> problem_inference.CodesByStatus:
        """Return the codes of problems by status."""
        raised, _judged = self._reached
        codes_by_status = {status: set(codes) for status, codes in raised.items()}
        codes_by_status.setdefault(422, set()).add("unknown_parameter")
        if "requestBody" in operation:
            body = force_instance(self.get_request_serializer())  # type: ignore[no-untyped-call]
            if isinstance(body, fields.Input):
                codes_by_status.setdefault(422, set()).update(problem_inference.of_shape(body))
        if self._takes_key:
            codes_by_status.setdefault(422, set()).add("idempotency_key_reused")
        return codes_by_status

    def _headers(self) -> list[str]:
        """Return the component names of the request headers."""
        names = ["AcceptLanguage"]
        if self._takes_key:
            names.append("IdempotencyKey")
        if self._takes_if_match:
            names.append("IfMatch")
        if self._is_tagged:
            names.append("IfNoneMatch")
        return names

    def _describe_answers(self, responses: Json) -> None:
        for status, response in responses.items():
            response["description"] = response["description"] or _SUCCESS.get(status, "OK.")
            headers = self._headers_of(status, response.get("content", {}))
            if headers:
                response["headers"] = problems.refer("headers", headers)
        if self._is_tagged:
            tag = problems.refer("headers", {"ETag": "ETag"})
            responses["304"] = {"description": "Not modified.", "headers": tag}

    def _headers_of(self, status: str, content: Json) -> dict[str, str]:
        names: dict[str, str] = {}
        if self._is_tagged:
            names["ETag"] = "ETag"
        elif self.method in {"PATCH", "POST", "PUT"} and content:
            names["ETag"] = "OptionalETag"
        if status in {"201", "202"}:
            names["Location"] = "Location"
        if self._takes_key:
            names["Idempotent-Replayed"] = "IdempotentReplayed"
        if any(not media.endswith("json") for media in content):
            names["Content-Disposition"] = "ContentDisposition"
        return names

    def _error_statuses(self, operation: Json, codes: problem_inference.CodesByStatus) -> set[int]:
        statuses = {422, 429} if self.view.any_accept else {406, 422, 429}
        if not self._is_open:
            statuses |= {401, 403}
        if "{" in self.path or self.view.tagged:
            statuses.add(404)
        if "requestBody" in operation:
            statuses |= {400, 413, 415}
        if self._takes_key:
            statuses |= {400, 409, 413, 422}
        if codes.get(409):
            statuses.add(409)
        if self._takes_if_match:
            statuses.add(412)
        return statuses


_SUCCESS = {"200": "OK.", "201": "Created.", "202": "Accepted.", "204": "No content."}


def _ordering(view: Any) -> list[Json]:
    names = ["id", *view.orders] if view.orders else []
    words = "Sort order; ties are sorted by id. A leading `-` reverses it."
    choices = {"type": "string", "enum": [sign + name for name in names for sign in ("", "-")]}
    return [_parameter("ordering", words, choices)] if names else []


def _parameter(name: str, description: str, schema: Json) -> Json:
    return {"in": "query", "name": name, "description": description, "schema": schema}
