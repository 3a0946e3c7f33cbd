"""Gunicorn for both layouts. Without REDIS_URL the worker and beat run inside the one process."""

import gc
import importlib
from typing import Any

from django.conf import settings

from league.server.process import buffered_server, metrics_folder

wsgi_app = "league.config.wsgi:application"
worker_class = "league.server.process.gunicorn_parts.BufferedWorker"
threads = buffered_server.THREADS
workers = 1 if settings.EMBEDDED else 2
max_requests = 0
graceful_timeout = buffered_server.GRACE_SECONDS
keepalive = buffered_server.KEEPALIVE_SECONDS
control_socket_disable = True
logger_class = "league.server.process.gunicorn_parts.ServerLog"
accesslog = None
loglevel = "warning"


def on_starting(server: Any) -> None:
    """Import the application once: the workers share the memory."""
    metrics_folder.create()
    importlib.import_module("league.config.wsgi")


def on_exit(server: Any) -> None:
    metrics_folder.remove()


def pre_fork(server: Any, worker: Any) -> None:
    """Exclude imported objects from garbage collection, which would write into the pages of memory
    that a worker shares with this process."""
    gc.collect()
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    if not settings.EMBEDDED and worker.age == 1:
        from league.demo import first_run

        first_run.announce()
    if settings.EMBEDDED:
        from league.operations.support import own_addresses
        from league.server.process import embedded_celery

        own_addresses.accept()
        embedded_celery.start()


def worker_exit(server: Any, worker: Any) -> None:
    if settings.EMBEDDED:
        from league.server.process import embedded_celery

        embedded_celery.stop()
