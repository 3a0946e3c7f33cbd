"""Facts about the sender of a request, known before any view runs."""

from django.conf import settings
from django.http import HttpRequest

from league.models import User

# the cookies of readers who may see more than strangers
COOKIES = frozenset({settings.SESSION_COOKIE_NAME, "messages"})


class Request(HttpRequest):
    """A request whose sender is signed in. It is never instantiated, only used in annotations."""

    user: User


def has_session(request: HttpRequest) -> bool:
    """Return whether the sender may be signed in, without reading the session itself."""
    return "HTTP_COOKIE" in request.META and not COOKIES.isdisjoint(request.COOKIES)


def route_name(request: HttpRequest) -> str:
    """Return the name of the pattern that the address of a request matches, which holds nothing of
    the address itself."""
    if (match := request.resolver_match) is not None:
        return match.view_name if match.url_name else match.route
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "unmatched"


def client_address(request: HttpRequest) -> str:
    """Return the sender's IP address as the outermost of our own proxies saw it, else the address
    of the connection."""
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop]
    proxies = min(settings.NUM_PROXIES, len(hops))
    return hops[-proxies] if proxies else str(request.META["REMOTE_ADDR"])
