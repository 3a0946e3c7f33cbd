"""Hand-written SQL for a new entry in the log of a club, which a round that ends a match waits
for. Only `club_log` writes through this module."""

from collections.abc import Iterable
from typing import Any

from django.db import connection

from database import raw_models, statements
from league.models import AuditChain, AuditEntry, AuditSubject

LOCK_CHAIN = """
    SELECT club_id, last_number, last_hash FROM league_auditchain WHERE club_id = %s
"""
ENTRY_FIELDS = (
    "club", "number", "at", "by", "kind", "subject", "before", "after", "previous_hash", "hash",
)  # fmt: skip
SUBJECT_COLUMNS = {  # with their PostgreSQL types
    "entry_id": "bigint",
    "kind": "text",
    "object_id": "bigint",
    "salt": "text",
}
INSERT_SUBJECTS = f"""
    INSERT INTO league_auditsubject ({", ".join(SUBJECT_COLUMNS)})
    SELECT {", ".join(SUBJECT_COLUMNS)} FROM {{new}} RETURNING id
"""
MOVE_CHAIN = """
    UPDATE league_auditchain SET last_number = %s, last_hash = %s WHERE club_id = %s
    RETURNING club_id
"""


def lock_chain(club_id: int) -> AuditChain:
    """Return the end of the log of a club, locked until the transaction ends."""
    lock = "FOR UPDATE" if connection.features.has_select_for_update else ""
    rows = statements.fetch_rows(f"{LOCK_CHAIN} {lock}", [club_id])
    if rows:
        return raw_models.load(AuditChain, rows[0])
    return AuditChain.objects.select_for_update().get_or_create(club_id=club_id)[0]


def append(end: AuditChain, entry: AuditEntry, subjects: Iterable[AuditSubject]) -> None:
    """Insert an entry with its subjects, and make it the end of the log."""
    sql = raw_models.insert_statement(AuditEntry, ENTRY_FIELDS)
    rows = statements.fetch_rows(sql, raw_models.database_values(entry, ENTRY_FIELDS))
    entry.pk, entry._state.adding = rows[0][0], False
    values = list[dict[str, Any]]()
    for subject in subjects:
        subject.entry = entry
        values.append({name: getattr(subject, name) for name in SUBJECT_COLUMNS})
    if values:
        statements.fetch_rows(*statements.bind_rows(INSERT_SUBJECTS, SUBJECT_COLUMNS, values))
    statements.fetch_rows(MOVE_CHAIN, [entry.number, entry.hash, end.club_id])
