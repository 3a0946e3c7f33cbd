"""Players of a club from pasted names."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import resource
from api.http.fields import MAX_ID, Flag, Input, Integer, List, Text
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import Player
from league.operations.people import paste
from league.operations.people.paste import LineOutcome, PastedLine, PastePlan
from league.operations.people.pasted_names import PastedPerson
from league.permissions import Action

LINE_OUTCOMES = [outcome.value for outcome in LineOutcome]


class PasteInput(Input):
    text = Text(
        trim_whitespace=False,
        help_text="One name per line, at most 2,000 lines. Leading numbers, bullets and an "
        "e-mail address are recognised.",
    )
    dry_run = Flag(
        required=False,
        help_text="If true, returns the outcome without adding players. Defaults to false.",
    )
    add_existing = List(
        child=Integer(min_value=1, max_value=MAX_ID),
        required=False,
        max_length=paste.MOST_LINES,
        help_text="Numbers of the lines to add although a player with this name exists.",
    )
    leave_out = List(
        child=Integer(min_value=1, max_value=MAX_ID),
        required=False,
        max_length=paste.MOST_LINES,
        help_text="Numbers of the lines that add no player, because they mean the one in "
        "`looks_like`.",
    )
    newest = Integer(
        required=False,
        min_value=0,
        max_value=MAX_ID,
        help_text="`newest` from the dry run. With `add_existing`, returns 409 if players "
        "were added since.",
    )


class LineRefusalOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class PastedLineOutput(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="Number of the line in the text, from 1.")
    text = serializers.CharField()
    outcome = serializers.ChoiceField(
        LINE_OUTCOMES,
        help_text="`exists`: the club has a player with this name. `twice`: an earlier line "
        "has the same name.",
    )
    added = serializers.BooleanField(
        help_text="If true, a player was added, or would be added in a dry run."
    )
    name = serializers.CharField(help_text="Name in the line. Empty if the line is `unreadable`.")
    email = serializers.CharField()
    player = serializers.IntegerField(
        allow_null=True, help_text="`id` of the new player, or of the player who already exists."
    )
    first_line = serializers.IntegerField(
        allow_null=True, help_text="Number of the earlier line with the same name."
    )
    looks_like = serializers.IntegerField(
        allow_null=True,
        help_text="`id` of a player with a similar name who may be the same person.",
    )
    looks_like_line = serializers.IntegerField(
        allow_null=True, help_text="Number of an earlier line with a similar name."
    )
    problem = LineRefusalOutput(allow_null=True, help_text="Reason why the line is `unreadable`.")


class PasteOutput(serializers.Serializer[Any]):
    dry_run = serializers.BooleanField()
    counts = serializers.DictField(
        child=serializers.IntegerField(), help_text="Number of lines for each `outcome`."
    )
    added = serializers.IntegerField()
    newest = serializers.IntegerField(
        help_text="Highest `id` of a player of the club before the request. 0 if it had none."
    )
    lines = PastedLineOutput(many=True)


class PastePlayers(Resource):
    @extend_schema(
        summary="Add players from a list of names", request=PasteInput, responses={200: PasteOutput}
    )
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        values = resource.read(request, PasteInput)
        text, numbers = values["text"], values.get("add_existing", [])
        left_out = values.get("leave_out", [])
        dry_run = values.get("dry_run", False)
        if dry_run:
            plan = paste.preview(club_row, text, numbers, left_out)
        else:
            newest = values.get("newest")
            plan = paste.add(club_row, text, numbers, left_out, newest=newest, by=request.user)
        return Response(_plan(plan, dry_run=dry_run))


def _plan(plan: PastePlan, *, dry_run: bool) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "counts": plan.counts,
        "added": len(plan.added),
        "newest": plan.newest,
        "lines": [_line(line) for line in plan.lines],
    }


def _line(line: PastedLine) -> dict[str, Any]:
    person = line.person
    fault = person.fault
    return {
        "line": person.number,
        "text": person.text,
        "outcome": line.outcome.value,
        "added": line.is_added,
        "name": person.name,
        "email": person.email,
        "player": line.player.pk if line.player else None,
        "first_line": line.first,
        "looks_like": line.alike.pk if isinstance(line.alike, Player) else None,
        "looks_like_line": line.alike.number if isinstance(line.alike, PastedPerson) else None,
        "problem": {"code": fault.code, "message": fault.message} if fault else None,
    }
