"""Rate limits per window: by token for callers with one, else by address.

Requests are counted in the cache that all processes share. A process reserves a hundredth of the
limit per step and counts these requests itself: no caller gets more than the limit, and each
process may refuse a caller a hundredth early. A cache that does not answer must not stop a club's
session: then there is no limit. The cache itself (operations.support.cache) then pauses for a
while.
"""

import time
from threading import Lock
from typing import TYPE_CHECKING

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
_turns: dict[str, int] = {}  # that this process may take without asking
_one_at_a_time = Lock()


def take_turn(key: str, limit: int, seconds: int) -> bool:
    """Return whether one more request fits into the window of this key."""
    with _one_at_a_time:
        if left := _turns.pop(key, 0):
            if left > 1:
                _turns[key] = left - 1
            return True
    handful = max(1, limit // HANDFUL)
    total = count(key, 2 * seconds, handful)
    granted = min(handful, limit - total + handful)
    if granted > 1:
        with _one_at_a_time:
            if len(_turns) >= MOST:  # of windows that are over, or of a crowd
                _turns.clear()
            _turns[key] = _turns.get(key, 0) + granted - 1
    return granted > 0


def forget() -> None:
    _turns.clear()


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
        return take_turn(f"throttle.{self.scope}.{ident}.{number:.0f}", limit, seconds)

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
