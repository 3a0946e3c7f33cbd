from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from league import health

urlpatterns = [
    path("livez", health.livez),
    path("readyz", health.readyz),
    path("api/v1/", include("api.urls")),
    *i18n_patterns(path("", include("league.web.urls"))),
]
handler400 = "league.web.errors.bad_request"
handler403 = "league.web.errors.forbidden"
handler404 = "league.web.errors.not_found"
handler500 = "league.web.errors.server_error"
