"""The addresses of all pages, which a language precedes."""

from league.server.pages import urls as server
from league.web import urls as web

app_name = "web"
urlpatterns = [*web.urlpatterns, *server.urlpatterns]
