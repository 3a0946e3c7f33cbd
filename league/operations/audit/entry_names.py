"""The people and texts to which entries of the log refer: entries hold digests and numbers only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.models import AuditEntry, AuditSubject, AuditText, Player, User
from league.operations.audit import chain

Kind = AuditSubject.Kind


@dataclass(frozen=True)
class EntryNames:
    """Players and accounts that still exist by their digests, and texts by their numbers."""

    players: Mapping[str, Player]
    accounts: Mapping[str, User]
    texts: Mapping[int, str]

    def text(self, value: Mapping[str, Any]) -> str:
        """Return the text to which this value of an entry refers."""
        return self.texts.get(value[chain.TEXT]) or _("(erased)")


def load(entries: Sequence[AuditEntry]) -> EntryNames:
    """Return the names of all these entries, in four queries."""
    people = AuditSubject.objects.filter(entry__in=entries, object_id__isnull=False)
    rows = list(people.exclude(kind__in=chain.INDEXED.values()))
    of_players = [row for row in rows if row.kind == Kind.PLAYER]
    of_accounts = [row for row in rows if row.kind != Kind.PLAYER]
    texts = {
        value[chain.TEXT]
        for entry in entries
        for value in (*entry.before.values(), *entry.after.values())
        if chain.is_text(value)
    }
    return EntryNames(
        players=_by_digest(of_players, Player.every.select_related("merged_into")),
        accounts=_by_digest(of_accounts, User.objects),
        texts=dict(AuditText.objects.filter(pk__in=texts).values_list("pk", "text")),
    )


def actors(entries: Sequence[AuditEntry]) -> dict[str, User]:
    """Return only the accounts that did what the entries say, by their digests."""
    rows = AuditSubject.objects.filter(entry__in=entries, kind=Kind.ACTOR, object_id__isnull=False)
    return _by_digest(list(rows), User.objects)


def _by_digest(rows: Sequence[AuditSubject], manager: Any) -> dict[str, Any]:
    people = manager.in_bulk({row.object_id for row in rows})
    return {
        chain.person_digest(row): people[row.object_id] for row in rows if row.object_id in people
    }
