"""Hand-written SQL for a new entry in the log of a club, which a round that ends a match waits
for. Only `club_log` writes through this module."""

from collections.abc import Iterable

from django.db import connection

from database import raw_models, statements
from league.models import AuditChain, AuditEntry, AuditSubject

LOCK_CHAIN = """
    SELECT club_id, last_number, last_hash FROM league_auditchain WHERE club_id = %s
"""
ENTRY_COLUMNS = {  # with their PostgreSQL types
    "club_id": "bigint",
    "number": "integer",
    "at": "timestamp with time zone",
    "by": "text",
    "kind": "text",
    "subject": "jsonb",
    "before": "jsonb",
    "after": "jsonb",
    "previous_hash": "text",
    "hash": "text",
    "undo_data": "jsonb",
}
QUOTED = ", ".join(f'"{name}"' for name in ENTRY_COLUMNS)
INSERT_ENTRY = f"INSERT INTO league_auditentry ({QUOTED}) SELECT {QUOTED} FROM {{new}} RETURNING id"
SUBJECT_COLUMNS = {
    "entry_id": "bigint",
    "kind": "text",
    "object_id": "bigint",
    "salt": "text",
}
INSERT_SUBJECTS = f"""
    INSERT INTO league_auditsubject ({", ".join(SUBJECT_COLUMNS)})
    SELECT {", ".join(SUBJECT_COLUMNS)} FROM {{new}}
"""
MOVE_CHAIN = """
    UPDATE league_auditchain SET last_number = %s, last_hash = %s WHERE club_id = %s
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
    content = {name: getattr(entry, name) for name in ENTRY_COLUMNS}
    bound = statements.bind_rows(INSERT_ENTRY, ENTRY_COLUMNS, [content])
    [(entry.pk,)] = statements.fetch_rows(*bound)
    rows = [
        {
            "entry_id": entry.pk,
            "kind": subject.kind,
            "object_id": subject.object_id,
            "salt": subject.salt,
        }
        for subject in subjects
    ]
    statements.execute_all(
        statements.bind_rows(INSERT_SUBJECTS, SUBJECT_COLUMNS, rows),
        (MOVE_CHAIN, [entry.number, entry.hash, end.club_id]),
    )
