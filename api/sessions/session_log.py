"""The audit log of a session, with undo."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging, resource
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
    phone_of_table = serializers.IntegerField(
        allow_null=True, help_text="Number of the table whose phone did it; by is null then."
    )
    undone = UndoneOutput(allow_null=True)


class LogOutput(serializers.Serializer[Any]):
    results = EntryOutput(many=True, help_text="Entries of the session, newest first.")
    next = serializers.URLField(allow_null=True, help_text="URL of the next page.")


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
    is_list = True

    @extend_schema(
        summary="List the log of a session, newest first", responses=EntryOutput(many=True)
    )
    def get(self, request: ApiRequest, session: int) -> Response:
        session_row = permissions.find_session(request.user, session, Action.VIEW)
        return Response(_log(request, session_row))


class Undo(Resource):
    conflicts = ("POST",)

    @extend_schema(
        summary="Undo an action and the actions that depend on it",
        request=UndoInput,
        responses={200: LogOutput},
    )
    def post(self, request: ApiRequest, session: int, ref: str) -> Response:
        session_row = permissions.find_session(request.user, session, Action.SUBMIT)
        values = resource.read(request, UndoInput)
        entries = values.pop("known", [])
        require_right(request.user, session_row, [ref, *entries])
        undo.undo(session_row, ref, by=request.user, expected_dependents=entries, **values)
        return Response(_log(request, session_row))


class Redo(Resource):
    conflicts = ("POST",)

    @extend_schema(summary="Redo an undone action", request=None, responses={200: LogOutput})
    def post(self, request: ApiRequest, session: int, ref: str) -> Response:
        session_row = permissions.find_session(request.user, session, Action.SUBMIT)
        require_right(request.user, session_row, [ref])
        undo.redo(session_row, ref, by=request.user)
        return Response(_log(request, session_row))


def require_right(user: User, session: Session, refs: list[str]) -> None:
    """Raise Forbidden unless the caller may undo the entry: scorers may undo rounds, organisers
    everything."""
    listed = undo.log_entries(session)
    if not all(undo.find_entry(session, ref, listed).is_round for ref in refs):
        permissions.require(user, session.season.club, Action.ORGANISE)


def _log(request: ApiRequest, session: Session) -> dict[str, Any]:
    """Return a page of the log: the first one unless the query has a cursor."""
    entries, limit = undo.log_entries(session), paging.limit_of(request)
    cursor = request.query_params.get("cursor")
    begin = 0 if cursor is None else _find(entries, paging.read_cursor(cursor))
    page = entries[begin : begin + limit]
    address = reverse("api:log", args=[session.pk])
    is_last = begin + limit >= len(entries)
    return {
        "results": [
            _write(entry, words, session) for entry, words in session_log_words.entry_texts(page)
        ],
        "next": None if is_last else paging.next_page(request, page[-1].ref, address),
    }


def _find(entries: Sequence[undo.LogEntry], ref: Any) -> int:
    """Return the place after the entry with this `ref`; entries never leave the log."""
    places = [place for place, entry in enumerate(entries, 1) if entry.ref == ref]
    if not places:
        raise paging.bad_cursor()
    return places[0]


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
        "phone_of_table": entry.phone_of_table,
        "undone": undone or None,
    }


def _name(user: User | None) -> str | None:
    return user.name or None if user else None
