"""So many requests per window: for a caller with a token by that token, for all others by address.

Counted in the cache. A cache that is down must not stop a club evening: then nothing is limited,
and for some seconds nothing is asked of it.
"""

import time
from typing import TYPE_CHECKING

from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from api.models import Token

if TYPE_CHECKING:
    from rest_framework.views import APIView

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
REST_AFTER_FAILURE = 10.0
_resting = {"until": 0.0}


class Window(BaseThrottle):
    scope = ""

    def __init__(self) -> None:
        self.left = 0.0

    def ident(self, request: Request) -> str | None:
        raise NotImplementedError

    def allow_request(self, request: Request, view: "APIView") -> bool:
        ident = self.ident(request)
        if ident is None:
            return True
        limit, seconds = parse(str(api_settings.DEFAULT_THROTTLE_RATES[self.scope]))
        number, passed = divmod(time.time(), seconds)
        self.left = seconds - passed
        return count(f"throttle.{self.scope}.{ident}.{number:.0f}", seconds) <= limit

    def wait(self) -> float:
        return self.left


class PerToken(Window):
    scope = "token"

    def ident(self, request: Request) -> str | None:
        return str(request.auth.pk) if isinstance(request.auth, Token) else None


class PerAddress(Window):
    scope = "address"

    def ident(self, request: Request) -> str | None:
        return None if isinstance(request.auth, Token) else self.get_ident(request)


def parse(rate: str) -> tuple[int, int]:
    """
    >>> parse("600/min")
    (600, 60)
    """
    number, _, period = rate.partition("/")
    return int(number), SECONDS[period[0]]


def count(key: str, seconds: int) -> int:
    """How often this key was counted, this time included; 0 when nobody knows."""
    if time.monotonic() < _resting["until"]:
        return 0
    try:
        cache.add(key, 0, timeout=2 * seconds)
        return cache.incr(key)
    except ValueError:  # the entry was dropped to make room
        return 1
    except (RedisError, OSError):
        _resting["until"] = time.monotonic() + REST_AFTER_FAILURE
        return 0
