"""The addresses of this machine in the network of the room, and whether the server answers there.

Phones reach a server on a laptop by such an address. It is a number, which no name server can turn
to another machine, so a server on one computer accepts its own ones as host names.
"""

import ipaddress
import socket
from enum import StrEnum
from functools import lru_cache
from http.client import HTTPConnection, HTTPException

from django.conf import settings

PROBE_SECONDS = 2.0
ELSEWHERE = ("198.51.100.1", 9)  # reserved for examples; choosing a route there sends nothing


class Reach(StrEnum):
    """Outcome of a call of the server to one of its own addresses."""

    ANSWERS = "answers"
    LOCAL_ONLY = "local_only"  # no server listens there
    HOST_REFUSED = "host_refused"  # ALLOWED_HOSTS does not name the address
    SILENT = "silent"


def private_addresses() -> list[str]:
    """Return the private IPv4 addresses of this machine, the outbound one first."""
    way_out = _route_address()
    candidates = dict.fromkeys([way_out, *_name_addresses(way_out)])
    return [address for address in candidates if is_private(address)]


def is_private(address: str) -> bool:
    """Return whether this is an IPv4 address of a private network, not a loopback or link-local
    one.

    >>> is_private("192.168.1.20"), is_private("127.0.0.1"), is_private("8.8.8.8")
    (True, False, False)
    """
    try:
        number = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return number.is_private and not (
        number.is_loopback
        or number.is_link_local
        or number.is_unspecified
        or number.is_multicast
        or number.is_reserved
    )


def is_own(address: str) -> bool:
    """Return whether the sender at this address is this machine itself."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return False
    return number.is_loopback or address in private_addresses()


def accept() -> None:
    """Accept the private addresses of this machine as host names, unless its owner has listed host
    names or the server runs in several processes."""
    if settings.ACCEPTS_OWN_ADDRESSES:
        accepted = settings.ALLOWED_HOSTS
        accepted += [address for address in private_addresses() if address not in accepted]


def probe(address: str, port: int, path: str = "/livez") -> Reach:
    """Call this server by the address, as a phone would."""
    connection = HTTPConnection(address, port, timeout=PROBE_SECONDS)
    try:
        connection.request("GET", path)
        status = connection.getresponse().status
    except ConnectionRefusedError:
        return Reach.LOCAL_ONLY
    except (OSError, HTTPException):
        return Reach.SILENT
    finally:
        connection.close()
    return {200: Reach.ANSWERS, 400: Reach.HOST_REFUSED}.get(status, Reach.SILENT)


def _route_address() -> str:
    """Return the address from which this machine would send to another network; empty without
    any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(ELSEWHERE)
        except OSError:
            return ""
        return str(way_out.getsockname()[0])


@lru_cache(maxsize=8)
def _name_addresses(way_out: str) -> tuple[str, ...]:
    """Return the addresses that the name of this machine has. They are looked up once in each
    network, which `way_out` tells apart: a name server may be slow."""
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except (OSError, UnicodeError):
        return ()
    return tuple(str(entry[4][0]) for entry in entries)
