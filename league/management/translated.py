"""Management commands that speak the language of the server."""

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand
from django.utils import translation


class TranslatedCommand(BaseCommand):
    """A command whose texts go through gettext.

    Django runs commands in LANGUAGE_CODE, which also decides for pages; without MANCHE_LANGUAGE a
    command follows the terminal instead.
    """

    def execute(self, *args: Any, **options: Any) -> str | None:
        with translation.override(settings.COMMAND_LANGUAGE):
            return super().execute(*args, **options)
