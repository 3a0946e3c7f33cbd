"""The shared cache of the server layout: a Redis client with a circuit breaker. Its errors are
CacheDown, an OSError, so that only this module needs the client of Redis, which takes 15 MB.

A request uses the cache several times. After the first call that fails or times out, the process
refuses further calls immediately for some seconds; then one call may try again. So a session
without Redis waits once, not at every click.
"""

import time
from typing import Any

import redis
from django.core.cache.backends import redis as backend
from django.core.cache.backends.base import BaseCache

REST_SECONDS = 5.0
COUNT = """
    local times = redis.call('INCRBY', KEYS[1], ARGV[2])
    if times == tonumber(ARGV[2]) then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
    return times
"""
_rest = {"until": 0.0}


class CacheDown(OSError):
    """Redis does not answer, or refuses the call."""


class RestingRedis(redis.Redis):
    """A Redis client that refuses calls for some seconds after one that was not answered."""

    def execute_command(self, *args: Any, **options: Any) -> Any:
        _refuse_while_resting()
        try:
            answer = super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
        except redis.RedisError as error:
            if isinstance(error, redis.ConnectionError | redis.TimeoutError):
                _rest["until"] = time.monotonic() + REST_SECONDS
            raise CacheDown(str(error)) from error
        _rest["until"] = 0.0
        return answer


class RestingCacheClient(backend.RedisCacheClient):
    """The cache client of Django with one connection pool and the circuit breaker."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._client = RestingRedis
        self._redis: redis.Redis | None = None

    def get_client(self, key: Any = None, *, write: bool = False) -> redis.Redis:
        """Return the same client each time; Django makes a new one for each call, with two hundred
        callbacks."""
        if self._redis is None:
            self._redis = super().get_client(key, write=write)
        return self._redis


class SharedCache(backend.RedisCache):
    """The Redis cache of Django with an atomic counter."""

    set_many = BaseCache.set_many  # one call for each key: a pipeline has its own way to fail

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = RestingCacheClient

    def count(self, key: str, seconds: int, times: int = 1) -> int:
        """Return how often this key was counted, including this time, since the first count that is
        at most `seconds` old; one round trip."""
        client = self._cache.get_client(key, write=True)
        return int(client.eval(COUNT, 1, self.make_and_validate_key(key), seconds, times))


def _refuse_while_resting() -> None:
    """Raise CacheDown while the circuit is open; the first caller after the rest may try
    again, and extends the rest for the others meanwhile."""
    now = time.monotonic()
    if now < _rest["until"]:
        raise CacheDown("Redis did not answer a moment ago")
    if _rest["until"]:
        _rest["until"] = now + REST_SECONDS
