"""manage.py audit: check the logs of clubs."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.management.translated import TranslatedCommand
from league.models import Club
from league.operations.audit import verification


class Command(TranslatedCommand):
    help = gettext_noop(
        "Check that no entry of a club’s log was changed, removed or inserted. The command lists "
        "each such entry and exits with status 1 if there is one. It also prints the number and "
        "hash of the last entry: store them elsewhere to see later whether a whole log was "
        "replaced."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--verify", action="store_true", required=True, help=_("check the entries")
        )
        parser.add_argument("--club", metavar="SLUG", help=_("only this club, as in its address"))

    def handle(self, *args: Any, **options: Any) -> None:
        clubs = Club.objects.order_by("slug")
        if options["club"] is not None:
            club = Club.objects.at(options["club"])
            if club is None:
                raise CommandError(_("There is no club %(club)s.") % options)
            clubs = clubs.filter(pk=club.pk)
        differing = [club.slug for club in clubs if not self._verify(club)]
        if differing:
            words = _("The log was changed: %(clubs)s.")
            raise CommandError(words % {"clubs": ", ".join(differing)})

    def _verify(self, club: Club) -> bool:
        """Print the faults in the log of a club; return whether there are none."""
        faults = verification.find_faults(club)
        for fault in faults:
            self.stdout.write(f"{club.slug}: {fault}")
        if not faults:
            number, last_hash = verification.last_of(club)
            words = _("%(club)s: unchanged, last entry %(number)s %(hash)s")
            facts = {"club": club.slug, "number": number, "hash": last_hash}
            self.stdout.write(words % facts)
        return not faults
