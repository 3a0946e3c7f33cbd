"""The hashes of the log of a club. Pure.

The hash of an entry covers all that the entry says and the hash of the entry before it. A text that
can be erased is covered by a digest with a secret salt: once both are erased nobody can guess the
text from its digest, and the hash stays as it is.
"""

import hashlib
import json
from datetime import UTC
from typing import Any

from league.models import AuditEntry

TEXT, DIGEST = "text", "digest"  # the keys of a reference to a text


def hash_of(entry: AuditEntry) -> str:
    """Return the SHA-256 of the entry in canonical JSON: sorted keys, no spaces, ASCII."""
    content = {
        "club": entry.club_id,
        "number": entry.number,
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "by": entry.by_id,
        "kind": entry.kind,
        "subject": entry.subject,
        "before": entry.before,
        "after": entry.after,
        "previous_hash": entry.previous_hash,
    }
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def text_digest(salt: str, text: str) -> str:
    """Return the digest by which an entry covers a text."""
    return hashlib.sha256(f"{salt}{text}".encode()).hexdigest()


def is_text(value: Any) -> bool:
    """Return whether a value of `before` or `after` refers to a text."""
    return isinstance(value, dict) and value.keys() == {TEXT, DIGEST}
