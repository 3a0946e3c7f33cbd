"""The folder in which the processes of the web server count requests, for one life of the server.

It has to exist before a process imports prometheus_client; hence this module does not import it.
"""

import os
import shutil
import tempfile

from django.conf import settings

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


def create() -> None:
    """Make an empty folder and tell it to the processes that are started from now on."""
    if settings.METRICS_TOKEN:
        os.environ[FOLDER_VARIABLE] = tempfile.mkdtemp(prefix="manche-metrics-")


def remove() -> None:
    """Remove the folder when the server ends."""
    if settings.METRICS_TOKEN:
        shutil.rmtree(os.environ[FOLDER_VARIABLE], ignore_errors=True)
