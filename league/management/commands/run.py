"""manage.py run: prepare and serve in one step; for make run, the wheel and the image."""

import sys
from multiprocessing import get_context

from django.core.management import CommandError, call_command
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.management.commands import serve


class Command(serve.Command):
    help = gettext_noop(
        "Bring the database and static files up to date, and serve Manche; the first start fills "
        "an empty database with the demo club."
    )

    def make_ready(self) -> None:
        """Prepare in a copy of this process, which gives back the memory that it takes."""
        preparing = get_context("fork").Process(target=_prepare)
        preparing.start()
        preparing.join()
        if preparing.exitcode:
            raise CommandError(_("Manche could not be prepared; see the lines above."))


def _prepare() -> None:
    try:
        call_command("prepare")
    except CommandError as error:
        sys.exit(str(error))  # without a traceback
