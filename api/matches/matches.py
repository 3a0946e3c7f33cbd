from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import EVIDENCE, GameField, GameOutput, Options, OptionsField, Record
from api.http import entity_tags, paging, resource
from api.http.cached_lists import cached_list
from api.http.fields import Id, Input, Integer, List, PossibleMistake, local
from api.http.resource import ApiRequest, Resource
from api.matches import match_filters
from api.matches.result_shapes import MatchResultOutput, PostponedOutput, postponed, write_results
from league import permissions
from league.errors import NotFound
from league.models import Audience, Match, Session, User
from league.operations.matches import match_results, matches, rounds_sql, table_numbers
from league.operations.matches.rounds_sql import SeatedPlayer
from league.operations.seasons import house_rules, notices
from league.operations.sessions import session_log
from league.operations.tournaments.play import publication
from league.permissions import Action
from problems.seats import MOST_SEATS

BLANKS = {  # reasons and names of accounts, which no public page of a match shows
    "stopped.reason": "",
    "postponed.reason": "",
    "result.confirmations.by": None,
}


class MatchInput(Input):
    game = GameField()
    options = OptionsField(
        required=False,
        help_text="House rules. Missing names take those of the season, else the default.",
    )
    players = List(child=Id(), max_length=MOST_SEATS, help_text="Player ids in seat order.")
    table = Integer(
        min_value=1,
        max_value=table_numbers.MOST_NUMBER,
        required=False,
        help_text="Number of the table. By default the lowest one that no open match of the "
        "session has. 409 `table_taken` if another open match has it.",
    )


class MatchChange(Input):
    table = Integer(
        min_value=1,
        max_value=table_numbers.MOST_NUMBER,
        help_text="Number of the table. 409 `table_taken` if another open match of the session "
        "has it.",
    )


class SeatedOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class StoppedOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    reason = serializers.CharField(help_text="Empty without a token.")
    forfeits = serializers.ListField(
        child=serializers.IntegerField(), help_text="Ids of the players who forfeited."
    )
    without_result = serializers.BooleanField(
        help_text="If true, the match was abandoned and counts in no standings."
    )


class MatchOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    url = serializers.URLField(help_text="Page of the match, for people.")
    club = serializers.CharField(help_text="`slug` of the club.")
    season = serializers.IntegerField()
    session = serializers.IntegerField()
    created_at = serializers.DateTimeField(help_text="In the time zone of the club.")
    finished_at = serializers.DateTimeField(
        allow_null=True,
        help_text="When it was stopped or its last round was entered. `null` while it can be "
        "played on.",
    )
    table = serializers.IntegerField(
        help_text="Number of the table. Two open matches of a session never share it; the next "
        "match takes the number of a match that has ended."
    )
    game = GameOutput()
    options = Options(help_text="All house rules, including defaults.")
    players = SeatedOutput(many=True, help_text="Players in seat order.")
    totals = serializers.ListField(child=serializers.IntegerField())
    over = serializers.BooleanField()
    places = serializers.ListField(child=serializers.IntegerField())
    rounds_played = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Number of accepted rounds and corrections.")
    evidence = serializers.ChoiceField(
        EVIDENCE,
        allow_null=True,
        help_text="Lowest evidence level of the rounds. `null` before the first round.",
    )
    stopped = StoppedOutput(
        allow_null=True, help_text="Set if the match was stopped before it ended by its own rules."
    )
    postponed = PostponedOutput(allow_null=True, help_text="Set if the match is postponed.")
    rematch_of = serializers.IntegerField(
        allow_null=True, help_text="Id of the match of which this one is the rematch."
    )
    replay_of = serializers.IntegerField(
        allow_null=True,
        help_text="Id of the match that this one replaces; that match counts no more.",
    )
    continues = serializers.IntegerField(
        allow_null=True,
        help_text="Id of the match that a player left; the others go on with this one.",
    )
    result = MatchResultOutput()


class NewMatchOutput(MatchOutput):
    notices = PossibleMistake(
        many=True,
        help_text="What is possible, but hardly meant: a minimum that no hand can reach, or "
        "`at_other_table` for each player who sits at another running table.",
    )


def find_readable(user: User | None, pk: int) -> Match:
    """Return the match; the public does not see the matches of a sitting that is not published to
    it."""
    match = permissions.find_match(user, pk, Action.READ)
    if not (user or publication.is_visible(match, Audience.PUBLIC)):
        raise NotFound(_("There is nothing here."))
    return match


def readable(user: User | None) -> Q:
    """Return a filter for the matches that `find_readable` returns."""
    return publication.visible_to(Audience.PLAYERS if user else Audience.PUBLIC)


class Matches(Resource):
    is_public = True
    blanks = BLANKS
    is_list = True
    tagged = True
    filters = match_filters.OF_MATCHES

    @extend_schema(summary="List the matches of a session", responses=MatchOutput(many=True))
    def get(self, request: ApiRequest, session: int) -> HttpResponseBase:
        if not request.user:
            return self._page(request, permissions.find_session(None, session, Action.READ))
        row = rounds_sql.session_and_role(request.user.pk, session)
        if row is None:
            raise NotFound(_("There is nothing here."))
        permissions.require_role(request.user, row.club_id, row.role, Action.VIEW)
        version = f"{row.version}{match_results.hour_tag(row.session.season)}"
        return cached_list(request, version, lambda: self._page(request, row.session))

    def _page(self, request: ApiRequest, session: Session) -> Response:
        rows = Match.objects.filter(readable(request.user), session=session)
        rows = rows.select_related("sitting_table__sitting")
        rows = rows.defer("sitting_table__sitting__request", "sitting_table__sitting__plan")

        def write_page(page: Sequence[Match]) -> list[Any]:
            for match in page:
                match.session = session  # known: not read again with each row
            return write_all(page, request)

        return paging.batch_list_response(request, rows, write_page)

    @extend_schema(summary="Create a match", request=MatchInput, responses=NewMatchOutput)
    def post(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.ORGANISE)
        values = resource.read(request, MatchInput)
        match = session_log.set_table(session_row, by=request.user, **values)
        session_row.season.club.refresh_from_db(fields=["edition"])
        location = reverse("api:match", args=[match.pk])
        answer = {**write(match, request), "notices": _notices(match)}
        return resource.created(answer, location, entity_tags.of_match_view(match))


class OneMatch(Resource):
    is_public = True
    blanks = BLANKS
    table_methods = ("GET",)
    tagged = True
    conflicts = ("PATCH",)

    @extend_schema(summary="Get a match", responses=MatchOutput)
    def get(self, request: ApiRequest, match: int) -> HttpResponseBase:
        match_row = find_readable(request.user, match)
        tag = entity_tags.of_match_view(match_row)
        return entity_tags.unchanged(request, tag) or tagged(match_row, request)

    @extend_schema(
        summary="Change the number of a table", request=MatchChange, responses=MatchOutput
    )
    def patch(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        values = resource.read(request, MatchChange)
        entity_tags.require(
            request, entity_tags.of_match(match_row), now=lambda: write(match_row, request)
        )
        renumbered = session_log.renumber_table(match_row, values["table"], by=request.user)
        return tagged(renumbered, request)


class MatchRecord(Resource):
    is_public = True
    table_methods = ("GET",)

    @extend_schema(summary="Export a match record for `python -m games check`", responses=Record)
    def get(self, request: ApiRequest, match: int) -> Response:
        match_row = find_readable(request.user, match)
        return Response(matches.match_record(match_row, public=not request.user))


def write_all(
    rows: Sequence[Match],
    request: HttpRequest | ApiRequest,
    seated: Mapping[int, Sequence[SeatedPlayer]] | None = None,
) -> list[Any]:
    """Return the JSON of matches whose clubs are loaded, with the same number of queries for one
    and for many."""
    seated = seated or rounds_sql.seated_players([match.pk for match in rows])
    finished = matches.finish_times(rows)
    # without a language: the page answers in the language of its reader
    pages = request.build_absolute_uri(f"{get_script_prefix()}matches/")
    return [
        {
            "id": match.pk,
            "url": f"{pages}{match.pk}/",
            **_place_and_time(match, finished.get(match.pk)),
            **_to_json(match, seated[match.pk], result),
        }
        for match, result in zip(rows, write_results(rows, seated), strict=True)
    ]


def _notices(match: Match) -> list[dict[str, str]]:
    names = [player.name for player in rounds_sql.seated_players([match.pk])[match.pk]]
    language = get_language() or "en"
    of_rules = house_rules.notices(match.game, match.options, names)
    rows = [notice.to_json(language) for notice in of_rules]
    rows += [notice.to_json() for notice in notices.of_match(match)]
    return [{key: row[key] for key in ("code", "path", "message")} for row in rows]


def write(
    match: Match, request: ApiRequest, players: Sequence[SeatedPlayer] = ()
) -> dict[str, Any]:
    content: dict[str, Any]
    (content,) = write_all([match], request, {match.pk: players} if players else None)
    return content


def tagged(match: Match, request: ApiRequest, status: int = 200) -> Response:
    """Return the answer with a match and its ETag."""
    return entity_tags.tagged(write(match, request), entity_tags.of_match_view(match), status)


def created(match: Match, request: ApiRequest) -> Response:
    """Return the answer with a new match, its address and its ETag."""
    location = reverse("api:match", args=[match.pk])
    return resource.created(write(match, request), location, entity_tags.of_match_view(match))


def _place_and_time(match: Match, finished_at: datetime | None) -> dict[str, Any]:
    session = match.session
    club = session.season.club
    return {
        "club": club.slug,
        "season": session.season_id,
        "session": match.session_id,
        "created_at": local(match.created_at, club.timezone),
        "finished_at": finished_at and local(finished_at, club.timezone),
    }


def _to_json(
    match: Match, players: Sequence[SeatedPlayer], result: dict[str, Any]
) -> dict[str, Any]:
    return {
        "table": match.table,
        "game": match.game,
        "options": match.options,
        "players": [{"id": player.player_id, "name": player.name} for player in players],
        "totals": match.totals,
        "over": match.over,
        "places": match.places,
        "rounds_played": match.rounds_played,
        "version": match.version,
        "evidence": match.evidence or None,
        "stopped": _stopped(match),
        "postponed": postponed(match),
        "rematch_of": match.rematch_of_id,
        "replay_of": match.replay_of_id,
        "continues": match.continues_id,
        "result": result,
    }


def _stopped(match: Match) -> dict[str, Any] | None:
    if match.stopped_at is None:
        return None
    return {
        "at": local(match.stopped_at, match.session.season.club.timezone),
        "reason": match.stop_reason,
        "forfeits": match.forfeits,
        "without_result": not match.over,
    }
