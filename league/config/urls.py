"""The addresses of the product: health, API, pages in each language."""

import sys
from typing import Any

from django.conf.urls.i18n import i18n_patterns
from django.contrib.sitemaps import views as sitemap_views
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path

from api.http import errors as problems
from database import outage, replica
from league.server.pages import urls as server_pages
from league.server.watching import probes
from league.server.watching.metrics import view as metrics_view
from league.web import urls as web_pages
from league.web.messages import push_worker
from league.web.people import club_look
from league.web.site import embed, security_txt, sitemaps
from league.web.site import errors as pages
from league.web.standings.shared import OF_LEAGUE
from league.web.table import table

# of all pages: a language precedes them, and "web:" their names
PAGES = [*web_pages.urlpatterns, *server_pages.urlpatterns]
urlpatterns = [
    path("livez", probes.livez),
    path("readyz", probes.readyz),
    path("metrics", metrics_view.metrics, name="metrics"),
    path("robots.txt", sitemaps.robots, name="robots"),
    path(".well-known/security.txt", security_txt.security_txt, name="security_txt"),
    path("sitemap.xml", sitemap_views.index, {"sitemaps": sitemaps.SITEMAPS}, name="sitemap"),
    path(
        "sitemap-<section>.xml",
        sitemap_views.sitemap,
        {"sitemaps": sitemaps.SITEMAPS},
        name="django.contrib.sitemaps.views.sitemap",
    ),
    path("api/v1/", include("api.urls")),
    path("table-worker.js", table.worker, name="table_worker"),
    path("push-worker.js", push_worker.push_worker, name="push_worker"),
    re_path(
        r"^colours/(?P<main>[0-9a-f]{6}|house)-(?P<accent>[0-9a-f]{6}|house)\.css$",
        club_look.colours,
        name="club_colours",
    ),
    path("logos/<int:pk>/<slug:version>-<int:size>.png", club_look.logo, name="club_logo"),
    # its language is a parameter
    path("embed/seasons/<int:pk>/", embed.season_embed, name="embed"),
    path("embed/leagues/<int:pk>/", embed.season_embed, OF_LEAGUE, name="league_embed"),
    # without a language: a provider knows one address to come back to
    path("account/", include("allauth.socialaccount.providers.openid_connect.urls")),
    # the language is in the address: caches and shared links need nothing else (decision 34)
    *i18n_patterns(
        path("", include((PAGES, "web"))),
        path("", include("league.web.accounts.urls")),
        path("", include("api.pages")),
    ),
]


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def handler400(request: HttpRequest, exception: Exception) -> HttpResponse:
    view = problems.bad_request if _is_api(request) else pages.bad_request
    return view(request, exception)


def handler403(request: HttpRequest, exception: Exception) -> HttpResponse:
    view = problems.permission_denied if _is_api(request) else pages.permission_denied
    return view(request, exception)


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    view = problems.not_found if _is_api(request) else pages.not_found
    return view(request, exception)


def handler500(request: HttpRequest, *args: Any) -> HttpResponse:
    """Answer a request that failed; Django calls this while it handles the exception of a view or a
    middleware."""
    error = sys.exc_info()[1]
    if error is not None and outage.is_outage(error):
        return _unavailable(request, error)
    view = problems.server_error if _is_api(request) else pages.server_error
    return view(request)


def _unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    if not replica.is_reading():  # a request that fails there is tried on the primary
        outage.begin(error)
    view = problems.unavailable if _is_api(request) else pages.unavailable
    response = view(request)
    response["Retry-After"] = str(outage.RETRY_SECONDS)
    response._has_been_logged = True  # type: ignore[attr-defined]  # once, not for each request
    return response
