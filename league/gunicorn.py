"""Gunicorn for both layouts. Without REDIS_URL the worker and beat run inside the one process."""

from typing import Any

from django.conf import settings

wsgi_app = "league.wsgi:application"
worker_class = "league.buffered.Worker"
threads = 8
workers = 1 if settings.EMBEDDED else 2
max_requests = 0
graceful_timeout = 10
keepalive = 5
control_socket_disable = True
accesslog = None
loglevel = "warning"


def post_worker_init(worker: Any) -> None:
    if settings.EMBEDDED:
        from league import embedded

        embedded.start()


def worker_exit(server: Any, worker: Any) -> None:
    if settings.EMBEDDED:
        from league import embedded

        embedded.stop()
