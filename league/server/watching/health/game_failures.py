"""Failures of games from outside, as the process in which they happen stores them for the others:
the last one of each game, for a day."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from django.core.cache import cache

from games.guard import Failure
from league.server.watching.health.measured_values import GameFault
from problems.text import Words

STORED_FOR = timedelta(days=1)


def store(failure: Failure) -> None:
    """Store a failure. Without the cache it is only in the log of its process."""
    stored = [failure.at, failure.reason.en, dict(failure.reason.params)]
    with suppress(OSError):
        cache.set(_key(failure.slug), stored, STORED_FOR.total_seconds())


def of_games(slugs: Iterable[str]) -> tuple[GameFault, ...]:
    """Return the last failure of each of these games that has one."""
    keys = {_key(slug): slug for slug in slugs}
    try:
        entries = cache.get_many(keys)
    except OSError:
        return ()
    return tuple(
        GameFault(keys[key], Words(text, params), datetime.fromtimestamp(at, UTC))
        for key, (at, text, params) in entries.items()
    )


def _key(slug: str) -> str:
    return f"game-failure-{slug}"
