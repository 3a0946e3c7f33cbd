"""Rate limits per window: by token for callers with one, else by address.

Requests are counted in the cache that all processes share. A process reserves a hundredth of the
limit per step and counts these requests itself: no caller gets more than the limit, and each
process may refuse a caller a hundredth early. A cache that does not answer must not stop a club's
session: then there is no limit. The cache itself (operations.support.cache) then pauses for a
while.
"""

import time
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from league.models import Token
from league.operations.support.cache import count

if TYPE_CHECKING:
    from rest_framework.views import APIView

HANDFUL = 100  # of them are a whole limit
MOST = 10_000  # callers that a process has turns for
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
# turns that this process may take without asking, and those that are left for all processes
_turns: dict[str, tuple[int, int]] = {}
_one_at_a_time = Lock()


class RateLimit(NamedTuple):
    """A limit that a request counts towards: requests and seconds of its window, requests that are
    left, and seconds until the next window."""

    scope: str
    limit: int
    seconds: int
    left: int
    reset: float

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the IETF draft on rate limits."""
        return {
            "RateLimit-Policy": f'"{self.scope}";q={self.limit};w={self.seconds}',
            "RateLimit": f'"{self.scope}";r={self.left};t={max(1, round(self.reset))}',
        }


def take_turn(key: str, limit: int, seconds: int) -> int | None:
    """Return how many requests are left after this one in the window of this key, as this process
    knows; None if it does not fit."""
    with _one_at_a_time:
        own, of_all = _turns.pop(key, (0, 0))
        if own:
            if own > 1:
                _turns[key] = own - 1, of_all
            return own - 1 + of_all
    handful = max(1, limit // HANDFUL)
    total = count(key, 2 * seconds, handful)
    granted = min(handful, limit - total + handful)
    if granted <= 0:
        return None
    of_all = max(0, limit - total)
    if granted > 1:
        with _one_at_a_time:
            if len(_turns) >= MOST:  # of windows that are over, or of a crowd
                _turns.clear()
            _turns[key] = _turns.get(key, (0, 0))[0] + granted - 1, of_all
    return granted - 1 + of_all


def forget() -> None:
    _turns.clear()


class Window(BaseThrottle):
    scope = ""

    def __init__(self) -> None:
        self.reset = 0.0

    def ident(self, request: Request) -> str | None:
        raise NotImplementedError

    def allow_request(self, request: Request, view: "APIView") -> bool:
        ident = self.ident(request)
        if ident is None:
            return True
        limit, seconds = parse(str(api_settings.DEFAULT_THROTTLE_RATES[self.scope]))
        number, passed = divmod(time.time(), seconds)
        self.reset = seconds - passed
        left = take_turn(f"throttle.{self.scope}.{ident}.{number:.0f}", limit, seconds)
        limits = RateLimit(self.scope, limit, seconds, left or 0, self.reset)
        request.rate_limit = limits  # type: ignore[attr-defined]
        return left is not None

    def wait(self) -> float:
        return self.reset


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
