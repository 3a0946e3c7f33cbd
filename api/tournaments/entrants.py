"""The entrants of a tournament, their check-in and withdrawal, and seating constraints."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import entity_tags, paging, resource
from api.http.fields import Choice, Flag, Id, Input, Integer, List, Text
from api.http.filters import one_of
from api.http.old_names import OldNames
from api.http.resource import ApiRequest, Resource
from api.matches.matches import SeatedOutput
from api.sessions.presence import CREATE
from api.tournaments.tournaments import write_player
from league import permissions
from league.errors import invalid
from league.models import Entrant, EntrantState, Tournament, Wish, WishKind
from league.operations.people.person_search import Creation
from league.operations.sessions.session_log import MOST_PLAYERS
from league.operations.tournaments import (
    arrivals,
    entrants,
    own_rounds,
    seating_constraints,
    tournaments,
)
from league.operations.tournaments.entrants import EntryData
from league.permissions import Action


class EntrantSettings(Input):
    rank = Integer(required=False, allow_null=True, help_text="Seed of the player, from 1.")
    level = Integer(required=False, allow_null=True)
    step_free = Flag(required=False, help_text="If true, the player needs a step-free table.")
    table = Integer(
        required=False, allow_null=True, help_text="Number of the player's fixed table, from 1."
    )
    minimum = Integer(
        required=False,
        allow_null=True,
        help_text="Points that the player needs to finish, in games with this house rule. Applies "
        "to matches created from now on. `null`: as in the house rules.",
    )


class EntryInput(EntrantSettings):
    player = Id()


class EntriesInput(Input):
    entrants = List(child=EntryInput(), max_length=MOST_PLAYERS)


class ComingInput(Input):
    players = List(child=Id(), max_length=MOST_PLAYERS)


class ArrivalsInput(Input):
    players = List(child=Id(), max_length=MOST_PLAYERS, required=False)
    name = Text(
        required=False,
        help_text="Name of one person, instead of `players`. A player who is not entered is "
        "entered now.",
    )
    creation = Choice(CREATE, required=False, help_text="As for the presences of a session.")


class ReturnInput(Input):
    player = Id()


class SubstituteInput(Input):
    player = Id(help_text="`id` of the entrant who leaves.")
    substitute = Id(
        help_text="`id` of the substitute: a player of the club who is not taking part."
    )


class SkipInput(OldNames, Input):
    old_names = {"round": "sitting"}
    player = Id()
    sitting = Integer(help_text="Number of a sitting that is not published yet, from 1.")


class WishInput(Input):
    one = Id()
    other = Id()
    kind = Choice(WishKind.values)


class EntrantOutput(serializers.Serializer[Any]):
    player = SeatedOutput()
    state = serializers.ChoiceField(EntrantState.values)
    rank = serializers.IntegerField(allow_null=True)
    level = serializers.IntegerField(allow_null=True)
    step_free = serializers.BooleanField()
    table = serializers.IntegerField(allow_null=True)
    minimum = serializers.IntegerField(allow_null=True)
    substitute = SeatedOutput(allow_null=True, help_text="Player who substitutes for this entrant.")
    from_sitting = serializers.IntegerField()
    until_sitting = serializers.IntegerField(allow_null=True)
    skips = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Numbers of the rounds that the player asked to skip.",
    )


class ChangedEntrantsOutput(serializers.Serializer[Any]):
    entrants = EntrantOutput(many=True, help_text="Entrants whose state has changed.")


class WishOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    one = SeatedOutput()
    other = SeatedOutput()
    kind = serializers.ChoiceField(WishKind.values)


class Entrants(Resource):
    is_list = True
    conflicts = ("POST",)
    filters = {"state": one_of("state", EntrantState.values)}

    @extend_schema(summary="List the entrants of a tournament", responses=EntrantOutput(many=True))
    def get(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.VIEW)
        return paging.list_response(request, _loaded(tournament_row), write)

    @extend_schema(
        summary="Enter players in a tournament",
        description="Returns the new entrants. Players who are already entered do not change.",
        request=EntriesInput,
        responses=ChangedEntrantsOutput,
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        values = resource.read(request, EntriesInput)["entrants"]
        entered = entrants.enter(
            tournament_row, [EntryData(**value) for value in values], by=request.user
        )
        return resource.created(_changed(tournament_row, entered))


class OneEntrant(Resource):
    tagged = True
    conflicts = ("PATCH", "DELETE")

    @extend_schema(summary="Get an entrant", responses=EntrantOutput)
    def get(self, request: ApiRequest, tournament: int, player: int) -> HttpResponseBase:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.VIEW)
        content = write(entrants.find(tournament_row, player))
        tag = entity_tags.of_content(content)
        return entity_tags.unchanged(request, tag) or entity_tags.tagged(content, tag)

    @extend_schema(
        summary="Update an entrant",
        description="Changes apply from the next draw.",
        request=EntrantSettings,
        responses=EntrantOutput,
    )
    def patch(self, request: ApiRequest, tournament: int, player: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        changes = resource.read(request, EntrantSettings, partial=True)
        with transaction.atomic():
            tournament_row = tournaments.lock_tournament(tournament_row)
            entrant = entrants.find(tournament_row, player)
            entity_tags.require_content(request, write(entrant))
            entrants.change(entrant, by=request.user, **changes)
        content = write(entrants.find(tournament_row, player))
        return entity_tags.tagged(content, entity_tags.of_content(content))

    @extend_schema(
        summary="Remove an entrant",
        description="Only possible before the player's first draw. Later, drop the player out.",
        responses={204: None},
    )
    def delete(self, request: ApiRequest, tournament: int, player: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        entrants.remove(entrants.find(tournament_row, player), by=request.user)
        return Response(status=204)


class CheckIn(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Check in entrants",
        description="After the first sitting, late entrants play from the next sitting. "
        "Entrants who dropped out return.",
        request=ArrivalsInput,
        responses={200: ChangedEntrantsOutput},
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        values = resource.read(request, ArrivalsInput)
        if ("players" in values) == ("name" in values):
            raise invalid("missing_key", "players", _("Send either `players` or `name`."))
        if "players" in values:
            changed = entrants.check_in(tournament_row, values["players"], by=request.user)
        else:
            creation = Creation(values.get("creation", Creation.UNKNOWN))
            changed = [
                arrivals.check_in_person(
                    tournament_row, values["name"], creation, done=(), by=request.user
                )
            ]
        return Response(_changed(tournament_row, changed))


class UndoCheckIn(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Take check-ins back",
        description="Returns 409 for a player who has a seat in a round, also in a draft: drop "
        "this player out instead.",
        request=ComingInput,
        responses={204: None},
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        players = resource.read(request, ComingInput)["players"]
        arrivals.undo_check_in(tournament_row, players, by=request.user)
        return Response(status=204)


class DropOut(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Drop out entrants from the next sitting",
        description="Returns 409 while their table waits for its first round: name a "
        "substitute, or seat the table without them (`no_show`).",
        request=ComingInput,
        responses={200: ChangedEntrantsOutput},
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        players = resource.read(request, ComingInput)["players"]
        return Response(
            _changed(tournament_row, entrants.drop_out(tournament_row, players, by=request.user))
        )


class Return(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Bring back an entrant who dropped out or was replaced",
        request=ReturnInput,
        responses={200: EntrantOutput},
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        player = resource.read(request, ReturnInput)["player"]
        entrants.come_back(tournament_row, player, by=request.user)
        return Response(write(entrants.find(tournament_row, player)))


class Substitute(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Replace an entrant with a substitute",
        description="The substitute takes over the seed, the needs, the seats in drafts, and "
        "the seat at a table without rounds. Results that the entrant has played "
        "stay with the entrant.",
        request=SubstituteInput,
        responses={200: EntrantOutput},
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        values = resource.read(request, SubstituteInput)
        entrants.substitute(tournament_row, values["player"], values["substitute"], by=request.user)
        return Response(write(entrants.find(tournament_row, values["substitute"])))


class Skip(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Skip one round",
        description="The player is not drawn in this round and is back in the next. Organisers "
        "can do this for everybody, others for the players of their account. A draft of the round "
        "must be drawn again. Returns 409 for published rounds, finals and knock-outs. Repeating "
        "it has no effect.",
        request=SkipInput,
        responses={200: EntrantOutput},
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        return _change_skips(request, tournament, own_rounds.skip_round)


class UndoSkip(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Play a round after all",
        request=SkipInput,
        responses={200: EntrantOutput},
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        return _change_skips(request, tournament, own_rounds.play_round)


class Wishes(Resource):
    is_list = True
    conflicts = ("POST",)
    filters = {"kind": one_of("kind", WishKind.values)}

    @extend_schema(
        summary="List the seating constraints of a tournament", responses=WishOutput(many=True)
    )
    def get(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        rows = Wish.objects.filter(tournament=tournament_row)
        return paging.list_response(
            request, rows.select_related("one__player", "other__player"), _wish
        )

    @extend_schema(
        summary="Create a seating constraint for two entrants",
        description="Replaces an existing constraint of the pair.",
        request=WishInput,
        responses=WishOutput,
    )
    def post(self, request: ApiRequest, tournament: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        values = resource.read(request, WishInput)
        entered = seating_constraints.set_constraint(tournament_row, **values, by=request.user)
        return resource.created(_wish(entered))


class OneWish(Resource):
    conflicts = ("DELETE",)

    @extend_schema(summary="Remove a seating constraint", responses={204: None})
    def delete(self, request: ApiRequest, tournament: int, number: int) -> Response:
        tournament_row = permissions.find_tournament(request.user, tournament, Action.ORGANISE)
        seating_constraints.remove_constraint(tournament_row, number, by=request.user)
        return Response(status=204)


def _change_skips(request: ApiRequest, tournament: int, change: Callable[..., Entrant]) -> Response:
    tournament_row = permissions.find_tournament(request.user, tournament, Action.VIEW)
    values = resource.read(request, SkipInput)
    change(tournament_row, values["player"], values["sitting"], by=request.user)
    return Response(write(entrants.find(tournament_row, values["player"])))


def write(entrant: Entrant) -> dict[str, Any]:
    return {
        "player": write_player(entrant.player),
        "state": entrant.state,
        "rank": entrant.rank,
        "level": entrant.level,
        "step_free": entrant.step_free,
        "table": entrant.table,
        "minimum": entrant.minimum,
        "substitute": write_player(entrant.substitute and entrant.substitute.player),
        "from_sitting": entrant.from_sitting,
        "until_sitting": entrant.until_sitting,
        "skips": entrant.skips,
    }


def _loaded(tournament: Tournament) -> Any:
    rows = Entrant.objects.filter(tournament=tournament)
    return rows.select_related("player", "substitute__player")


def _changed(tournament: Tournament, changed: list[Entrant]) -> dict[str, Any]:
    rows = _loaded(tournament).filter(pk__in=[entrant.pk for entrant in changed])
    return {"entrants": [write(entrant) for entrant in rows.order_by("pk")]}


def _wish(wish: Wish) -> dict[str, Any]:
    return {
        "id": wish.pk,
        "one": write_player(wish.one.player),
        "other": write_player(wish.other.player),
        "kind": wish.kind,
    }
