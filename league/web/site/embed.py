"""A table for other people's sites: in a frame, without script or cookie, with a sheet of its own.

`?rows=10&game=njet&lang=fr&theme=dark`; what is missing or wrong is as usual.
"""

from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt

from league.operations.standings import standings
from league.web.standings.shared import season_table_of
from league.web.support import live
from scoring import standings_queries

ROWS, MOST_ROWS = 10, 100
THEMES = ("light", "dark")


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it knows views without arguments only
def season(request: HttpRequest, pk: int) -> HttpResponse:
    game, rows, theme = request.GET.get("game", ""), _rows(request), request.GET.get("theme", "")
    found, table = season_table_of(pk, game)
    theme = theme if theme in THEMES else ""

    def context() -> dict[str, Any]:
        view = standings_queries.read_page(table, 0, rows)
        return {"season": found, "game": game, "theme": theme, "view": view}

    version = standings.tag(table, "embed", rows, theme)
    with translation.override(_language(request)):
        return live.fragment(request, "standings/embed.html", context, version=version)


def _rows(request: HttpRequest) -> int:
    asked = request.GET.get("rows", "")
    known = asked.isascii() and asked.isdecimal() and len(asked) < 4
    return max(1, min(int(asked), MOST_ROWS)) if known else ROWS


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("lang", "")
    known = dict(settings.LANGUAGES)
    return asked if asked in known else translation.get_language_from_request(request)
