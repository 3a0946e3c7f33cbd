"""manage.py rebuild_search: store the words of names for the search again, or check them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.operations.people import player_words


class Command(BaseCommand):
    help = (
        "Rebuild the search words of all players from their names. With --check nothing is "
        "written, and the exit status is 1 if stored words are wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare only")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            self.stdout.write(f"Search words corrected for {player_words.rebuild()} players.")
        elif differing := player_words.check():
            raise CommandError(f"The search words of {len(differing)} players are wrong.")
        else:
            self.stdout.write("All search words are correct.")
