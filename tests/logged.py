"""People in the logs of clubs, for tests."""

import json
import re

from django.db import connection

from league.models import AuditEntry, Player, User
from league.operations.sessions import undo
from league.operations.tournaments import audit_log

# of people, unlike all other numbers of a log
FIRST_IDS = {Player: 5_000_000_010_000, User: 5_000_000_050_000}
ID_OF_A_PERSON = re.compile(r"\b50000000\d{5}\b")


def number_people_apart():
    """Let the ids of people who are created from now on begin with FIRST_IDS, until the transaction
    ends."""
    with connection.cursor() as cursor:
        for model, first in FIRST_IDS.items():
            table = model._meta.db_table
            if connection.vendor == "postgresql":
                cursor.execute(f"ALTER TABLE {table} ALTER COLUMN id RESTART WITH {first}")
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table, first - 1])


def plain_people(entries=None):
    """Return the kinds of the entries that contain an id of people who were numbered apart."""
    entries = AuditEntry.objects.all() if entries is None else entries
    return {entry.kind for entry in entries if ID_OF_A_PERSON.search(json.dumps(content_of(entry)))}


def kinds_of(tournament):
    """Return the kinds of all lines in the log of a tournament, the oldest first."""
    return [line.entry.kind for line in audit_log.lines(tournament)]


def last_action(session):
    """Return the `ref` of the latest action of an evening."""
    return next(log_entry.ref for log_entry in undo.log_entries(session) if not log_entry.is_round)


def content_of(entry):
    """Return what the entry says of an act, without time and hashes."""
    return [entry.by, entry.subject, entry.before, entry.after]
