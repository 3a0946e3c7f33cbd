"""Players of a club from pasted names."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import resource
from api.http.fields import MAX_ID, Flag, Input, Integer, List, Text
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.operations.people import paste
from league.operations.people.paste import LineOutcome, PastedLine, PastePlan
from league.permissions import Action

LINE_OUTCOMES = [each.value for each in LineOutcome]


class PasteInput(Input):
    text = Text(
        trim_whitespace=False,
        help_text="A name a line, at most 2000. Numbers, bullets and an e-mail are understood.",
    )
    dry_run = Flag(required=False, help_text="Only tell what would happen.")
    add_existing = List(
        child=Integer(min_value=1, max_value=MAX_ID),
        required=False,
        max_length=paste.MOST_LINES,
        help_text="Lines that add another person of a name that exists already.",
    )
    newest = Integer(
        required=False,
        min_value=0,
        max_value=MAX_ID,
        help_text="That of a dry run: 409 if `add_existing` is named and players came since.",
    )


class LineRefusalOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class PastedLineOutput(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="Its number in the text, from 1.")
    text = serializers.CharField()
    outcome = serializers.ChoiceField(
        LINE_OUTCOMES,
        help_text="`exists`: the club has the name; `twice`: it stands on a line above.",
    )
    added = serializers.BooleanField(help_text="With `dry_run`: whether it would be.")
    name = serializers.CharField(help_text="Empty where the line is `unreadable`.")
    email = serializers.CharField()
    player = serializers.IntegerField(
        allow_null=True, help_text="The `id` of the player who is new, or of the one who exists."
    )
    first_line = serializers.IntegerField(allow_null=True, help_text="With the same name.")
    looks_like = serializers.IntegerField(
        allow_null=True, help_text="A player who may be the same person under another spelling."
    )
    problem = LineRefusalOutput(allow_null=True, help_text="Why the line is `unreadable`.")


class PasteOutput(serializers.Serializer[Any]):
    dry_run = serializers.BooleanField()
    counts = serializers.DictField(
        child=serializers.IntegerField(), help_text="Lines by `outcome`."
    )
    added = serializers.IntegerField()
    newest = serializers.IntegerField(
        help_text="The `id` of the newest player of the club before; 0 without any."
    )
    lines = PastedLineOutput(many=True)


class PastePlayers(Resource):
    @extend_schema(
        summary="Players from pasted names", request=PasteInput, responses={200: PasteOutput}
    )
    def post(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.club(request.user, club, Action.ORGANISE)
        values = resource.read(request, PasteInput)
        text, numbers = values["text"], values.get("add_existing", [])
        dry_run = values.get("dry_run", False)
        if dry_run:
            plan = paste.preview(club_row, text, numbers)
        else:
            newest = values.get("newest")
            plan = paste.add(club_row, text, numbers, newest=newest, by=request.user)
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
        "looks_like": line.alike.pk if line.alike else None,
        "problem": {"code": fault.code, "message": fault.message} if fault else None,
    }
