"""The shared cache of the server layout: Redis that may be dead or silent.

A request asks it several times. The first question that gets no answer within the time-out is
remembered by the process: for some seconds the others are refused at once, then one of them may try
again. So an evening without Redis waits once, not at every click.
"""

import time
from typing import Any

import redis
from django.core.cache import cache
from django.core.cache.backends import redis as backend
from django.core.cache.backends.locmem import LocMemCache
from redis.exceptions import ConnectionError, RedisError, TimeoutError

AWAY = (RedisError, OSError)  # it does not answer
REST_SECONDS = 5.0
COUNT = """
    local times = redis.call('INCRBY', KEYS[1], ARGV[2])
    if times == tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
    return times
"""
_resting = {"until": 0.0}


class PatientRedis(redis.Redis):
    def execute_command(self, *args: Any, **options: Any) -> Any:
        _take_turn()
        try:
            answer = super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        except (ConnectionError, TimeoutError):
            _resting["until"] = time.monotonic() + REST_SECONDS
            raise
        _resting["until"] = 0.0
        return answer


class Client(backend.RedisCacheClient):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._client = PatientRedis
        self._made: redis.Redis | None = None

    def get_client(self, key: Any = None, *, write: bool = False) -> redis.Redis:
        """The same each time; Django makes one for each question, with two hundred callbacks."""
        if self._made is None:
            self._made = super().get_client(key, write=write)
        return self._made


class SharedCache(backend.RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client

    def count(self, key: str, seconds: int, times: int = 1) -> int:
        """How often this key was counted, this time included, in so many seconds since the first;
        one journey."""
        client = self._cache.get_client(key, write=True)
        return int(client.eval(COUNT, 1, self.make_and_validate_key(key), seconds, times))


class LocalCache(LocMemCache):
    """Of the embedded layout, where all live in one process."""

    def count(self, key: str, seconds: int, times: int = 1) -> int:
        self.add(key, 0, timeout=seconds)
        try:
            return int(self.incr(key, times))
        except ValueError:  # the entry was dropped to make room
            return times


def count(key: str, seconds: int, times: int = 1) -> int:
    """How often this key was counted, this time (or these times) included; 0 when nobody knows."""
    try:
        return int(cache.count(key, seconds, times))  # type: ignore[attr-defined]  # one of the two above
    except AWAY:
        return 0


def _take_turn() -> None:
    """Who tries again after the rest lets the others rest on until he knows."""
    now = time.monotonic()
    if now < _resting["until"]:
        raise ConnectionError("Redis did not answer a moment ago")
    if _resting["until"]:
        _resting["until"] = now + REST_SECONDS
