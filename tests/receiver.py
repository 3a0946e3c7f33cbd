"""A program that receives webhooks, in a thread: it keeps what came in and answers as told."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from typing import Any

from standardwebhooks import Webhook


class Receiver:
    """A server that records webhooks. It gives its `answers` in turn and repeats the last one for
    ever; an answer is a status, or (status, headers, body), or a function of the body received
    that returns one of these."""

    def __init__(self, *answers: Any) -> None:
        self.answers: list[Any] = list(answers) or [204]
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.paths: list[str] = []
        self.pause = 0.0  # seconds between one byte of the answer's head and the next
        self.pause_in_body = 0.0
        self.url = ""

    def answer(self) -> tuple[int, dict[str, str], bytes]:
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if callable(answer):
            answer = answer(self.requests[-1][1])
        return (answer, {}, b"") if isinstance(answer, int) else answer

    def verified(self, secret: str, number: int = -1) -> Any:
        """Return the message if its signature is good."""
        headers, body = self.requests[number]
        return Webhook(secret).verify(body, headers)

    @property
    def ids(self) -> list[str]:
        return [headers["webhook-id"] for headers, _ in self.requests]

    @property
    def types(self) -> list[str]:
        return [json.loads(body)["type"] for _, body in self.requests]


@contextmanager
def receiving(*answers: Any, tls: SSLContext | None = None) -> Iterator[Receiver]:
    receiver = Receiver(*answers)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.requests.append((headers, body))
            receiver.paths.append(self.path)
            status, more, answer = receiver.answer()
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer)))
            if receiver.pause:
                self._drip(b"".join(self._headers_buffer), receiver.pause)  # type: ignore[attr-defined]
            self.end_headers()
            if receiver.pause_in_body:
                self._drip(answer, receiver.pause_in_body)
            else:
                self.wfile.write(answer)

        def _drip(self, body: bytes, pause: float) -> None:
            for part in body:
                try:
                    self.wfile.write(bytes([part]))
                except OSError:
                    return
                time.sleep(pause)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    server = QuietServer(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    scheme = "https" if tls else "http"
    receiver.url = f"{scheme}://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class QuietServer(ThreadingHTTPServer):
    """A server that reports no error, because a client that hangs up is no news."""

    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass
