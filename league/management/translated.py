"""Management commands that speak the language of the server."""

from argparse import Action
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand
from django.core.management.base import CommandParser, DjangoHelpFormatter
from django.utils import translation
from django.utils.translation import gettext as _


class TranslatedCommand(BaseCommand):
    """A command whose texts go through gettext: its `help` is marked with gettext_noop.

    Django runs commands in LANGUAGE_CODE, which also decides for pages; without MANCHE_LANGUAGE a
    command follows the terminal instead.
    """

    def run_from_argv(self, argv: list[str]) -> None:
        with speaking():
            super().run_from_argv(argv)

    def print_help(self, prog_name: str, subcommand: str) -> None:
        with speaking():
            super().print_help(prog_name, subcommand)

    def execute(self, *args: Any, **options: Any) -> str | None:
        with speaking():
            return super().execute(*args, **options)

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        kwargs.setdefault("formatter_class", _HelpFormatter)
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.description = _(self.help)
        parser._positionals.title = _("arguments")
        parser._optionals.title = _("options")
        common = _common_options()
        for action in parser._actions:
            action.help = common.get(action.dest, action.help)
        return parser


def speaking() -> translation.override:
    """Return a context in which texts are in the language of commands."""
    return translation.override(settings.COMMAND_LANGUAGE)


class _HelpFormatter(DjangoHelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[Action],
        groups: Any,
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or _("usage:") + " ")


def _common_options() -> dict[str, str]:
    """Return what the options of argparse and Django mean, which every command has."""
    return {
        "help": _("Show this help and exit."),
        "version": _("Show the version of Django and exit."),
        "verbosity": _("How much to print: 0 little, 1 as usual, 2 and 3 more."),
        "settings": _("Another settings module, as a Python path."),
        "pythonpath": _("A folder to add to the Python path."),
        "traceback": _("Show where in the code a command failed."),
        "no_color": _("Print without colours."),
        "force_color": _("Print with colours, even into a file."),
        "skip_checks": _("Skip the checks of the settings."),
    }
