"""Calls to addresses that somebody else has typed in; `addresses` says which may be called.

The name is resolved once, every address found is judged, and the connection goes to an address that
was judged, never to the name again: a name server that changes its mind between two looks gains
nothing. Redirects are answers, proxies of the environment are not asked.
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
    Address,
    Refused,
    Resolve,
    Target,
    read,
    resolve_all,
)

CONNECT_SECONDS = 5.0
TOTAL_SECONDS = 10.0
KEPT_BYTES = 1024  # of an answer; the rest is not read
BROKEN = (OSError, HTTPError, HTTPException, ValueError)


@dataclass(frozen=True)
class Answer:
    """What came back: a status with the beginning of the body, or the code of what went wrong."""

    status: int | None
    body: bytes = b""
    error: str = ""
    milliseconds: int = 0

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
) -> Answer:
    """Send once, and never longer than `seconds` after the name is resolved."""
    began = time.monotonic()
    try:
        target = read(url, private=private)
        addresses = resolve_all(target, private=private, resolve=resolve)
        status, kept = _exchange(target, addresses, body, headers, tls, seconds)
        return Answer(status, kept, milliseconds=_since(began))
    except Refused as refused:
        return Answer(None, error=refused.code, milliseconds=_since(began))


def _exchange(
    target: Target,
    addresses: list[Address],
    body: bytes,
    headers: Mapping[str, str],
    tls: ssl.SSLContext | None,
    seconds: float,
) -> tuple[int, bytes]:
    end = time.monotonic() + seconds
    connection = _connect(target, addresses, tls, end)
    with _ended_at(end, connection) as late:
        try:
            named = {"Host": target.netloc, **headers}
            connection.request("POST", target.path, body, named, preload_content=False)
            response = connection.getresponse()
        except BROKEN as error:
            ended = late.is_set() or isinstance(error, TimeoutError)
            raise Refused("timeout" if ended else "bad_answer") from None
        kept = b""
        with suppress(*BROKEN):  # it has answered, whatever becomes of the rest
            kept = response.read(KEPT_BYTES, decode_content=False)
        return response.status, kept


def _connect(
    target: Target, addresses: list[Address], tls: ssl.SSLContext | None, end: float
) -> HTTPConnection:
    """To the first address that answers."""
    why = Refused("no_connection")
    for address in addresses:
        left = end - time.monotonic()
        if left <= 0:
            raise Refused("timeout")
        connection = _connection(target, address, tls)
        connection.timeout = min(CONNECT_SECONDS, left)
        try:
            connection.connect()
        except (TLSError, ssl.SSLError):
            why = Refused("bad_certificate")
        except NewConnectionError:
            pass
        except (TimeoutError, ConnectTimeoutError):
            why = Refused("timeout")
        except (OSError, HTTPError):
            pass
        else:
            assert connection.sock is not None, "it is connected"
            connection.sock.settimeout(max(0.001, end - time.monotonic()))
            return connection
        connection.close()
    raise why


def _connection(target: Target, address: Address, tls: ssl.SSLContext | None) -> HTTPConnection:
    """To the address, whoever else it is; the certificate must be that of the name."""
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
def _ended_at(end: float, connection: HTTPConnection) -> Iterator[threading.Event]:
    """A timeout of a socket counts from one byte to the next; this one counts all of them. The
    connection lets go of its socket before the body of the last answer is read."""
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


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
