"""The standings of a season, overall or of one game, as JSON and CSV."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from api.http import entity_tags
from api.http.fields import local
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.seasons.leagues import NamedLeague, named_league
from api.standings import periods, standings_pages
from games import SLUGS
from league import permissions
from league.errors import NotFound, invalid
from league.models import League, Season, Session
from league.operations.exchange.season_files import formats
from league.operations.exchange.season_files.sheets import Cell, SeasonSheet
from league.operations.matches import match_results
from league.operations.standings import session_periods, standings
from league.operations.standings.session_periods import SessionPeriod
from league.permissions import Action
from scoring import standings_queries
from scoring.models import Standing, Table
from scoring.pure import schemes
from scoring.pure.facts import PlayerId
from scoring.pure.statistics import STATISTICS, Measure, plain_value
from scoring.pure.tiebreaks import TIEBREAKS
from scoring.pure.units import UNIT, format_points

WHOLE = SessionPeriod()
COLUMNS = ("place", "player", "points", "played", "wins")
GAME = OpenApiParameter(
    "game", str, description=f"Only this game, such as `{SLUGS[0]}`. Defaults to all games."
)
AS_OF = OpenApiParameter(
    "as_of", int, description="`id` of a session. Returns the standings after this session."
)
SINCE = OpenApiParameter(
    "since",
    int,
    description="`id` of a session. Adds `moved`, the change since this session, to each row.",
)
RESULTS = OpenApiParameter(
    "results",
    str,
    enum=["final"],
    description="`final` counts only final results. Not allowed with `since`.",
)


CSV_FILE = {
    (200, "text/csv"): OpenApiResponse(
        str, "CSV file in UTF-8 with the header " + ",".join(COLUMNS)
    )
}
PAGE = OpenApiParameter(
    "limit", int, description="Maximum number of rows per page. Defaults to all rows."
)
CURSOR = OpenApiParameter("cursor", str, description="Cursor from `next` of the previous page.")


class NamedSeason(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class TiebreaksOutput(serializers.Serializer[Any]):
    """Values of the tie-breaks of the scheme. `null` if not needed, because nobody was tied."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        kinds = {True: serializers.IntegerField, False: serializers.CharField}
        return {
            tiebreak.code: kinds[tiebreak.whole](required=False, allow_null=True)
            for tiebreak in TIEBREAKS.values()
        }


class MovedOutput(serializers.Serializer[Any]):
    """Change since the session in `since`."""

    places = serializers.IntegerField(
        allow_null=True,
        help_text="Places gained; negative if lost. `null` if the player was not in the standings.",
    )
    points = serializers.CharField(help_text="Points gained; all points for a new player.")


class ColumnsOutput(serializers.Serializer[Any]):
    """Statistics that the scheme shows: with two decimals, but counts as whole numbers and shares
    in per cent. They do not change the places. Absent without `columns` in the scheme."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {code: serializers.CharField(required=False) for code in schemes.COLUMNS}


class RowOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    player = SeatedOutput()
    points = serializers.CharField(help_text="Points with two decimals, rounded half to even.")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    tiebreaks = TiebreaksOutput()
    columns = ColumnsOutput(required=False)
    provisional = serializers.BooleanField(
        help_text="If true, the row depends on results that are not final."
    )
    moved = MovedOutput(
        required=False, help_text="Change since the session in `since`. Absent without `since`."
    )


class StandingsOutput(serializers.Serializer[Any]):
    season = NamedSeason()
    game = serializers.CharField(
        allow_null=True, help_text="Game of the standings. `null`: all games."
    )
    version = serializers.IntegerField()
    pending = serializers.BooleanField(
        help_text="If true, newer results have not been counted yet."
    )
    computed_at = serializers.DateTimeField(allow_null=True)
    rows = RowOutput(many=True)
    next = serializers.URLField(
        required=False,
        allow_null=True,
        help_text="URL of the next page. Only present with `limit`.",
    )


class LeagueStandingsOutput(StandingsOutput):
    league = NamedLeague()


class Standings(Resource):
    is_public = True
    tagged = True
    filters = periods.FILTERS
    queries = {"GET": ["game", "as_of", *periods.FILTERS, "since", "results", "limit", "cursor"]}
    conflicts = ("GET",)

    @extend_schema(
        summary="Get the standings of a season",
        description="With `limit`, returns one page at a time. Returns 409 `version_gone` if "
        "the scheme or the sessions have changed since the first page.",
        parameters=[GAME, AS_OF, *periods.PARAMETERS, SINCE, RESULTS, PAGE, CURSOR],
        responses=StandingsOutput,
    )
    def get(self, request: ApiRequest, season: int) -> HttpResponseBase:
        season_row = permissions.find_season(request.user, season, Action.READ)
        return _answer(request, ask(request, season_row))


class LeagueStandings(Resource):
    is_public = True
    tagged = True
    filters = periods.FILTERS
    queries = Standings.queries
    conflicts = ("GET",)

    @extend_schema(
        summary="Get the standings of a league",
        description="As the standings of a season, from the results that count in the league.",
        operation_id="leagues_standings_retrieve",
        parameters=[GAME, AS_OF, *periods.PARAMETERS, SINCE, RESULTS, PAGE, CURSOR],
        responses=LeagueStandingsOutput,
    )
    def get(self, request: ApiRequest, league: int) -> HttpResponseBase:
        league_row = permissions.find_league(request.user, league, Action.READ)
        return _answer(request, ask(request, league_row.season, league_row))


def _answer(request: ApiRequest, query: "StandingsQuery") -> HttpResponseBase:
    season = query.table.season
    if page := standings_pages.requested_page(request, query.table):
        return _page(request, season, page)
    if request.user and (same := entity_tags.unchanged(request, query.tag(query.table))):
        return same
    view = query.view()
    moved = standings.moves_since(view, query.since) if query.since else None
    content = query.write(season, view, moved)
    rows = view.rows if moved is None else [move.row for move in moved]
    return _for_reader(request, content, rows, query.tag(view.table))


def _for_reader(
    request: ApiRequest, content: dict[str, Any], rows: Sequence[Standing], tag: str
) -> HttpResponseBase:
    """Return standings for a member, or with the names that the public may read. Players choose
    these, so the public has tags of its own, which a new choice changes."""
    if request.user:
        return entity_tags.tagged(content, tag)
    content = with_public_names(content, rows)
    tag = entity_tags.of_content(content)
    return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)


def with_public_names(content: dict[str, Any], rows: Sequence[Standing]) -> dict[str, Any]:
    """Return standings with the names that the public may read."""
    names = {row.player_id: row.player.public_name for row in rows}
    shown = [
        {**row, "player": {**row["player"], "name": names[row["player"]["id"]]}}
        for row in content["rows"]
    ]
    return {**content, "rows": shown}


class StandingsCSV(Resource):
    any_accept = True
    tagged = True
    filters = periods.FILTERS
    queries = {"GET": ["game", "as_of", *periods.FILTERS, "results"]}

    @extend_schema(
        summary="Export the standings as CSV",
        operation_id="seasons_standings_csv",
        parameters=[GAME, AS_OF, *periods.PARAMETERS, RESULTS],
        responses=CSV_FILE,
    )
    def get(self, request: ApiRequest, season: int) -> HttpResponseBase:
        season_row = permissions.find_season(request.user, season, Action.VIEW)
        return _csv(request, ask(request, season_row), f"standings-{season}.csv")


class LeagueStandingsCSV(Resource):
    any_accept = True
    tagged = True
    filters = periods.FILTERS
    queries = StandingsCSV.queries

    @extend_schema(
        summary="Export the standings of a league as CSV",
        operation_id="leagues_standings_csv",
        parameters=[GAME, AS_OF, *periods.PARAMETERS, RESULTS],
        responses=CSV_FILE,
    )
    def get(self, request: ApiRequest, league: int) -> HttpResponseBase:
        league_row = permissions.find_league(request.user, league, Action.VIEW)
        query = ask(request, league_row.season, league_row)
        return _csv(request, query, f"standings-of-league-{league}.csv")


def _csv(request: ApiRequest, query: "StandingsQuery", name: str) -> HttpResponseBase:
    if same := entity_tags.unchanged(request, query.tag(query.table)):
        return same
    view = query.view()
    response = HttpResponse(write_csv(view), "text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["ETag"] = query.tag(view.table)
    return response


@dataclass(frozen=True)
class StandingsQuery:
    """The table and the filters that the query of an address selects."""

    table: Table
    period: SessionPeriod
    since: Session | None
    is_final: bool = False

    def tag(self, table: Table) -> str:
        """Return the entity tag, a different one for each query. Without filters it is the version
        of the table, with the hour added if results change by themselves."""
        hour, (as_of, *days) = match_results.hour_tag(table.season), self.period
        if self.period == WHOLE and self.since is None and not self.is_final:
            return f'"{standings_queries.version_tag(table)}{hour and "."}{hour}"'
        parts: list[object] = [version and version.pk for version in (as_of, self.since)]
        if any(days):  # they change with the days of sessions and the time zone of the club
            parts += [*days, f"e{table.season.club.edition}"]
        return (
            f'"{standings.entity_tag(table, *parts, *(["final"] if self.is_final else []))}{hour}"'
        )

    def view(self) -> standings_queries.StandingsTable:
        if any(self.period[1:]):
            sessions = {
                session.pk for session in session_periods.sessions_of(self.table, self.period)
            }
            return standings.view_of_sessions(self.table, sessions, is_final=self.is_final)
        read_view = standings.final_view if self.is_final else standings.view
        return read_view(self.table, self.period.as_of)

    def write(
        self,
        season: Season,
        view: standings_queries.StandingsTable,
        moved: Sequence[standings_queries.StandingsMove] | None,
    ) -> dict[str, Any]:
        marked = () if self.is_final else standings.provisional_players(self.table)
        return write(season, view, moved, marked)


def ask(request: ApiRequest, season: Season, league: League | None = None) -> StandingsQuery:
    table = table_of(request, season, league)
    table.season = season
    return StandingsQuery(
        table,
        periods.requested(request, session_parameter(request, table, "as_of")),
        session_parameter(request, table, "since"),
        _final_parameter(request),
    )


def _final_parameter(request: ApiRequest) -> bool:
    """Return whether only final results are requested. `since` is refused then: it would compare
    final results with earlier ones that were not."""
    if "results" not in request.query_params:
        return False
    if request.query_params["results"] != "final":
        raise invalid("not_a_choice", "results", _("Use `final`, or leave this out."))
    periods.refuse_with_since(request, "results")
    return True


def session_parameter(request: ApiRequest, table: Table, name: str) -> Session | None:
    """Return the session that a query parameter names by its id."""
    text = request.query_params.get(name)
    return None if text is None else standings.find_session(table, text, name)


def table_of(request: ApiRequest, season: Season, league: League | None = None) -> Table:
    game = request.query_params.get("game", "")
    table = standings_queries.find_table(season.pk, game, league=league.pk if league else None)
    if table is None:
        raise NotFound(
            _("This league has no such standings.")
            if league
            else _("This season has no such standings.")
        )
    return table


def write(
    season: Season,
    view: standings_queries.StandingsTable,
    moved: Sequence[standings_queries.StandingsMove] | None = None,
    marked: Collection[int] = (),
) -> dict[str, Any]:
    """Return the JSON of the standings. `marked` are the players whose rows rest on results that
    are not final."""
    computed_at = view.computed_at and local(view.computed_at, season.club.timezone)
    shown = standings_queries.columns(view)
    rows = (
        [row_of(row, marked) for row in view.rows]
        if moved is None
        else [moved_row(move, marked) for move in moved]
    )
    return {
        "season": {"id": season.pk, "name": season.name},
        **named_league(view.table.league),
        "game": view.table.game or None,
        "version": view.version,
        "pending": view.pending,
        "computed_at": computed_at,
        "rows": [row | _columns_of(row["player"]["id"], shown) for row in rows],
    }


def _columns_of(player: int, shown: Mapping[PlayerId, Mapping[str, Measure]]) -> dict[str, Any]:
    measures = shown.get(PlayerId(player))
    if measures is None:
        return {}
    return {
        "columns": {
            code: plain_value(STATISTICS[code], measure) for code, measure in measures.items()
        }
    }


def _page(
    request: ApiRequest, season: Season, page: standings_pages.StandingsPage
) -> HttpResponseBase:
    if request.user and (same := entity_tags.unchanged(request, page.tag)):
        return same
    rows, following = standings_pages.read(request, page)
    marked = standings.provisional_players(page.table)
    whole = write(season, standings_queries.StandingsTable(page.table, rows), marked=marked)
    content = {"version": page.version, "pending": page.pending, "next": following}
    if page.version != page.table.standings_version:
        content["computed_at"] = None
    return _for_reader(request, {**whole, **content}, rows, page.tag)


def write_csv(view: standings_queries.StandingsTable) -> bytes:
    shown = standings_queries.columns(view)
    codes = list(next(iter(shown.values()), {}))
    rows: list[list[Cell]] = [
        [
            row.place,
            row.player.name,
            Decimal(format_points(row.points)),
            row.played,
            row.wins,
            *(
                Decimal(plain_value(STATISTICS[code], shown[PlayerId(row.player_id)][code]))
                for code in codes
            ),
        ]
        for row in view.rows
    ]
    return formats.to_csv(SeasonSheet("standings", [*COLUMNS, *codes], rows))


def moved_row(
    move: standings_queries.StandingsMove, marked: Collection[int] = ()
) -> dict[str, Any]:
    moved = {"places": move.places, "points": format_points(move.points)}
    return {**row_of(move.row, marked), "moved": moved}


def row_of(row: Standing, marked: Collection[int] = ()) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": {"id": row.player_id, "name": row.player.name},
        "points": format_points(row.points),
        "played": row.played,
        "wins": row.wins,
        "tiebreaks": {code: tiebreak_value(code, value) for code, value in row.tiebreaks.items()},
        "provisional": row.player_id in marked,
    }


def tiebreak_value(code: str, value: int | None) -> int | str | None:
    if value is None:
        return None
    return value // UNIT if TIEBREAKS[code].whole else format_points(value)
