"""The text of `manche help`: the commands of Manche, with a line each."""

import shutil
import textwrap
from collections.abc import Mapping

from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.utils.translation import gettext as _

from league.management.translated import TranslatedCommand, speaking

OWN_APPS = {"api", "league"}
MOST_COLUMNS = 100


def own_commands() -> Mapping[str, TranslatedCommand]:
    """Return the commands for people at the server by their names, in this order. Commands of
    Django are left out, and those that change Django's for developers."""
    names = sorted(name for name, app in get_commands().items() if app in OWN_APPS)
    commands = {name: load_command_class(get_commands()[name], name) for name in names}
    return {
        name: command
        for name, command in commands.items()
        if isinstance(command, TranslatedCommand)
    }


def text() -> str:
    """Return the list of the commands, in the language of the server."""
    with speaking():
        commands = own_commands()
        width = max(map(len, commands)) + 4
        lines = [_("Commands of Manche:"), ""]
        for name, command in commands.items():
            lines += textwrap.wrap(
                first_sentence(_(command.help)),
                width=min(shutil.get_terminal_size().columns, MOST_COLUMNS),
                initial_indent=f"  {name}".ljust(width),
                subsequent_indent=" " * width,
                break_on_hyphens=False,
            )
        program = settings.COMMAND_NAME
        more, others = f"{program} help backup", f"{program} help --commands"
        lines += ["", _("More about one of them: %(command)s") % {"command": more}]
        lines += [_("All commands, also those of Django: %(command)s") % {"command": others}]
    return "\n".join(lines)


def first_sentence(words: str) -> str:
    return words.partition(". ")[0].removesuffix(".") + "."
