"""What can be printed of an evening and of a season, as PDF. Personal reports are for everybody,
with names as their owners chose; drawing takes a moment, so a stranger gets so many and no more.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from games import GAMES
from league import permissions
from league.errors import Conflict, Invalid, LeagueError, NotFound
from league.models import Player, Season, Session, TableCode
from league.operations.paper import certificates, reports, session_paper
from league.operations.paper.session_paper import PaperKind, PrintFile
from league.operations.support.cache import count
from league.permissions import Action
from league.web.accounts.access import can, desk, is_member
from league.web.standings.shared import season_table_of
from league.web.support.paper_sizes import LARGE, SIZES
from league.web.support.request import Request, client_address
from scoring import standings_queries
from scoring.models import Table

BEST = (1, 3, 5, 10)  # places that the page offers
MOST, SECONDS = 12, 60  # reports for a stranger


@desk
def evening(request: Request, pk: int) -> HttpResponse:
    session = permissions.session(request.user, pk, Action.VIEW)
    return _evening_page(request, session)


@desk
def of_evening(request: Request, pk: int, kind: str) -> HttpResponse:
    """One kind of paper, of all tables that are being played."""
    found = _kind(kind)
    needed = Action.SUBMIT if found is PaperKind.CARDS else Action.VIEW
    session = permissions.session(request.user, pk, needed)
    address = _address(request) if can(request, session.season.club, Action.SUBMIT) else None
    try:
        size = session_paper.parse_size(request.GET.get("size"))
        return _answer(session_paper.session_file(session, found, size, address=address))
    except (Invalid, Conflict) as refused:
        return _evening_page(request, session, refused=refused)


@desk
def whole_evening(request: Request, pk: int) -> HttpResponse:
    session = permissions.session(request.user, pk, Action.SUBMIT)
    try:
        size = session_paper.parse_size(request.GET.get("size"))
        return _answer(session_paper.session_archive(session, size, address=_address(request)))
    except (Invalid, Conflict) as refused:
        return _evening_page(request, session, refused=refused)


@desk
def season(request: Request, pk: int) -> HttpResponse:
    return _season_page(request, permissions.season(request.user, pk, Action.VIEW))


@desk
def standings(request: Request, pk: int) -> HttpResponse:
    found = permissions.season(request.user, pk, Action.VIEW)
    table = _table(request, found)
    try:
        size = session_paper.parse_size(request.GET.get("size"))
        return _answer(session_paper.standings_file(found, table, size))
    except (Invalid, Conflict) as refused:
        return _season_page(request, found, refused=refused)


@desk
def blank(request: Request, pk: int) -> HttpResponse:
    """`sheet` names game and number of players, such as njet-4."""
    found = permissions.season(request.user, pk, Action.VIEW)
    game, _dash, players = request.GET.get("sheet", "").rpartition("-")
    number = int(players) if players.isdecimal() and len(players) < 4 else 0
    try:
        size = session_paper.parse_size(request.GET.get("size"))
        return _answer(session_paper.blank_sheet(found, game=game, players=number, size=size))
    except (Invalid, Conflict) as refused:
        return _season_page(request, found, refused=refused)


@desk
def certify(request: Request, pk: int) -> HttpResponse:
    """Certificates for a player, for the best or for everybody."""
    found = permissions.season(request.user, pk, Action.VIEW)
    table, asked = _table(request, found), request.GET
    try:
        size = session_paper.parse_size(asked.get("size"), session_paper.LARGE_SIZES)
        chosen = certificates.parse_selection(asked.get("player"), asked.get("best") or None)
        return _answer(certificates.certificates_file(found, table, size, chosen))
    except (Invalid, Conflict) as refused:
        return _season_page(request, found, refused=refused)


@desk
def report_of(request: Request, pk: int) -> HttpResponse:
    """For a player that is chosen from a list."""
    found = permissions.season(request.user, pk, Action.VIEW)
    table, asked = _table(request, found), request.GET
    try:
        size = session_paper.parse_size(asked.get("size"), session_paper.LARGE_SIZES)
        player = session_paper.parse_number(asked.get("player", ""), "player") or 0
        return _answer(reports.report_file(found, table, player, size, format_name=str))
    except (Invalid, Conflict, NotFound) as refused:
        return _season_page(request, found, refused=refused)


def report(request: HttpRequest, pk: int, player: int, game: str = "") -> HttpResponse:
    """For everybody, as the page that it stands on."""
    found, table = season_table_of(pk, game)
    member = is_member(request, found.club)
    if not member and count(f"report.{client_address(request)}", SECONDS) > MOST:
        words = _("Too many reports were asked for from this network. Wait a minute.")
        answer = _error(request, 429, words)
        answer["Retry-After"] = str(SECONDS)
        return answer

    def shown(player: Player) -> str:
        return player.name if member else player.public_name

    try:
        size = session_paper.parse_size(request.GET.get("size"), session_paper.LARGE_SIZES)
        return _answer(reports.report_file(found, table, player, size, format_name=shown))
    except NotFound as error:
        raise Http404(error.detail) from None
    except (Invalid, Conflict) as refused:
        return _error(request, 409 if isinstance(refused, Conflict) else 422, refused.detail)


def _table(request: Request, season: Season) -> Table:
    game = request.GET.get("game", "")
    found = standings_queries.find(season.pk, game) if game in GAMES or not game else None
    if found is None:
        raise Http404
    return found


def _error(request: HttpRequest, status: int, words: str) -> HttpResponse:
    return render(request, "error.html", {"status": status, "words": words}, status=status)


def _evening_page(
    request: Request, session: Session, refused: Invalid | Conflict | None = None
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
        "may_submit": can(request, club, Action.SUBMIT),
        "refused": refused and refused.detail,
        **_sheets(session.season),
    }
    return _page(request, "paper/session.html", context, refused)


def _season_page(
    request: Request, season: Season, refused: LeagueError | None = None
) -> HttpResponse:
    context = {
        "club": season.club,
        "season": season,
        "sizes": SIZES.items(),
        "games": [game for game in season.games if game in GAMES],
        "large": LARGE,
        "best": BEST,
        "ranked": _ranked(season),
        "organiser": can(request, season.club, Action.ORGANISE),
        "refused": refused and refused.detail,
        **_sheets(season),
    }
    return _page(request, "paper/season.html", context, refused)


def _page(
    request: Request, template: str, context: dict[str, object], refused: Exception | None
) -> HttpResponse:
    status = 200 if refused is None else 409 if isinstance(refused, Conflict) else 422
    return render(request, template, context, status=status)


def _sheets(season: Season) -> dict[str, object]:
    """The blank sheets that there are, game by game."""
    games = [GAMES[slug] for slug in season.games if slug in GAMES]
    return {"blanks": [(game.slug, game.name, list(game.seats)) for game in games]}


def _ranked(season: Season) -> list[Player]:
    """Who has a place in the standings, by name."""
    found = Player.every.filter(standings__table__season=season, standings__table__game="")
    return sorted(found, key=Player.sort_key)


def _kind(text: str) -> PaperKind:
    if text not in set(PaperKind):
        raise Http404
    return PaperKind(text)


def _address(request: HttpRequest) -> session_paper.CodeAddress:
    """Without a language: each phone is answered in its own."""

    def address(code: TableCode) -> str:
        return request.build_absolute_uri(f"{get_script_prefix()}t/{code}/")

    return address


def _answer(file: PrintFile) -> HttpResponse:
    """Shown in the browser to be printed, an archive kept. It is for members, so nobody else's
    cache keeps it."""
    kept = file.media_type != session_paper.PDF
    headers = {
        "Content-Disposition": content_disposition_header(kept, file.name) or "inline",
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(file.content, content_type=file.media_type, headers=headers)
