"""Celery inside the web process: a worker thread and a beat thread over an in-memory broker.

The queue is lost with the process; the sweep after the next start finds the work again.
"""

import threading
from collections.abc import Callable

from celery import beat
from celery import current_app as app
from celery.worker import state

STOP_SECONDS = 10
_stop: list[Callable[[], None]] = []


def start() -> None:
    """Start both threads. Call this after the fork: threads do not survive one."""
    _stop.extend([_start_worker(), _start_beat()])


def stop() -> None:
    """Stop both threads."""
    while _stop:
        _stop.pop()()


def _start_worker() -> Callable[[], None]:
    worker = app.WorkController(
        pool="solo",
        concurrency=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    thread = threading.Thread(target=worker.start, name="manche-worker", daemon=True)
    thread.start()

    def stop_worker() -> None:
        state.should_stop = 0  # type: ignore[assignment]  # the exit status; the stubs say None
        thread.join(STOP_SECONDS)

    return stop_worker


def _start_beat() -> Callable[[], None]:
    """Start beat; the schedule is in the code, so no file has to store it."""
    service = beat.Service(app, max_interval=1, scheduler_cls=beat.Scheduler)
    threading.Thread(target=service.start, name="manche-beat", daemon=True).start()
    return service.stop
