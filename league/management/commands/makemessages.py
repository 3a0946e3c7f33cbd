"""Django's makemessages, which also finds the texts of the engines."""

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

# Text("code", "English") and Words("English") of `problems.text`
KEYWORDS = ["--keyword=Text:2", "--keyword=Words:1"]
ENGINES = ("problems", "games", "seating", "scoring")


class Command(makemessages.Command):
    def process_locale_dir(self, locale_dir: str, files: list[Any]) -> None:
        # elsewhere `Text` is a field of the API
        is_engine = Path(locale_dir).parent.name in ENGINES
        standard = makemessages.Command.xgettext_options
        self.xgettext_options = [*standard, *KEYWORDS] if is_engine else standard
        super().process_locale_dir(locale_dir, files)
