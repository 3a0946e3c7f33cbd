"""Fragments of pages that an open page asks for again and again (static/live.js)."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from league.web.support import cached_views


def fragment(
    request: HttpRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *,
    version: str,
    audience: int = 0,
) -> HttpResponse:
    """Return the rendered template, or 304 while the client has this version, without a call of
    `context`. `version` changes whenever the fragment does for its `audience` (access.audience).
    """
    tag = cached_views.etag(version, get_language() or "en", audience)
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        return unchanged
    response = render(request, template, context())
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    return response
