"""Gunicorn for both layouts. Without REDIS_URL the worker and beat run inside the one process."""

from typing import Any

from django.conf import settings

from league.config import metrics_folder

wsgi_app = "league.config.wsgi:application"
worker_class = "league.config.buffered_worker.BufferedWorker"
threads = 8
workers = 1 if settings.EMBEDDED else 2
max_requests = 0
graceful_timeout = 10
keepalive = 5
control_socket_disable = True
logger_class = "league.config.server_log.ServerLog"
accesslog = None
loglevel = "warning"


def on_starting(server: Any) -> None:
    metrics_folder.create()


def on_exit(server: Any) -> None:
    metrics_folder.remove()


def post_worker_init(worker: Any) -> None:
    if not settings.EMBEDDED and worker.age == 1:
        from league.config import announcement

        announcement.announce_first_run()
    if settings.EMBEDDED:
        from league.config import embedded_celery
        from league.operations.support import own_addresses

        own_addresses.accept()
        embedded_celery.start()


def worker_exit(server: Any, worker: Any) -> None:
    if settings.EMBEDDED:
        from league.config import embedded_celery

        embedded_celery.stop()
