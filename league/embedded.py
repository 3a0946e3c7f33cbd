"""Celery inside the web process: a worker thread and a beat thread over an in-memory broker.

What is in the queue dies with the process; the sweep finds it again at the next start.
"""

import threading

from celery import beat
from celery.worker import state

from league.celery import app

STOP_SECONDS = 10
_threads: list[threading.Thread] = []
_beat: list[beat.EmbeddedService] = []


def start() -> None:
    """Call after the fork: threads do not survive one."""
    worker = app.WorkController(
        pool="solo",
        concurrency=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    thread = threading.Thread(target=worker.start, name="manche-worker", daemon=True)
    thread.start()
    _threads.append(thread)
    service = beat.EmbeddedService(app, thread=True)
    service.daemon = True
    service.start()
    _beat.append(service)


def stop() -> None:
    for service in _beat:
        service.stop()
    state.should_stop = 0
    for thread in _threads:
        thread.join(STOP_SECONDS)
