"""The HTTP server: waitress reads a request completely before a thread handles it, and sends the
response after the thread has finished. So a slow client costs a socket, never a thread. granian 2.8
has no time limit for bodies and for answers that are not read.

Waitress closes silent connections; this server also closes slow ones, by their total time.
"""

import json
import resource
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import create_server
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import BadRequest

from league.operations.support import waiting
from league.server.process.waiting_requests import AnswerLater, WaitingRequests

THREADS = 8
KEEPALIVE_SECONDS = 5
GRACE_SECONDS = 10  # for requests in progress when the server stops
# seconds for a request to arrive, or a response to be taken, or without any byte of either
PATIENCE_SECONDS = 20
LEAST_BYTES_PER_SECOND = 10_000  # bytes that add a second to that, as in Apache's mod_reqtimeout
LINGER_SECONDS = 2  # seconds in which a stopping server still accepts requests of open connections
RESET_ON_CLOSE = struct.pack("ii", 1, 0)  # the kernel drops unsent data too
LONGEST_LINE = 4094
MOST_CONNECTIONS = 4000
SPARE_FILES = 200
HEADER_SPELLINGS = ("ETag", "WWW-Authenticate")
LIMITS = {
    "max_request_header_size": 16 * 1024,
    "max_request_body_size": settings.ARCHIVE_BYTES + 4 * 1024 * 1024,  # views have lower ones
    "recv_bytes": 64 * 1024,
}


class URITooLong(BadRequest):
    code, reason = 414, "URI Too Long"


class LimitedParser(HTTPRequestParser):
    has_waited = False

    def received(self, data: bytes) -> int:
        consumed = int(super().received(data))
        if self.chunked and len(self.body_rcv.control_line + self.body_rcv.trailer) > LONGEST_LINE:
            self.error, self.completed = BadRequest("A chunk has no end."), True
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if len(self.first_line) > LONGEST_LINE:
            self.error = URITooLong(f"The first line has more than {LONGEST_LINE} bytes.")


class RefusalTask(ErrorTask):
    """The response to a request that is refused before our code sees it (400, 413, 414, 431, 501),
    in the format of our errors: it is unknown whether a page or the API was meant."""

    def execute(self) -> None:
        error = self.request.error
        fault = {"code": "bad_request", "path": "", "message": error.body, "clause": ""}
        problem = {"type": "about:blank", "title": error.reason, "status": error.code}
        body = json.dumps({**problem, "detail": error.body, "problems": [fault]}).encode()
        self.version = "1.1"
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", "application/problem+json"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class BufferedTask(WSGITask):
    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        waiting_requests = self.channel.server.waiting_requests
        environ[waiting.CAN_WAIT] = waiting_requests.has_room and not self.request.has_waited
        return environ

    def build_response_header(self) -> bytes:
        """Return the header with the usual spelling of names; waitress would capitalise each in its
        own way. Raise AnswerLater in place of the answer to a request that is to wait."""
        if wait := self.environ.get(waiting.WAIT):
            raise AnswerLater(wait)
        head = bytes(super().build_response_header())
        for name in HEADER_SPELLINGS:
            head = head.replace(f"\r\n{name.title()}:".encode(), f"\r\n{name}:".encode())
        return head

    def start(self) -> None:
        super().start()
        if not self.channel.server.accepting:  # the server stops
            self.set_close_on_finish()


class TimedChannel(HTTPChannel):
    """A connection with a clock for the current transfer: an incoming request, or an outgoing
    response. The clock starts at the first byte."""

    parser_class, task_class, error_task_class = LimitedParser, BufferedTask, RefusalTask
    began = 0.0
    moved = 0

    def service(self) -> None:
        try:
            super().service()
        except AnswerLater as later:  # the request remains the first of this connection
            self.requests[0].has_waited = True
            self.server.waiting_requests.add(self, later.wait)

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self._begin()
        self.moved += len(data)
        return bool(super().received(data))

    def write_soon(self, data: Any) -> int:
        if not self.total_outbufs_len:
            self._begin()
        return int(super().write_soon(data))

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent_bytes = int(super().send(data, do_close=do_close))
        self.moved += sent_bytes
        return sent_bytes

    def close_if_late(self, now: float, keepalive: float) -> None:
        if self.request is not None or self.total_outbufs_len:
            if (
                now
                > min(self.began + self.moved / LEAST_BYTES_PER_SECOND, self.last_activity)
                + PATIENCE_SECONDS
            ):
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
                self.handle_close()  # not `will_close`, which waits until something can be written
        elif not self.requests and now > self.last_activity + keepalive:
            self.handle_close()

    def is_busy(self) -> bool:
        return bool(self.requests or self.request is not None or self.total_outbufs_len)

    def _begin(self) -> None:
        self.began, self.moved = time.time(), 0


class BufferedServer:
    """Serves an application on a socket that listens already."""

    def __init__(self, listener: socket.socket, application: Any) -> None:
        self.server = create_server(
            application,
            map={},
            sockets=[listener],
            threads=THREADS,
            connection_limit=_most_connections(),
            clear_untrusted_proxy_headers=False,  # NUM_PROXIES and HTTPS decide about trust
            ident=None,
            **LIMITS,
        )
        self.server.channel_class = TimedChannel
        self.server.waiting_requests = WaitingRequests(self.server)
        self.swept = 0.0

    def serve_once(self, timeout: float = 1.0) -> None:
        """Do what there is to do with the connections; return after `timeout` seconds at the
        latest."""
        wasyncore.loop(timeout, use_poll=True, map=self.server._map, count=1)
        now = time.time()
        if now >= self.swept + 1:
            self.swept = now
            for channel in list(self.server.active_channels.values()):
                channel.close_if_late(now, KEEPALIVE_SECONDS)
            self.server.waiting_requests.ask()

    def finish(self, each_time: Callable[[], object] = lambda: None) -> None:
        """Answer the requests that have arrived and those that open connections are sending now."""
        self._close_door()
        self.server.waiting_requests.answer_all()
        began = time.time()
        while (spent := time.time() - began) < GRACE_SECONDS:
            channels = list(self.server.active_channels.values())
            if not channels or (
                spent > LINGER_SECONDS and not any(map(TimedChannel.is_busy, channels))
            ):
                break
            each_time()
            self.serve_once(0.1)
        self.server.task_dispatcher.shutdown(timeout=1)

    def _close_door(self) -> None:
        """Accept the connections that wait outside, and close the listening socket."""
        server = self.server
        server.accepting, count = False, -1
        while count < len(server.active_channels):
            count = len(server.active_channels)
            server.handle_accept()
        server.del_channel(server._map)
        server.socket.close()


def _most_connections() -> int:
    """Return how many connections may be open; a shell allows 1024 files, or more on request."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most_files = MOST_CONNECTIONS + SPARE_FILES
    most = most_files if hard == resource.RLIM_INFINITY else min(most_files, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most - SPARE_FILES
