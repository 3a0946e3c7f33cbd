"""Printed matter as PDF, and a whole session as one archive."""

from django.http import HttpResponse
from django.urls import get_script_prefix
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema

from api.http import entity_tags
from api.http.resource import ApiRequest, Resource
from api.standings.standings import GAME, table_of
from games import SLUGS
from league import permissions
from league.errors import invalid
from league.models import Season, Session, TableCode
from league.operations.paper import certificates, reports, session_paper
from league.operations.paper.session_paper import PaperKind, PrintFile
from league.operations.paper.typesetting.pdf_documents import PaperSize
from league.operations.standings import standings
from league.permissions import Action
from scoring.models import Table

SIZE = OpenApiParameter(
    "size", str, enum=list(PaperSize), description="Paper size, portrait. Defaults to `a4`."
)
LARGE_SIZE = OpenApiParameter(
    "size", str, enum=list(session_paper.LARGE_SIZES), description="Paper size. Defaults to `a4`."
)
PLAYER = OpenApiParameter(
    "player", int, description="`id` of the only player to include. Defaults to all players."
)
BEST = OpenApiParameter("best", int, description="Lowest place to include. Defaults to all places.")
OF_GAME = OpenApiParameter("game", str, required=True, description=f"Game, such as `{SLUGS[0]}`.")
PLAYERS = OpenApiParameter(
    "players", int, required=True, description="Number of players at the table."
)


class EveningPaper(Resource):
    any_accept = True
    queries = {"GET": ["size"]}
    conflicts = ("GET",)

    @extend_schema(
        summary="Print the tables in play",
        description="`tables` and `names`: who sits where. `cards`: a card per table with the "
        "QR code of its page, four on A4; only for callers who may enter rounds. "
        "`sheets`: score sheets.",
        operation_id="sessions_paper",
        parameters=[SIZE, OpenApiParameter("kind", str, "path", enum=list(PaperKind))],
        responses={(200, session_paper.PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: ApiRequest, session: int, kind: str) -> HttpResponse:
        kind_of_paper = session_paper.parse_kind(kind)
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        if kind_of_paper is PaperKind.CARDS:
            _require_codes(request, session_row)
        size = session_paper.parse_size(request.query_params.get("size"))
        club = session_row.season.club
        may_submit = permissions.may_show_secret(request.user, club, permissions.TABLE_CODE)
        address = _address(request) if may_submit else None
        return _answer(
            session_paper.session_file(session_row, kind_of_paper, size, address=address)
        )


class SessionArchive(Resource):
    any_accept = True
    queries = {"GET": ["size"]}
    conflicts = ("GET",)

    @extend_schema(
        summary="Download all printouts of a session, including the standings",
        operation_id="sessions_paper_archive",
        parameters=[SIZE],
        responses={(200, session_paper.ZIP): OpenApiTypes.BINARY},
    )
    def get(self, request: ApiRequest, session: int) -> HttpResponse:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        _require_codes(request, session_row)
        size = session_paper.parse_size(request.query_params.get("size"))
        return _answer(session_paper.session_archive(session_row, size, address=_address(request)))


class StandingsPaper(Resource):
    any_accept = True
    tagged = True
    queries = {"GET": ["game", "size"]}
    conflicts = ("GET",)

    @extend_schema(
        summary="Print the standings",
        operation_id="seasons_standings_pdf",
        parameters=[GAME, SIZE],
        responses={(200, session_paper.PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: ApiRequest, season: int) -> HttpResponse:
        season_row = permissions.find_season(request.user, season, Action.VIEW)
        return _standings(request, season_row, table_of(request, season_row))


class LeagueStandingsPaper(Resource):
    any_accept = True
    tagged = True
    queries = StandingsPaper.queries
    conflicts = ("GET",)

    @extend_schema(
        summary="Print the standings of a league",
        operation_id="leagues_standings_pdf",
        parameters=[GAME, SIZE],
        responses={(200, session_paper.PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: ApiRequest, league: int) -> HttpResponse:
        row = permissions.find_league(request.user, league, Action.VIEW)
        return _standings(request, row.season, table_of(request, row.season, row))


class BlankSheet(Resource):
    any_accept = True
    queries = {"GET": ["game", "players", "size"]}
    conflicts = ("GET",)

    @extend_schema(
        summary="Print a blank score sheet with the default house rules",
        operation_id="seasons_blank_sheet",
        parameters=[OF_GAME, PLAYERS, SIZE],
        responses={(200, session_paper.PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: ApiRequest, season: int) -> HttpResponse:
        season_row = permissions.find_season(request.user, season, Action.VIEW)
        game, players = request.query_params.get("game", ""), _players(request)
        size = session_paper.parse_size(request.query_params.get("size"))
        return _answer(session_paper.blank_sheet(season_row, game=game, players=players, size=size))


class Certificates(Resource):
    any_accept = True
    queries = {"GET": ["game", "player", "best", "size"]}
    conflicts = ("GET",)

    @extend_schema(
        summary="Print certificates for places in the standings, one per page",
        description="For a tournament, use its season; players of the final get their place in "
        "the final. Returns 409 while results are still being counted, or if there "
        "are none.",
        operation_id="seasons_certificates",
        parameters=[GAME, PLAYER, BEST, LARGE_SIZE],
        responses={(200, session_paper.PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: ApiRequest, season: int) -> HttpResponse:
        season_row = permissions.find_season(request.user, season, Action.VIEW)
        return _certificates(request, season_row, table_of(request, season_row))


class LeagueCertificates(Resource):
    any_accept = True
    queries = Certificates.queries
    conflicts = ("GET",)

    @extend_schema(
        summary="Print certificates for places in a league, one per page",
        description="Returns 409 while results are still being counted, or if there are none.",
        operation_id="leagues_certificates",
        parameters=[GAME, PLAYER, BEST, LARGE_SIZE],
        responses={(200, session_paper.PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: ApiRequest, league: int) -> HttpResponse:
        row = permissions.find_league(request.user, league, Action.VIEW)
        return _certificates(request, row.season, table_of(request, row.season, row))


class Report(Resource):
    any_accept = True
    queries = {"GET": ["game", "size"]}
    conflicts = ("GET",)

    @extend_schema(
        summary="Print the report of a player in a season",
        description="Contains every session and match with place, points and opponents, "
        "results that do not count and why, and changes of the rating.",
        operation_id="seasons_report",
        parameters=[GAME, LARGE_SIZE],
        responses={(200, session_paper.PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: ApiRequest, season: int, player: int) -> HttpResponse:
        season_row = permissions.find_season(request.user, season, Action.VIEW)
        return _report(request, season_row, table_of(request, season_row), player)


class LeagueReport(Resource):
    any_accept = True
    queries = Report.queries
    conflicts = ("GET",)

    @extend_schema(
        summary="Print the report of a player in a league",
        description="As the report in a season, from the results that count in the league.",
        operation_id="leagues_report",
        parameters=[GAME, LARGE_SIZE],
        responses={(200, session_paper.PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: ApiRequest, league: int, player: int) -> HttpResponse:
        row = permissions.find_league(request.user, league, Action.VIEW)
        return _report(request, row.season, table_of(request, row.season, row), player)


def _standings(request: ApiRequest, season: Season, table: Table) -> HttpResponse:
    size = session_paper.parse_size(request.query_params.get("size"))
    tag = f'"{standings.entity_tag(table, size, request.LANGUAGE_CODE)}"'
    if same := entity_tags.unchanged(request, tag):
        return same
    answer = _answer(session_paper.standings_file(season, table, size))
    answer["ETag"] = tag
    return answer


def _certificates(request: ApiRequest, season: Season, table: Table) -> HttpResponse:
    query = request.query_params
    size = session_paper.parse_size(query.get("size"), session_paper.LARGE_SIZES)
    chosen = certificates.parse_selection(query.get("player"), query.get("best"))
    return _answer(certificates.certificates_file(season, table, size, chosen))


def _report(request: ApiRequest, season: Season, table: Table, player: int) -> HttpResponse:
    size = session_paper.parse_size(request.query_params.get("size"), session_paper.LARGE_SIZES)
    return _answer(reports.report_file(season, table, player, size, format_name=str))


def _players(request: ApiRequest) -> int:
    text = request.query_params.get("players", "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise invalid("not_an_integer", "players", _("Enter a whole number."))
    return int(text)


def _require_codes(request: ApiRequest, session: Session) -> None:
    permissions.require_secret(request.user, session.season.club, permissions.TABLE_CODE)


def _address(request: ApiRequest) -> session_paper.CodeAddress:
    def address(code: TableCode) -> str:
        return request.build_absolute_uri(f"{get_script_prefix()}t/{code}/")

    return address


def _answer(file: PrintFile) -> HttpResponse:
    headers = {
        "Content-Disposition": content_disposition_header(True, file.name) or "attachment",
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(file.content, content_type=file.media_type, headers=headers)
