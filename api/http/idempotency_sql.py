"""Hand-written SQL for the answers under Idempotency-Keys, which every submitted round with a key
looks up and stores.

To look one up takes 0.23 ms of processor time here and 1.29 ms by the ORM, to store one 0.58 and
1.20 ms (a busy machine, PostgreSQL, 2026-11-25). The ORM also cannot say whether an insert met a
key that was there already.
"""

import json
from typing import NamedTuple

from django.db import connection
from django.utils import timezone

from database import statements

STORED_ANSWER = """
    SELECT fingerprint, status, headers, body FROM api_idempotencykey
    WHERE user_id = %s AND key = %s
"""
INSERT_ANSWER = """
    INSERT INTO api_idempotencykey (user_id, key, created_at, fingerprint, status, headers, body)
    VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (user_id, key) DO NOTHING RETURNING id
"""


class StoredAnswer(NamedTuple):
    """An answer, and the fingerprint of the request that it answers."""

    fingerprint: str
    status: int
    headers: dict[str, str]
    body: str


def stored_answer(user_id: int, key: str) -> StoredAnswer | None:
    """Return the answer that is stored under a key of a user."""
    rows = statements.fetch_rows(STORED_ANSWER, [user_id, key])
    if not rows:
        return None
    fingerprint, status, headers, body = rows[0]
    return StoredAnswer(fingerprint, status, json.loads(headers), body)


def insert_answer(user_id: int, key: str, answer: StoredAnswer) -> bool:
    """Store an answer, and return whether the key was free. Waits for a transaction that is storing
    one under the same key."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    fingerprint, status, headers, body = answer
    values = [user_id, key, now, fingerprint, status, json.dumps(headers), body]
    return bool(statements.fetch_rows(INSERT_ANSWER, values))
