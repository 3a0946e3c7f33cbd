"""Check of user-supplied addresses before calling them: none that only this server can reach. The
parts of the URL are checked, and every address to which its name resolves."""

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
PRINTABLE = re.compile(r"[\x21-\x7e]+", re.ASCII)
LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
NAME = re.compile(rf"(?=.{{1,254}}$){LABEL}(?:\.{LABEL})*\.?", re.IGNORECASE | re.ASCII)
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
NETWORKS = ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")  # some clouds keep keys in the first one
NEWER_NETWORKS = [ipaddress.ip_network(network) for network in NETWORKS]  # than Python's
CLOUDS = [  # besides link-local addresses: here clouds keep keys of machines
    ipaddress.ip_network(network)
    for network in (
        *("fd00:ec2::/32", "fd20:ce::254/128", "fd00:c1::a9fe:a9fe/128", "fd00:42::42/128"),
        *("100.100.100.200/32", "168.63.129.16/32"),
    )
]
LAST_32_BITS = 2**32 - 1

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve: TypeAlias = Callable[..., Any]  # as socket.getaddrinfo


class AddressRefused(Exception):
    """Raised for a URL that must not be called, with a stable code for programs."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class CallTarget:
    """The parts of a URL that may be called."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def netloc(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def parse_url(url: str, *, private: bool, longest: int = MOST_URL) -> CallTarget:
    """Return the parts of a URL that may be called, after all checks that need no name server.
    `private` allows the server's own network, plain http and any port."""
    if len(url) > longest or not PRINTABLE.fullmatch(url) or "\\" in url:
        raise AddressRefused("bad_url")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressRefused("bad_url") from None
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise AddressRefused("not_https")
    if "@" in parts.netloc or "#" in url:
        raise AddressRefused("bad_url")
    host = parts.hostname or ""
    _check_host(host, private)
    port = PORTS[parts.scheme] if port is None else port
    is_usual = port in PORTS.values() or port >= LOWEST_FREE_PORT
    if port == 0 or not (is_usual or private):
        raise AddressRefused("bad_port")
    query = f"?{parts.query}" if parts.query else ""
    return CallTarget(parts.scheme, host, port, (parts.path or "/") + query)


def is_allowed(address: Address, *, private: bool) -> bool:
    """Return whether an address may be called: public unicast addresses, with `private` also those
    of the server's own machine and network, but never those where clouds keep the keys of their
    machines, such as all link-local ones."""
    address = _embedded_ipv4(address)
    if address.is_multicast or address.is_unspecified or address.is_link_local:
        return False
    if any(address in network for network in CLOUDS):
        return False
    is_own = address.is_private and not _is_reserved(address)
    return (private and is_own) or (address.is_global and not _is_reserved(address))


def resolve_all(target: CallTarget, *, private: bool, resolve: Resolve) -> list[Address]:
    """Return the addresses of a name. A single bad address is enough to refuse: the name server
    must not choose which of them is called."""
    try:
        resolved = resolve(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressRefused("no_such_host") from None
    addresses = list(dict.fromkeys(ipaddress.ip_address(entry[4][0]) for entry in resolved))
    if not addresses:
        raise AddressRefused("no_such_host")
    if not all(is_allowed(address, private=private) for address in addresses):
        raise AddressRefused("private_address")
    return addresses[:MOST_ADDRESSES]


def _check_host(host: str, private: bool) -> None:
    """Refuse names that can only be local, and forbidden addresses in any of their spellings."""
    address = _parse_address(host)
    if address is not None:
        if not is_allowed(address, private=private):
            raise AddressRefused("private_address")
        return
    if not NAME.fullmatch(host):
        raise AddressRefused("bad_url")
    name = host.rstrip(".")
    if not private and ("." not in name or name.endswith((".localhost", ".local", ".internal"))):
        raise AddressRefused("private_address")


def _parse_address(host: str) -> Address | None:
    """Return the address that a host spells: `127.0.0.1`, `::1`, and what systems accept:
    `0x7f000001`, `2130706433`, `127.1`; None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host.rstrip(".")))
    except OSError:
        return None


def _embedded_ipv4(address: Address) -> Address:
    """Return the IPv4 address to which an IPv6 address leads, or the address itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & LAST_32_BITS)
    teredo = address.teredo and address.teredo[1]
    return address.ipv4_mapped or address.sixtofour or teredo or address


def _is_reserved(address: Address) -> bool:
    """Return whether the address is reserved for other uses than hosts."""
    if any(address in network for network in NEWER_NETWORKS):
        return True
    if isinstance(address, ipaddress.IPv4Address) or address.is_loopback:
        return address.is_reserved and not address.is_loopback
    return address.is_reserved or address.is_site_local or address.scope_id is not None
