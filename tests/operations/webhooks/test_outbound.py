"""Calls to a real receiver in a thread: what is sent, what comes back, and how long it may take."""

import socket
import ssl
import threading
from datetime import UTC, datetime

import pytest
import trustme

from league.operations.webhooks import addresses, outbound
from league.operations.webhooks.signatures import headers, new_secret
from tests.receiver import receiving


@pytest.fixture
def receiver():
    with receiving() as server:
        yield server


def post(url, body=b"{}", **options):
    return outbound.post(url, body, {"Content-Type": "application/json"}, private=True, **options)


def test_a_message_arrives(receiver):
    answer = post(receiver.url + "?a=1", b'{"type": "x"}')
    assert (answer.status, answer.ok, answer.error) == (204, True, "")
    ((sent_headers, body),) = receiver.requests
    assert (body, sent_headers["content-type"]) == (b'{"type": "x"}', "application/json")
    assert sent_headers["host"] == receiver.url.split("/")[2]
    assert receiver.paths == ["/hook?a=1"]


def test_the_private_network_is_refused_unless_it_is_allowed(receiver):
    answer = outbound.post(receiver.url.replace("http:", "https:"), b"", {})
    assert (answer.status, answer.error) == (None, "private_address")
    assert receiver.requests == []


def test_a_redirect_is_an_answer_and_not_followed():
    with receiving() as inner, receiving((302, {"Location": inner.url}, b"")) as outer:
        answer = post(outer.url)
    assert (answer.status, answer.ok) == (302, False)
    assert inner.requests == []


def test_proxies_of_the_environment_are_not_asked(receiver, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert post(receiver.url).ok


def test_the_address_that_was_judged_is_the_one_that_is_called(receiver):
    """A name server that answers otherwise at the second look is not asked a second time."""
    port, lookups = int(receiver.url.split(":")[2].partition("/")[0]), []

    def resolve(host, port, **options):
        lookups.append(host)
        address = "127.0.0.1" if len(lookups) == 1 else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    assert post(f"http://rebinding.example:{port}/hook", resolve=resolve).ok
    assert lookups == ["rebinding.example"]
    assert receiver.requests[0][0]["host"] == f"rebinding.example:{port}"


def test_a_name_that_turns_private_is_refused_at_that_call(receiver):
    answers = iter(["9.9.9.9", "127.0.0.1"])

    def resolve(host, port, **options):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    url = "https://rebinding.example/"
    target = addresses.parse_url(url, private=False)
    assert addresses.resolve_all(target, private=False, resolve=resolve)
    answer = outbound.post(url, b"", {}, resolve=resolve)
    assert answer.error == "private_address"


def test_of_several_addresses_one_that_answers_is_enough(receiver):
    port = int(receiver.url.split(":")[2].partition("/")[0])

    def resolve(host, port, **options):
        addresses = ("127.0.0.2", "127.0.0.1")
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses
        ]

    assert post(f"http://two.example:{port}/", resolve=resolve).ok


def test_only_the_beginning_of_an_answer_is_kept():
    with receiving((500, {}, b"x" * 5000)) as receiver:
        answer = post(receiver.url)
    assert (answer.status, answer.body) == (500, b"x" * 1024)


def test_a_compressed_answer_is_not_unpacked():
    with receiving((200, {"Content-Encoding": "gzip"}, b"\x1f\x8bnonsense")) as receiver:
        assert post(receiver.url).body == b"\x1f\x8bnonsense"


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "http://[::1]:9/"])
def test_a_refused_connection_is_an_error(url):
    assert post(url).error == "no_connection"


def test_a_silent_receiver_times_out():
    with socket.create_server(("127.0.0.1", 0)) as server:
        answer = post(f"http://127.0.0.1:{server.getsockname()[1]}/", seconds=0.3)
    assert (answer.status, answer.error) == (None, "timeout")


def test_a_receiver_that_drips_is_left_in_time(receiver):
    """Every byte comes in time; with all of them it would be 204 after many seconds."""
    receiver.pause = 0.1
    answer = post(receiver.url, seconds=0.5)
    assert (answer.status, answer.error) == (None, "timeout")


@pytest.mark.parametrize("secure", [False, True])
def test_a_body_that_drips_is_left_in_time(secure, authority):
    """The answer is known by then; the connection is to be closed after it, as we ask for."""
    server, client = contexts(authority, "league.example") if secure else (None, None)
    response = (200, {"Connection": "close"}, b"x" * 30)
    with receiving(response, tls=server) as receiver:
        receiver.pause_in_body = 0.1
        port = receiver.url.split(":")[2].partition("/")[0]
        url = f"{'https' if secure else 'http'}://league.example:{port}/"
        answer = post(url, resolve=at_home, tls=client, seconds=0.5)
    assert (answer.status, answer.milliseconds < 2000) == (200, True)


@pytest.mark.parametrize("response", [b"", b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n"])
def test_an_invalid_response_is_an_error(response):
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)

        def speak():
            connection, _ = server.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(response)

        thread = threading.Thread(target=speak)
        thread.start()
        answer = post(f"http://127.0.0.1:{server.getsockname()[1]}/")
        thread.join()
    assert (answer.status, answer.error) == (None, "bad_answer")


# --- HTTPS


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


def contexts(authority, name):
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(server)
    client = ssl.create_default_context()
    authority.configure_trust(client)
    return server, client


def at_home(host, port, **options):
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]


def test_the_certificate_is_that_of_the_name_not_of_the_address(authority):
    server, client = contexts(authority, "league.example")
    lookups = []
    server.sni_callback = lambda connection, name, context: lookups.append(name)
    with receiving(tls=server) as receiver:
        port = receiver.url.split(":")[2].partition("/")[0]
        answer = post(f"https://league.example:{port}/", resolve=at_home, tls=client)
    assert answer.ok, answer
    assert lookups == ["league.example"]


def test_the_certificate_of_another_name_is_refused(authority):
    server, client = contexts(authority, "other.example")
    with receiving(tls=server) as receiver:
        port = receiver.url.split(":")[2].partition("/")[0]
        answer = post(f"https://league.example:{port}/", resolve=at_home, tls=client)
    assert answer.error == "bad_certificate"
    assert receiver.requests == []


def test_an_untrusted_certificate_is_refused(authority):
    server, _ = contexts(authority, "league.example")
    with receiving(tls=server) as receiver:
        port = receiver.url.split(":")[2].partition("/")[0]
        answer = post(f"https://league.example:{port}/", resolve=at_home)
    assert answer.error == "bad_certificate"


# --- signatures


def test_the_example_of_the_specification():
    """Whoever follows the specification computes the same."""
    signed_headers = headers(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        datetime.fromtimestamp(1614265330, UTC),
        b'{"test": 2432232314}',
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    )
    assert signed_headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert signed_headers["webhook-timestamp"] == "1614265330"


def test_secrets_are_long_and_never_the_same():
    secrets = {new_secret() for _ in range(20)}
    assert len(secrets) == 20
    assert {len(secret) for secret in secrets} == {50}
