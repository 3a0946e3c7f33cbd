"""The OpenAPI description, and a page about it for people."""

import hashlib
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.description import codes, outside_games
from api.description.docs_page import Manual, kinds
from api.description.problems import name_of
from api.http import entity_tags, errors
from api.http.resource import Resource
from games import outside

Json = dict[str, Any]
# Made from the code by `manage.py spectacular`, which takes seconds; a test compares the two.
FILE = Path(__file__).parent.parent / "openapi.json"


@extend_schema(exclude=True)
class Schema(Resource):
    """The same in every language, so that programs can compare it."""

    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (OpenApiJsonRenderer2, OpenApiJsonRenderer)

    def get(self, request: Request) -> HttpResponse:
        content, tag = _content(settings.BASE_PATH, tuple(outside.games()))
        same = entity_tags.unchanged(request, tag)
        return same or HttpResponse(content, request.accepted_media_type, headers={"ETag": tag})


@csrf_exempt  # nothing is changed here; 405 rather than a missing form token
def page(request: HttpRequest) -> HttpResponse:
    if request.method not in {"GET", "HEAD"}:
        response = errors.problem(405)
        response["Allow"] = "GET, HEAD"
        return response
    base = request.build_absolute_uri(f"{get_script_prefix()}api/v1/")
    manual = _render_page(base, tuple(outside.games()))
    return render(request, "api/docs.html", {"manual": manual})


@lru_cache(maxsize=4)
def _render_page(base: str, _games: tuple[str, ...] = ()) -> SafeString:
    """Return the page about the API: nearly a megabyte, the same in every language."""
    manual = Manual(description())
    context = {
        "sections": manual.sections(),
        "shapes": list(manual.shapes()),
        "kinds": kinds(),
        "codes": codes.CODES,
        "record_codes": {name_of(name): text for name, text in codes.of_records().items()},
        "base": base,
    }
    return render_to_string("api/manual.html", context)


def description() -> Json:
    """Return the description of the API as this server offers it, with its games from outside."""
    return _description(settings.BASE_PATH, tuple(outside.games()))


@cache
def _description(base_path: str, _games: tuple[str, ...]) -> Json:
    return outside_games.added(_read(base_path), outside.games())


def _read(base_path: str) -> Json:
    text = FILE.read_text()
    if not base_path:
        content: Json = json.loads(text)
        return content
    content = json.loads(text.replace(f'"{errors.TYPE}', f'"{base_path}{errors.TYPE}'))
    return {**content, "servers": [{"url": base_path}]}


@cache
def _content(base_path: str, games: tuple[str, ...]) -> tuple[bytes, str]:
    """Return the description without the line breaks of its file, and its ETag."""
    content = json.dumps(_description(base_path, games), separators=(",", ":")).encode()
    return content, f'"{hashlib.sha256(content).hexdigest()[:24]}"'
