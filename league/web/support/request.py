"""What a request says about its sender, before any view has looked."""

from django.conf import settings
from django.http import HttpRequest

from league.models import User

# the cookies of people who may read something that strangers may not
COOKIES = frozenset({settings.SESSION_COOKIE_NAME, "messages"})


class Request(HttpRequest):
    """A request whose sender has signed in. It is never made, only named in annotations."""

    user: User


def has_session(request: HttpRequest) -> bool:
    """Return whether its sender may have signed in; the session itself is not read."""
    return "HTTP_COOKIE" in request.META and not COOKIES.isdisjoint(request.COOKIES)


def client_address(request: HttpRequest) -> str:
    """Return the sender's IP address: what the outermost of our own proxies saw, else the
    connection's."""
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop]
    proxies = min(settings.NUM_PROXIES, len(hops))
    return hops[-proxies] if proxies else str(request.META["REMOTE_ADDR"])
