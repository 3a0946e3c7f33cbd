"""Many rounds of a session in one request: from a phone that was offline, or another program."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import JsonSchemaSerializer, Notice, named
from api.http import resource
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import Fault, Invalid, invalid
from league.models import Match, Session
from league.operations.matches import rounds_sql, submissions
from league.operations.matches.submissions import AcceptedRound, RoundEntry
from league.permissions import Action

MOST = 200
EXTRA = ("match", "number")  # beside the keys of a ROUND


class SessionRoundsInput(JsonSchemaSerializer):
    json_schema = {
        "type": "object",
        "required": ["rounds"],
        "additionalProperties": False,
        "properties": {
            "rounds": {
                "type": "array",
                "description": "Rounds of the same match must be in playing order. Stores all "
                "rounds or none.",
                "items": named("RoundOfMatchRequest"),
                "minItems": 1,
                "maxItems": MOST,
            }
        },
    }


class StoredRoundOutput(serializers.Serializer[Any]):
    """A round of the request, and the match after all rounds of the request."""

    match = serializers.IntegerField()
    number = serializers.IntegerField()
    scores = serializers.ListField(child=serializers.IntegerField())
    notices = Notice(many=True)
    totals = serializers.ListField(child=serializers.IntegerField())
    over = serializers.BooleanField()
    version = serializers.IntegerField(help_text="Version of the match.")


class StoredRoundsOutput(serializers.Serializer[Any]):
    rounds = StoredRoundOutput(many=True, help_text="Stored rounds, in the order of the request.")


class SessionRounds(Resource):
    submit_methods = ("POST",)
    conflicts = ("POST",)

    @extend_schema(
        summary="Submit rounds of several matches of a session, all or none",
        request=SessionRoundsInput,
        responses={201: StoredRoundsOutput},
    )
    def post(self, request: ApiRequest, session: int) -> Response:
        with resource.in_transaction():
            session_row = permissions.find_session(request.user, session, Action.SUBMIT)
            entries = read(resource.as_object(resource.body(request)))
            matches = locked(session_row, entries)
            accepted = submissions.add_all(
                matches, entries, by=request.user, device=resource.device(request)
            )
        language = get_language() or "en"
        return resource.created(
            {"rounds": [write(stored_round, language) for stored_round in accepted]}
        )


def read(body: Mapping[str, Any]) -> list[RoundEntry]:
    unknown = [key for key in body if key != "rounds"]
    if unknown:
        raise invalid("unknown_key", unknown[0][:60], _("Unknown key."))
    rounds = body.get("rounds")
    if not isinstance(rounds, list) or not 1 <= len(rounds) <= MOST:
        message = _("Send a list of 1 to %(most)s rounds.") % {"most": MOST}
        raise invalid("not_a_list", "rounds", message)
    faults = [fault for index, round_ in enumerate(rounds) for fault in _faults(round_, index)]
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
    return [
        RoundEntry(
            round_["match"],
            round_.get("number"),
            {key: value for key, value in round_.items() if key not in EXTRA},
        )
        for round_ in rounds
    ]


def _faults(round_: Any, index: int) -> list[Fault]:
    path = f"rounds.{index}"
    if not isinstance(round_, dict):
        return [Fault("not_an_object", path, _("Send an object."))]
    return [
        Fault("not_an_integer", f"{path}.{key}", _("Enter a whole number."))
        for key in EXTRA
        if type(round_.get(key)) is not int and (key in round_ or key == "match")
    ]


def locked(session: Session, entries: list[RoundEntry]) -> dict[int, Match]:
    match_ids = {entry.match_id for entry in entries if 0 < entry.match_id < 2**63}
    matches = rounds_sql.lock_matches(session, match_ids)
    faults = [
        Fault("unknown_match", f"rounds.{index}.match", _("This evening has no such match."))
        for index, entry in enumerate(entries)
        if entry.match_id not in matches
    ]
    if faults:
        raise Invalid(faults[0].message, [fault.to_json() for fault in faults])
    return matches


def write(accepted: AcceptedRound, language: str) -> dict[str, Any]:
    match, stored = accepted.match, accepted.submission
    path = f"rounds.{stored.number - 1}"
    return {
        "match": match.pk,
        "number": stored.number,
        "scores": stored.scores,
        "notices": [
            notice.to_json(language)
            for notice in accepted.verdict.notices
            if notice.path == path or notice.path.startswith(path + ".")
        ],
        "totals": match.totals,
        "over": match.over,
        "version": match.version,
    }
