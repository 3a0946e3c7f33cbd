"""A store like S3 on this machine. It checks every signature by a reading of its own, and can
refuse, fail, break off, keep only a part and answer slowly."""

import hashlib
import hmac
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.receiver import QuietServer

KEY, SECRET, REGION = "GK31c2f218a2e44f485b94239e", "b892c0665f0ada8a4755dae98baa3b13", "garage"
AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request, ?"
    r"SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})"
)


class S3Store:
    """What the store has, what came in, and how the next requests end."""

    def __init__(self) -> None:
        self.objects: dict[str, tuple[bytes, dict[str, str]]] = {}  # by bucket and key
        self.buckets = {"bucket"}
        self.requests: list[str] = []  # methods and paths
        self.faults: dict[
            str, Any
        ] = {}  # by method: a status, a code, "cut", "half", "silent" or "page"
        self.page = 1000
        self.pause = threading.Event()  # ends the silence
        self.now = lambda: datetime.now(UTC)
        self.url = ""

    @property
    def names(self) -> list[str]:
        return sorted(name.rpartition("/")[2] for name in self.objects)


@contextmanager
def s3_store() -> Iterator[S3Store]:
    store = S3Store()

    class Handler(_Handler):
        state = store

    server = QuietServer(("127.0.0.1", 0), Handler)
    store.url = f"http://127.0.0.1:{server.server_port}/bucket/mon club"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield store
    finally:
        store.pause.set()
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    state: S3Store

    def do_PUT(self) -> None:
        if (fault := self.fault()) == "cut":
            self.rfile.read(int(self.headers["Content-Length"]) // 2)
            self.hang_up()
            return
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if fault == "half":
            body = body[: len(body) // 2]
        elif self.is_refused(fault, body):
            return
        headers = {
            name.lower(): value
            for name, value in self.headers.items()
            if name.lower().startswith("x-amz-meta-")
        }
        self.state.objects[self.key] = (body, headers)
        self.answer(200)

    def do_GET(self) -> None:
        if self.is_refused(fault := self.fault()):
            return
        if fault == "page":
            self.answer(200, b"<html><p>Welcome<p>Nothing is here</html>")
        elif "list-type=2" in self.path:
            self.answer(200, self.list())
        elif self.key in self.state.objects:
            body, headers = self.state.objects[self.key]
            if fault == "cut":
                self.answer(200, body[: len(body) // 2], {"Content-Length": str(len(body))})
                self.hang_up()
            else:
                self.answer(200, body, headers)
        else:
            self.refuse(404, "NoSuchKey")

    def do_HEAD(self) -> None:
        if self.is_refused(self.fault()):
            return
        body, headers = self.state.objects.get(self.key, (None, {}))
        if body is None:
            self.refuse(404, "NoSuchKey")
        else:
            self.answer(200, b"", {**headers, "Content-Length": str(len(body))})

    def do_DELETE(self) -> None:
        if not self.is_refused(self.fault()):
            self.state.objects.pop(self.key, None)
            self.answer(204)

    @property
    def key(self) -> str:
        return unquote(urlsplit(self.path).path).removeprefix("/")

    def fault(self) -> Any:
        self.state.requests.append(f"{self.command} {self.path}")
        return self.state.faults.get(self.command)

    def list(self) -> bytes:
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        start = f"{self.key}/{query.get('prefix', '')}"
        names = sorted(name for name in self.state.objects if name.startswith(start))
        if query.get("delimiter") == "/":
            names = [name for name in names if "/" not in name.removeprefix(start)]
        after = int(query.get("continuation-token", "0"))
        page = names[after : after + self.state.page]
        is_cut = after + len(page) < len(names)
        items = "".join(
            f"<Contents><Key>{escape(name.removeprefix(f'{self.key}/'))}</Key>"
            f"<Size>{len(self.state.objects[name][0])}</Size></Contents>"
            for name in page
        )
        token = f"<NextContinuationToken>{after + len(page)}</NextContinuationToken>"
        return (
            '<?xml version="1.0" encoding="UTF-8"?>'
            '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
            f"<IsTruncated>{str(is_cut).lower()}</IsTruncated>{token if is_cut else ''}{items}"
            "</ListBucketResult>"
        ).encode()

    def is_refused(self, fault: Any, body: bytes = b"") -> bool:
        """Answer a request that is to fail, or whose signature or bucket is not right."""
        if fault == "silent":
            self.state.pause.wait(30)
            self.hang_up()
            return True
        if isinstance(fault, int):
            self.refuse(fault, {403: "AccessDenied", 500: "InternalError"}.get(fault, ""))
            return True
        if code := _wrong_in(self, body):
            self.refuse(403, code)
            return True
        if self.key.partition("/")[0] not in self.state.buckets:
            self.refuse(404, "NoSuchBucket")
            return True
        return False

    def refuse(self, status: int, code: str) -> None:
        body = f"<?xml version='1.0'?><Error><Code>{code}</Code></Error>" if code else "not XML"
        self.answer(status, b"" if self.command == "HEAD" else body.encode())

    def answer(self, status: int, body: bytes = b"", headers: Any = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def hang_up(self) -> None:
        self.close_connection = True
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


def _wrong_in(request: _Handler, body: bytes) -> str:
    """Return the code of what is wrong with a signature, read from what came over the wire."""
    match = AUTHORIZATION.fullmatch(request.headers.get("Authorization", ""))
    if match is None:
        return "AccessDenied"
    key, day, region, names, signature = match.groups()
    if key != KEY:
        return "InvalidAccessKeyId"
    if region != REGION:
        return "AuthorizationHeaderMalformed"
    sent_at = request.headers["x-amz-date"]
    time_sent = datetime.strptime(sent_at, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    if abs(request.state.now() - time_sent) > timedelta(minutes=15):
        return "RequestTimeTooSkewed"
    if not {"host", "x-amz-date", "x-amz-content-sha256"} <= set(names.split(";")):
        return "SignatureDoesNotMatch"
    if request.headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
        return "XAmzContentSHA256Mismatch"
    path, _mark, query = request.path.partition("?")
    canonical_path = quote(unquote(path), safe="-_.~/")
    lines = [request.command, canonical_path, "&".join(sorted(query.split("&")))]
    lines += [f"{name}:{request.headers[name].strip()}" for name in names.split(";")]
    lines += ["", names, request.headers["x-amz-content-sha256"]]
    canonical = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    secret = b"AWS4" + SECRET.encode()
    for part in (day, region, "s3", "aws4_request"):
        secret = hmac.digest(secret, part.encode(), "sha256")
    text = f"AWS4-HMAC-SHA256\n{sent_at}\n{day}/{region}/s3/aws4_request\n{canonical}"
    expected = hmac.digest(secret, text.encode(), "sha256").hex()
    return "" if hmac.compare_digest(signature, expected) else "SignatureDoesNotMatch"
