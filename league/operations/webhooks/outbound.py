"""Calls to addresses typed by users; `addresses` says which may be called.

The name is resolved once, every address is checked, and the connection goes to a checked address,
never to the name again: a name server that changes its answer in between gains nothing. Redirects
are not followed, and proxies of the environment are not used.
"""

import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError
from urllib3.exceptions import SSLError as TLSError

from league.operations.webhooks.addresses import (
    MOST_URL,
    Address,
    AddressRefused,
    CallTarget,
    Resolve,
    parse_url,
    resolve_all,
)

CONNECT_SECONDS = 5.0
TOTAL_SECONDS = 10.0
MOST_BODY_BYTES = 1024  # of a response; the rest is not read
CALL_ERRORS = (OSError, HTTPError, HTTPException, ValueError)


@dataclass(frozen=True)
class CallOutcome:
    """The outcome of a call: a status with the beginning of the body and what the receiver says of
    the next attempt (the header Retry-After), or an error code."""

    status: int | None
    body: bytes = b""
    error: str = ""
    milliseconds: int = 0
    retry_after: str = ""

    @property
    def ok(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    private: bool = False,
    resolve: Resolve = socket.getaddrinfo,
    tls: ssl.SSLContext | None = None,
    seconds: float = TOTAL_SECONDS,
    longest: int = MOST_URL,
) -> CallOutcome:
    """Send a request once; the call takes at most `seconds` after the name is resolved."""
    began = time.monotonic()
    try:
        target = parse_url(url, private=private, longest=longest)
        addresses = resolve_all(target, private=private, resolve=resolve)
        status, retry_after, beginning = _exchange(target, addresses, body, headers, tls, seconds)
        took = _milliseconds_since(began)
        return CallOutcome(status, beginning, milliseconds=took, retry_after=retry_after)
    except AddressRefused as refused:
        return CallOutcome(None, error=refused.code, milliseconds=_milliseconds_since(began))


def _exchange(
    target: CallTarget,
    addresses: list[Address],
    body: bytes,
    headers: Mapping[str, str],
    tls: ssl.SSLContext | None,
    seconds: float,
) -> tuple[int, str, bytes]:
    end = time.monotonic() + seconds
    connection = _connect(target, addresses, tls, end)
    with _deadline(end, connection) as late:
        try:
            all_headers = {"Host": target.netloc, **headers}
            connection.request("POST", target.path, body, all_headers, preload_content=False)
            response = connection.getresponse()
        except CALL_ERRORS as error:
            is_timeout = late.is_set() or isinstance(error, TimeoutError)
            raise AddressRefused("timeout" if is_timeout else "bad_answer") from None
        beginning = b""
        with suppress(*CALL_ERRORS):  # the status counts even if the body fails
            beginning = response.read(MOST_BODY_BYTES, decode_content=False)
        return response.status, response.headers.get("Retry-After") or "", beginning


def _connect(
    target: CallTarget, addresses: list[Address], tls: ssl.SSLContext | None, end: float
) -> HTTPConnection:
    """Connect to the first address that answers."""
    refusal = AddressRefused("no_connection")
    for address in addresses:
        seconds_left = end - time.monotonic()
        if seconds_left <= 0:
            raise AddressRefused("timeout")
        connection = _connection(target, address, tls)
        connection.timeout = min(CONNECT_SECONDS, seconds_left)
        try:
            connection.connect()
        except (TLSError, ssl.SSLError):
            refusal = AddressRefused("bad_certificate")
        except NewConnectionError:
            pass
        except (TimeoutError, ConnectTimeoutError):
            refusal = AddressRefused("timeout")
        except (OSError, HTTPError):
            pass
        else:
            assert connection.sock is not None, "it is connected"
            connection.sock.settimeout(max(0.001, end - time.monotonic()))
            return connection
        connection.close()
    raise refusal


def _connection(target: CallTarget, address: Address, tls: ssl.SSLContext | None) -> HTTPConnection:
    """Return a connection to the address; the certificate must match the name."""
    if target.scheme == "http":
        return HTTPConnection(str(address), target.port)
    name = target.host.rstrip(".")
    return HTTPSConnection(
        str(address),
        target.port,
        ssl_context=tls or ssl.create_default_context(),
        server_hostname=name,
    )


@contextmanager
def _deadline(end: float, connection: HTTPConnection) -> Iterator[threading.Event]:
    """Close the connection at `end`. The timeout of a socket counts from one byte to the next; this
    one limits the whole call. The connection gives up its socket before the body of the last
    response is read."""
    late, sock = threading.Event(), connection.sock

    def cut() -> None:
        late.set()
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(0.0, end - time.monotonic()), cut)
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()
        timer.join()
        connection.close()


def _milliseconds_since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
