"""The OpenAPI description, and a page made from it for people."""

from collections.abc import Iterator
from functools import cache
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api import errors
from api.resource import Resource

Json = dict[str, Any]
_one_at_a_time = Lock()


@extend_schema(exclude=True)
class Schema(Resource):
    """The same in every language, so that programs can compare it."""

    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (OpenApiJsonRenderer2, OpenApiJsonRenderer)

    def get(self, request: Request) -> Response:
        return Response(description())


@csrf_exempt  # nothing is changed here; 405 rather than a missing form token
def page(request: HttpRequest) -> HttpResponse:
    if request.method not in {"GET", "HEAD"}:
        response = errors.problem(405)
        response["Allow"] = "GET, HEAD"
        return response
    context = {
        "operations": list(_operations(description())),
        "shapes": list(_shapes(description())),
        "kinds": _kinds(),
        "base": request.build_absolute_uri("/api/v1/"),
    }
    return render(request, "api/docs.html", context)


def description() -> Json:
    """Made once; the generator is not made for several threads."""
    with _one_at_a_time:
        return _generate()


@cache
def _generate() -> Json:
    with override("en"):
        found: Json = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return found


def _operations(schema: Json) -> Iterator[Json]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield {
                "id": operation["operationId"],
                "method": method.upper(),
                "path": path,
                "summary": operation.get("summary", ""),
                "needs_token": any(operation.get("security", [])),
                "parameters": operation.get("parameters", []),
                "body": _shape_of(operation.get("requestBody", {})),
                "answers": [
                    (status, answer["description"], _shape_of(answer))
                    for status, answer in sorted(operation["responses"].items())
                ],
            }


def _shapes(schema: Json) -> Iterator[Json]:
    for name, shape in sorted(schema["components"]["schemas"].items()):
        required = shape.get("required", [])
        yield {
            "name": name,
            "description": shape.get("description", ""),
            "keys": [
                (key, _type_of(value), key in required, value.get("description", ""))
                for key, value in shape.get("properties", {}).items()
            ],
            "kind": "" if "properties" in shape else _type_of(shape),
        }


def _kinds() -> list[tuple[str, int, str]]:
    with override("en"):
        return [(kind, status, str(title)) for status, (kind, title) in errors.KINDS.items()]


def _shape_of(holder: Json) -> str:
    """The name of the shape of a body, if it has one."""
    for media in holder.get("content", {}).values():
        reference: str = media.get("schema", {}).get("$ref", "")
        return reference.rpartition("/")[2]
    return ""


def _type_of(shape: Json) -> str:
    if "$ref" in shape:
        return str(shape["$ref"]).rpartition("/")[2]
    if choices := [inner for key in ("allOf", "oneOf", "anyOf") for inner in shape.get(key, [])]:
        return " | ".join(map(_type_of, choices))
    if "enum" in shape:
        return " | ".join("null" if value is None else str(value) for value in shape["enum"])
    if "items" in shape:
        return f"[{_type_of(shape['items'])}]"
    kind = shape.get("type", "")
    return " | ".join(kind) if isinstance(kind, list) else str(kind)
