"""The origin of a player's points."""

from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from api.http import entity_tags
from api.http.fields import local
from api.http.old_names import OldNames
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.seasons.leagues import NamedLeague, named_league
from api.standings.standings import (
    AS_OF,
    GAME,
    NamedSeason,
    session_parameter,
    table_of,
    tiebreak_value,
)
from league import permissions
from league.models import Season, Session
from league.operations.standings import standings
from league.permissions import Action
from scoring.models import Standing, Table
from scoring.pure.tiebreaks import Tiebreak
from scoring.pure.units import format_points

BLANKS = {"tiebreaks.draw.seed": ""}


class SessionRefOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    starts_at = serializers.DateTimeField(
        help_text="When the session starts, in the time zone of the club."
    )
    place = serializers.CharField()


class OriginResultOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    game = serializers.CharField()
    place = serializers.IntegerField()
    sharing = serializers.IntegerField(
        help_text="Number of players who share the place. 1: not shared."
    )
    players = serializers.IntegerField()
    score = serializers.IntegerField()
    points = serializers.CharField()
    text = serializers.CharField(help_text="How the points are calculated, for people.")


class OriginEveningOutput(serializers.Serializer[Any]):
    session = SessionRefOutput()
    points = serializers.CharField(help_text="Points from the results of the session.")
    counted = serializers.BooleanField(help_text="If true, `points` count for the season.")
    reason = serializers.CharField(allow_null=True, help_text="Reason why `points` do not count.")
    attendance = serializers.CharField(help_text="Points for attendance. Always counted.")
    sit_outs = serializers.IntegerField()
    results = OriginResultOutput(many=True)


class OriginPenaltyOutput(serializers.Serializer[Any]):
    session = SessionRefOutput()
    points = serializers.IntegerField(help_text="Points deducted. 0 is a warning.")
    reason = serializers.CharField()


class WatchedOutput(serializers.Serializer[Any]):
    session = SessionRefOutput()
    times = serializers.IntegerField()


class TiedOutput(serializers.Serializer[Any]):
    player = SeatedOutput()
    value = serializers.CharField()


class EncounterSeatOutput(serializers.Serializer[Any]):
    player = SeatedOutput()
    place = serializers.IntegerField()
    value = serializers.CharField(
        help_text="One point for each tied opponent beaten, half a point for each draw."
    )


class EncounterOutput(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    players = serializers.IntegerField(
        help_text="Number of players at the table, including players who are not tied."
    )
    seats = EncounterSeatOutput(many=True)


class DrawnOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    seed = serializers.CharField()
    players = serializers.ListField(
        child=serializers.IntegerField(), help_text="Player ids, best first."
    )


class StepOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    value = serializers.CharField(
        allow_null=True,
        help_text="Value of the tie-break. `null` if not needed, because nobody was tied any more.",
    )
    tied = TiedOutput(many=True, help_text="Players who were still tied, best first.")
    matches = EncounterOutput(
        many=True, help_text="Matches of the player against other tied players."
    )
    draw = DrawnOutput(allow_null=True)


class PossibleOutput(serializers.Serializer[Any]):
    best = serializers.IntegerField()
    worst = serializers.IntegerField()


class OriginOutput(OldNames):
    """`points` = `counted` + `attendance` + `for_sit_outs` − `penalty`."""

    old_names = {"evenings": "sessions"}

    season = NamedSeason()
    game = serializers.CharField(allow_null=True)
    as_of = serializers.IntegerField(allow_null=True, help_text="`id` of the requested session.")
    version = serializers.IntegerField()
    pending = serializers.BooleanField()
    place = serializers.IntegerField()
    player = SeatedOutput()
    points = serializers.CharField()
    counted = serializers.CharField(
        help_text="Points of the sessions that count, or the mean of all matches."
    )
    mean_text = serializers.CharField(
        help_text="How the mean came about, or empty if the scheme adds up points."
    )
    attendance = serializers.CharField()
    sit_outs = serializers.IntegerField(help_text="Rounds in which the player sat out.")
    for_sit_outs = serializers.CharField(help_text="Points for these rounds.")
    sit_outs_text = serializers.CharField(help_text="How these points came about, or empty.")
    penalty = serializers.CharField()
    qualified = serializers.BooleanField(
        help_text="If true, the player has reached the scheme's minimum numbers of sessions and "
        "matches."
    )
    sessions = OriginEveningOutput(many=True)
    penalties = OriginPenaltyOutput(many=True)
    only_watched = WatchedOutput(many=True, help_text="Sessions in which the player only sat out.")
    tiebreaks = StepOutput(many=True)
    possible = PossibleOutput(
        allow_null=True,
        help_text="Final places that are still possible. `null` if the scheme has no planned "
        "number of sessions.",
    )


class LeagueOriginOutput(OriginOutput):
    league = NamedLeague()


class OriginOfPoints(Resource):
    is_public = True
    blanks = BLANKS
    tagged = True
    queries = {"GET": ["game", "as_of"]}

    @extend_schema(
        summary="Explain the points of a player",
        operation_id="seasons_standings_origin",
        parameters=[GAME, AS_OF],
        responses=OriginOutput,
    )
    def get(self, request: ApiRequest, season: int, player: int) -> HttpResponseBase:
        season_row = permissions.find_season(request.user, season, Action.READ)
        return _answer(request, season_row, table_of(request, season_row), player)


class LeagueOriginOfPoints(Resource):
    is_public = True
    blanks = BLANKS
    tagged = True
    queries = OriginOfPoints.queries

    @extend_schema(
        summary="Explain the points of a player in a league",
        operation_id="leagues_standings_origin",
        parameters=[GAME, AS_OF],
        responses=LeagueOriginOutput,
    )
    def get(self, request: ApiRequest, league: int, player: int) -> HttpResponseBase:
        league_row = permissions.find_league(request.user, league, Action.READ)
        table = table_of(request, league_row.season, league_row)
        return _answer(request, league_row.season, table, player)


def _answer(request: ApiRequest, season: Season, table: Table, player: int) -> HttpResponseBase:
    as_of = session_parameter(request, table, "as_of")
    content = write(season, standings.explain(table, player, as_of), as_of)
    tag = entity_tags.of_content(content)
    return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)


def write(
    season: Season, explained: standings.RowExplanation, as_of: Session | None
) -> dict[str, Any]:
    content = {
        "season": {"id": season.pk, "name": season.name},
        **named_league(explained.table.league),
        "game": explained.table.game or None,
        "as_of": as_of and as_of.pk,
        "version": explained.table.standings_version,
        "pending": explained.table.pending,
        "place": explained.row.place,
        "player": _player(explained.row),
        "points": format_points(explained.origin.total),
        "counted": format_points(explained.counted),
        "mean_text": explained.mean_in_words(get_language() or "en"),
        "attendance": format_points(explained.origin.attendance),
        "sit_outs": explained.origin.sit_outs,
        "for_sit_outs": format_points(explained.origin.for_sit_outs),
        "sit_outs_text": explained.sit_outs_in_words(get_language() or "en"),
        "penalty": format_points(explained.origin.penalty),
        "qualified": explained.row.qualified,
        "sessions": [_evening(season, session, explained) for session in explained.evenings],
        "penalties": [
            {
                "session": _session(season, session),
                "points": penalty.points,
                "reason": penalty.reason,
            }
            for session, penalty in explained.penalties
        ],
        "only_watched": [
            {"session": _session(season, session), "times": times}
            for session, times in explained.only_watched
        ],
        "tiebreaks": [_step(step, explained.row) for step in explained.steps],
        "possible": explained.possible and explained.possible._asdict(),
    }
    return OriginOutput.with_old_names(content)


def _evening(
    season: Season, evening: standings.PlayedSession, explained: standings.RowExplanation
) -> dict[str, Any]:
    points, language = evening.points, get_language() or "en"
    return {
        "session": _session(season, evening.session),
        "points": format_points(points.points),
        "counted": points.counted,
        "reason": None if points.counted else standings.why_dropped(explained.scheme),
        "attendance": format_points(points.attendance),
        "sit_outs": evening.sit_outs,
        "results": [
            {
                "match": match.pk,
                "game": match.game,
                "place": result.fact.place,
                "sharing": result.fact.sharing,
                "players": result.fact.players,
                "score": result.fact.score,
                "points": format_points(result.earned),
                "text": result.text.say(language, result.params),
            }
            for match, result in evening.results
        ],
    }


def _step(step: standings.TiebreakStep, mine: Standing) -> dict[str, Any]:
    return {
        "code": step.tiebreak.code,
        "value": _value(step.tiebreak, mine) if step.tied else None,
        "tied": [
            {"player": _player(row), "value": _value(step.tiebreak, row)} for row in step.tied
        ],
        "matches": [
            {
                "match": encounter.match.pk,
                "players": encounter.seats[0][1].players,
                "seats": [
                    {
                        "player": _player(row),
                        "place": fact.place,
                        "value": format_points(value),
                    }
                    for row, fact, value in encounter.seats
                ],
            }
            for encounter in step.encounters
        ],
        "draw": step.draw
        and {"id": step.draw.pk, "seed": step.draw.seed, "players": step.draw.players},
    }


def _value(tiebreak: Tiebreak, row: Standing) -> str:
    return str(tiebreak_value(tiebreak.code, row.tiebreaks[tiebreak.code]))


def _player(row: Standing) -> dict[str, Any]:
    return {"id": row.player_id, "name": row.player.name}


def _session(season: Season, session: Session) -> dict[str, Any]:
    starts_at = local(session.starts_at, season.club.timezone)
    return {"id": session.pk, "starts_at": starts_at, "place": session.place}
