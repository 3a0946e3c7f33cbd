"""manage.py first_run_code: print the code with which another computer begins."""

from typing import Any

from django.core.management import BaseCommand, CommandError

from league.demo import first_run


class Command(BaseCommand):
    help = "Print the code that the page /start/ asks for on another computer."

    def handle(self, *args: Any, **options: Any) -> None:
        if not first_run.is_open():
            raise CommandError("This server already has an owner.")
        self.stdout.write(first_run.code())
