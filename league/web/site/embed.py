"""The standings for other sites: in a frame, without script or cookie, with a style sheet of their
own.

An address is `?rows=10&game=SLUG&lang=fr&theme=dark`; missing or invalid values are as usual.
"""

from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt

from league.operations.standings import standings
from league.operations.tournaments import final_ranking
from league.web.standings.shared import season_table_of, standings_address
from league.web.support import live

ROWS, MOST_ROWS = 10, 100
THEMES = ("light", "dark")


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # it knows views without arguments only
def season_embed(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponse:
    """Return the standings of a season, or of one of its leagues."""
    game, rows, theme = request.GET.get("game", ""), _rows(request), request.GET.get("theme", "")
    season, table = season_table_of(request, pk, game, of_league=of_league)
    theme = theme if theme in THEMES else ""

    def context() -> dict[str, Any]:
        view = final_ranking.read_page(table, 0, rows)
        return {
            "season": season,
            "league": table.league,
            "address": standings_address(table),
            "game": game,
            "theme": theme,
            "view": view,
        }

    version = standings.entity_tag(table, "embed", rows, theme, season.club.edition)
    with translation.override(_language(request)):
        return live.fragment(request, "standings/embed.html", context, version=version)


def _rows(request: HttpRequest) -> int:
    text = request.GET.get("rows", "")
    is_number = text.isascii() and text.isdecimal() and len(text) < 4
    return max(1, min(int(text), MOST_ROWS)) if is_number else ROWS


def _language(request: HttpRequest) -> str:
    text = request.GET.get("lang", "")
    languages = dict(settings.LANGUAGES)
    return text if text in languages else translation.get_language_from_request(request)
