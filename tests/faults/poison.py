"""A task that takes its process along, every time. A worker learns it by --include."""

import os
import signal
from pathlib import Path

from celery import shared_task


@shared_task(name="tests.poison")
def poison(file: str) -> None:
    with Path(file).open("a") as log:
        log.write("run\n")
    os.kill(os.getpid(), signal.SIGKILL)
