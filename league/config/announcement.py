"""What a server says in its log when it starts."""

import sys

from django.conf import settings
from django.db import Error

from league.demo import first_run


def announce_first_run() -> None:
    """Print how to begin, while no account exists. Without its database a server is silent here;
    `manage.py first_run_code` prints the same."""
    try:
        is_open = first_run.is_open()
    except Error:
        return
    if is_open:
        page = f"{settings.BASE_PATH}/start/"
        sys.stderr.write(f"Open {page} and begin with the code {first_run.code()}\n")
