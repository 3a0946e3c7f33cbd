"""Which addresses may be called when somebody else has typed them in: none that only this server
can reach. Judged are the parts of the URL, and every address that its name stands for.
"""

import ipaddress
import re
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlsplit

MOST_URL = 500
MOST_ADDRESSES = 4  # of one name are tried
LOWEST_FREE_PORT = 1024
PORTS = {"https": 443, "http": 80}
WRITTEN = re.compile(r"[\x21-\x7e]+", re.ASCII)
LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
NAME = re.compile(rf"(?=.{{1,254}}$){LABEL}(?:\.{LABEL})*\.?", re.IGNORECASE | re.ASCII)
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
NETWORKS = ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")  # a cloud keeps keys in the first
NEWER = [ipaddress.ip_network(each) for each in NETWORKS]  # than Python's
CLOUDS = [  # where they keep keys of their machines, besides link-local addresses
    ipaddress.ip_network(each)
    for each in (
        *("fd00:ec2::/32", "fd20:ce::254/128", "fd00:c1::a9fe:a9fe/128", "fd00:42::42/128"),
        *("100.100.100.200/32", "168.63.129.16/32"),
    )
]
LAST_32_BITS = 2**32 - 1

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve: TypeAlias = Callable[..., Any]  # as socket.getaddrinfo


class Refused(Exception):
    """Why a URL is not called: a code, stable and for programs."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Target:
    scheme: str
    host: str
    port: int
    path: str

    @property
    def netloc(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def read(url: str, *, private: bool) -> Target:
    """The parts of a URL that may be called; what can be judged without a name server is.

    `private` allows addresses of one's own network, and what is usual there.
    """
    if len(url) > MOST_URL or not WRITTEN.fullmatch(url) or "\\" in url:
        raise Refused("bad_url")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("bad_url") from None
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise Refused("not_https")
    if "@" in parts.netloc or "#" in url:
        raise Refused("bad_url")
    host = parts.hostname or ""
    _check_host(host, private)
    port = PORTS[parts.scheme] if port is None else port
    usual = port in PORTS.values() or port >= LOWEST_FREE_PORT
    if port == 0 or not (usual or private):
        raise Refused("bad_port")
    query = f"?{parts.query}" if parts.query else ""
    return Target(parts.scheme, host, port, (parts.path or "/") + query)


def allowed(address: Address, *, private: bool) -> bool:
    """Public unicast addresses; with `private` those of one's own machine and network too, but
    never those where clouds keep the keys of their machines, such as all link-local ones."""
    address = _embedded(address)
    if address.is_multicast or address.is_unspecified or address.is_link_local:
        return False
    if any(address in network for network in CLOUDS):
        return False
    own = address.is_private and not _reserved(address)
    return (private and own) or (address.is_global and not _reserved(address))


def resolve_all(target: Target, *, private: bool, resolve: Resolve) -> list[Address]:
    """The addresses of a name. One bad address is enough to refuse: which of them is called is not
    for a name server to choose."""
    try:
        found = resolve(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused("no_such_host") from None
    addresses = list(dict.fromkeys(ipaddress.ip_address(each[4][0]) for each in found))
    if not addresses:
        raise Refused("no_such_host")
    if not all(allowed(address, private=private) for address in addresses):
        raise Refused("private_address")
    return addresses[:MOST_ADDRESSES]


def _check_host(host: str, private: bool) -> None:
    """Names that can only be one's own, and numbers in any of their spellings."""
    address = _number(host)
    if address is not None:
        if not allowed(address, private=private):
            raise Refused("private_address")
        return
    if not NAME.fullmatch(host):
        raise Refused("bad_url")
    plain = host.rstrip(".")
    if not private and ("." not in plain or plain.endswith((".localhost", ".local", ".internal"))):
        raise Refused("private_address")


def _number(host: str) -> Address | None:
    """`127.0.0.1`, `::1`, and what systems take for one: `0x7f000001`, `2130706433`, `127.1`."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host.rstrip(".")))
    except OSError:
        return None


def _embedded(address: Address) -> Address:
    """The IPv4 address to which an IPv6 address leads."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & LAST_32_BITS)
    teredo = address.teredo and address.teredo[1]
    return address.ipv4_mapped or address.sixtofour or teredo or address


def _reserved(address: Address) -> bool:
    if any(address in network for network in NEWER):
        return True
    if isinstance(address, ipaddress.IPv4Address) or address.is_loopback:
        return address.is_reserved and not address.is_loopback
    return address.is_reserved or address.is_site_local or address.scope_id is not None
