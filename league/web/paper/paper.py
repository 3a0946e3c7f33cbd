"""PDF files of sessions and seasons. Personal reports are public, with names as their owners chose;
since rendering is slow, each network may ask for a limited number."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid, LeagueError, NotFound
from league.models import League, Player, Season, Session, TableCode
from league.operations.paper import certificates, reports, session_paper
from league.operations.paper.session_paper import PaperKind, PrintFile
from league.operations.seasons import house_rules
from league.permissions import Action
from league.web.accounts.access import desk, is_allowed, is_member
from league.web.standings.shared import season_table_of
from league.web.support import drawing_limit
from league.web.support.merged_players import follow_merges
from league.web.support.paper_sizes import LARGE, SIZES
from league.web.support.phone_addresses import phone_origin
from league.web.support.request import Request
from scoring import standings_queries
from scoring.models import Table

BEST_PLACES = (1, 3, 5, 10)  # places that the page offers


@desk
def session_papers(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.VIEW)
    return _session_page(request, session)


@desk
def session_file(request: Request, pk: int, kind: str) -> HttpResponse:
    """Return one kind of paper for all tables that are being played."""
    kind_of_paper = _kind(kind)
    needed = Action.SUBMIT if kind_of_paper is PaperKind.CARDS else Action.VIEW
    session = permissions.find_session(request.user, pk, needed)
    address = (
        _address_of_code(request)
        if is_allowed(request, session.season.club, Action.SUBMIT)
        else None
    )
    try:
        size = session_paper.parse_size(request.GET.get("size"))
        return _file_answer(
            session_paper.session_file(session, kind_of_paper, size, address=address)
        )
    except (Invalid, Conflict) as error:
        return _session_page(request, session, error=error)


@desk
def session_archive(request: Request, pk: int) -> HttpResponse:
    session = permissions.find_session(request.user, pk, Action.SUBMIT)
    try:
        size = session_paper.parse_size(request.GET.get("size"))
        return _file_answer(
            session_paper.session_archive(session, size, address=_address_of_code(request))
        )
    except (Invalid, Conflict) as error:
        return _session_page(request, session, error=error)


@desk
def season_papers(request: Request, pk: int) -> HttpResponse:
    season = permissions.find_season(request.user, pk, Action.VIEW)
    return _season_page(request, season)


@desk
def league_papers(request: Request, pk: int) -> HttpResponse:
    league = permissions.find_league(request.user, pk, Action.VIEW)
    return _season_page(request, league.season, league)


@desk
def standings(request: Request, pk: int, *, of_league: bool = False) -> HttpResponse:
    season, table = _find_table(request, pk, of_league=of_league)
    try:
        size = session_paper.parse_size(request.GET.get("size"))
        return _file_answer(session_paper.standings_file(season, table, size))
    except (Invalid, Conflict) as error:
        return _season_page(request, season, table.league, error=error)


@desk
def blank_sheet(request: Request, pk: int) -> HttpResponse:
    """Return a blank score sheet; `sheet` names game and number of players, such as `slug-4`."""
    season = permissions.find_season(request.user, pk, Action.VIEW)
    game, _dash, players = request.GET.get("sheet", "").rpartition("-")
    number = int(players) if players.isdecimal() and len(players) < 4 else 0
    try:
        size = session_paper.parse_size(request.GET.get("size"))
        return _file_answer(session_paper.blank_sheet(season, game=game, players=number, size=size))
    except (Invalid, Conflict) as error:
        return _season_page(request, season, error=error)


@desk
def season_certificates(request: Request, pk: int, *, of_league: bool = False) -> HttpResponse:
    """Return certificates for one player, for the best, or for all players."""
    season, table = _find_table(request, pk, of_league=of_league)
    query = request.GET
    try:
        size = session_paper.parse_size(query.get("size"), session_paper.LARGE_SIZES)
        chosen = certificates.parse_selection(query.get("player"), query.get("best") or None)
        return _file_answer(certificates.certificates_file(season, table, size, chosen))
    except (Invalid, Conflict) as error:
        return _season_page(request, season, table.league, error=error)


@desk
def season_report(request: Request, pk: int, *, of_league: bool = False) -> HttpResponse:
    """Return the report of a player chosen from a list."""
    season, table = _find_table(request, pk, of_league=of_league)
    query = request.GET
    try:
        size = session_paper.parse_size(query.get("size"), session_paper.LARGE_SIZES)
        player = session_paper.parse_number(query.get("player", ""), "player") or 0
        return _file_answer(reports.report_file(season, table, player, size, format_name=str))
    except (Invalid, Conflict, NotFound) as error:
        return _season_page(request, season, table.league, error=error)


@follow_merges("player")
def report(
    request: HttpRequest, pk: int, player: int, game: str = "", *, of_league: bool = False
) -> HttpResponse:
    """Return the public report of a player; members get full names."""
    season, table = season_table_of(request, pk, game, of_league=of_league)
    member = is_member(request, season.club)
    refusal = None if member else drawing_limit.refuse_too_many(request, "report")
    if refusal is not None:
        return refusal

    def name_of(person: Player) -> str:
        return person.name if member else person.public_name

    try:
        size = session_paper.parse_size(request.GET.get("size"), session_paper.LARGE_SIZES)
        return _file_answer(reports.report_file(season, table, player, size, format_name=name_of))
    except NotFound as error:
        raise Http404(error.detail) from None
    except (Invalid, Conflict) as error:
        return _error_page(request, 409 if isinstance(error, Conflict) else 422, error.detail)


def _find_table(request: Request, pk: int, *, of_league: bool) -> tuple[Season, Table]:
    """Return the season with this id, or the season of the league with this id, and the table of
    the game in the query."""
    league = permissions.find_league(request.user, pk, Action.VIEW) if of_league else None
    season = league.season if league else permissions.find_season(request.user, pk, Action.VIEW)
    in_league = league.pk if league else None
    table = standings_queries.find_table(season.pk, request.GET.get("game", ""), league=in_league)
    if table is None:
        raise Http404
    table.season = season
    return season, table


def _error_page(request: HttpRequest, status: int, words: str) -> HttpResponse:
    return render(request, "error.html", {"status": status, "words": words}, status=status)


def _session_page(
    request: Request, session: Session, error: Invalid | Conflict | None = None
) -> HttpResponse:
    club = session.season.club
    context = {
        "club": club,
        "season": session.season,
        "session": session,
        "sizes": SIZES.items(),
        "kinds": [
            (
                PaperKind.TABLES,
                _("Seating by table"),
                _("For the wall: each table with its players."),
            ),
            (PaperKind.NAMES, _("Seating by name"), _("For the wall: each name with its table.")),
            (
                PaperKind.SHEETS,
                _("Score sheets"),
                _("One for each table, with names and house rules."),
            ),
        ],
        "may_submit": is_allowed(request, club, Action.SUBMIT),
        "refused": error and error.detail,
        **_blank_sheets(session.season),
    }
    return _page(request, "paper/session.html", context, error)


def _season_page(
    request: Request,
    season: Season,
    league: League | None = None,
    *,
    error: LeagueError | None = None,
) -> HttpResponse:
    context = {
        "club": season.club,
        "season": season,
        "league": league,
        "leagues": list(season.leagues.all()),
        "sizes": SIZES.items(),
        "games": league.all_games if league else season.games,
        "large": LARGE,
        "best": BEST_PLACES,
        "ranked": _ranked_players(season, league),
        "organiser": is_allowed(request, season.club, Action.ORGANISE),
        "refused": error and error.detail,
        **_blank_sheets(season),
    }
    return _page(request, "paper/season.html", context, error)


def _page(
    request: Request, template: str, context: dict[str, object], error: Exception | None
) -> HttpResponse:
    status = 200 if error is None else 409 if isinstance(error, Conflict) else 422
    return render(request, template, context, status=status)


def _blank_sheets(season: Season) -> dict[str, object]:
    """Return the blank sheets that exist, game by game."""
    games = [GAMES[slug] for slug in season.games if slug in GAMES]
    return {
        "blanks": [
            (game.slug, game.name, list(house_rules.seats_of_new_match(season, game.slug)))
            for game in games
        ]
    }


def _ranked_players(season: Season, league: League | None) -> list[Player]:
    """Return the players in the standings, by name."""
    which = {"standings__table__season": season, "standings__table__league": league}
    players = Player.every.filter(**which, standings__table__game="")
    return sorted(players, key=Player.sort_key)


def _kind(text: str) -> PaperKind:
    if text not in set(PaperKind):
        raise Http404
    return PaperKind(text)


def _address_of_code(request: HttpRequest) -> session_paper.CodeAddress:
    """Return a function from a code to its address, without a language: each phone is answered in
    its own."""
    origin = phone_origin(request)

    def address(code: TableCode) -> str:
        return f"{origin.url}t/{code}/"

    return address


def _file_answer(file: PrintFile) -> HttpResponse:
    """Return the file: a PDF is displayed, an archive downloaded. Only the browser of the member
    may cache it."""
    is_download = file.media_type != session_paper.PDF
    headers = {
        "Content-Disposition": content_disposition_header(is_download, file.name) or "inline",
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(file.content, content_type=file.media_type, headers=headers)
