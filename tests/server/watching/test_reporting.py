"""Errors to Sentry and traces by OpenTelemetry, sent to a server that stands for both, by a process
of the product."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.receiver import Receiver, receiving

ROOT = Path(__file__).resolve().parents[3]
# two requests to a server whose database has no tables, and a task; both requests fail
REQUESTS = """
import django, logging
django.setup()
from django.test import Client
from scoring import tasks
client = Client(raise_request_exception=False, headers={"host": "localhost"})
client.cookies["sessionid"] = "cookie-of-mallory"
sent = {"X-Request-ID": "from-outside", "User-Agent": "browser-of-mallory"}
sent["traceparent"] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
first = client.get("/en/join/OPENSESAME/?mail=mallory@example.org", headers=sent)
words = {"login": "mallory@example.org", "password": "opensesame"}
client.cookies.clear()
second = client.post("/en/login/", words)
print(first.status_code, second.status_code)
tasks.sweep.apply()
logging.getLogger("league").error("no mail for %s", "mallory@example.org")
"""
FLUSH = """
import sentry_sdk
from opentelemetry import trace
sentry_sdk.flush(10)
trace.get_tracer_provider().force_flush()
"""
PERSONAL = ("OPENSESAME", "opensesame", "mallory", "127.0.0.1")


def run(folder: Path, code: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {
        "PATH": os.defpath,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "MANCHE_DATA": str(folder),
        "SECRET_KEY": "x" * 60,
        **dict.fromkeys(("DATABASE_URL", "REDIS_URL"), ""),
        **variables,
    }
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def body(headers: dict[str, str], content: bytes) -> bytes:
    return gzip.decompress(content) if headers.get("content-encoding") == "gzip" else content


def events(outside: Receiver) -> list[dict[str, Any]]:
    """Return the errors that came to Sentry: an envelope is JSON by lines, its header first."""
    envelopes = [
        body(*request).splitlines()
        for path, request in zip(outside.paths, outside.requests, strict=True)
        if path.endswith("/envelope/")
    ]
    return [json.loads(lines[2]) for lines in envelopes]


def spans(outside: Receiver) -> list[Any]:
    bodies = [
        body(*request)
        for path, request in zip(outside.paths, outside.requests, strict=True)
        if path == "/v1/traces"
    ]
    return [
        span
        for resources in (ExportTraceServiceRequest.FromString(text) for text in bodies)
        for resource in resources.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Receiver:
    """Return what came to a server outside."""
    with receiving(200) as receiver:
        address = receiver.url.removesuffix("/hook")
        done = run(
            tmp_path_factory.mktemp("data"),
            REQUESTS + FLUSH,
            SENTRY_DSN=address.replace("//", "//publickey@") + "/7",
            OTEL_EXPORTER_OTLP_ENDPOINT=address,
        )
    assert done.stdout.split() == ["500", "500"], done.stderr
    return receiver


def test_errors_come_with_the_id_of_their_request(outside: Receiver) -> None:
    table, login, task, message = events(outside)
    assert table["tags"]["request_id"] == "from-outside"
    assert table["transaction"] == "/en/join/…/"
    assert login["tags"]["request_id"] not in {"", "from-outside"}
    assert "no such table" in table["exception"]["values"][-1]["value"]
    assert table["release"].startswith("manche@")
    assert "scoring.sweep" in json.dumps(task)
    assert message["logentry"]["params"] == ["…@…"]


def test_error_reports_contain_no_personal_data(outside: Receiver) -> None:
    for event in events(outside):
        assert not {"request", "user", "breadcrumbs"} & set(event)
        raised = event.get("exception", {"values": []})["values"]
        frames = [frame for error in raised for frame in error["stacktrace"]["frames"]]
        assert not any("vars" in frame for frame in frames)
        text = json.dumps(event)
        at = [text[max(0, text.find(word) - 60) :][:120] for word in PERSONAL if word in text]
        assert at == []


def test_traces_have_a_span_per_request_and_task(outside: Receiver) -> None:
    by_name = {span.name: span for span in spans(outside)}
    assert set(by_name) == {"GET web:join", "POST account_login", "run scoring.sweep"}
    table = by_name["GET web:join"]
    assert table.trace_id.hex() == "0af7651916cd43dd8448eb211c80319c", "it goes on with its trace"
    values = {a.key: a.value.string_value or a.value.int_value for a in table.attributes}
    assert values == {
        "http.request.method": "GET",
        "http.route": "web:join",
        "http.response.status_code": 500,
        "request_id": "from-outside",
    }
    assert {span.status.code for span in by_name.values()} == {2}, "all three failed"
    assert not any(word in str(spans(outside)) for word in PERSONAL)


def test_without_settings_no_reporting_module_is_loaded(tmp_path: Path) -> None:
    code = "import django, sys; django.setup(); from league.config import wsgi;"
    code += "print({'sentry_sdk', 'league.server.watching.tracing'} & set(sys.modules))"
    assert run(tmp_path, code).stdout.strip() == "set()"


def test_a_server_without_the_packages_starts_and_says_so(tmp_path: Path) -> None:
    code = "import sys; sys.modules.update({'sentry_sdk': None, 'opentelemetry.sdk': None});"
    code += "import django; django.setup(); from league.config import wsgi; print('serves')"
    address = "http://key@127.0.0.1:9/1"
    done = run(tmp_path, code, SENTRY_DSN=address, OTEL_EXPORTER_OTLP_ENDPOINT=address)
    assert done.stdout.strip() == "serves", done.stderr
    assert "SENTRY_DSN is set, but sentry-sdk is not installed" in done.stderr
    assert "opentelemetry-sdk is not installed" in done.stderr
