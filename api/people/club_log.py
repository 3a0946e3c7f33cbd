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
from api.http.filters import day, holds, id_of, one_of
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.models import AuditEntry, AuditKind, Club
from league.operations.audit import entry_words, searches
from league.operations.audit.entry_words import EntryWords
from league.permissions import Action


class LoggedChangeOutput(serializers.Serializer[Any]):
    field = serializers.CharField()
    title = serializers.CharField(help_text="The field in the language of the request.")
    before = serializers.CharField(help_text="In words; empty where there was nothing.")
    after = serializers.CharField(help_text="In words; empty where nothing is left.")


class ClubLogEntryOutput(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="From 1, without gaps.")
    at = serializers.DateTimeField(help_text="In the time zone of the club.")
    by = serializers.CharField(
        allow_null=True,
        help_text="The name of the account that did it; `null` where nobody had signed in, and for "
        "accounts without name or deleted ones.",
    )
    kind = serializers.ChoiceField(AuditKind.values)
    words = serializers.CharField(help_text="The kind in the language of the request.")
    players = serializers.ListField(child=serializers.IntegerField())
    matches = serializers.ListField(child=serializers.IntegerField())
    season = serializers.IntegerField(allow_null=True)
    session = serializers.IntegerField(allow_null=True)
    tournament = serializers.IntegerField(allow_null=True)
    ladder = serializers.IntegerField(allow_null=True)
    changes = LoggedChangeOutput(many=True)
    previous_hash = serializers.CharField(help_text="The hash of the entry before; empty for 1.")
    hash = serializers.CharField(help_text="SHA-256 of the entry and the hash before it.")


class ClubLog(Resource):
    filters = {
        "person": replace(
            holds("name"),
            words="Entries by or about people whose name holds this, whatever its case.",
            where=searches.by_or_about_name,
        ),
        "player": replace(
            id_of("Entries about this player, and by or about the player's account.", "pk"),
            where=searches.by_or_about_player,
        ),
        "match": replace(id_of("Entries about this match.", "pk"), where=searches.about_match),
        "kind": one_of("kind", AuditKind.values),
        "from": day("The first day, by the calendar of the club.", "at__date__gte"),
        "until": day("The last day.", "at__date__lte"),
    }

    @extend_schema(
        summary="What people did in a club, the newest first",
        responses=ClubLogEntryOutput(many=True),
    )
    def get(self, request: ApiRequest, club: str) -> Response:
        club_row = permissions.club(request.user, club, Action.ORGANISE)
        rows = searches.entries_of(club_row)
        with timezone.override(ZoneInfo(club_row.timezone)):
            write = partial(_write, club_row)
            return paging.batch_list_response(request, rows, write, by="number", falls=True)


def _write(club: Club, entries: Sequence[AuditEntry]) -> list[dict[str, Any]]:
    return [_write_entry(club, each) for each in entry_words.in_words(entries)]


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
