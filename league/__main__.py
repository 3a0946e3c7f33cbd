"""Management commands: the command `manche` of a wheel, `python -m league` and manage.py."""

import os
import sys

from django.core.management import ManagementUtility

from league.config import installation
from league.management import command_list


class Manche(ManagementUtility):
    """Django's commands and ours; `help` lists ours, in the language of the server."""

    def main_help_text(self, commands_only: bool = False) -> str:
        if commands_only or self.settings_exception:
            return super().main_help_text(commands_only)
        return command_list.text()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
    if sys.argv[1:] in (["--version"], ["version"]):
        sys.stdout.write(f"Manche {installation.version()}\n")
        return
    program, *words = sys.argv
    names = 2 if words[:1] == ["help"] else 1
    words[:names] = map(_command_name, words[:names])
    Manche([program, *words]).execute()


def _command_name(word: str) -> str:
    """Return the name of a command, which may be typed as other programs have it: upgrade-check."""
    return word.replace("-", "_") if word[0:1].isalpha() else word


if __name__ == "__main__":
    main()
