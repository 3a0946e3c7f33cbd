"""The standings of a season, overall or of one game, as JSON and CSV."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from api.http import entity_tags, paging
from api.http.fields import local
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.standings import standings_pages
from games import GAMES
from league import permissions
from league.errors import NotFound, invalid
from league.models import Season, Session
from league.operations.exchange.season_files import formats
from league.operations.exchange.season_files.sheets import Cell, SeasonSheet
from league.operations.matches import match_results
from league.operations.standings import standings
from league.permissions import Action
from scoring import standings_queries
from scoring.models import Standing, Table
from scoring.pure.tiebreaks import TIEBREAKS
from scoring.pure.units import UNIT

COLUMNS = ("place", "player", "points", "played", "wins")
GAME = OpenApiParameter("game", str, description="Of this game only, such as `neurotrio`.")
AS_OF = OpenApiParameter("as_of", int, description="As it stood after this evening, by its id.")
SINCE = OpenApiParameter(
    "since", int, description="Each row says what has `moved` since this evening, by its id."
)
RESULTS = OpenApiParameter(
    "results", str, enum=["final"], description="From final results alone; not with `since`."
)


PAGE = OpenApiParameter("limit", int, description="So many rows on a page; else all at once.")
CURSOR = OpenApiParameter("cursor", str, description="Taken from `next` of the page before.")


class NamedSeason(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class TiebreaksOutput(serializers.Serializer[Any]):
    """Those of the scheme; `null` if not needed, because nobody was tied."""

    wins = serializers.IntegerField(required=False, allow_null=True)
    best_evening = serializers.CharField(required=False, allow_null=True)
    last_result = serializers.CharField(required=False, allow_null=True)
    sit_outs = serializers.IntegerField(required=False, allow_null=True)
    mini_table = serializers.CharField(required=False, allow_null=True)
    head_to_head = serializers.CharField(required=False, allow_null=True)
    strength = serializers.CharField(required=False, allow_null=True)
    lots = serializers.IntegerField(required=False, allow_null=True)


class MovedOutput(serializers.Serializer[Any]):
    """Since the evening named by `since`."""

    places = serializers.IntegerField(
        allow_null=True, help_text="Gained, lost if negative; `null`: not in the table then."
    )
    points = serializers.CharField(help_text="Gained; all of them for who is new.")


class RowOutput(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    player = SeatedOutput()
    points = serializers.CharField(help_text="Two decimals, rounded half to even.")
    played = serializers.IntegerField()
    wins = serializers.IntegerField()
    tiebreaks = TiebreaksOutput()
    provisional = serializers.BooleanField(help_text="It rests on results that are not final.")
    moved = MovedOutput(required=False, help_text="Only with `since`.")


class StandingsOutput(serializers.Serializer[Any]):
    season = NamedSeason()
    game = serializers.CharField(allow_null=True, help_text="`null`: over all games.")
    version = serializers.IntegerField()
    pending = serializers.BooleanField(help_text="Newer results are about to be counted.")
    computed_at = serializers.DateTimeField(allow_null=True)
    rows = RowOutput(many=True)
    next = serializers.URLField(
        required=False, allow_null=True, help_text="With `limit` only: the next page."
    )


class Standings(Resource):
    tagged = True
    queried = True
    conflicts = ("GET",)

    @extend_schema(
        summary="The standings",
        description="With `limit` page by page; 409 `version_gone` when the scheme or the evenings "
        "have changed since the first page.",
        parameters=[GAME, AS_OF, SINCE, RESULTS, PAGE, CURSOR],
        responses=StandingsOutput,
    )
    def get(self, request: ApiRequest, season: int) -> HttpResponseBase:
        season_row = permissions.season(request.user, season, Action.VIEW)
        paging.refuse_unknown_parameters(
            request, ["game", "as_of", "since", "results", "limit", "cursor"]
        )
        query = ask(request, season_row)
        if page := standings_pages.requested_page(request, query.table):
            return _page(request, season_row, page)
        if same := entity_tags.unchanged(request, query.tag(query.table)):
            return same
        view = query.view()
        moved = standings.moves_since(view, query.since) if query.since else None
        return entity_tags.tagged(query.write(season_row, view, moved), query.tag(view.table))


class StandingsCSV(Resource):
    any_accept = True
    tagged = True
    queried = True

    @extend_schema(
        summary="The standings for a spreadsheet",
        operation_id="seasons_standings_csv",
        parameters=[GAME, AS_OF, RESULTS],
        responses={(200, "text/csv"): OpenApiResponse(str, "Header: " + ",".join(COLUMNS))},
    )
    def get(self, request: ApiRequest, season: int) -> HttpResponseBase:
        season_row = permissions.season(request.user, season, Action.VIEW)
        paging.refuse_unknown_parameters(request, ["game", "as_of", "results"])
        query = ask(request, season_row)
        if same := entity_tags.unchanged(request, query.tag(query.table)):
            return same
        view = query.view()
        response = HttpResponse(write_csv(view), "text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="standings-{season}.csv"'
        response["ETag"] = query.tag(view.table)
        return response


@dataclass(frozen=True)
class StandingsQuery:
    """What the query of an address selects."""

    table: Table
    as_of: Session | None
    since: Session | None
    is_final: bool = False

    def tag(self, table: Table) -> str:
        """Return the entity tag, another one for each query; that of the plain table is its version
        alone, and the hour where results change by themselves."""
        hour = match_results.hour_tag(table.season)
        if self.as_of is None and self.since is None and not self.is_final:
            return f'"{standings_queries.version_tag(table)}{hour and "."}{hour}"'
        parts = [each and each.pk for each in (self.as_of, self.since)]
        return (
            f'"{standings.entity_tag(table, *parts, *(["final"] if self.is_final else []))}{hour}"'
        )

    def view(self) -> standings_queries.StandingsTable:
        read_view = standings.final_view if self.is_final else standings.view
        return read_view(self.table, self.as_of)

    def write(
        self,
        season: Season,
        view: standings_queries.StandingsTable,
        moved: Sequence[standings_queries.StandingsMove] | None,
    ) -> dict[str, Any]:
        marked = () if self.is_final else standings.provisional_players(season, self.table.game)
        return write(season, view, moved, marked)


def ask(request: ApiRequest, season: Season) -> StandingsQuery:
    table = table_of(request, season)
    table.season = season
    query = StandingsQuery(
        table,
        session_parameter(request, table, "as_of"),
        session_parameter(request, table, "since"),
        _final_parameter(request),
    )
    return query


def _final_parameter(request: ApiRequest) -> bool:
    """Return whether final results alone are requested. `since` is refused then: it would compare
    final results with earlier ones that were not."""
    if "results" not in request.query_params:
        return False
    if request.query_params["results"] != "final":
        raise invalid("not_a_choice", "results", _("“final” is expected, or nothing."))
    if "since" in request.query_params:
        raise invalid("not_with_since", "results", _("Leave out one of “since” and “results”."))
    return True


def session_parameter(request: ApiRequest, table: Table, name: str) -> Session | None:
    """Return the session that a query parameter names by its id."""
    text = request.query_params.get(name)
    return None if text is None else standings.find_session(table, text, name)


def table_of(request: ApiRequest, season: Season) -> Table:
    game = request.query_params.get("game", "")
    table = standings_queries.find_table(season.pk, game) if game in GAMES or not game else None
    if table is None:
        raise NotFound(_("This season has no such table."))
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
    return {
        "season": {"id": season.pk, "name": season.name},
        "game": view.table.game or None,
        "version": view.version,
        "pending": view.pending,
        "computed_at": computed_at,
        "rows": [row_of(row, marked) for row in view.rows]
        if moved is None
        else [moved_row(move, marked) for move in moved],
    }


def _page(
    request: ApiRequest, season: Season, page: standings_pages.StandingsPage
) -> HttpResponseBase:
    if same := entity_tags.unchanged(request, page.tag):
        return same
    rows, following = standings_pages.read(request, page)
    marked = standings.provisional_players(season, page.table.game)
    whole = write(season, standings_queries.StandingsTable(page.table, rows), marked=marked)
    content = {"version": page.version, "pending": page.pending, "next": following}
    if page.version != page.table.standings_version:
        content["computed_at"] = None
    return entity_tags.tagged({**whole, **content}, page.tag)


def write_csv(view: standings_queries.StandingsTable) -> bytes:
    rows: list[list[Cell]] = [
        [
            row.place,
            row.player.name,
            Decimal(standings_queries.format_points(row.points)),
            row.played,
            row.wins,
        ]
        for row in view.rows
    ]
    return formats.to_csv(SeasonSheet("standings", COLUMNS, rows))


def moved_row(
    move: standings_queries.StandingsMove, marked: Collection[int] = ()
) -> dict[str, Any]:
    moved = {"places": move.places, "points": standings_queries.format_points(move.points)}
    return {**row_of(move.row, marked), "moved": moved}


def row_of(row: Standing, marked: Collection[int] = ()) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": {"id": row.player_id, "name": row.player.name},
        "points": standings_queries.format_points(row.points),
        "played": row.played,
        "wins": row.wins,
        "tiebreaks": {code: tiebreak_value(code, value) for code, value in row.tiebreaks.items()},
        "provisional": row.player_id in marked,
    }


def tiebreak_value(code: str, value: int | None) -> int | str | None:
    if value is None:
        return None
    return value // UNIT if TIEBREAKS[code].whole else standings_queries.format_points(value)
