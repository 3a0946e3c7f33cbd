"""Answers of players, their guests, and the sign-ups of a tournament taken over as entrants."""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Id, Input, List, Text, local
from api.http.filters import one_of, yes_no
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.sessions.presence import CREATE
from api.signups.lookups import person, sheet_of, zone_of
from api.tournaments import entrants
from api.tournaments.entrants import ChangedEntrantsOutput
from games import GAMES
from league import permissions
from league.errors import Forbidden, invalid
from league.models import Entrant, SignUp, SignUpAnswer, SignUpSheet
from league.operations.people.person_search import Creation
from league.operations.signups import access, entrants_from_sign_ups, roster, sign_ups
from league.permissions import Action


class AnswerInput(Input):
    answer = Choice(SignUpAnswer.values)
    games = List(
        child=Text(max_length=30),
        max_length=len(GAMES),
        required=False,
        help_text="Games that the player wants to play. Empty: all games.",
    )


class SignUpInput(Input):
    player = Id(required=False)
    answer = Choice(
        SignUpAnswer.values, required=False, help_text="Answer of the player. Defaults to `yes`."
    )
    games = List(child=Text(max_length=30), max_length=len(GAMES), required=False)
    guest_of = Id(
        required=False,
        help_text="`id` of the player who brings this guest. `name` can then be used instead "
        "of `player`.",
    )
    name = Text(required=False, help_text="Name of a guest, instead of `player`.")
    creation = Choice(CREATE, required=False, help_text="As for the presences of a session.")


class SignUpOutput(serializers.Serializer[Any]):
    player = SeatedOutput()
    guest_of = SeatedOutput(allow_null=True)
    answer = serializers.ChoiceField(SignUpAnswer.values)
    games = serializers.ListField(child=serializers.CharField())
    number = serializers.IntegerField(
        allow_null=True,
        help_text="Position of a `yes` in the list. The lowest numbers get the places.",
    )
    has_place = serializers.BooleanField(
        help_text="If false and the answer is `yes`, the player is on the waiting list."
    )
    answered_at = serializers.DateTimeField(
        help_text="When the player answered, in the time zone of the club."
    )
    changed_at = serializers.DateTimeField()
    moved_up_at = serializers.DateTimeField(
        allow_null=True, help_text="When the player moved up from the waiting list."
    )


class SignUps(Resource):
    is_list = True
    conflicts = ("POST",)
    filters = {
        "answer": one_of("answer", SignUpAnswer.values),
        "waiting": yes_no(
            "Only sign-ups on the waiting list (`true`), or only others (`false`).",
            lambda: Q(answer="yes", has_place=False),
        ),
    }

    @extend_schema(summary="List the sign-ups", responses=SignUpOutput(many=True))
    def get(self, request: ApiRequest, **where: int) -> Response:
        sheet = sheet_of(request, where, Action.VIEW)
        rows = SignUp.objects.filter(sheet=sheet).select_related("player", "guest_of")
        return paging.list_response(request, rows, lambda row: write(row, sheet))

    @extend_schema(
        summary="Sign up a player or a guest",
        description="Organisers can answer for everybody, others for the players of their "
        "account and for children they are guardian of. Repeating an answer has no "
        "effect.",
        request=SignUpInput,
        responses={201: SignUpOutput},
    )
    def post(self, request: ApiRequest, **where: int) -> Response:
        sheet = sheet_of(request, where, Action.VIEW)
        values = resource.read(request, SignUpInput)
        if "guest_of" in values:
            return resource.created(write(_bring_guest(request, sheet, values), sheet))
        if "player" not in values or "name" in values:
            words = _("Send `player`, or `guest_of` with `player` or `name`.")
            raise invalid("missing_key", "player", words)
        player = values["player"]
        row = sign_ups.record_answer(
            sheet,
            player,
            values.get("answer", SignUpAnswer.YES),
            games=values.get("games"),
            by=request.user,
            as_organiser=_is_organiser(request, sheet, player),
        )
        return resource.created(write(row, sheet))


class OneSignUp(Resource):
    tagged = True
    conflicts = ("PATCH", "DELETE")

    @extend_schema(summary="Get the sign-up of a player", responses=SignUpOutput)
    def get(self, request: ApiRequest, player: int, **where: int) -> HttpResponseBase:
        sheet = sheet_of(request, where, Action.VIEW)
        content = write(sign_ups.find(sheet, player), sheet)
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Update the sign-up of a player",
        description="Players who answered `yes` can cancel with `no` until the start.",
        request=AnswerInput,
        responses=SignUpOutput,
    )
    def patch(self, request: ApiRequest, player: int, **where: int) -> Response:
        sheet = sheet_of(request, where, Action.VIEW)
        as_organiser = _is_organiser(request, sheet, player)
        changes = resource.read(request, AnswerInput, partial=True)
        with transaction.atomic():
            roster.lock_players(sheet, player)
            row = sign_ups.find(sheet, player)
            entity_tags.require_content(request, write(row, sheet))
            values = {"answer": row.answer, **changes}
            row = sign_ups.record_answer(
                sheet, player, **values, by=request.user, as_organiser=as_organiser
            )
            content = write(row, sheet)
        return entity_tags.tagged(content, entity_tags.of_content(content))

    @extend_schema(
        summary="Remove a player and the player's guests from the list",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, player: int, **where: int) -> Response:
        sheet = sheet_of(request, where, Action.VIEW)
        as_organiser = _is_organiser(request, sheet, player)
        row = sign_ups.find(sheet, player)
        sign_ups.remove(row, by=request.user, as_organiser=as_organiser)
        return Response(status=204)


class TakeOver(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Enter all signed-up players who have a place",
        description="Returns the new entrants. Players who are already entered do not change.",
        request=None,
        responses={200: ChangedEntrantsOutput},
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        sheet = sheet_of(request, {"tournament": tournament}, Action.ORGANISE)
        entered = entrants_from_sign_ups.take_over(sheet, by=request.user)
        rows = Entrant.objects.filter(pk__in=[entrant.pk for entrant in entered]).order_by("pk")
        rows = rows.select_related("player", "substitute__player")
        return Response({"entrants": [entrants.write(row) for row in rows]})


def write(row: SignUp, sheet: SignUpSheet) -> dict[str, Any]:
    moments = ("answered_at", "changed_at", "moved_up_at")
    zone = zone_of(sheet)
    return {
        "player": person(row.player),
        "guest_of": row.guest_of and person(row.guest_of),
        "answer": row.answer,
        "games": row.games,
        "number": row.number,
        "has_place": row.has_place,
        **{name: (at := getattr(row, name)) and local(at, zone) for name in moments},
    }


def _bring_guest(request: ApiRequest, sheet: SignUpSheet, values: dict[str, Any]) -> SignUp:
    if ("player" in values) == ("name" in values):
        words = _("Send either `player` or `name`.")
        raise invalid("missing_key", "player", words)
    if values.pop("answer", SignUpAnswer.YES) != SignUpAnswer.YES:
        raise invalid("not_a_choice", "answer", _("For a guest, send the answer `yes`."))
    host = values.pop("guest_of")
    values["creation"] = Creation(values.pop("creation", Creation.UNKNOWN))
    as_organiser = _is_organiser(request, sheet, host)
    return sign_ups.bring_guest(sheet, host, **values, by=request.user, as_organiser=as_organiser)


def _is_organiser(request: ApiRequest, sheet: SignUpSheet, player: int) -> bool:
    """Return whether the caller acts as an organiser. Raise Forbidden unless the caller is one or
    acts for an own player or a guest of an own player."""
    if permissions.may(request.user, sheet.club, Action.ORGANISE):
        return True
    own = {own_player.pk for own_player in access.players_of_account(sheet.club, request.user)}
    guests = SignUp.objects.filter(sheet=sheet, player=player, guest_of__in=own)
    if player not in own and not guests.exists():
        raise Forbidden(_("You can answer only for your own players."))
    return False
