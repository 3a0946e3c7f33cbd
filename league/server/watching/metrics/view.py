"""/metrics for Prometheus, and the middleware that counts requests. Both are there only while
METRICS_TOKEN is set."""

import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from league.server.watching.metrics import requests, scrape
from league.web.support.request import route_name


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics to a request with the token; without a token in the settings the page does
    not exist."""
    if not settings.METRICS_TOKEN:
        raise Http404
    expected = f"Bearer {settings.METRICS_TOKEN}".encode()
    if not secrets.compare_digest(request.headers.get("Authorization", "").encode(), expected):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(scrape.exposition(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


class MetricsMiddleware:
    """Counts each request by method, route and status, and its time by route."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - began
        requests.count(request.method or "", route_name(request), response.status_code, seconds)
        return response
