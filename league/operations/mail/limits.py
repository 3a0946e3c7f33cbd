"""Limits of mail that people cause: how much goes to one address, and how much one inviter and one
club send to addresses that they typed.

Each limit is counted twice: by rows, which a restart does not lose, and in the cache, which erasing
a person does not reset.
"""

import hashlib
from datetime import datetime, timedelta

from django.utils import timezone

from league.operations.support.cache import count

DAY = timedelta(days=1)
MOST_TO_ADDRESS = 20  # mails that anybody can cause without being the reader
MOST_INVITATIONS_TO_ADDRESS = 3
MOST_INVITATIONS_BY_USER = 50
MOST_INVITATIONS_OF_CLUB = 100


def since() -> datetime:
    """Return the time from which rows are counted."""
    return timezone.now() - DAY


def count_today(kind: str, of: str | int, rows: int) -> int:
    """Return how many of this kind there were in a day, including one that is about to follow."""
    digest = hashlib.sha256(str(of).encode()).hexdigest()
    return max(count(f"mail.{kind}.{digest}", int(DAY.total_seconds())), rows + 1)


def mailbox(email: str) -> str:
    """Return the mailbox of an address: many servers deliver `ada+club@` to `ada@`.

    >>> mailbox("Ada+club@Example.org")
    'ada@example.org'
    """
    name, _at, domain = email.strip().lower().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"
