"""Management commands: the command `manche` of a wheel, `python -m league` and manage.py."""

import os
import sys

from django.core.management import execute_from_command_line

from league.config import installation


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    if sys.argv[1:] in (["--version"], ["version"]):
        sys.stdout.write(f"Manche {installation.version()}\n")
        return
    program, *words = sys.argv
    if words:  # a name of two words may be typed as other programs have it: upgrade-check
        words[0] = words[0].replace("-", "_") if words[0][0:1].isalpha() else words[0]
    execute_from_command_line([program, *words])


if __name__ == "__main__":
    main()
