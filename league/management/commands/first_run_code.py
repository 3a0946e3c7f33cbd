"""manage.py first_run_code: print the address, with its code, at which the owner begins."""

from typing import Any

from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.demo import first_run
from league.management.translated import TranslatedCommand


class Command(TranslatedCommand):
    help = gettext_noop(
        "Print the address where a new server’s admin starts; it contains the code."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not first_run.is_open():
            raise CommandError(_("This server already has an admin."))
        self.stdout.write(first_run.address())
