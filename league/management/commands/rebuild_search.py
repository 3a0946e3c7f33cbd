"""manage.py rebuild_search: store the words and keys of names for searches and lists again, or
check them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.operations.people import player_words
from league.operations.support import name_keys


class Command(BaseCommand):
    help = (
        "Rebuild the search words of all players and the sort keys of all names. With --check "
        "nothing is written, and the exit status is 1 if stored words or keys are wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare only")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            self.stdout.write(f"Search words corrected for {player_words.rebuild()} players.")
            self.stdout.write(f"Sort keys corrected for {name_keys.rebuild()} names.")
            return
        if differing := player_words.check():
            raise CommandError(f"The search words of {len(differing)} players are wrong.")
        if wrong_keys := name_keys.check():
            raise CommandError(f"The sort keys of {wrong_keys} names are wrong.")
        self.stdout.write("All search words and sort keys are correct.")
