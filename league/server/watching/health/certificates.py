"""Reading the TLS certificate of an address."""

import socket
import ssl
import time
from dataclasses import replace
from datetime import datetime

from cryptography import x509

from league.server.watching.health.measured_values import Certificate

SECONDS = 3.0  # for all of it, once the name is resolved
MOST_WORDS = 200


def look(address: str, now: datetime) -> Certificate:
    """Return the certificate that host:port shows. One that browsers would refuse is read too, in
    a second call, and the reason is kept with it."""
    host, _colon, port = address.rpartition(":")
    seen, end = Certificate(address, now), time.monotonic() + SECONDS
    call = (host.strip("[]"), int(port), end)
    try:
        try:
            content = _shown(*call, ssl.create_default_context())
        except ssl.SSLCertVerificationError as error:
            seen = replace(seen, refusal=error.verify_message[:MOST_WORDS])
            content = _shown(*call, _trusting_context())
        certificate = x509.load_der_x509_certificate(content)
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        return replace(seen, error=(str(error) or type(error).__name__)[:MOST_WORDS])
    return replace(
        seen,
        begins_at=certificate.not_valid_before_utc,
        ends_at=certificate.not_valid_after_utc,
    )


def _shown(host: str, port: int, end: float, context: ssl.SSLContext) -> bytes:
    """Return the certificate of a handshake that ends in time."""
    with _connect(host, port, end) as connection:
        connection.settimeout(_seconds_until(end))
        with context.wrap_socket(connection, server_hostname=host) as tls:
            return tls.getpeercert(binary_form=True) or b""


def _connect(host: str, port: int, end: float) -> socket.socket:
    """Connect to the first address of the host that answers."""
    refusal = OSError("the name has no address")
    for _family, _type, _protocol, _name, address in socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM
    ):
        try:
            return socket.create_connection((str(address[0]), port), timeout=_seconds_until(end))
        except OSError as error:
            refusal = error
    raise refusal


def _seconds_until(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError("it took too long")
    return left


def _trusting_context() -> ssl.SSLContext:
    """Return a context that reads any certificate; nothing is sent over such a connection."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
