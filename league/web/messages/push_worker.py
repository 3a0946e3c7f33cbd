"""The service worker that shows notifications, and the manifest with which a phone installs the
pages: an iPhone shows notifications of installed pages only."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix
from django.utils.cache import patch_cache_control


def push_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It is at the root, since it opens pages in every language."""
    context = {"scope": get_script_prefix()}
    kind = "text/javascript; charset=utf-8"
    answer = render(request, "messages/worker.js", context, content_type=kind)
    answer["Service-Worker-Allowed"] = get_script_prefix()
    patch_cache_control(answer, no_cache=True)
    return answer


def manifest(request: HttpRequest) -> HttpResponse:
    context = {"scope": get_script_prefix()}
    kind = "application/manifest+json"
    return render(request, "messages/manifest.json", context, content_type=kind)
