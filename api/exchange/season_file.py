"""A whole season as one JSON document: its standings, evenings and matches."""

import json
from collections import defaultdict
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from api.http import entity_tags, public_answers
from api.http.resource import ApiRequest, Resource
from api.matches import matches
from api.matches.matches import MatchOutput
from api.seasons import seasons
from api.seasons.seasons import SeasonOutput
from api.sessions import sessions
from api.sessions.sessions import SessionOutput
from api.standings import standings
from api.standings.standings import StandingsOutput
from league import permissions
from league.models import Match, Season
from league.operations.matches import match_results, rounds_sql
from league.operations.matches.matches import prefetch_scores, scores_of_rounds
from league.operations.support import versions
from league.permissions import Action
from league.web.accounts.access import is_member
from league.web.support import cached_views
from league.web.support.public_pages import find_public
from scoring import standings_queries

AnyRequest: TypeAlias = HttpRequest | ApiRequest
MEDIA_TYPE = "application/json"
BLANKS = {f"sessions.matches.{path}": value for path, value in matches.BLANKS.items()}
NOT_SHOWN = ("sitting_table__sitting__request", "sitting_table__sitting__plan")  # large


class SeasonMatchOutput(MatchOutput):
    scores = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Scores of each round, in seat order.",
    )


class SeasonSessionOutput(SessionOutput):
    matches = SeasonMatchOutput(many=True, help_text="Matches of the session, the oldest first.")


class SeasonFileOutput(serializers.Serializer[Any]):
    season = SeasonOutput()
    standings = StandingsOutput(help_text="Standings over all games.")
    sessions = SeasonSessionOutput(many=True, help_text="Sessions of the season, earliest first.")


class SeasonFile(Resource):
    is_public = True
    blanks = BLANKS
    tagged = True

    @extend_schema(
        summary="Export a season as one document",
        description="Season, standings, sessions and matches as in their own responses, with the "
        "scores of all rounds. Without a token, names are the public ones, and reasons of stopped "
        "and postponed matches and the names of accounts are left empty.",
        responses=SeasonFileOutput,
    )
    def get(self, request: ApiRequest, season: int) -> HttpResponseBase:
        season_row = permissions.find_season(request.user, season, Action.READ)
        content = write(season_row, request, request.user)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)


@cached_views.cached_view(versions.whole_season)
def download(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the document as a file, for readers of the pages: full names for members."""
    season = find_public(request, Season.objects, pk=pk)
    if is_member(request, season.club):
        content = write(season, request, request.user)
    else:
        content = write(season, request, None)
        public_answers.for_public(content, BLANKS)
    text = json.dumps(content, ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type=MEDIA_TYPE)
    response["Content-Disposition"] = f'attachment; filename="season-{pk}.json"'
    return response


def write(season: Season, request: AnyRequest, user: Any) -> dict[str, Any]:
    """Return the document with full names, and with the matches that the user may read: without a
    user the public ones."""
    season = seasons.load(season)
    by_session = _matches(season, request, user)
    evenings = list(season.sessions.order_by("starts_at", "pk"))
    for session in evenings:
        session.season = season  # known: not read again with each row
    return {
        "season": seasons.write(season),
        "standings": _standings(season),
        "sessions": [
            {**sessions.write(session), "matches": by_session[session.pk]} for session in evenings
        ],
    }


def _standings(season: Season) -> dict[str, Any]:
    table = standings_queries.find_table(season.pk, "")
    assert table is not None, "every season has standings over all games"
    table.season = season
    query = standings.StandingsQuery(table, standings.WHOLE, None)
    return StandingsOutput.with_old_names(query.write(season, query.view(), None))


def _matches(season: Season, request: AnyRequest, user: Any) -> dict[int, list[Any]]:
    """Return the JSON of the matches by session, with a fixed number of queries."""
    rows = Match.objects.filter(matches.readable(user), session__season=season).order_by("pk")
    rows = match_results.with_relations(rows, club=True).defer(*NOT_SHOWN)
    played = list(rows.prefetch_related(prefetch_scores()))
    seated = rounds_sql.seated_players([match.pk for match in played])
    by_session = defaultdict(list)
    for match, content in zip(played, matches.write_all(played, request, seated), strict=True):
        by_session[match.session_id].append({**content, "scores": scores_of_rounds(match)})
    return by_session
