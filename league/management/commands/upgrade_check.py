"""manage.py upgrade-check: what stands in the way of an update, before the database is touched."""

import sys
from typing import Any

from django.db import Error
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.config import installation, variables
from league.management.translated import TranslatedCommand
from league.server.upkeep import upgrade


class Command(TranslatedCommand):
    help = gettext_noop(
        "Show what an update will do to the database, and what prevents it. Run it with the new "
        "version before `prepare` or `migrate`. It changes nothing, and exits with status 1 if you "
        "should not update yet."
    )
    requires_system_checks: list[str] = []  # they are a part of the report

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            file, names = installation.settings_file(), variables.names()
            findings = upgrade.findings(upgrade.today(), file, names)
        except Error as error:
            self.stderr.write("! " + _("The database is not responding: %(why)s") % {"why": error})
            sys.exit(1)
        for finding in findings:
            self.stdout.write(f"{' ' if finding.is_all_right else '!'} {finding.text}")
        faults = [finding for finding in findings if not finding.is_all_right]
        if faults:
            self.stderr.write(_("Do not update yet: see the lines that begin with !"))
            sys.exit(1)
        self.stdout.write(_("You can update now."))
