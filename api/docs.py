"""The OpenAPI description, and a page made from it for people."""

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

from api import codes, errors
from api.manual import Manual, kinds
from api.problems import name_of
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
    manual = Manual(description())
    context = {
        "sections": manual.sections(),
        "shapes": list(manual.shapes()),
        "kinds": kinds(),
        "codes": codes.CODES,
        "record_codes": {name_of(name): said for name, said in codes.of_records().items()},
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
