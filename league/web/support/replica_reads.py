"""Public pages from the read replica, for strangers who have not just written anything."""

import re
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase

from database import replica
from league.web.support.request import has_session

PUBLIC = re.compile(
    r"/([a-z]{2}/)?"
    r"((clubs|embed|ladders|matches|players|screens|seasons|search|sessions|tournaments)/.*)?"
)
COOKIE = "written"  # a browser without an account has just written, such as the phone of a table
COOKIE_MARGIN = 5  # seconds, beyond the longest lag


class ReplicaMiddleware:
    """Lets the replica answer; placed before all middleware that reads from the database.

    A signed-in user always reads from the primary, which has all the user's own writes. A request
    that fails on the replica, for any reason, is tried on the primary.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if replica.REPLICA not in settings.DATABASES:
            raise MiddlewareNotUsed("there is no replica")
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if _is_for_replica(request) and replica.is_usable():
            with replica.reading():
                response = self.get_response(request)
            if response.status_code < 500:
                return response
            response.close()
        response = self.get_response(request)
        if request.method == "POST" and not has_session(request):
            seconds = int(settings.DATABASE_REPLICA_LAG) + COOKIE_MARGIN
            response.set_cookie(COOKIE, "1", seconds, secure=settings.HTTPS, httponly=True)
        return response


def _is_for_replica(request: HttpRequest) -> bool:
    is_public = request.method in ("GET", "HEAD") and PUBLIC.fullmatch(request.path_info)
    return bool(is_public) and not has_session(request) and COOKIE not in request.COOKIES
