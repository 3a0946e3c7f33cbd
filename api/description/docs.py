"""The OpenAPI description, and pages about it for people."""

import hashlib
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.description import calls, codes, outside_games, samples
from api.description.docs_page import Manual, kinds
from api.http import entity_tags, errors
from api.http.resource import Resource
from games import outside

Json = dict[str, Any]
MOST_WORDS, MOST_RESULTS = 100, 50  # characters of a search, and results shown
# Made from the code by `manage.py spectacular`, which takes seconds; a test compares the two.
FILE = Path(__file__).parent.parent / "openapi.json"


@extend_schema(exclude=True)
class Schema(Resource):
    """The same in every language, so that programs can compare it."""

    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (OpenApiJsonRenderer2, OpenApiJsonRenderer)
    for_other_sites = True  # some show descriptions, and try them

    def get(self, request: Request) -> HttpResponse:
        content, tag = _content(settings.BASE_PATH, tuple(outside.games()))
        same = entity_tags.unchanged(request, tag)
        return same or HttpResponse(content, request.accepted_media_type, headers={"ETag": tag})


@extend_schema(exclude=True)
class Collection(Resource):
    """All requests with their examples, for programs such as Postman and Bruno."""

    authentication_classes = ()
    permission_classes = ()
    for_other_sites = True

    def get(self, request: Request) -> HttpResponse:
        base = request.build_absolute_uri(f"{get_script_prefix()}api/v1")
        content = json.dumps(calls.collection(description(), base), ensure_ascii=False)
        disposition = content_disposition_header(True, "manche.postman_collection.json")
        headers = {"Content-Disposition": disposition}
        return HttpResponse(content, "application/json", headers=headers)


@csrf_exempt  # nothing is changed here; 405 rather than a missing form token
def page(request: HttpRequest, name: str = "") -> HttpResponse:
    """Show the first page of the documentation, one of its subjects, or what a search finds."""
    if request.method not in {"GET", "HEAD"}:
        response = errors.problem(405)
        response["Allow"] = "GET, HEAD"
        return response
    games_outside = tuple(outside.games())
    if name not in _manual(games_outside).pages():
        raise Http404
    base = request.build_absolute_uri(f"{get_script_prefix()}api/v1/")
    words = request.GET.get("q", "").strip()[:MOST_WORDS]
    if words and not name:
        part = _render_results(_manual(games_outside), words)
    else:
        part = _render_page(base, name, games_outside)
    return render(request, "api/docs.html", {"manual": part, "words": words})


@lru_cache(maxsize=64)
def _render_page(base: str, name: str, games_outside: tuple[str, ...] = ()) -> SafeString:
    """Return a page of the documentation, which is the same in every language."""
    manual = _manual(games_outside)
    context = {
        "manual": manual,
        "page": name,
        "up": "../" if name else "",
        "operations": manual.operations(name) if name in manual.subject_names() else [],
        "shapes": list(manual.shapes(name)),
        "kinds": kinds(),
        "codes": codes.CODES,
        "record_codes": codes.texts_of_records(),
        "samples": samples.read() if not name else {},
        "records": samples.records() if name == "records" else [],
        "base": base,
        "site": base.removesuffix("api/v1/"),
    }
    return render_to_string("api/manual.html", context)


def _render_results(manual: Manual, words: str) -> SafeString:
    results = manual.search(words)
    context = {"manual": manual, "words": words, "results": results[:MOST_RESULTS], "up": ""}
    return render_to_string("api/manual.html", {**context, "count": len(results)})


@cache
def _manual(games_outside: tuple[str, ...]) -> Manual:
    return Manual(description())


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
