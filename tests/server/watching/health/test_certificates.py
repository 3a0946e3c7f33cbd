"""A look at the certificates of real TLS servers."""

import socket
import ssl
import threading
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from league.server.watching.health import certificates

NOW = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@contextmanager
def tls_server(context):
    """Yield the address of a server that shakes hands and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve():
            while True:
                try:
                    connection, _peer = listener.accept()
                except OSError:
                    return
                try:
                    context.wrap_socket(connection, server_side=True).close()
                except OSError:
                    connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def self_signed(folder, begins, ends):
    """Return a TLS context with a certificate of its own for these days."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "league.example")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), 7, begins, ends)
    content = builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = folder / "both.pem"
    file.write_bytes(secret + content)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def test_days_are_read_from_an_untrusted_certificate(tmp_path):
    begins, ends = NOW - DAY, NOW + 5 * DAY
    with tls_server(self_signed(tmp_path, begins, ends)) as address:
        seen = certificates.look(address, NOW)
    assert (seen.address, seen.measured_at, seen.error) == (address, NOW, "")
    assert (seen.begins_at, seen.ends_at) == (begins, ends)
    assert "self-signed" in seen.refusal


def test_a_trusted_certificate_is_not_refused(tmp_path, monkeypatch):
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "root.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "root.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with tls_server(context) as address:
        seen = certificates.look(address, NOW)
    assert (seen.refusal, seen.error) == ("", "")
    assert seen.ends_at is not None


def test_a_certificate_of_another_name_is_refused(tmp_path, monkeypatch):
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "root.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "root.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("league.example").configure_cert(context)
    with tls_server(context) as address:
        assert "mismatch" in certificates.look(address, NOW).refusal


def test_an_address_without_a_server_is_an_error():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    assert "refused" in certificates.look(f"127.0.0.1:{port}", NOW).error


@pytest.mark.parametrize("greeting", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b""])
def test_a_server_without_tls_or_answer_ends_the_look(monkeypatch, greeting):
    monkeypatch.setattr(certificates, "SECONDS", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30)
        open_connections = []

        def serve():
            connection, _peer = listener.accept()
            connection.sendall(greeting)
            open_connections.append(connection)

        thread = threading.Thread(target=serve)
        thread.start()
        seen = certificates.look(f"[127.0.0.1]:{listener.getsockname()[1]}", NOW)
        thread.join()
        open_connections[0].close()
    assert seen.error
    assert seen.ends_at is None
