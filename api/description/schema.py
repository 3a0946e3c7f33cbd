"""Additions to the OpenAPI description beyond the serializers: token, headers, pages, errors."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry, force_instance
from drf_spectacular.utils import Direction
from rest_framework.permissions import SAFE_METHODS

from api.description import examples, problems
from api.http import fields, old_names
from league.models import Scope

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
        return [
            *_ordering(view),
            *(
                _parameter(name, list_filter.words, list_filter.schema)
                for name, list_filter in view.filters.items()
            ),
            *(
                {
                    **_parameter(old, f"Old name of `{new}`.", view.filters[new].schema),
                    "deprecated": True,
                }
                for old, new in view.old_filters.items()
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
        names = problems.refer("parameters", {name: name for name in self._shared_parameters()})
        operation["parameters"] = [*operation.get("parameters", []), *names.values()]
        self._describe_answers(operation["responses"])
        if not self._is_open:
            operation["security"] = [{"token": [self._scope]}]
        if self.method == "GET" and self.view.is_public and not self._is_open:
            operation["security"].append({})
        operation["responses"]["4XX"] = operation["responses"]["5XX"] = problems.PROBLEM
        self._describe_codes(operation)
        return examples.of_operation(operation)

    def get_tags(self) -> list[str]:
        """Return the room of `api` that answers."""
        return [type(self.view).__module__.split(".")[1]]

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
        old_names.mark(serializer, schema)
        return schema

    def _get_paginator(self) -> Pages:
        return Pages()

    def _is_create_operation(self) -> bool:
        return self.method == "POST" and not self._is_open

    @property
    def _is_open(self) -> bool:
        return not self.view.authentication_classes

    @property
    def _scope(self) -> str:
        """The smallest scope of a token with which this can be called."""
        if self.method in SAFE_METHODS:
            return Scope.READ.value
        return (Scope.SUBMIT if self.method in self.view.submit_methods else Scope.ADMIN).value

    @property
    def _takes_key(self) -> bool:
        return self.method not in SAFE_METHODS and not self._is_open

    @property
    def _takes_if_match(self) -> bool:
        return self.method in {"PATCH", "PUT"} or self.method in self.view.if_match

    @property
    def _is_tagged(self) -> bool:
        return self.method == "GET" and bool(self.view.tagged)

    def _describe_codes(self, operation: Json) -> None:
        """Add the codes of this operation by status, without the codes of every request."""
        by_status, has_record_codes = problems.codes_of_operation(operation["operationId"])
        codes = by_status.setdefault(422, set())
        if self.view.is_list and self.method == "GET":
            codes |= problems.OF_LIST
            codes |= {"bad_filter"} if self.view.filters else set()
            codes |= {"two_names"} if self.view.old_filters else set()
            codes |= {"bad_ordering"} if self.view.orders else set()
        if "requestBody" in operation:
            body = force_instance(self.get_request_serializer())  # type: ignore[no-untyped-call]
            if isinstance(body, fields.Input):
                codes |= problems.of_body(body)
            if getattr(body, "old_names", {}):
                codes.add("two_names")
            if not self.view.optional_body:
                by_status.setdefault(400, set()).add("empty_body")
        listed = {str(status): sorted(own) for status, own in sorted(by_status.items()) if own}
        if listed:
            operation[problems.PROBLEM_EXTENSION] = listed
        if has_record_codes:
            operation[problems.RECORD_EXTENSION] = True

    def _shared_parameters(self) -> list[str]:
        """Return the names of the components for parameters that many operations have."""
        names = ["AcceptLanguage"]
        if self.view.is_list and self.method == "GET":
            names += ["CursorQuery", "LimitQuery"]
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
        if any(not media.endswith(("json", "event-stream")) for media in content):
            names["Content-Disposition"] = "ContentDisposition"
        return names


_SUCCESS = {"200": "OK.", "201": "Created.", "202": "Accepted.", "204": "No content."}


def _ordering(view: Any) -> list[Json]:
    names = ["id", *view.orders] if view.orders else []
    words = "Sort order; ties are sorted by id. A leading `-` reverses it."
    choices = {"type": "string", "enum": [sign + name for name in names for sign in ("", "-")]}
    return [_parameter("ordering", words, choices)] if names else []


def _parameter(name: str, description: str, schema: Json) -> Json:
    return {"in": "query", "name": name, "description": description, "schema": schema}
