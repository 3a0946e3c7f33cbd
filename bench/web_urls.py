"""Yardsticks of bench/web.py, served by the product itself."""

import os
from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import path

from league.config.urls import urlpatterns as product

READY = b"x" * int(os.environ.get("BENCH_BYTES", "0"))
COUNTER = "bench:made"


class Counting:
    """Counts the pages that are really made; it stands behind the cache of whole pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "/seasons/" in request.path:
            cache.add(COUNTER, 0, 600)
            cache.incr(COUNTER)
        return self.get_response(request)


def ready_bytes(request: HttpRequest) -> HttpResponse:
    return HttpResponse(READY)


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse("hello")


urlpatterns = [  # i18n patterns cannot be included
    path("bytes/", ready_bytes),
    path("plain/", plain),
    *product,
]
