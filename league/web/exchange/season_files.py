"""Standings and results of a season as public files, which spreadsheets can fetch by themselves.
Names are the public ones; members get full names for BG Stats, which keeps them on their own
phone."""

from collections.abc import Callable
from uuid import NAMESPACE_URL, uuid5

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import get_script_prefix

from league.models import Club, Match, Player, TeamTable
from league.operations.exchange.season_files import bg_stats, formats, sheets
from league.operations.exchange.season_files.sheets import SeasonSheet
from league.operations.support import versions
from league.web.accounts.access import is_member
from league.web.standings.shared import season_table_of
from league.web.support import cached_views
from league.web.support.public_pages import find_public, require_reader


def _standings_version(
    pk: int, suffix: str, game: str = "", *, of_league: bool = False
) -> str | None:
    return versions.standings(pk, game, of_league=of_league) if suffix in formats.FORMATS else None


def _results_version(
    pk: int, suffix: str, game: str = "", *, of_league: bool = False
) -> str | None:
    return versions.whole_season(pk, of_league=of_league) if suffix in formats.FORMATS else None


def _teams_version(pk: int, suffix: str) -> str | None:
    return versions.team_table(pk) if suffix in formats.FORMATS else None


@cached_views.cached_view(_standings_version)
def standings(
    request: HttpRequest, pk: int, suffix: str, game: str = "", *, of_league: bool = False
) -> HttpResponse:
    """Return the standings of a season or of one of its leagues, over all games or of one."""
    _season, table = season_table_of(request, pk, game, of_league=of_league)
    return _file(suffix, lambda: sheets.standings_sheet(table))


@cached_views.cached_view(_results_version)
def results(
    request: HttpRequest, pk: int, suffix: str, game: str = "", *, of_league: bool = False
) -> HttpResponse:
    """Return the results of a season, or those that count in one of its leagues, over all games or
    of one."""
    _season, table = season_table_of(request, pk, game, of_league=of_league)
    return _file(suffix, lambda: sheets.results_sheet(table))


@cached_views.cached_view(_teams_version)
def teams(request: HttpRequest, pk: int, suffix: str) -> HttpResponse:
    """Return the team table of a season, of a league or of one evening."""
    table = find_public(request, TeamTable.objects, pk=pk)
    return _file(suffix, lambda: sheets.team_sheet(table))


@cached_views.cached_view(versions.whole_season)
def plays_of_season(request: HttpRequest, pk: int, *, of_league: bool = False) -> HttpResponse:
    """Return the finished matches of a season, or those that count in one of its leagues, for BG
    Stats."""
    season, table = season_table_of(request, pk, "", of_league=of_league)
    matches = bg_stats.matches_of_table(table)
    return _plays(request, season.club, matches, f"{'league' if of_league else 'season'}-{pk}")


@cached_views.cached_view(versions.match)
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a finished match for BG Stats."""
    match = bg_stats.find_match(pk)
    if match is None:
        raise Http404
    require_reader(request, match.session.season.club)
    return _plays(request, match.session.season.club, [match], f"match-{pk}")


def _file(suffix: str, make: Callable[[], SeasonSheet]) -> HttpResponse:
    file_format = formats.FORMATS.get(suffix)
    if file_format is None:
        raise Http404
    sheet = make()
    return _attachment(file_format.write(sheet), file_format.media_type, f"{sheet.name}.{suffix}")


def _plays(request: HttpRequest, club: Club, matches: list[Match], name: str) -> HttpResponse:
    member = is_member(request, club)

    def name_of(player: Player) -> str:
        return player.name if member else player.public_name

    server = uuid5(NAMESPACE_URL, request.build_absolute_uri(get_script_prefix()))
    content = bg_stats.write(matches, server=server, name_of=name_of)
    return _attachment(content, bg_stats.MEDIA_TYPE, f"{name}.bgsplay")


def _attachment(content: bytes, media_type: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
