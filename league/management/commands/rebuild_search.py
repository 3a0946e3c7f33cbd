"""manage.py rebuild_search: store the words of names for the search again, or check them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.operations.people import player_words


class Command(BaseCommand):
    help = (
        "Store the words by which a search finds players again from their names. With --check "
        "nothing is written: the exit status is 1 if stored words are not those of a name."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare only")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            self.stdout.write(f"The words of {player_words.rebuild()} players were wrong.")
        elif differing := player_words.check():
            raise CommandError(f"The words of {len(differing)} players are not those of the names.")
        else:
            self.stdout.write("The stored words are those of the names.")
