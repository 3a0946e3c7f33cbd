"""Pieces of page that an open page asks for again and again (static/site/live.js)."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from league.web.support import ready


def piece(
    request: HttpRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *,
    version: str,
    audience: int = 0,
) -> HttpResponse:
    """304 while `version` is what the reader has; only else is `context` asked for and the piece
    rendered. `version` changes whenever the piece would for this `audience` (access.audience)."""
    tag = ready.tag(version, get_language() or "en", audience)
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    response = render(request, template, context())
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    return response
