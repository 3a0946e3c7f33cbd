"""manage.py rebuild_search: store the words and keys of names for searches and lists again, or
check them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.management.translated import TranslatedCommand
from league.operations.people import player_words
from league.operations.support import name_keys


class Command(TranslatedCommand):
    help = gettext_noop(
        "Rebuild the search words of all players and the sort keys of all names. With --check "
        "nothing is written, and the exit status is 1 if stored words or keys are wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help=_("compare only"))

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            words = _("Players whose search words were corrected: %(count)s.")
            self.stdout.write(words % {"count": player_words.rebuild()})
            words = _("Names whose sort keys were corrected: %(count)s.")
            self.stdout.write(words % {"count": name_keys.rebuild()})
            return
        if differing := player_words.check():
            words = _("Players whose search words are wrong: %(count)s.")
            raise CommandError(words % {"count": len(differing)})
        if wrong_keys := name_keys.check():
            words = _("Names whose sort keys are wrong: %(count)s.")
            raise CommandError(words % {"count": wrong_keys})
        self.stdout.write(_("All search words and sort keys are correct."))
