"""Which addresses a webhook may have: none that only this server reaches, however it is spelled."""

import ipaddress
import socket

import pytest

from league.operations.webhooks import addresses
from league.operations.webhooks.addresses import AddressRefused, CallTarget

OWN = [
    *("127.0.0.1", "127.8.8.8", "10.1.2.3", "172.16.0.1", "192.168.1.1", "::1", "fc00::1"),
    *("::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1", "::ffff:10.0.0.1"),
    "2001:0:4136:e378:8000:63bf:80ff:fffe",  # Teredo of 127.0.0.1
]
NOBODYS = [
    *("169.254.169.254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "0.0.0.0", "::"),
    *("224.0.0.1", "255.255.255.255", "240.0.0.1", "100.64.0.1", "192.88.99.1", "fe80::1"),
    *("192.0.0.9", "192.0.0.192"),
    # where clouds keep the keys of their machines
    *("fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254", "fd00:c1::a9fe:a9fe", "fd00:42::42"),
    *("100.100.100.200", "168.63.129.16", "::ffff:168.63.129.16", "fe80::a9fe:a9fe"),
    *("fec0::1", "ff02::1", "::127.0.0.1", "64:ff9b:1::1", "100::1", "3fff::1"),
]
PUBLIC = ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9", "64:ff9b::909:909"]


@pytest.mark.parametrize(
    ("address", "public", "private"),
    [
        *((address, False, True) for address in OWN),
        *((kind, False, False) for kind in NOBODYS),
        *((address, True, True) for address in PUBLIC),
    ],
)
def test_addresses_that_may_be_called(address, public, private):
    parsed = ipaddress.ip_address(address)
    assert addresses.is_allowed(parsed, private=False) == public
    assert addresses.is_allowed(parsed, private=True) == private


def refused(url, private=False):
    try:
        addresses.parse_url(url, private=private)
    except AddressRefused as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "0x7f000001", "2130706433", "0177.0.0.1", "017700000001", "127.1", "0"),
        *("127.0.0.1.", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[fe80::1%25eth0]"),
        *("169.254.169.254", "0xa9fea9fe", "localhost", "localhost.", "LOCALHOST", "db", "a.local"),
        *("metadata.google.internal", "app.localhost", "redis"),
    ],
)
def test_own_addresses_in_any_spelling(host):
    assert refused(f"https://{host}/hook") == "private_address"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://league.example/", "not_https"),
        ("ftp://league.example/", "not_https"),
        ("file:///etc/passwd", "not_https"),
        ("//league.example/", "not_https"),
        ("", "bad_url"),
        ("https://", "bad_url"),
        ("https:///hook", "bad_url"),
        ("https://a:b@league.example/", "bad_url"),
        ("https://league.example@9.9.9.9/", "bad_url"),
        ("https://league.example\\@127.0.0.1/", "bad_url"),
        ("https://league.example/#part", "bad_url"),
        ("https://league.example/\r\nHost: x", "bad_url"),
        ("https://league.example/a b", "bad_url"),
        ("https://café.example/", "bad_url"),
        ("https://①②⑦.⓪.⓪.①/", "bad_url"),
        ("https://a..example/", "bad_url"),
        ("https://-a.example/", "bad_url"),
        ("https://[::1/", "bad_url"),
        ("https://league.example:x/", "bad_url"),
        ("https://league.example:70000/", "bad_url"),
        ("https://" + "a" * 64 + ".example/", "bad_url"),
        ("https://league.example/" + "x" * 500, "bad_url"),
        ("https://league.example:22/", "bad_port"),
        ("https://league.example:25/", "bad_port"),
        ("https://league.example:0/", "bad_port"),
    ],
)
def test_urls_that_are_refused(url, code):
    assert refused(url) == code


def test_a_long_name_of_one_letter_is_read_in_no_time():
    """A pattern that tries all ways to cut it would not come back."""
    assert refused("https://" + "a" * 400 + "!/") == "bad_url"


@pytest.mark.parametrize(
    ("url", "target"),
    [
        (
            "https://League.Example/hook?a=1",
            CallTarget("https", "league.example", 443, "/hook?a=1"),
        ),
        ("https://league.example.:8443", CallTarget("https", "league.example.", 8443, "/")),
        ("https://9.9.9.9:443/", CallTarget("https", "9.9.9.9", 443, "/")),
        ("https://[2620:fe::fe]/", CallTarget("https", "2620:fe::fe", 443, "/")),
        ("https://xn--caf-dma.example/", CallTarget("https", "xn--caf-dma.example", 443, "/")),
    ],
)
def test_urls_that_may_be_called(url, target):
    assert addresses.parse_url(url, private=False) == target


@pytest.mark.parametrize("url", ["http://127.0.0.1:25/", "http://box/", "https://10.0.0.1/"])
def test_a_network_of_ones_own_may_be_allowed(url):
    assert refused(url, private=True) == ""
    assert refused(url) != ""


@pytest.mark.parametrize("host", ["169.254.169.254", "[fe80::1]", "0.0.0.0"])
def test_link_local_addresses_are_never_called(host):
    assert refused(f"http://{host}/", private=True) == "private_address"


def address_info(*addresses):
    """Return a function that stands in for socket.getaddrinfo and finds these addresses."""
    return lambda host, port, **options: [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses
    ]


def resolve(*hosts, private=False):
    target = CallTarget("https", "league.example", 443, "/")
    resolved = addresses.resolve_all(target, private=private, resolve=address_info(*hosts))
    return [str(address) for address in resolved]


def test_a_name_stands_for_its_addresses():
    assert resolve("9.9.9.9", "9.9.9.9", "2620:fe::fe") == ["9.9.9.9", "2620:fe::fe"]


@pytest.mark.parametrize("bad", ["127.0.0.1", "::ffff:10.0.0.1", "169.254.169.254", "fe80::1%1"])
def test_one_bad_address_is_enough(bad):
    with pytest.raises(AddressRefused, match="private_address"):
        resolve("9.9.9.9", bad)


def test_a_name_may_not_exist():
    with pytest.raises(AddressRefused, match="no_such_host"):
        resolve()

    def fails(*words, **options):
        raise socket.gaierror(8, "unknown")

    target = CallTarget("https", "league.example", 443, "/")
    with pytest.raises(AddressRefused, match="no_such_host"):
        addresses.resolve_all(target, private=False, resolve=fails)
