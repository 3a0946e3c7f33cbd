"""The audit log of a session, with undo."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import resource
from api.http.fields import Flag, Input, List, Text, local
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import ActionKind, Session, User
from league.operations.sessions import session_log_words, undo
from league.permissions import Action

MAX_KNOWN = 1000
KINDS = [*ActionKind.values, undo.ROUND, undo.CORRECTION]


class UndoneOutput(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)


class EntryOutput(serializers.Serializer[Any]):
    ref = serializers.CharField()
    kind = serializers.ChoiceField(KINDS)
    words = serializers.CharField(
        help_text="Description for people, in the language of the request."
    )
    players = serializers.ListField(child=serializers.IntegerField())
    matches = serializers.ListField(child=serializers.IntegerField())
    at = serializers.DateTimeField(help_text="In the time zone of the club.")
    by = serializers.CharField(allow_null=True)
    undone = UndoneOutput(allow_null=True)


class LogOutput(serializers.Serializer[Any]):
    entries = EntryOutput(many=True, help_text="All entries of the session, newest first.")


class UndoInput(Input):
    known = List(
        child=Text(max_length=40),
        max_length=MAX_KNOWN,
        required=False,
        help_text="`ref` of each later entry to undo as well: exactly those that depend on "
        "this one. A 409 response lists them.",
    )
    reason = Text(
        required=False,
        allow_blank=True,
        max_length=200,
        help_text="Reason for the correction, if a result changes.",
    )
    confirmed = Flag(
        required=False,
        help_text="`true` confirms that a result will change. Required if the season warns "
        "about corrections.",
    )


class Log(Resource):
    @extend_schema(summary="Get the log of a session", responses=LogOutput)
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.session(request.user, session, Action.VIEW)
        return Response(_log(session_row))


class Undo(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Undo an action and the actions that depend on it",
        request=UndoInput,
        responses={200: LogOutput},
    )
    def post(self, request: ApiRequest, session: int, ref: str) -> Response:
        session_row = permissions.session(request.user, session, Action.SUBMIT)
        values = resource.read(request, UndoInput)
        entries = values.pop("known", [])
        require_right(request.user, session_row, [ref, *entries])
        undo.undo(session_row, ref, by=request.user, expected_dependents=entries, **values)
        return Response(_log(session_row))


class Redo(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Redo an undone action", request=None, responses={200: LogOutput})
    def post(self, request: ApiRequest, session: int, ref: str) -> Response:
        session_row = permissions.session(request.user, session, Action.SUBMIT)
        require_right(request.user, session_row, [ref])
        undo.redo(session_row, ref, by=request.user)
        return Response(_log(session_row))


def require_right(user: User, session: Session, refs: list[str]) -> None:
    """Raise Forbidden unless the caller may undo the entry: scorers may undo rounds, organisers
    everything."""
    listed = undo.log_entries(session)
    if not all(undo.find_entry(session, ref, listed).is_round for ref in refs):
        permissions.require(user, session.season.club, Action.ORGANISE)


def _log(session: Session) -> dict[str, Any]:
    entries = session_log_words.entry_texts(undo.log_entries(session))
    return {"entries": [_write(entry, words, session) for entry, words in entries]}


def _write(entry: undo.LogEntry, words: str, session: Session) -> dict[str, Any]:
    timezone = session.season.club.timezone
    undone = entry.undone_at and {
        "at": local(entry.undone_at, timezone),
        "by": _name(entry.undone_by),
    }
    return {
        "ref": entry.ref,
        "kind": entry.kind,
        "words": words,
        "players": sorted(entry.players),
        "matches": entry.subject.get("matches", []),
        "at": local(entry.at, timezone),
        "by": _name(entry.by),
        "undone": undone or None,
    }


def _name(user: User | None) -> str | None:
    return user.name or None if user else None
