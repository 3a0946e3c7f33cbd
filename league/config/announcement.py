"""What a server says in its log when it starts."""

import sys

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
        sys.stderr.write(f"Create the account of the owner at {first_run.address()}\n")
