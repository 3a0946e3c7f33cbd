"""The Celery application."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")

TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "league.config.redis_transport:Transport"

app = Celery("manche")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["league.operations.support"], related_name="task_counts")
