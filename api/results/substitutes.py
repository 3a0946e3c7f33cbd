"""Substitutes in running matches, and matches that go on without a player who leaves."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Id, Input, Integer, Text, local
from api.http.resource import ApiRequest, Resource
from api.matches import matches
from api.matches.matches import MatchOutput
from api.matches.result_shapes import NamedPlayer
from league import permissions
from league.errors import NotFound
from league.models import Match, Substitution, SubstitutionEffect
from league.operations.results import leavers, substitutions
from league.operations.results.leavers import MatchEnd
from league.permissions import Action

EFFECT = (
    "Whose the result of the seat is: of the player who started there (`starter`), of the player "
    "who sits there at the end (`substitute`), of `both` by the rounds that each of them played, "
    "or of `neither`. The effect given last at a seat counts."
)


class StandInInput(Input):
    leaving = Id(help_text="Player who leaves the table.")
    entering = Id(help_text="Player who takes over the seat.")
    effect = Choice(choices=SubstitutionEffect.values, help_text=EFFECT)
    from_round = Integer(
        min_value=1,
        max_value=10_000,
        required=False,
        help_text="First round of the substitute. By default the next round.",
    )


class StandInOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    match = serializers.IntegerField()
    seat = serializers.IntegerField(help_text="Seat in playing order, from 0.")
    leaving = NamedPlayer()
    entering = NamedPlayer()
    from_round = serializers.IntegerField()
    effect = serializers.ChoiceField(SubstitutionEffect.values, help_text=EFFECT)
    at = serializers.DateTimeField(help_text="In the time zone of the club.")
    by = serializers.CharField(allow_null=True, help_text="Name of the account, if it is known.")


class LeaveInput(Input):
    player = Id(help_text="Player who leaves the table for good.")
    end = Choice(
        choices=[end.value for end in MatchEnd],
        help_text="The end of the match of all: with the `result` so far, with a `forfeit` of the "
        "player, who comes last, or with no result (`none`). A match without rounds has none.",
    )
    reason = Text(
        required=False,
        allow_blank=True,
        help_text="Reason for the end of the match. At most 200 characters.",
    )


class Substitutes(Resource):
    is_list = True
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(summary="List the substitutes of a match", responses=StandInOutput(many=True))
    def get(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.VIEW)
        return paging.list_response(request, _rows(match_row), lambda row: _write(row, match_row))

    @extend_schema(
        summary="Let a substitute take over a seat",
        description="Only in a match that is being played, after its first round. The `players` "
        "of the match are those who sit there now. Repeating a substitution has no effect.",
        request=StandInInput,
        responses=StandInOutput,
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        values = resource.read(request, StandInInput)
        entity_tags.require(
            request, entity_tags.of_match(match_row), now=lambda: matches.write(match_row, request)
        )
        row = substitutions.substitute(
            match_row,
            leaving=values["leaving"],
            entering=values["entering"],
            effect=SubstitutionEffect(values["effect"]),
            from_round=values.get("from_round"),
            seen_version=_expected_version(request, match_row),
            by=request.user,
        )
        return resource.created(_write(_find(match_row, row.pk), match_row))


class OneSubstitute(Resource):
    conflicts = ("DELETE",)
    if_match = ("DELETE",)

    @extend_schema(
        summary="Undo a substitution",
        description="The player who left sits there again. Undo later rounds first.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, match: int, number: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        row = _find(match_row, number)
        entity_tags.require(
            request, entity_tags.of_match(match_row), now=lambda: matches.write(match_row, request)
        )
        version = _expected_version(request, match_row)
        substitutions.take_back(row, seen_version=version, by=request.user)
        return Response(status=204)


class Leave(Resource):
    conflicts = ("POST",)
    if_match = ("POST",)

    @extend_schema(
        summary="Go on without a player who leaves",
        description="Ends the match, and creates a match of the other players at the same table, "
        "which is returned. Only if the game allows one player less, and not in a tournament.",
        request=LeaveInput,
        responses=MatchOutput,
    )
    def post(self, request: ApiRequest, match: int) -> Response:
        match_row = permissions.find_match(request.user, match, Action.ORGANISE)
        values = resource.read(request, LeaveInput)
        entity_tags.require(
            request, entity_tags.of_match(match_row), now=lambda: matches.write(match_row, request)
        )
        new = leavers.go_on(
            match_row,
            leaving=values["player"],
            end=MatchEnd(values["end"]),
            reason=values.get("reason", ""),
            seen_version=_expected_version(request, match_row),
            by=request.user,
        )
        new.session.season.club.refresh_from_db(fields=["edition"])
        return matches.created(new, request)


def _rows(match: Match) -> Any:
    rows = Substitution.objects.filter(match=match)
    return rows.select_related("leaving", "entering", "by", "match__session__season__club")


def _find(match: Match, number: int) -> Substitution:
    row: Substitution | None = _rows(match).filter(pk=number).first()
    if row is None:
        raise NotFound(_("There is nothing here."))
    return row


def _write(row: Substitution, match: Match) -> dict[str, Any]:
    return {
        "id": row.pk,
        "match": row.match_id,
        "seat": row.seat,
        "leaving": {"id": row.leaving_id, "name": row.leaving.name},
        "entering": {"id": row.entering_id, "name": row.entering.name},
        "from_round": row.from_round,
        "effect": row.effect,
        "at": local(row.at, match.session.season.club.timezone),
        "by": str(row.by) if row.by else None,
    }


def _expected_version(request: ApiRequest, match: Match) -> int | None:
    """Return the version that has to hold under the lock, compared before the match was locked."""
    return match.version if "If-Match" in request.headers else None
