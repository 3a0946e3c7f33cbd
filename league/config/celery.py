"""The Celery application."""

import gc
import os
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_before_create_process
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

from league.server.watching import request_ids  # noqa: F401  carries ids of requests to tasks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")

TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = (
    "league.server.process.redis_transport:Transport"
)

app = Celery("manche")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["league.operations.support"], related_name="task_counts")


@setup_logging.connect
def log_like_django(**kwargs: Any) -> None:
    """Configure logging by the settings of Django; Celery then does nothing of its own."""
    dictConfig(settings.LOGGING)


@worker_before_create_process.connect
def freeze(**kwargs: Any) -> None:
    """Leave what the worker has loaded out of garbage collections, which would write to each page
    of memory that it shares with its processes."""
    gc.freeze()
