"""Gunicorn for both layouts. Without REDIS_URL the worker and beat run inside the one process."""

import json
from typing import Any

from django.conf import settings
from gunicorn import util

wsgi_app = "league.wsgi:application"
worker_class = "gthread"
threads = 8
workers = 1 if settings.EMBEDDED else 2
max_requests = 0
graceful_timeout = 10
keepalive = 5
control_socket_disable = True
accesslog = None
loglevel = "warning"


def write_problem(sock: Any, status: int, reason: str, words: str) -> None:
    """What gunicorn refuses before our code sees it (414, 431, 400), in the shape of our errors:
    nobody knows yet whether a page or the API was meant."""
    fault = {"code": "bad_request", "path": "", "message": words or reason, "clause": ""}
    told = {"type": "about:blank", "title": reason, "status": status, "detail": words or reason}
    body = json.dumps({**told, "problems": [fault]}).encode()
    head = f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\n"
    head += f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
    util.write_nonblock(sock, head.encode("latin1") + body)


util.write_error = write_problem  # gunicorn offers no setting for it


def post_worker_init(worker: Any) -> None:
    if settings.EMBEDDED:
        from league import embedded

        embedded.start()


def worker_exit(server: Any, worker: Any) -> None:
    if settings.EMBEDDED:
        from league import embedded

        embedded.stop()
