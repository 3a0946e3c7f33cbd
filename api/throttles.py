"""So many requests per window: for a caller with a token by that token, for all others by address.

Counted in the cache. A cache that is down must not stop a club evening: then nothing is limited. It
is league.cache that leaves it alone for a while.
"""

import time
from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from league.cache import count
from league.models import Token

if TYPE_CHECKING:
    from rest_framework.views import APIView

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


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
        return count(f"throttle.{self.scope}.{ident}.{number:.0f}", 2 * seconds) <= limit

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
