"""The doors of the product: health, API, pages in each language."""

import sys
from typing import Any

from django.conf.urls.i18n import i18n_patterns
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from api.http import errors as problems
from database import outage
from league.config import health
from league.web.site import embed
from league.web.site import errors as pages
from league.web.table import table

urlpatterns = [
    path("livez", health.livez),
    path("readyz", health.readyz),
    path("api/v1/", include("api.urls")),
    path("table-worker.js", table.worker, name="table_worker"),
    path("embed/seasons/<int:pk>/", embed.season, name="embed"),  # its language is a parameter
    *i18n_patterns(path("", include("league.web.urls"))),
]


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    answer = problems.bad_request if _is_api(request) else pages.bad_request
    return answer(request, exception)


def handler403(request: HttpRequest, exception: Exception) -> HttpResponse:
    answer = problems.permission_denied if _is_api(request) else pages.permission_denied
    return answer(request, exception)


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    answer = problems.not_found if _is_api(request) else pages.not_found
    return answer(request, exception)


def handler500(request: HttpRequest, *args: Any) -> HttpResponse:
    """Django asks while it handles what was raised, by a view or by a middleware."""
    error = sys.exc_info()[1]
    if error is not None and outage.is_outage(error):
        return _unavailable(request, error)
    answer = problems.server_error if _is_api(request) else pages.server_error
    return answer(request)


def _unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    outage.begin(error)
    unavailable = problems.unavailable if _is_api(request) else pages.unavailable
    answer = unavailable(request)
    answer["Retry-After"] = str(outage.RETRY_SECONDS)
    answer._has_been_logged = True  # type: ignore[attr-defined]  # once, not for each request
    return answer
