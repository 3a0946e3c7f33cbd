"""The address at which phones in the room reach this server: the page's address, or, if only this
machine knows that one, the address of this machine in its network."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.urls import get_script_prefix

from league.operations.support import own_addresses
from league.operations.support.own_addresses import Reach

LOCAL_HOSTS = {"127.0.0.1", "localhost", "[::1]"}


class PhoneAddress(NamedTuple):
    """An address of the start page, and what the server found out about it."""

    url: str
    host: str
    reach: Reach


class PhoneOrigin(NamedTuple):
    """The start of addresses, which ends with a slash."""

    url: str
    is_local_only: bool  # no phone can open it


def is_local_only(request: HttpRequest) -> bool:
    """Return whether the host of the address exists on this machine only, so that phones cannot
    open it."""
    return _host_name(request) in LOCAL_HOSTS and not settings.HTTPS


def phone_addresses(request: HttpRequest) -> list[PhoneAddress]:
    """Return the addresses that phones may try, those that answer first; none where a server of
    several processes was opened by an address of its own machine."""
    if not is_local_only(request):
        return [_address_of_page(request)]
    if not settings.EMBEDDED:
        return []
    own_addresses.accept()
    port = int(request.get_port())
    addresses = [_tested(host, port) for host in own_addresses.private_addresses()]
    return sorted(addresses, key=lambda address: address.reach != Reach.ANSWERS)


def phone_origin(request: HttpRequest) -> PhoneOrigin:
    """Return the start of addresses that phones can open, else the page's own."""
    addresses = phone_addresses(request)
    if addresses and addresses[0].reach == Reach.ANSWERS:
        return PhoneOrigin(addresses[0].url, is_local_only=False)
    return PhoneOrigin(_page_url(request), is_local_only=True)


def _address_of_page(request: HttpRequest) -> PhoneAddress:
    """Return the address of the page, which answers, since the page was opened by it."""
    return PhoneAddress(_page_url(request), _host_name(request), Reach.ANSWERS)


def _page_url(request: HttpRequest) -> str:
    return request.build_absolute_uri(get_script_prefix())


def _tested(host: str, port: int) -> PhoneAddress:
    prefix = get_script_prefix()
    return PhoneAddress(
        f"http://{host}:{port}{prefix}", host, own_addresses.probe(host, port, f"{prefix}livez")
    )


def _host_name(request: HttpRequest) -> str:
    """Return the host of the address without its port."""
    host = request.get_host()
    return host if host.endswith("]") else host.rpartition(":")[0] or host
