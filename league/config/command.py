"""The command `manche` of an installed wheel: every management command, without manage.py."""

import os
import sys

from django.core.management import execute_from_command_line

from league.config import installation


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    if sys.argv[1:] in (["--version"], ["version"]):
        sys.stdout.write(f"Manche {installation.version()}\n")
        return
    execute_from_command_line(sys.argv)
