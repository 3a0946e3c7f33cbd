"""The log of a club."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.http import paging
from api.http.fields import local
from api.http.filters import day, id_of, in_name, one_of
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import AuditEntry, AuditKind, Club
from league.operations.audit import entry_words, searches
from league.operations.audit.entry_words import EntryWords
from league.permissions import Action


class LoggedChangeOutput(serializers.Serializer[Any]):
    field = serializers.CharField()
    title = serializers.CharField(help_text="Name of the field, in the language of the request.")
    before = serializers.CharField(help_text="Text before the change. Empty if there was no value.")
    after = serializers.CharField(
        help_text="Text after the change. Empty if there is no value any more."
    )


class ClubLogEntryOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Number of the entry, from 1, without gaps.")
    at = serializers.DateTimeField(help_text="In the time zone of the club.")
    by = serializers.CharField(
        allow_null=True,
        help_text="Name of the account that made the change. `null` if nobody was signed in, "
        "or if the account has no name or was deleted.",
    )
    kind = serializers.ChoiceField(AuditKind.values)
    words = serializers.CharField(
        help_text="Description of the kind, in the language of the request."
    )
    players = serializers.ListField(child=serializers.IntegerField())
    matches = serializers.ListField(child=serializers.IntegerField())
    season = serializers.IntegerField(allow_null=True)
    session = serializers.IntegerField(allow_null=True)
    tournament = serializers.IntegerField(allow_null=True)
    ladder = serializers.IntegerField(allow_null=True)
    changes = LoggedChangeOutput(many=True)
    previous_hash = serializers.CharField(
        help_text="Hash of the previous entry. Empty for entry 1."
    )
    hash = serializers.CharField(help_text="SHA-256 of this entry and the previous hash.")


class ClubLog(Resource):
    is_list = True
    filters = {
        "person": replace(
            in_name(),
            words="Only entries by or about people whose name contains this text. Ignores case and "
            "accents.",
            where=searches.by_or_about_name,
        ),
        "player": replace(
            id_of("Only entries about this player, or by or about the player's account.", "pk"),
            where=searches.by_or_about_player,
        ),
        "match": replace(id_of("Only entries about this match.", "pk"), where=searches.about_match),
        "kind": one_of("kind", AuditKind.values),
        "from": day(
            "Only entries on or after this day, in the time zone of the club.", "at__date__gte"
        ),
        "to": day(
            "Only entries on or before this day, in the time zone of the club.", "at__date__lte"
        ),
    }
    old_filters = {"until": "to"}

    @extend_schema(
        summary="List the audit log of a club, newest first",
        responses=ClubLogEntryOutput(many=True),
    )
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.find_club(request.user, club, Action.ORGANISE)
        rows = searches.entries_of(club_row)
        with timezone.override(ZoneInfo(club_row.timezone)):
            write = partial(_write, club_row)
            return paging.batch_list_response(request, rows, write, by="number", falls=True)


def _write(club: Club, entries: Sequence[AuditEntry]) -> list[dict[str, Any]]:
    return [_write_entry(club, entry) for entry in entry_words.in_words(entries)]


def _write_entry(club: Club, words: EntryWords) -> dict[str, Any]:
    entry, subject = words.entry, words.entry.subject
    return {
        "number": entry.number,
        "at": local(entry.at, club.timezone),
        "by": (words.account.name or None) if words.account else None,
        "kind": entry.kind,
        "words": entry.kind_label,
        "players": words.player_ids,
        "matches": subject.get("matches", []),
        **{name: subject.get(name) for name in ("season", "session", "tournament", "ladder")},
        "changes": [change._asdict() for change in words.changes],
        "previous_hash": entry.previous_hash,
        "hash": entry.hash,
    }
