"""Bodies that would hurt: each gets its answer, none a failure of the server."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPConnection
from io import BytesIO

import pytest
from django.test import RequestFactory

from api.http import bodies
from api.http.parsers import MAX_DEPTH
from tests import make
from tests.api.caller import Caller, problem_codes

MIB = 1024 * 1024

UNREADABLE = {
    "empty": (b"", "empty_body"),
    "space": (b" ", "not_json"),
    "no json": (b"{evidence: sheet}", "not_json"),
    "cut": (b'{"evidence": "sh', "not_json"),
    "two": (b"{}{}", "not_json"),
    "bom": (b"\xef\xbb\xbf{}", "not_json"),
    "latin-1": (b'{"name": "\xe9"}', "not_json"),
    "utf-16": ('{"name": "x"}'.encode("utf-16"), "not_json"),
    "gzip": (b"\x1f\x8b\x08\x00\x00\x00\x00\x00", "not_json"),
    "NaN": (b'{"scores": [NaN]}', "not_json"),
    "Infinity": (b'{"scores": [-Infinity]}', "not_json"),
    "1e999": (b'{"scores": [1e999]}', "not_json"),
    "5000 digits": (b'{"scores": [' + b"9" * 5000 + b"]}", "not_json"),
    "control character": (b'{"name": "a\nb"}', "not_json"),
    "NUL": (b'{"name": "a\\u0000b"}', "bad_text"),
    "NUL in a key": (b'{"a\\u0000b": 1}', "bad_text"),
    "lone surrogate": (b'{"name": "\\ud800"}', "bad_text"),
    "lone low surrogate": (b'{"name": "\\udc00 x"}', "bad_text"),
    "surrogate in a key": (b'{"\\ud800": 1}', "bad_text"),
    "raw surrogate": (b'{"name": "\xed\xa0\x80"}', "not_json"),
    "same key twice": (b'{"name": "a", "name": "b"}', "duplicate_key"),
    "nested 40": (b'{"name":' * 40 + b"1" + b"}" * 40, "too_deep"),
    "nested 990": (b"[" * 990 + b"]" * 990, "too_deep"),
    "nested 100000": (b"[" * 100_000 + b"]" * 100_000, "too_deep"),
    "open 500000": (b"[" * 500_000, "too_deep"),
}
UNREADABLE_ROWS = [pytest.param(*row, id=name) for name, row in UNREADABLE.items()]


@pytest.mark.parametrize(("body", "code"), UNREADABLE_ROWS)
@pytest.mark.parametrize("path", ["check/", "clubs/", "matches/{match}/rounds/"])
def test_invalid_json_is_400(world, alice, path, body, code):
    response = alice.post(path.format(match=world.match.pk), body)
    assert response.status_code == 400
    assert problem_codes(response) == [(code, "")]


def test_as_deep_as_allowed_is_readable(db):
    depth = MAX_DEPTH - 1
    assert Caller().post("check/", b"[" * depth + b"]" * depth).status_code == 200


@pytest.mark.parametrize("key", ["__proto__", "constructor", "💥" * 5000, "a.b.c", ""])
def test_odd_keys_are_only_unknown(world, alice, key):
    response = alice.patch(f"clubs/{world.club.slug}/", {key: 1})
    assert response.status_code == 422
    assert [code for code, _path in problem_codes(response)] == ["unknown_key"]
    assert len(response.content) < 2000


def test_a_flood_of_unknown_keys_gets_a_short_answer(world, alice):
    response = alice.patch(f"clubs/{world.club.slug}/", {f"k{n}": 1 for n in range(50_000)})
    assert response.status_code == 422
    assert len(problem_codes(response)) == 10


@pytest.mark.parametrize("path", ["check/", "matches/{match}/rounds/"])
def test_one_mebibyte_is_read_and_one_byte_more_is_413(world, alice, path):
    path = path.format(match=world.match.pk)
    padding = b" " * (MIB - 2)
    assert alice.post(path, b"{}" + padding).status_code in {200, 422}
    assert alice.post(path, b"{} " + padding).status_code == 413


def test_a_million_cards_are_too_much(world, alice):
    cards = {"evidence": "final", "hands": [["2EB"] * 1_000_000], "finisher": 0}
    assert alice.post(f"matches/{world.match.pk}/rounds/", cards).status_code == 413


def test_a_large_body_without_token_is_401(db):
    assert Caller().post("clubs/", b" " * (2 * MIB)).status_code == 401


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"],
)
def test_another_content_type_is_415(world, alice, kind):
    response = alice.post("clubs/", {"name": "x"}, Content_Type=kind)
    assert response.status_code == 415


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "APPLICATION/JSON"])
def test_json_may_name_its_charset(world, alice, kind):
    assert alice.post("clubs/", {"name": "x"}, Content_Type=kind).status_code == 201


def test_a_body_that_ends_early_is_400_and_uses_up_no_key(world, alice):
    body = b'{"name": "Les Lents"}'
    for length, status in ((len(body) + 5, 400), (len(body), 201)):
        response = alice.client.generic(
            "POST",
            "/api/v1/clubs/",
            body,
            content_type="application/json",
            headers={**alice.headers, "Idempotency-Key": "slow"},
            **{"CONTENT_LENGTH": str(length), "wsgi.input": BytesIO(body)},
        )
        assert response.status_code == status


def test_a_body_in_chunks_is_bounded_too():
    for size, wrong in ((10, False), (MIB, False), (MIB + 1, True)):
        request = chunked(b"x" * size)
        assert (bodies.load(request) is not None) == wrong
        assert len(request.body) == (0 if wrong else size)


def chunked(body):
    request = RequestFactory().post("/api/v1/check/")
    del request.META["CONTENT_LENGTH"]
    request.META |= {"wsgi.input": BytesIO(body), "wsgi.input_terminated": True}
    return request


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Yield the port of a real gunicorn on a database of its own."""
    folder = tmp_path_factory.mktemp("server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "league.config.settings",
        "MANCHE_DATA": str(folder),
        "DATABASE_URL": "",
        "REDIS_URL": "redis://127.0.0.1:9/0",  # nobody listens: no worker inside, no limits
    }
    (folder / "static").mkdir()
    command = [sys.executable, "-m", "gunicorn", "--config", "python:league.config.gunicorn"]
    command += ["--bind", f"127.0.0.1:{port}"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def wait_for(port):
    for _attempt in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("gunicorn did not start")


@pytest.mark.parametrize("size", [MIB + 1, 5_000_000, 15 * MIB])
def test_a_client_of_the_server_can_read_its_413(server, size):
    request = urllib.request.Request(
        f"http://127.0.0.1:{server}/api/v1/check/",
        b"[" + b"1," * (size // 2),
        {"Content-Type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=30)
    with caught.value as answer:
        assert answer.status == 413
        assert json.load(answer)["type"].endswith("#problem-too-large")


def test_the_server_takes_chunks_and_bounds_them(server):
    record = {
        "record": 1,
        "game": "neurotrio",
        "options": {},
        "players": ["Ada", "Bob"],
        "rounds": [make.sheet(12, 4)],
    }
    small = json.dumps(record).encode()
    assert send_chunks(server, [small[:20], small[20:]]) == (200, True)
    status, _ok = send_chunks(server, [b"[" + b"1," * 100_000] * 10)
    assert status == 413


@pytest.mark.parametrize("body", [b"zz\r\nabc\r\n", b"x" * 200_000])
def test_chunks_that_are_none_are_an_unreadable_body(server, body):
    head = "POST /api/v1/check/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", server), timeout=20) as connection:
        connection.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + body)
        assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("request_line", "headers", "status"),
    [
        (f"GET /api/v1/clubs/?name={'x' * 5000} HTTP/1.1", [], 414),
        ("GET /api/v1/clubs/ HTTP/1.1", [f"X-Long: {'x' * 17_000}"], 431),
        ("GET /api/v1/clubs/ HTTP/1.1", ["Transfer-Encoding: zip"], 501),
        ("POST /api/v1/clubs/ HTTP/1.1", ["Content-Length: 100000000000"], 413),
        ("GET /api/v1/clubs/ HTTP/1.1", ["no colon"], 400),
        ("<script> / HTTP/1.1", [], 400),
    ],
)
def test_errors_of_the_web_server_are_problems_too(server, request_line, headers, status):
    lines = [request_line, "Host: 127.0.0.1", *headers, "", ""]
    with socket.create_connection(("127.0.0.1", server), timeout=20) as connection:
        connection.sendall("\r\n".join(lines).encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"Content-Type: application/problem+json" in head
    problem = json.loads(body)
    assert (problem["status"], len(problem["problems"])) == (status, 1)


def send_chunks(port, chunks):
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(
        "POST",
        "/api/v1/check/",
        iter(chunks),
        {"Content-Type": "application/json", "Transfer-Encoding": "chunked"},
        encode_chunked=True,
    )
    response = connection.getresponse()
    content = json.load(response)
    connection.close()
    return response.status, content.get("ok")
