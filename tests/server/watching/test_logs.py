"""Lines of the log: one JSON object each, with the id of the request and without secrets."""

import io
import json
import logging
import re
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery import current_app, shared_task
from celery.contrib.testing.worker import start_worker
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from league.server.watching import logs, request_ids
from league.server.watching.redaction import redact

NEW_ID = re.compile(r"[0-9a-f]{32}")


def line_of(message: str, *args: object, exc_info: Any = None) -> Any:
    """Return the line for a record, read as JSON."""
    record = logging.LogRecord("league.x", logging.ERROR, "x.py", 1, message, args, exc_info)
    line = logs.JsonFormatter().format(record)
    assert line.isascii()
    assert line.isprintable(), "one line"
    return json.loads(line)


# --- form


def test_a_record_is_one_line_of_json() -> None:
    line = line_of("“%s” said\nthat\u2028", "Chloé")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert line == {"level": "ERROR", "logger": "league.x", "message": "“Chloé” said\nthat\u2028"}


def _caught() -> Any:
    try:
        raise ValueError("no place for bob@example.org")
    except ValueError:
        return sys.exc_info()


def test_an_exception_stays_on_its_line() -> None:
    line = line_of("failed", exc_info=_caught())
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith("ValueError: no place for …@…")


def test_lines_for_people_have_no_secrets_either() -> None:
    record = logging.LogRecord("league.x", logging.ERROR, "x.py", 1, "to a@example.org", (), None)
    assert logs.TextFormatter().format(record).endswith("ERROR league.x [-]: to …@…")


@pytest.fixture
def security_lines() -> Iterator[Callable[[], list[str]]]:
    """Return a function that returns the lines that Django's checks of requests have written."""
    written = io.StringIO()
    handlers = logging.getLogger("django.security").handlers
    (handler,) = (handler for handler in handlers if type(handler) is logging.StreamHandler)
    before = handler.setStream(written)
    yield lambda: written.getvalue().splitlines()
    handler.setStream(before)


def test_wrong_requests_write_one_line_each(
    client: Client, security_lines: Callable[[], list[str]]
) -> None:
    for path in ("/livez", "/en/t/", "/api/v1/clubs/"):
        assert client.get(path, headers={"Host": "evil.example"}).status_code == 400
    suspicious = logging.getLogger("django.security.SuspiciousSession")
    suspicious.error("Session data corrupted", exc_info=_caught())
    lines = security_lines()
    assert len(lines) == 4, "no traceback"
    assert "Invalid HTTP_HOST header: 'evil.example'" in lines[0]
    record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "refused", (), _caught())
    assert "exception" not in json.loads(logs.JsonFormatter(has_traceback=False).format(record))


# --- secrets


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Key (email)=(ada.l+x@mail.example.org) exists", "Key (email)=(…@…) exists"),
        ("Internal Server Error: /fr/t/K7QX-33/stand/", "Internal Server Error: /fr/t/…/stand/"),
        ("Authorization: Bearer manche_abcDEF123-_456", "Authorization: Bearer …"),
        ("GET /en/sign-up/me/WzFd:aB-c_9/answer/ 302", "GET /en/sign-up/me/… 302"),
        ("GET /en/start/?code=1234-5678 200", "GET /en/start/?code=… 200"),
        ("GET /en/sign-up/?code=K7QX-3MPD 302", "GET /en/sign-up/?code=… 302"),
        ("token manche_abcDEF123-_456 of Ada", "token manche_… of Ada"),
        ("signed by whsec_MfKQ9r8GKYqrTw+/=", "signed by whsec_…"),
        ("postgresql://manche:p4ss@postgres:5432/x", "postgresql://…@postgres:5432/x"),
        ("smtp: password=hunter2&x=1", "smtp: password=…&x=1"),
        ("celery@web-1 ready, 5 @ 3, manche@0.1.0, season 7 of /en/seasons/7/", None),
    ],
)
def test_secrets_and_addresses_of_mail_are_cut_out(text: str, redacted: str | None) -> None:
    assert redact(text) == (text if redacted is None else redacted)
    assert line_of("%s", text)["message"] == redact(text)


def patterns(resolver: URLResolver, prefix: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Yield each pattern of our pages with all that stands before it."""
    for part in resolver.url_patterns:
        address = prefix + str(part.pattern).removeprefix("^").removesuffix("$")
        if isinstance(part, URLResolver):
            yield from patterns(part, address)
        else:
            yield address, part


def free_arguments(part: URLPattern) -> set[str]:
    """Return the arguments in an address that are no numbers."""
    kinds = part.pattern.converters.items()
    numbers = {name for name, kind in kinds if kind.regex.startswith(("[0-9]", "[1-9]"))}
    return set(part.pattern.regex.groupindex) - numbers


def test_every_address_that_holds_a_code_is_cut() -> None:
    """An argument of such a name opens something to whoever knows it."""
    cut = set()
    for address, part in patterns(get_resolver()):
        if names := {"code", "token", "key"} & free_arguments(part):
            filled = re.sub(r"<(\w+:)?\w+>|\(\?P<\w+>[^)]*\)", "OPENSESAME", address)
            assert "OPENSESAME" not in redact(filled), (address, names)
            cut.add(part.name)
    assert {"table", "join", "stop_mail", "phone", "own_calendar", "account_confirm_email"} <= cut


# --- ids of requests


def test_each_response_has_an_id_of_its_own(client: Client) -> None:
    first, second = (client.get("/livez")["X-Request-ID"] for _ in range(2))
    assert NEW_ID.fullmatch(first)
    assert first != second
    assert request_ids.current() == ""


@pytest.mark.parametrize("sent", ["abcdefgh", "0b5a-77_X.1", "x" * 64])
def test_an_id_of_a_proxy_is_used(client: Client, sent: str) -> None:
    assert client.get("/livez", headers={"X-Request-ID": sent})["X-Request-ID"] == sent


@pytest.mark.parametrize(
    "sent",
    ["", "short", "x" * 65, "abcdefgh\n", "abc\r\nX: y", "eve@example.org", '{"a":"b"}', "é" * 9],
)
def test_an_id_of_another_form_is_replaced(client: Client, sent: str) -> None:
    answer = client.get("/livez", headers={"X-Request-ID": sent})
    assert NEW_ID.fullmatch(answer["X-Request-ID"])


def test_a_line_has_the_id_of_its_request(caplog: pytest.LogCaptureFixture) -> None:
    lines = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(self.format(record)))

    handler = Keeping()
    handler.setFormatter(logs.JsonFormatter())
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    try:
        client = Client(raise_request_exception=False)
        # without django_db the query fails
        answer = client.get("/en/join/OPENSESAME/?x=1", headers={"X-Request-ID": "from-outside"})
    finally:
        logger.removeHandler(handler)
    assert answer.status_code == 500
    (line,) = lines
    assert line["request_id"] == "from-outside"
    assert line["message"] == "Internal Server Error: /en/join/…/"
    assert "Traceback" in line["exception"]


seen_ids: list[str] = []


@shared_task(name="tests.note_request")
def note_request(again: bool = False) -> None:
    seen_ids.append(request_ids.current())
    if again:
        note_request.delay()


@pytest.fixture
def in_request() -> Callable[[str, Callable[[], object]], None]:
    """Return a function that calls another within a request of this id."""

    def call(request_id: str, function: Callable[[], object]) -> None:
        before = request_ids._current.set(request_id)
        try:
            function()
        finally:
            request_ids._current.reset(before)

    return call


def test_tasks_have_the_id_of_the_request_that_started_them(
    in_request: Callable[[str, Callable[[], object]], None],
) -> None:
    current_app.control.purge()
    seen_ids.clear()
    in_request("request-1", lambda: note_request.delay(again=True))
    note_request.delay()
    in_request("request-2", lambda: note_request.apply())
    with start_worker(current_app, pool="solo", perform_ping_check=False, shutdown_timeout=20):
        while len(seen_ids) < 4:
            time.sleep(0.01)
    assert sorted(seen_ids) == ["", "request-1", "request-1", "request-2"]
    assert request_ids.current() == ""
